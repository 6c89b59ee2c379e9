// SPDX-License-Identifier: LGPL-3.0-or-later
#include "enginerig.h"
#include "testprogram.h"

#include "core/engine/controller/ownershipinbox.h"
#include "core/engine/queue/ownedparts.h"

#include <future>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

constexpr std::uint32_t Parts = 64;

/// What this host owns is in the test's hand. Thread-safe.
class ScriptedOwnership final : public Ownership
{
public:
    explicit ScriptedOwnership(std::function<std::uint32_t()> parts = [] { return Parts; })
        : m_parts(std::move(parts))
    {}

    std::uint32_t parts() override { return m_parts(); }
    void follow(std::shared_ptr<OwnershipSink> sink) override
    {
        if (m_onFollow)
            m_onFollow();
        const std::lock_guard lock(m_mutex);
        m_sink = std::move(sink);
    }

    void onFollow(std::function<void()> script) { m_onFollow = std::move(script); }
    [[nodiscard]] std::shared_ptr<OwnershipSink> sink() const
    {
        const std::lock_guard lock(m_mutex);
        return m_sink;
    }
    void gain(std::string_view id) { sink()->gained(partOf(id, Parts)); }
    void lose(std::string_view id) { sink()->lost(partOf(id, Parts)); }

private:
    const std::function<std::uint32_t()> m_parts;
    std::function<void()> m_onFollow;
    mutable std::mutex m_mutex;
    std::shared_ptr<OwnershipSink> m_sink;
};

struct OwnershipRig : EngineRig
{
    explicit OwnershipRig(
        std::shared_ptr<ScriptedOwnership> what = std::make_shared<ScriptedOwnership>())
        : scripted(std::move(what))
    {
        ownership = scripted;
        source->put("a");
        source->put("b");
    }
    /// … and waits until the first list has ended and the ownership can speak.
    [[nodiscard]] bool startAndFollow()
    {
        return startAndList() && eventually([this] { return scripted->sink() != nullptr; });
    }
    /// Waits for an event that says so: what it is about is done by then.
    [[nodiscard]] bool says(const std::string &words)
    {
        return eventually([&] {
            return std::ranges::any_of(events(EventRecord::Kind::Ownership),
                                       [&](const EventRecord &event) {
                                           return inWords(event.said) == words;
                                       });
        });
    }

    const std::shared_ptr<ScriptedOwnership> scripted;
};

} // namespace

/// Several hosts share one set of objects, and each owns a part of the ids.
class OwnershipTest : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsOwnedBeforeTheOwnershipSaysSo()
    {
        OwnershipRig rig;
        QVERIFY(rig.startAndFollow());
        QVERIFY(eventually([&] { return rig.inState(ItemState::Elsewhere) == 2; }));
        QCOMPARE(rig.gauges().parts, quint64(Parts));
        QVERIFY(rig.status().isIdle());
        QVERIFY(rig.status().hasListed);
        QCOMPARE(rig.probe->log(), "");
    }

    void whatIsGainedIsHandled()
    {
        OwnershipRig rig;
        QVERIFY(rig.startAndFollow());
        rig.scripted->gain("a");
        QVERIFY(eventually([&] { return rig.probe->adds("a") == 1; }));
        QVERIFY(rig.reaches("a", ItemState::InSync));
        QVERIFY(rig.reaches("b", ItemState::Elsewhere));
        QVERIFY(rig.says("1 part of the ids is owned here"));
        rig.source->modified("a");
        rig.source->modified("b");
        QVERIFY(eventually([&] { return rig.probe->adds("a") == 2; }));
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("b"), 0);
    }

    void whatIsLostIsAskedToStopAndItsOutcomeKept()
    {
        OwnershipRig rig;
        std::atomic<bool> stopped = false;
        rig.probe->onAdd([&stopped](const Attempt &attempt) {
            while (!attempt.stop.stop_requested())
                std::this_thread::yield();
            stopped = true;
            return Outcome::retry("cut short");
        });
        QVERIFY(rig.startAndFollow());
        rig.scripted->gain("a");
        QVERIFY(eventually([&] { return rig.probe->running() == 1; }));
        rig.scripted->lose("a");
        QVERIFY(eventually([&] { return stopped.load(); }));
        QVERIFY(rig.reaches("a", ItemState::Elsewhere));
        QCOMPARE(rig.awaitEvent(EventRecord::Kind::Error), "cut short");
        QCOMPARE(rig.counters().errors, 1u);
        QCOMPARE(rig.counters().retries, 0u);
        QCOMPARE(rig.row("a").nextRun, TimePoint());
    }

    void whatIsLostBeforeItsHandlerIsNotHandled()
    {
        OwnershipRig rig;
        Latch &asking = rig.latch();
        rig.probe->onGet([&asking](const Attempt &attempt) {
            asking.wait();
            return Probe::object(attempt.id);
        });
        QVERIFY(rig.startAndFollow());
        rig.scripted->gain("a");
        QVERIFY(eventually([&] { return rig.probe->gets("a") == 1; }));
        rig.scripted->lose("a");
        QVERIFY(rig.says("0 parts of the ids are owned here"));
        asking.open();
        QVERIFY(rig.reaches("a", ItemState::Elsewhere));
        QCOMPARE(rig.probe->adds("a"), 0);
        QCOMPARE(rig.counters().disowned, 1u);
        QCOMPARE(rig.counters().locksLost, 0u);
    }

    void aRemovalGoesWithItsPart()
    {
        OwnershipRig rig;
        QVERIFY(rig.startAndFollow());
        rig.source->deleted("a");
        QVERIFY(eventually([&] { return rig.row("a").absent; }));
        QCOMPARE(rig.row("a").state, ItemState::Elsewhere);
        rig.scripted->gain("a");
        QVERIFY(eventually([&] { return !rig.knows("a"); }));
        QCOMPARE(rig.probe->log(), "-a");
        QCOMPARE(rig.probe->gets("a"), 1); // another host may have been at it
    }

    void anOwnershipThatFailsOwnsNothingAndSaysSo_data()
    {
        QTest::addColumn<int>("what");
        QTest::addColumn<QString>("said");
        QTest::newRow("parts throws") << 0 << "no service";
        QTest::newRow("no parts") << 1 << "ids cannot be cut into 0 parts";
        QTest::newRow("too many parts") << 2 << "ids cannot be cut into 65537 parts";
        QTest::newRow("follow throws") << 3 << "no service";
    }
    void anOwnershipThatFailsOwnsNothingAndSaysSo()
    {
        QFETCH(int, what);
        QFETCH(QString, said);
        const auto broken = [] { throw std::runtime_error("no service"); };
        const auto scripted = std::make_shared<ScriptedOwnership>([=]() -> std::uint32_t {
            if (what == 0)
                broken();
            return what == 1 ? 0 : what == 2 ? Ownership::MostParts + 1 : Parts;
        });
        if (what == 3)
            scripted->onFollow(broken);
        OwnershipRig rig(scripted);
        QVERIFY(rig.startAndList());
        QCOMPARE(QString::fromStdString(rig.awaitEvent(EventRecord::Kind::Ownership)), said);
        QVERIFY(eventually([&] { return rig.inState(ItemState::Elsewhere) == 2; }));
        QCOMPARE(rig.probe->log(), "");
    }

    void e24_anOwnershipThatNeverReturnsHoldsUpNothing()
    {
        const auto threadsBefore = threadCount();
        const auto scripted = std::make_shared<ScriptedOwnership>();
        OwnershipRig rig(scripted);
        Latch &following = rig.latch();
        std::atomic<bool> asked = false;
        scripted->onFollow([&] {
            asked = true;
            following.wait();
        });
        QVERIFY(rig.startAndList());
        QVERIFY(eventually([&] { return asked.load(); }));
        auto stopping = std::async(std::launch::async, [&rig] { return rig.host.stop(1s); });
        QVERIFY(rig.passUntil([&] { return stopping.wait_for(0s) == std::future_status::ready; }));
        const StopReport report = stopping.get().front();
        QVERIFY(std::ranges::any_of(report.calls, [](const RunningCall &each) {
            return each.call == ForeignCall::Follow;
        }));
        following.open();
        QVERIFY(eventually([&] { return threadCount() == threadsBefore; })); // it uses the clock
    }

    void whatIsSaidAfterTheEndCountsNoMore()
    {
        std::shared_ptr<OwnershipSink> sink;
        {
            OwnershipRig rig;
            QVERIFY(rig.startAndFollow());
            rig.scripted->gain("a");
            QVERIFY(eventually([&] { return rig.probe->adds("a") == 1; }));
            static_cast<void>(rig.host.stop(30s));
            sink = rig.scripted->sink();
            sink->lost(0);
        }
        sink->gained(0);
        sink->gained(UINT32_MAX);
    }

    // What an ownership has said

    void aPartHasOneWordHoweverOftenItMoves()
    {
        OwnershipInbox inbox;
        inbox.gained(1);
        inbox.gained(2);
        inbox.lost(2);
        inbox.lost(3);
        for (int i = 0; i < 1000; ++i) {
            inbox.gained(4);
            inbox.lost(4);
        }
        inbox.gained(4);
        inbox.gained(Ownership::MostParts);
        const auto changes = inbox.take();
        QVERIFY(changes);
        QCOMPARE(changes->lost, (std::vector<std::uint32_t>{2, 3, 4}));
        QCOMPARE(changes->gained, (std::vector<std::uint32_t>{1, 4}));
    }

    void aClosedInboxGivesNothing()
    {
        OwnershipInbox inbox;
        inbox.gained(1);
        inbox.close();
        inbox.gained(2);
        QVERIFY(!inbox.take());
    }
};

QONTROLLER_TEST(OwnershipTest)
#include "tst_ownership.moc"
