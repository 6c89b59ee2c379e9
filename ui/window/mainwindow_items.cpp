// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindow_p.h"

#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/enqueuedialog.h"
#include "ui/dialogs/liveoptionsdialog.h"
#include "ui/dialogs/pausedialog.h"
#include "ui/words/format.h"

#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QInputDialog>
#include <QtWidgets/QMenu>

#include <set>

namespace qontroller::ui {

namespace {

constexpr int MostWorkers = 10'000;
constexpr qsizetype MostNames = 3;

bool wantsConfirmation(const FrozenScope &scope)
{
    switch (scope.verb) {
    case ItemVerb::Discard:
    case ItemVerb::ConfirmHeld:
    case ItemVerb::RefuseHeld: return true;
    case ItemVerb::Requeue: return scope.eligible.size() > BulkRequeue::PortionSize;
    default: return false;
    }
}

} // namespace

// From here on the items are fixed, whatever happens in the table.
void MainWindow::Private::act(ItemVerb verb)
{
    act(FrozenScope::of(verb, tabs->meantItems()));
}

void MainWindow::Private::act(const FrozenScope &scope)
{
    if (scope.eligible.empty() || !wantsConfirmation(scope))
        return commander.apply(scope);
    auto *dialog = new ConfirmDialog(scope, namesOf(scope.eligible), &q);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::accepted, &q,
                     [this, dialog] { commander.apply(dialog->scope()); });
    dialog->open();
}

void MainWindow::Private::eachController(const std::function<void(ControllerId)> &action) const
{
    for (const ControllerId id : tabs->meantControllers())
        action(id);
}

QStringList MainWindow::Private::namesOf(const ItemRefs &items) const
{
    std::set<ControllerId> ids;
    for (const ItemRef &item : items)
        ids.insert(item.controller);
    QStringList names;
    for (const ControllerId id : ids) {
        if (const ControllerView *view = state.controller(id))
            names += toLine(view->name);
    }
    return names;
}

QString MainWindow::Private::namesOf(const std::vector<ControllerId> &ids) const
{
    QStringList names;
    for (const ControllerId id : ids) {
        if (const ControllerView *view = state.controller(id))
            names += toLine(view->name);
    }
    return names.size() > MostNames ? tr("%n Controller(s)", nullptr, int(names.size()))
                                    : names.join(QStringLiteral(", "));
}

void MainWindow::Private::askPause(const QString &question, const QString &verb,
                                   const std::function<void(const PauseTerms &)> &pause)
{
    auto *dialog = new PauseDialog(question, verb, &q);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::accepted, &q, [dialog, pause] { pause(dialog->terms()); });
    dialog->open();
}

void MainWindow::Private::askPauseItems()
{
    const FrozenScope scope = FrozenScope::of(ItemVerb::Pause, tabs->meantItems());
    const int count = int(scope.eligible.size());
    if (count == 0)
        return commander.apply(scope);
    const QString what = count == 1 ? toLine(scope.eligible.front().id)
                                    : tr("%n item(s)", nullptr, count);
    askPause(tr("%1 will be paused.").arg(what), tr("&Pause %n Item(s)", nullptr, count),
             [this, scope](const PauseTerms &terms) { commander.apply(scope, terms); });
}

void MainWindow::Private::askPauseControllers()
{
    const std::vector<ControllerId> ids = tabs->meantControllers();
    if (ids.empty())
        return;
    askPause(tr("%1 will be paused.").arg(namesOf(ids)),
             tr("&Pause %n Controller(s)", nullptr, int(ids.size())),
             [this, ids](const PauseTerms &terms) {
                 for (const ControllerId id : ids)
                     commander.pauseController(id, terms);
             });
}

void MainWindow::Private::askOptions()
{
    const std::vector<ControllerId> ids = tabs->meantControllers();
    const ControllerView *view = ids.size() == 1 ? state.controller(ids.front()) : nullptr;
    if (!view)
        return;
    auto *dialog = new LiveOptionsDialog(toLine(view->name), view->options, &q);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::accepted, &q, [this, dialog, id = ids.front()] {
        commander.setOptions(id, dialog->options());
    });
    dialog->open();
}

void MainWindow::Private::askWorkers()
{
    const std::vector<ControllerId> ids = tabs->meantControllers();
    const ControllerView *view = ids.size() == 1 ? state.controller(ids.front()) : nullptr;
    if (!view)
        return;
    auto *dialog = new QInputDialog(&q);
    dialog->setObjectName(QStringLiteral("workersDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setWindowTitle(tr("Set Workers"));
    dialog->setLabelText(
        tr("Handlers of %1 that run at once (0 is the same as paused):").arg(toLine(view->name)));
    dialog->setOkButtonText(tr("&Set"));
    dialog->setIntRange(0, MostWorkers);
    dialog->setIntValue(view->options.workers);
    QObject::connect(dialog, &QInputDialog::intValueSelected, &q,
                     [this, id = ids.front()](int workers) { commander.setWorkers(id, workers); });
    dialog->open();
}

void MainWindow::Private::askEnqueue()
{
    const std::vector<ControllerId> meant = tabs->meantControllers();
    auto *dialog = new EnqueueDialog(state.book(), meant.empty() ? 0 : meant.front(), &q);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::accepted, &q, [this, dialog] {
        commander.enqueue(dialog->controller(), dialog->id().toStdString());
    });
    dialog->open();
}

void MainWindow::Private::askGoTo()
{
    auto *dialog = new QInputDialog(&q);
    dialog->setObjectName(QStringLiteral("goToDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Go to Id"));
    dialog->setLabelText(tr("Id, or how it begins:"));
    dialog->setOkButtonText(tr("&Go"));
    QObject::connect(dialog, &QInputDialog::textValueSelected, &q,
                     [this](const QString &id) { goTo(id); });
    dialog->open();
}

void MainWindow::Private::goTo(const QString &id)
{
    const std::string wanted = id.toStdString();
    std::optional<ItemRef> found;
    const auto visit = [&](Slot, const Item &item) {
        const bool exact = item.row.id == wanted;
        if (exact || (!found && item.row.id.starts_with(wanted)))
            found = ItemRef::of(item.controller, item.row);
    };
    state.items().readChunk(0, state.items().slotCount(), visit);
    if (!found)
        return say(tr("No item is called %1.").arg(id));
    if (tabs->items().rowOfItem(found->controller, found->key) < 0) {
        filterBox->setFilterText({}); // the filter hides it
        tabs->items().refreshNow();
    }
    tabs->select(*found);
}

void MainWindow::Private::showTile(TileBar::Kind kind)
{
    const auto show = [this](const char *filter) {
        filterBox->setFilterText(QLatin1String(filter));
        tabs->setCurrentTab(Tabs::Tab::Items);
    };
    switch (kind) {
    case TileBar::Kind::Depth: return show("state:waiting");
    case TileBar::Kind::InFlight: return show("state:running,stuck");
    case TileBar::Kind::Retries: return show("state:back-off");
    case TileBar::Kind::Failing: return show("is:failing");
    case TileBar::Kind::LocksHeld: return tabs->setCurrentTab(Tabs::Tab::Locks);
    case TileBar::Kind::HandlerP95:
        tabs->setCurrentTab(Tabs::Tab::Controllers);
        tabs->currentTable().sortByColumn(ControllersModel::P95, Qt::DescendingOrder);
        return;
    }
}

void MainWindow::Private::showMenu(const QPoint &position)
{
    auto *menu = new QMenu(&q);
    menu->setObjectName(QStringLiteral("contextMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    const Actions &a = *actions;
    if (tabs->currentTab() == Tabs::Tab::Controllers || tabs->currentTab() == Tabs::Tab::Workers) {
        menu->addActions({a.pauseController, a.pauseControllerFor, a.resumeController});
        menu->addSeparator();
        menu->addActions({a.setWorkers, a.setOptions, a.resync});
        menu->addSeparator();
        menu->addAction(a.remove);
    } else {
        menu->addActions({a.requeue, a.pause, a.pauseFor, a.resume});
        menu->addSeparator();
        if (state.inState(ItemState::Held) > 0)
            menu->addActions({a.confirmHeld, a.refuseHeld});
        menu->addAction(a.discard);
    }
    menu->addSeparator();
    menu->addActions({a.copy, a.copyJson});
    Table *table = &tabs->currentTable();
    table->setMenuOpen(true);
    QObject::connect(menu, &QMenu::aboutToHide, table, [table] { table->setMenuOpen(false); });
    menu->popup(position);
}

void MainWindow::Private::copy(const QString &text)
{
    QGuiApplication::clipboard()->setText(text);
}

} // namespace qontroller::ui
