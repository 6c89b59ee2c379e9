// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/qontrollerd/serverend.h"

#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller;

namespace {

ControllerStatus with(ItemState state, ListEnd lastList = ListEnd::Complete)
{
    ControllerStatus status;
    status.lists.last = lastList;
    status.gauges.states[static_cast<std::size_t>(state)] = 1;
    return status;
}

} // namespace

/// The exit status of the server, by how it ended.
class ServerEndTest final : public QObject
{
    Q_OBJECT

private slots:
    void theStatusFollowsFromTheEnd_data()
    {
        QTest::addColumn<ServerEnd>("end");
        QTest::addColumn<int>("status");
        const std::vector well{with(ItemState::InSync)};
        const auto row = [](const char *name, ServerEnd end, int status) {
            QTest::newRow(name) << std::move(end) << status;
        };
        row("well", {.controllers = well}, 0);
        row("no controller", {}, 0);
        row("paused", {.controllers = {with(ItemState::Paused)}}, 0);
        row("left undone", {.leftUndone = 1, .controllers = well}, 3);
        row("an operation goes on", {.leavesOperations = true, .controllers = well}, 3);
        row("a session was refused", {.isSessionApplied = false, .controllers = well}, 3);
        row("a lost process", {.lostProcesses = 1, .controllers = well}, 3);
        row("a journal is lost", {.isJournalLost = true, .controllers = well}, 3);
        row("kept back", {.keptBack = 1, .controllers = well}, 3);
        for (const ItemState state :
             {ItemState::Failed, ItemState::Parked, ItemState::Held, ItemState::BackOff})
            row(name(state).data(), {.controllers = {well.front(), with(state)}}, 3);
        row("partial list", {.controllers = {with(ItemState::InSync, ListEnd::Partial)}}, 3);
        row("a call does not return", {.leavesCalls = true, .controllers = well}, 1);
        row("a call goes before objects", {.leavesCalls = true, .leftUndone = 2}, 1);
        row("output is lost", {.isOutputLost = true, .controllers = well}, 1);
        row("lost output goes before objects", {.isOutputLost = true, .leftUndone = 2}, 1);
        row("a signal goes before lost output", {.signal = SIGTERM, .isOutputLost = true}, 143);
        row("signal", {.signal = SIGTERM, .controllers = well}, 143);
        row("a signal goes before objects",
            {.signal = SIGINT,
             .leftUndone = 2,
             .leavesOperations = true,
             .isSessionApplied = false,
             .keptBack = 1,
             .controllers = {with(ItemState::Failed)}},
            130);
        row("a signal goes before a call", {.signal = SIGHUP, .leavesCalls = true}, 129);
    }
    void theStatusFollowsFromTheEnd()
    {
        QFETCH(ServerEnd, end);
        QTEST(exitStatusOf(end), "status");
    }
};

QONTROLLER_TEST(ServerEndTest)
#include "tst_serverend.moc"
