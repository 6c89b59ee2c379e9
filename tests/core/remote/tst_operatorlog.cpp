// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/remote/server/operatorlog.h"

using namespace qontroller;
using namespace qontroller::remote;

namespace {

OperatorLine line(const std::string &text, Ticket ticket = 0)
{
    OperatorLine line{{}, "anna", "photos", text};
    line.ticket = ticket;
    return line;
}

EventRecord ended(Ticket ticket, const std::string &how, std::uint64_t runs = 1)
{
    EventRecord event{0, {}, EventRecord::Kind::TicketDone, {}, how, ticket};
    event.runs = runs;
    return event;
}

} // namespace

/// What operators asked a host for, and what came of it.
class OperatorLogTest final : public QObject
{
    Q_OBJECT

private slots:
    void tellsAgainOnlyWhatHasChanged()
    {
        OperatorLog log;
        log.add(line("requeue 2 objects", 7));
        log.add(line("pause"));
        std::uint64_t last = log.lines().back().changed;
        QVERIFY(log.lines(last).empty());
        log.note(ended(7, "done"));
        const auto changed = log.lines(last);
        QCOMPARE(changed.size(), std::size_t(1));
        QCOMPARE(changed.front().number, std::uint64_t(1));
        QCOMPARE(changed.front().result, std::string("done"));
        last = changed.front().changed;
        log.addEarlier({line("long ago")}); // comes first, and is new
        QCOMPARE(log.lines(last).size(), std::size_t(1));
        QCOMPARE(log.lines().front().text, std::string("long ago"));
    }

    void sumsUpHowRunsEnded()
    {
        OperatorLog log;
        log.note(ended(7, "failed: no space")); // its line is under way
        log.add(line("requeue 9 objects", 7), 9);
        log.note(ended(7, "done", 4));
        log.note({0, {}, EventRecord::Kind::Command, {}, {Said::Kind::Taken, "requeue"}, 7});
        log.note({0, {}, EventRecord::Kind::Command, {}, "1 object was not requeued: paused", 7});
        log.note({0, {}, EventRecord::Kind::Failed, "a", "no space", 0});
        QCOMPARE(log.lines().front().result,
                 std::string("5 of 9 ended · 4 × done · 1 × failed: no space · 1 object was not "
                             "requeued: paused"));
        for (const char *how : {"b", "c", "d"})
            log.note(ended(7, how));
        QCOMPARE(log.lines().front().result,
                 std::string("8 of 9 ended · 4 × done · 1 × b · 1 × c · 2 other results · 1 object "
                             "was not requeued: paused"));
    }

    // The words of the window, where they come from the same parts.
    void aCommandThatAsksForNoRunsIsDoneWhenItIsTaken()
    {
        OperatorLog log;
        log.add(line("pause 1 object for 10m: audit", 7));
        QCOMPARE(log.lines().front().result, std::string("sent"));
        log.note({0, {}, EventRecord::Kind::Command, {}, {Said::Kind::Taken, "pause"}, 7});
        QCOMPARE(log.lines().front().result, std::string("done"));
        const std::uint64_t last = log.lines().front().changed;
        log.noteTakenBack(7);
        log.noteTakenBack(8); // of no line
        QCOMPARE(log.lines(last).size(), std::size_t(1));
        QCOMPARE(log.lines().front().result, std::string("done · taken back"));
    }

    void keepsTheLastOfTheLinesAndResults()
    {
        OperatorLog log;
        for (Ticket ticket = 1; ticket <= OperatorLog::Most + 1; ++ticket) {
            log.add(line("requeue", ticket));
            log.note(ended(ticket, "done"));
        }
        for (Ticket ticket = 10'000; ticket < 20'000; ++ticket)
            log.note(ended(ticket, "done")); // of jobs, which have no lines of their own
        QCOMPARE(log.lines().size(), OperatorLog::Most);
        QCOMPARE(log.lines().front().ticket, Ticket(2));
        QCOMPARE(log.lines().front().result, std::string("done"));
    }
};

QONTROLLER_TEST(OperatorLogTest)
#include "tst_operatorlog.moc"
