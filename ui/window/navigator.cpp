// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/navigator.h"

#include "ui/actions/actions.h"
#include "ui/filter/filtertext.h"
#include "ui/models/signature.h"
#include "ui/overview/overview.h"
#include "ui/state/eventlog.h"
#include "ui/state/itemstore.h"
#include "ui/views/board.h"
#include "ui/views/filterbox.h"
#include "ui/views/table.h"
#include "ui/views/tabs.h"
#include "ui/window/noticeboard.h"
#include "ui/words/format.h"
#include "ui/words/names.h"

#include <QtCore/QRegularExpression>
#include <QtGui/QAction>
#include <QtWidgets/QInputDialog>

#include <algorithm>

namespace qontroller::ui {

namespace {

// Words are looked for anywhere in a name: `db1` would find what is of `db10`.
QString exactTerm(const QString &field, const QString &name, const QStringList &names)
{
    const bool isPart = std::ranges::any_of(names, [&name](const QString &other) {
        return other != name && other.contains(name, Qt::CaseInsensitive);
    });
    if (!isPart)
        return filterTerm(field, name);
    const QString escaped = QRegularExpression::escape(name).replace(QLatin1Char('/'),
                                                                     QLatin1String("\\/"));
    return QStringLiteral("%1:/^%2$/").arg(field, escaped);
}

QString stateTerm(ItemState state)
{
    return filterTerm(QStringLiteral("state"), keyOf(state));
}

/// What takes the objects that an attention is about; empty: it is about none.
QString needTerm(AttentionKind kind)
{
    using Kind = AttentionKind;
    switch (kind) {
    case Kind::Held: return stateTerm(ItemState::Held);
    case Kind::Stuck: return stateTerm(ItemState::Stuck);
    case Kind::Failed:
        return stateTerm(ItemState::Failed) + QLatin1Char(',') + keyOf(ItemState::Parked);
    case Kind::Retrying: return stateTerm(ItemState::BackOff);
    case Kind::ObjectsPaused: return stateTerm(ItemState::Paused);
    case Kind::Looping: return filterTerm(QStringLiteral("is"), keyOf(Mark::Looping));
    case Kind::JournalNotWritten:
    case Kind::JournalNotWhole:
    case Kind::NotApplied:
    case Kind::NotStarted:
    case Kind::NotSaved:
    case Kind::LocksAway:
    case Kind::Leaving:
    case Kind::NoWorkers:
    case Kind::Paused:
    case Kind::Temporary:
    case Kind::OwnedElsewhere:
    case Kind::CannotList:
    case Kind::SlowList:
    case Kind::PartialList:
    case Kind::FirstList:
    case Kind::Shortage:
    case Kind::WatchDown:
    case Kind::StuckDrain:
    case Kind::FailingOperation: break;
    }
    return {};
}

} // namespace

Navigator::Navigator(QWidget &window, const Actions &actions, const LiveState &state, Tabs &tabs,
                     FilterBox &filterBox, Noticeboard &notices)
    : m_window(window)
    , m_state(state)
    , m_tabs(tabs)
    , m_filterBox(filterBox)
    , m_notices(notices)
{
    connectActions(actions);
    connectFilter();
    connect(&tabs, &Tabs::failureActivated, this, &Navigator::showFailure);
    connect(&tabs, &Tabs::controllerActivated, this, &Navigator::showItemsOf);
}

void Navigator::connectActions(const Actions &actions)
{
    for (int i = 0; i < actions.tabs.size(); ++i)
        connect(actions.tabs[i], &QAction::triggered, this, [this, i] { showTab(i); });
    connect(actions.filter, &QAction::triggered, this, &Navigator::showFilterBox);
    connect(actions.goTo, &QAction::triggered, this, &Navigator::askGoTo);
}

void Navigator::connectFilter()
{
    connect(&m_filterBox, &FilterBox::filterChanged, &m_tabs, &Tabs::setFilter);
    connect(&m_filterBox, &FilterBox::rejected, this,
            [this](const QString &text, const QString &sentence) {
                m_notices.say(tr("“%1” is no filter. %2").arg(text, sentence),
                              {{tr("Edit"), [this, text] { m_filterBox.edit(text); }}});
            });
}

void Navigator::showTab(int tab)
{
    m_tabs.setCurrentIndex(tab);
    if (Table *table = m_tabs.currentTable())
        table->setFocus();
    else
        m_tabs.overview().focusRow();
}

void Navigator::showFilterBox()
{
    m_tabs.setCurrentTab(Tabs::Tab::Items);
    m_filterBox.setFocus(Qt::ShortcutFocusReason);
    m_filterBox.selectAll();
}

void Navigator::showFailure(HostId host, const QString &signature)
{
    showItems(termOf(m_state.hosts().find(host))
              + QStringLiteral("error:/%1/").arg(signaturePattern(signature.toStdString())));
}

/// What a filter begins with that is meant for \a host; empty: for the only one.
QString Navigator::termOf(const HostStatus *host) const
{
    return host ? hostTerm(toLine(host->name)) + QLatin1Char(' ') : QString();
}

QString Navigator::hostTerm(const QString &name) const
{
    QStringList names;
    for (const HostStatus &host : m_state.hosts())
        names += toLine(host.name);
    return exactTerm(QStringLiteral("host"), name, names);
}

QString Navigator::controllerTerm(const QString &name) const
{
    QStringList names;
    for (const auto &[id, view] : m_state.controllers())
        names += toLine(view.name);
    return exactTerm(QStringLiteral("controller"), name, names);
}

void Navigator::showItems(const QString &filter)
{
    m_filterBox.setFilterText(filter);
    m_tabs.setCurrentTab(Tabs::Tab::Items);
}

void Navigator::showFacet(const QString &field, const QString &value)
{
    m_tabs.setCurrentTab(Tabs::Tab::Items);
    if (field == QLatin1String("view"))
        return m_filterBox.setFilterText(value);
    const QString term = value.isEmpty()                   ? QString()
                         : field == QLatin1String("error") ? QStringLiteral("error:/%1/").arg(value)
                         : field == QLatin1String("host")  ? hostTerm(value)
                         : field == QLatin1String("controller") ? controllerTerm(value)
                                                                : filterTerm(field, value);
    m_filterBox.setFilterText(replaceFilterTerm(m_filterBox.text(), field, term));
}

// Controllers of several hosts may have one name.
void Navigator::showItemsOf(ControllerId controller)
{
    const ControllerView *view = m_state.controller(controller);
    if (!view)
        return;
    if (const HostStatus *host = m_state.hosts().of(controller))
        showFacet(QStringLiteral("host"), toLine(host->name));
    showFacet(QStringLiteral("controller"), toLine(view->name));
}

void Navigator::showPartOf(ControllerId controller, const QString &term)
{
    const ControllerView *view = m_state.controller(controller);
    if (!view)
        return;
    showItems(termOf(m_state.hosts().of(controller)) + term + QLatin1Char(' ')
              + controllerTerm(toLine(view->name)));
}

void Navigator::showNeed(const Need &need)
{
    if (need.operation)
        return showOperation(*need.operation);
    const QString term = need.key.kind ? needTerm(*need.key.kind) : QString();
    const QString cause = term.isEmpty() || need.key.cause.empty()
                              ? QString()
                              : QStringLiteral(" error:/%1/").arg(signaturePattern(need.key.cause));
    if (!term.isEmpty())
        showPartOf(need.controller, term + cause);
    else if (need.controller != 0)
        showController(need.controller);
    // Of the others Details say all there is.
}

void Navigator::showController(ControllerId controller)
{
    showTab(int(Tabs::Tab::Controllers));
    Table &table = m_tabs.table(Tabs::Tab::Controllers);
    const auto &rows = static_cast<const ControllersModel &>(*table.model());
    if (const int row = rows.rowOfKey(controller); row >= 0)
        table.setCurrentIndex(rows.index(row, ControllersModel::Name));
}

void Navigator::showOperation(const OperationRef &operation)
{
    m_tabs.setCurrentTab(Tabs::Tab::Operations);
    if (!m_tabs.board().rows().takes(operation.host))
        m_filterBox.setFilterText(
            replaceFilterTerm(m_filterBox.text(), QStringLiteral("host"), {}));
    m_tabs.board().select(operation);
}

void Navigator::showTile(TileBar::Kind kind, HostId host)
{
    switch (kind) {
    case TileBar::Kind::LocksHeld: return m_tabs.setCurrentTab(Tabs::Tab::Locks);
    case TileBar::Kind::HandlerP95: return showControllersByP95();
    case TileBar::Kind::Depth:
    case TileBar::Kind::InFlight:
    case TileBar::Kind::Retries:
    case TileBar::Kind::Failing: break;
    }
    showItems(termOf(m_state.hosts().find(host)) + TileBar::filterOf(kind));
}

void Navigator::showControllersByP95()
{
    m_tabs.setCurrentTab(Tabs::Tab::Controllers);
    m_tabs.table(Tabs::Tab::Controllers).sortByColumn(ControllersModel::P95, Qt::DescendingOrder);
}

void Navigator::askGoTo()
{
    auto *dialog = new QInputDialog(&m_window);
    dialog->setObjectName(QStringLiteral("goToDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Go to Id"));
    dialog->setLabelText(tr("Id, or how it begins:"));
    dialog->setOkButtonText(tr("&Go"));
    connect(dialog, &QInputDialog::textValueSelected, this, &Navigator::goTo);
    dialog->open();
}

void Navigator::goTo(const QString &id)
{
    const std::string wanted = id.toStdString();
    std::optional<ItemRef> found;
    const auto visit = [&](Slot, const Item &item) {
        const bool exact = item.row.id == wanted;
        if (exact || (!found && item.row.id.starts_with(wanted)))
            found = ItemRef::of(item.controller, item.row);
    };
    m_state.items().readChunk(0, m_state.items().slotCount(), visit);
    if (!found)
        return m_notices.say(tr("No object is called %1.").arg(id));
    select(*found);
}

void Navigator::select(const ItemRef &item)
{
    if (m_tabs.items().rowOfItem(item.controller, item.key) < 0) {
        m_filterBox.setFilterText({}); // the filter hides it
        m_tabs.items().refreshNow();
    }
    m_tabs.select(item);
}

void Navigator::showEvent(const LoggedEvent &event)
{
    const ControllerId controller = m_state.nowOf(event.controller);
    const ObjectId &id = event.event.id;
    std::optional<ItemRef> found;
    m_state.items().readChunk(0, m_state.items().slotCount(), [&](Slot, const Item &item) {
        if (item.controller == controller && item.row.id == id)
            found = ItemRef::of(item.controller, item.row);
    });
    if (found)
        return select(*found);
    if (!m_state.controller(controller))
        return m_notices.say(tr("%1 is gone.").arg(event.controllerName));
    showController(controller);
    if (!id.empty()) // it is gone, or a member
        m_notices.say(
            tr("%1 is not among the objects of %2.").arg(toLine(id), event.controllerName));
}

} // namespace qontroller::ui
