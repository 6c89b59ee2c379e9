// SPDX-License-Identifier: LGPL-3.0-or-later
#include "eventually.h"
#include "testprogram.h"

#include "app/alarms/alarmwatch.h"
#include "core/engine/host/host.h"

#include <QtTest/QtTest>

#include <atomic>
#include <mutex>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// A session that could not be applied, until it is.
class Session final : public SessionPort
{
public:
    SessionText session() override
    {
        SessionText text;
        text.notApplied = isApplied ? "" : "wrong";
        return text;
    }
    std::vector<FoundPlugin> plugins() override { return {}; }
    ApplyNumber apply(std::optional<std::string>, std::string, ApplyMode) override { return 0; }
    std::optional<ApplyStatus> progress(ApplyNumber) override { return std::nullopt; }

    std::atomic<bool> isApplied = true;
};

/// A watch over a host without controllers, whose session is not applied.
class Rig
{
public:
    Rig()
    {
        watch.set({{{"now", Severity::Fault, 0s}}}, {});
        watch.begin();
    }
    [[nodiscard]] bool fires(std::size_t number)
    {
        return comesTrue([&] {
            clock.advance(AlarmWatch::Interval);
            return watch.facts().firing.size() == number;
        });
    }
    [[nodiscard]] std::vector<std::string> notes()
    {
        const std::lock_guard lock(m_mutex);
        return m_notes;
    }
    [[nodiscard]] std::size_t kept()
    {
        const std::lock_guard lock(m_mutex);
        return m_kept;
    }

    [[nodiscard]] int looks() const { return m_looks; }

    ManualClock clock;
    Host host{clock};
    Session session;
    std::atomic<int> synced = 0;

private:
    std::mutex m_mutex;
    std::vector<std::string> m_notes;
    std::size_t m_kept = 0;
    std::atomic<int> m_looks = 0;

public:
    AlarmWatch watch{{"server", host, &session, nullptr, [] { return nullptr; },
                      [this](const std::string &who, const std::string &what) {
                          const std::lock_guard lock(m_mutex);
                          m_notes.push_back(who + ": " + what);
                      },
                      [this](const Delta &) { ++m_looks; },
                      [this](const KeptAlarms &all) {
                          const std::lock_guard lock(m_mutex);
                          m_kept = all.acknowledged.size();
                      },
                      [this] { ++synced; }, clock}};
};

} // namespace

/// Looks at a host, and tells.
class AlarmWatchTest final : public QObject
{
    Q_OBJECT

private slots:
    void whatTheHostLacksAlarms()
    {
        Rig rig;
        QVERIFY(rig.fires(0));
        rig.session.isApplied = false;
        QVERIFY(rig.fires(1));
        QCOMPARE(rig.watch.facts().firing.front().key, "session-not-applied");
        rig.session.isApplied = true;
        QVERIFY(rig.fires(0));
    }

    void whoAcknowledgesIsWrittenDownAndKept()
    {
        Rig rig;
        rig.session.isApplied = false;
        QVERIFY(rig.fires(1));
        QVERIFY(rig.watch.acknowledge({"session-not-applied", "oncall", "ticket 42", 2h}));
        QVERIFY(rig.kept() == 1 && rig.synced == 1); // before it is answered
        QVERIFY(rig.fires(0));
        QVERIFY(rig.watch.withdraw("session-not-applied", "anna"));
        QVERIFY(rig.fires(1));
        QVERIFY(comesTrue([&] { return rig.kept() == 0; }));
        QCOMPARE(rig.notes(), std::vector<std::string>(
                                  {"oncall: acknowledge session-not-applied for 2h: ticket 42",
                                   "anna: take back the acknowledgement of session-not-applied"}));
    }

    /// Its drain makes needs of its own, and ends others that hold in the next life.
    void aHostThatEndsBeginsAndEndsNothing()
    {
        Rig rig;
        rig.session.isApplied = false;
        QVERIFY(rig.fires(1));
        const int looks = rig.looks();
        rig.watch.rest();
        rig.session.isApplied = true;
        QVERIFY(comesTrue([&] {
            rig.clock.advance(AlarmWatch::Interval);
            return rig.looks() >= looks + 3;
        }));
        QCOMPARE(rig.watch.facts().firing.size(), 1U);
    }

    void whatIsOfNoControllerOfTheSessionIsNotAcknowledged()
    {
        Rig rig;
        rig.watch.restore({{{.key = "batman/held"}, {.key = "robin/held"}}, {}});
        rig.watch.set({}, {"robin"});
        QCOMPARE(rig.watch.alarms()->acknowledged.size(), 1U);
        QVERIFY(comesTrue([&] {
            rig.clock.advance(AlarmWatch::Interval);
            return rig.kept() == 1;
        }));
    }

    void aRefusalIsNotWrittenDown()
    {
        Rig rig;
        QVERIFY(!rig.watch.acknowledge({"photos/held", "oncall"}));
        QVERIFY(!rig.watch.withdraw("photos/held", "oncall"));
        QVERIFY(rig.notes().empty());
    }
};

QONTROLLER_TEST(AlarmWatchTest)
#include "tst_alarmwatch.moc"
