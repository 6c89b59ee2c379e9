// SPDX-License-Identifier: GPL-3.0-or-later
// The lifecycle board: what it shows, its alarms and its actions.
#include "ui/window/mainwindow_p.h"

#include "ui/dialogs/begindialog.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/words/format.h"
#include "ui/words/lifecycledetails.h"
#include "ui/words/lifecyclewords.h"

#include <QtCore/QDateTime>
#include <QtWidgets/QMenu>

#include <utility>

namespace qontroller::ui {

namespace {

constexpr std::size_t MostAlarms = 5; ///< what is stuck besides is counted in one more

QString stuckKey(const OperationRef &operation)
{
    return QStringLiteral("stuck/%1/%2").arg(toLine(operation.member), toLine(operation.id));
}

QString moreStuckKey()
{
    return QStringLiteral("stuck");
}

QString lineOf(const consist::OperationView &view)
{
    return QStringLiteral("%1 · %2").arg(nameOf(view.employee), toLine(view.operation.id));
}

QStringList linesOf(const OperationViews &views)
{
    QStringList lines;
    for (const consist::OperationView &view : views)
        lines += lineOf(view);
    return lines;
}

/// What it means to go on all the same, for each kind that is among \a views.
QString forceConsequence(const OperationViews &views)
{
    QStringList stuck;
    bool isUndoing = false;
    for (const consist::OperationView &view : views) {
        if (view.waiting.isStuck)
            stuck += nameOf(view.employee) + QStringLiteral(": ") + waitingText(view);
        else
            isUndoing = true;
    }
    QStringList parts;
    if (!stuck.isEmpty())
        parts += MainWindow::tr("What still holds a member does not count any more: it counts as "
                                "drained, and requests that still reach it may fail. It waits "
                                "for:\n%1")
                     .arg(stuck.join(QLatin1Char('\n')));
    if (isUndoing)
        parts += MainWindow::tr("What its operator has not finished counts as finished: traffic "
                                "comes back to the member, whatever is still done to it.");
    parts += MainWindow::tr("This cannot be taken back.");
    return parts.join(QStringLiteral("\n\n"));
}

/// Each member once, with its operation that is nearest to needing a person.
QStringList outOfServiceIn(const OperationViews &operations)
{
    std::map<consist::EmployeeKey, const consist::OperationView *> members;
    for (const consist::OperationView &view : operations) {
        if (view.operation.phase == consist::Phase::PreCheck)
            continue;
        const consist::OperationView *&shown = members[view.employee];
        if (!shown || rankOf(view) < rankOf(*shown))
            shown = &view;
    }
    QStringList names;
    for (const auto &[member, view] : members)
        names += QStringLiteral("%1 (%2)").arg(nameOf(member), stateText(*view));
    return names;
}

QStringList memberNames(const MemberRefs &members)
{
    QStringList names;
    for (const MemberRef &one : members)
        names += nameOf(one.member);
    return names;
}

} // namespace

void MainWindow::Private::connectOperations()
{
    const auto on = [this](QAction *action, auto function) {
        QObject::connect(action, &QAction::triggered, &q, function);
    };
    on(actions->beginOperation, [this] { askBegin(); });
    on(actions->startOperation, [this] { act(OperationVerb::Start); });
    on(actions->finishOperation, [this] { act(OperationVerb::Finish); });
    on(actions->undoOperation, [this] { act(OperationVerb::Undo); });
    on(actions->forceOperation, [this] { act(OperationVerb::Force); });
    on(actions->deleteMember, [this] { askDeleteMembers(); });
    on(actions->forgetEmployer, [this] { askForgetEmployers(); });
    QObject::connect(&lifecycles, &LifecycleFeed::portChanged, &q,
                     [this] { showBoard(lifecycles.hasPort()); });
    QObject::connect(&lifecycles, &LifecycleFeed::pulled, &q,
                     [this](const LifecyclePicturePtr &picture) { showPicture(*picture); });
    QObject::connect(&lifecycleCommander, &LifecycleCommander::done, &q,
                     [this](const QString &sentence) { say(sentence); });
    QObject::connect(&lifecycleCommander, &LifecycleCommander::refused, &q,
                     [this](const QString &sentence) { warn(MessageBar::Kind::Error, sentence); });
    QObject::connect(&tabs->board(), &Board::opened, &lifecycles, &LifecycleFeed::pull);
    QObject::connect(&tabs->board(), &Board::menuRequested, &q,
                     [this](const QPoint &position) { showOperationsMenu(position); });
    QObject::connect(tabs, &QTabWidget::currentChanged, &lifecycles, &LifecycleFeed::pull);
    showBoard(false);
}

void MainWindow::Private::showBoard(bool shown)
{
    tabs->setBoardShown(shown);
    operationsMenu->menuAction()->setVisible(shown);
    if (!shown) {
        outOfService.clear();
        showStuck({});
    }
    updateActions();
}

std::optional<LifecycleFeed::Question> MainWindow::Private::wantedOfLifecycles() const
{
    if (q.isMinimized())
        return {};
    if (tabs->currentTab() != Tabs::Tab::Operations)
        return LifecycleFeed::Question{};
    return LifecycleFeed::Question{LifecycleFeed::Depth::Employers,
                                   tabs->board().wantedEmployers()};
}

void MainWindow::Private::showPicture(const LifecyclePicture &picture)
{
    outOfService = outOfServiceIn(picture.operations);
    if (state.isFrozen())
        return;
    tabs->board().show(picture);
    for (const consist::OperationView &view : picture.operations) {
        if (!view.operation.isDeletion)
            operationTypes.insert(toLine(view.operation.type));
    }
    tabs->showTitles();
    showDetails();
    showStuck(picture.operations);
    updateActions();
}

// One message for each that is stuck, there until it is not.
void MainWindow::Private::showStuck(const OperationViews &operations)
{
    std::map<OperationRef, const consist::OperationView *> stuck;
    for (const consist::OperationView &view : operations) {
        if (needsAPerson(view))
            stuck.emplace(OperationRef::of(view), &view);
    }
    std::erase_if(stuckSaid, [&](const auto &said) {
        if (stuck.contains(said.first))
            return false;
        messages->settle(stuckKey(said.first), tr("Settled: this operation goes on."));
        return true;
    });
    int more = 0;
    for (const auto &[ref, view] : stuck) {
        if (stuckSaid.contains(ref) || stuckSaid.size() < MostAlarms)
            sayStuck(*view);
        else
            ++more;
    }
    if (std::exchange(moreStuckSaid, more) == more)
        return;
    if (more == 0)
        return messages->settle(moreStuckKey(), tr("Settled: these operations go on."));
    messages->post(
        {moreStuckKey(),
         MessageBar::Kind::Error,
         tr("%n more operation(s) are stuck in drain, or their work fails.", nullptr, more),
         {{tr("Show"), [this] { actions->tabs.at(int(Tabs::Tab::Operations))->trigger(); }}},
         MessageBar::Ends::WhenSettled});
}

void MainWindow::Private::sayStuck(const consist::OperationView &view)
{
    const OperationRef ref = OperationRef::of(view);
    const QString who = nameOf(view.employee);
    const QString id = toLine(view.operation.id);
    const QString sentence =
        view.waiting.isStuck
            ? tr("%1: operation %2 is stuck in drain since %3. It waits for %4.")
                  .arg(who, id, clockTime(view.waiting.since), waitingText(view))
            : tr("%1: the work of operation %2 fails and is tried again: %3. The member stays out "
                 "of service.")
                  .arg(who, id, toLine(view.failure));
    if (std::exchange(stuckSaid[ref], sentence) == sentence)
        return;
    QList<MessageAction> buttons{{tr("Show"), [this, ref] { showOperation(ref); }}};
    if (options.access == WindowOptions::Access::Full && view.waiting.isStuck) {
        buttons += {tr("Force…"), [this, ref] {
                        if (const auto *now = tabs->board().rows().find(ref))
                            act(OperationScope::of(OperationVerb::Force, {*now}));
                    }};
    }
    messages->post(
        {stuckKey(ref), MessageBar::Kind::Error, sentence, buttons, MessageBar::Ends::WhenSettled});
}

void MainWindow::Private::showOperation(const OperationRef &operation)
{
    tabs->setCurrentTab(Tabs::Tab::Operations);
    tabs->board().select(operation);
}

QString MainWindow::Private::whyNoOperations() const
{
    return lifecycles.hasPort() ? QString() : tr("No controller with members runs.");
}

void MainWindow::Private::allowOperationCommands()
{
    QString none = whyNoOperations();
    if (none.isEmpty() && tabs->currentTab() != Tabs::Tab::Operations)
        none = tr("Select operations or members in the tab Operations (Alt+6).");
    const QString noMember = !none.isEmpty()                    ? none
                             : tabs->board().isMemberSelected() ? QString()
                                                                : tr("No member is selected.");
    for (QAction *action : {actions->beginOperation, actions->deleteMember})
        Actions::allow(action, noMember);
    Actions::allow(actions->forgetEmployer,
                   !none.isEmpty() ? none
                   : tabs->board().employers().selectedAbsent().empty()
                       ? tr("No employer is selected whose controller does not run.")
                       : QString());
    const OperationViews selected = tabs->board().selectedOperations();
    for (const auto &[action, verb] : {std::pair(actions->startOperation, OperationVerb::Start),
                                       std::pair(actions->finishOperation, OperationVerb::Finish),
                                       std::pair(actions->undoOperation, OperationVerb::Undo),
                                       std::pair(actions->forceOperation, OperationVerb::Force)})
        Actions::allow(action,
                       none.isEmpty() ? OperationScope::of(verb, selected).whyNone() : none);
}

void MainWindow::Private::showDetails()
{
    if (tabs->currentTab() == Tabs::Tab::Operations)
        return details->setText(tabs->board().selectedDetails(),
                                tr("Select an operation or a member to see what it waits for and "
                                   "how it is."));
    details->setItem(tabs->chosenItem(),
                     tabs->isChosenInTable() ? DetailsPane::Row::InTable : DetailsPane::Row::None);
}

// From here on the operations are fixed, whatever happens in the table.
void MainWindow::Private::act(OperationVerb verb)
{
    act(OperationScope::of(verb, tabs->board().selectedOperations()));
}

void MainWindow::Private::act(const OperationScope &scope)
{
    if (scope.verb != OperationVerb::Force || scope.eligible.empty())
        return lifecycleCommander.apply(scope);
    const QStringList lines = linesOf(scope.eligible);
    const int count = int(scope.eligible.size());
    const QString question = count == 1 ? tr("Force %1?").arg(lines.front())
                                        : tr("Force %n operation(s)?", nullptr, count);
    auto *dialog = new ConfirmDialog(question, forceConsequence(scope.eligible),
                                     count == 1 ? QStringList() : lines,
                                     tr("Force %n Operation(s)", nullptr, count), &q);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::accepted, &q,
                     [this, scope] { lifecycleCommander.apply(scope); });
    dialog->open();
}

void MainWindow::Private::askBegin()
{
    const MemberRefs members = tabs->board().selectedMembers();
    if (members.empty())
        return;
    std::set<QString> types = operationTypes;
    if (const auto employers = lifecycles.employers()) {
        for (const consist::EmployerSummary &employer : *employers) {
            for (const std::string &type : employer.operationTypes)
                types.insert(toLine(type));
        }
    }
    auto *dialog = new BeginDialog(memberNames(members), QStringList(types.begin(), types.end()),
                                   QDateTime::currentDateTime(), &q);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::accepted, &q, [this, dialog, members] {
        operationTypes.insert(dialog->type());
        lifecycleCommander.begin(members, dialog->type(), dialog->id());
    });
    dialog->open();
}

void MainWindow::Private::askDeleteMembers()
{
    const MemberRefs members = tabs->board().selectedMembers();
    if (members.empty())
        return;
    const int count = int(members.size());
    const QStringList names = memberNames(members);
    const QString question = count == 1 ? tr("Delete %1?").arg(names.front())
                                        : tr("Delete %n member(s)?", nullptr, count);
    auto *dialog = new ConfirmDialog(
        question,
        tr("When its rules permit it, a member is drained, and then its controller deletes the "
           "object itself. Until it is drained, Undo on its operation keeps it."),
        count == 1 ? QStringList() : names, tr("Delete %n Member(s)", nullptr, count), &q);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::accepted, &q,
                     [this, members] { lifecycleCommander.remove(members); });
    dialog->open();
}

void MainWindow::Private::askForgetEmployers()
{
    const auto employers = tabs->board().employers().selectedAbsent();
    if (employers.empty())
        return;
    const int count = int(employers.size());
    const QStringList names = ui::namesOf(employers);
    auto *dialog = new ConfirmDialog(
        count == 1 ? tr("Forget %1?").arg(names.front())
                   : tr("Forget %n employer(s)?", nullptr, count),
        tr("No operation waits for it any more, and its members count as drained. What it has at "
           "its provider stays there as it is: if requests still reach a member that way, they "
           "fail while the member is operated on.\n\nThis cannot be taken back. If its "
           "controller was only renamed or moved, let it run under its old name once more "
           "instead."),
        count == 1 ? QStringList() : names, tr("Forget %n Employer(s)", nullptr, count), &q);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::accepted, &q,
                     [this, employers] { lifecycleCommander.forget(employers); });
    dialog->open();
}

void MainWindow::Private::showOperationsMenu(const QPoint &position)
{
    auto *menu = new QMenu(&q);
    menu->setObjectName(QStringLiteral("contextMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    const Actions &a = *actions;
    menu->addAction(a.beginOperation);
    menu->addSeparator();
    menu->addActions({a.startOperation, a.finishOperation, a.undoOperation, a.forceOperation});
    menu->addSeparator();
    menu->addActions({a.deleteMember, a.forgetEmployer});
    menu->addSeparator();
    menu->addActions({a.copy, a.copyJson});
    Board *board = &tabs->board();
    board->setMenuOpen(true);
    QObject::connect(menu, &QMenu::aboutToHide, board, [board] { board->setMenuOpen(false); });
    menu->popup(position);
}

} // namespace qontroller::ui
