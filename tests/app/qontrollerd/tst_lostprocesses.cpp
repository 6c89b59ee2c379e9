// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/qontrollerd/lostprocesses.h"

#include <QtTest/QtTest>

using namespace qontroller;

namespace {

ControllerDelta of(const std::string &name, const std::vector<Said> &said)
{
    ControllerDelta delta;
    delta.name = name;
    for (const Said &each : said) {
        EventRecord event;
        event.kind = EventRecord::Kind::Process;
        event.said = each;
        delta.events.push_back(event);
    }
    return delta;
}

} // namespace

/// Which controllers were not stopped in order, by what is said of their processes.
class LostProcessesTest final : public QObject
{
    Q_OBJECT

private slots:
    void whatCameLastCounts()
    {
        const Said runs("its process runs, pid 7");
        const Said lost(Said::Kind::ProcessLost, "its process was ended by signal 9 (Killed)");
        LostProcesses processes;
        processes.look(of("well", {runs}));
        processes.look(of("back", {runs, lost, runs}));
        processes.look(of("lost", {runs, lost}));
        processes.look(of("later", {runs, lost}));
        QCOMPARE(processes.names(), (std::vector<std::string>{"later", "lost"}));
        processes.look(of("lost", {}));
        processes.look(of("later", {runs}));
        QCOMPARE(processes.names(), std::vector<std::string>{"lost"});
    }
};

QONTROLLER_GUILESS_TEST(LostProcessesTest)
#include "tst_lostprocesses.moc"
