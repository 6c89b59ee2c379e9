// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "schedulerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

constexpr std::uint32_t Parts = 1024;

/// Ids are cut into parts, all of which are this host's in the beginning.
struct OwnershipRig : ScheduleRig
{
    explicit OwnershipRig(ControllerOptions controllerOptions = {})
        : ScheduleRig(controllerOptions)
    {
        on<Handover>([](Handover &handover, TimePoint) { handover.cut(Parts); });
        for (std::uint32_t part = 0; part < Parts; ++part)
            say({&part, 1}, true);
    }

    void say(std::span<const std::uint32_t> parts, bool owned)
    {
        on<Handover>([&](Handover &handover, TimePoint) { handover.setOwned(parts, owned); });
    }
    void sweep()
    {
        queue.walk<Handover>([](Handover &handover, ItemTable::Walk &walk, TimePoint now) {
            handover.sweep(walk, now);
        });
    }
    void own(std::string_view id, bool owned = true)
    {
        const std::uint32_t part = partOf(id, Parts);
        say({&part, 1}, owned);
        sweep();
    }
    void disown(std::string_view id) { own(id, false); }
    void disownAll()
    {
        for (std::uint32_t part = 0; part < Parts; ++part)
            say({&part, 1}, false);
        sweep();
    }
    /// Queues so many, and \a last behind them, which alone is this host's then. No sweep says so.
    void queueMany(int count, std::string_view last)
    {
        const std::uint32_t kept = partOf(last, Parts);
        for (int i = 0; count > 0; ++i) {
            const std::string id = objectName(i);
            if (partOf(id, Parts) == kept)
                continue;
            add(id, Cause::Listed);
            --count;
        }
        add(last, Cause::Listed);
        for (std::uint32_t part = 0; part < Parts; ++part)
            say({&part, 1}, part == kept);
    }
    [[nodiscard]] std::string ticketEnds()
    {
        std::string ends;
        for (const EventRecord &end : pull().ticketEnds)
            ends += std::to_string(end.ticket) + ":" + inWords(end.said) + "\n";
        return ends;
    }
};

} // namespace

/// Of several hosts each owns a part of the objects, and knows all of them.
class ScheduleOwnershipTest : public QObject
{
    Q_OBJECT

private slots:
    void whatIsOwnedElsewhereIsKnownAndDoesNotRun()
    {
        OwnershipRig rig;
        rig.disown("a");
        rig.list({"a", "b"}, 7);
        QCOMPARE(rig.runAll(), "b");
        rig.modified("a", 8);
        QCOMPARE(rig.runAll(), "");
        QCOMPARE(rig.state("a"), ItemState::Elsewhere);
        QCOMPARE(rig.gauges().known, 2u);
        QCOMPARE(rig.inState(ItemState::Elsewhere), 1u);
        QCOMPARE(rig.gauges().depth, 0u);
        QCOMPARE(rig.unfinished().count, 0u);
        QVERIFY(rig.detail("a")->explanation
                == std::vector<Explanation>{{.kind = Explanation::Kind::OwnedElsewhere}});
    }

    void partsAreCounted()
    {
        ScheduleRig whole;
        QCOMPARE(whole.gauges().parts, 0u);
        OwnershipRig rig;
        QCOMPARE(rig.gauges().parts, quint64(Parts));
        rig.disown("a");
        QCOMPARE(rig.gauges().partsOwned, quint64(Parts - 1));
    }

    void whatIsTakenOverIsDue()
    {
        OwnershipRig rig;
        rig.disown("a");
        rig.list({"a"});
        rig.own("a");
        QCOMPARE(rig.state("a"), ItemState::Waiting);
        QCOMPARE(int(rig.row("a").causes), 1 << int(Cause::TakenOver));
        QCOMPARE(rig.runAll(), "a");
        rig.own("a"); // it is already
        QCOMPARE(rig.runAll(), "");
    }

    void whatIsHandedOverIsNotGivenOutBeforeTheSweepEither()
    {
        OwnershipRig rig;
        rig.queueMany(1200, "last");
        Runs::Taken taken;
        for (int looks = 0; !taken.item; ++looks) {
            QVERIFY(looks < 4);
            taken = rig.on<Runs>([](Runs &runs, TimePoint now) { return runs.take(1, now); });
            QVERIFY(taken.item || taken.isMoreDue); // not too many in one hold of the lock
        }
        QCOMPARE(std::string(taken.item->id()), "last");
        rig.finish(taken.item);
        QCOMPARE(rig.inState(ItemState::Elsewhere), 1200u);
    }

    void aWorkerFindsWhatComesAfterManyThatWereHandedOver()
    {
        OwnershipRig rig;
        rig.queueMany(1200, "last");
        rig.queue.shutDown(); // what is ready is still handed out
        Seat seat;
        auto lease = rig.queue.take(seat);
        QVERIFY(lease);
        QCOMPARE(std::string(lease->id()), "last");
    }

    void aRunThatEndsBeforeTheSweepPlansNothingEither()
    {
        OwnershipRig rig;
        rig.created("a");
        Item *item = rig.take();
        const std::uint32_t part = partOf("a", Parts);
        rig.say({&part, 1}, false);
        rig.finish(item, retry());
        QCOMPARE(rig.state("a"), ItemState::Elsewhere);
        QCOMPARE(rig.counters().retries, 0u);
        QCOMPARE(rig.nextDue(), Duration::max());
    }

    // Removals

    void e14_aRemovalIsNotForgottenBetweenItsTakeoverAndTheSweep()
    {
        OwnershipRig rig;
        rig.list({"a"});
        rig.runAll();
        rig.disown("a");
        rig.deleted("a");
        const std::uint32_t part = partOf("a", Parts);
        rig.say({&part, 1}, true);
        rig.list({});
        rig.sweep();
        QCOMPARE(rig.runAll(), "-a");
    }

    // The guard

    void e9_theGuardCountsAllThatIsKnown()
    {
        OwnershipRig rig;
        rig.listObjects(200);
        rig.runAll();
        rig.disownAll();
        rig.own("o0");
        rig.runAll();
        rig.beginList();
        for (int i = 1; i < 200; ++i) // lacks one of 200: all that is owned here
            rig.listed("o" + std::to_string(i));
        QVERIFY(!rig.completeList());
        QCOMPARE(rig.runAll(), "-o0");
    }

    void e9_manyThatAreMissingElsewhereHoldWhatIsOwned()
    {
        OwnershipRig rig;
        rig.listObjects(20);
        rig.runAll();
        rig.disownAll();
        rig.own("o0");
        rig.runAll();
        QVERIFY(rig.list({"o19"}));
        QCOMPARE(rig.state("o0"), ItemState::Held);
        QCOMPARE(rig.state("o1"), ItemState::Elsewhere);
        QCOMPARE(rig.held(), std::vector<ObjectId>{"o0"}); // others are another operator's
        rig.own("o1");
        QCOMPARE(rig.state("o1"), ItemState::Held);
        QCOMPARE(rig.runAll(), "");
    }

    // The operator

    void e22_aRequeueElsewhereIsRefused()
    {
        OwnershipRig rig;
        rig.list({"a"});
        rig.runAll();
        rig.disown("a");
        rig.disown("new");
        rig.requeue("a", 1);
        rig.requeue("new", 2);
        QCOMPARE(rig.ticketEnds(),
                 "1:not run: another host owns it\n2:not run: another host owns it\n");
        QCOMPARE(rig.runAll(), "");
        QVERIFY(!rig.knows("new"));
    }

    void e22_aRequeueBetweenTakeoverAndSweepRuns()
    {
        OwnershipRig rig;
        rig.listObjects(20);
        rig.runAll();
        rig.disown("o0");
        QVERIFY(rig.list({}));
        const std::uint32_t part = partOf("o0", Parts);
        rig.say({&part, 1}, true);
        rig.requeue("o0", 1); // held
        QCOMPARE(rig.runAll(), "o0");
        QCOMPARE(rig.ticketEnds(), "1:done\n");
    }

    void whatIsElsewhereCanBeDiscarded()
    {
        OwnershipRig rig;
        rig.list({"a"});
        rig.runAll();
        rig.deleted("a");
        rig.disown("a");
        QVERIFY(rig.on<Orders>([](Orders &orders, TimePoint now) {
            return orders.discardItem("a", now);
        }) == Orders::Discard::Done);
        QCOMPARE(rig.newEvents(EventRecord::Kind::Command), ""); // no remains are left by this host
        QVERIFY(!rig.knows("a"));
    }

    void whatIsHandedOverGivesItsMemoryBack()
    {
        OwnershipRig rig;
        rig.list({"a"});
        rig.run(retry(std::string(4000, 'x')));
        rig.pass(1h);
        Item *item = rig.take();
        QVERIFY(item && item->extra);
        rig.disown("a");
        rig.finish(item, retry());
        QVERIFY(!item->extra);
    }
};

QONTROLLER_TEST(ScheduleOwnershipTest)
#include "tst_scheduleownership.moc"
