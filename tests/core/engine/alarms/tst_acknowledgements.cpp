// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/engine/alarms/acknowledgements.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

Acknowledgement seen(std::uint64_t count, WallTime until = {})
{
    return {"photos/held", "oncall", "ticket 42", WallTime(1h), until, count};
}

} // namespace

/// Somebody has seen something.
class AcknowledgementsTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_all = {};
        m_at = {TimePoint(1h), WallTime(1h)};
        m_looked = m_at.now;
    }

    void oneHoldsUntilItGrows()
    {
        m_all.put(seen(15), m_at);
        QVERIFY(!look(15) && m_all.holds("photos/held"));
        QVERIFY(!look(3) && m_all.holds("photos/held"));
        QVERIFY(!look(15)); // as many as somebody has seen
        QVERIFY(look(16));
        QVERIFY(!m_all.holds("photos/held"));
        QVERIFY(!look(16));
    }

    void oneThatIsGoneForLongIsForgotten()
    {
        m_all.put(seen(15), m_at);
        pass(4min);
        lookAtNothing();
        QVERIFY(m_all.holds("photos/held")); // it may flicker
        look(15);
        pass(4min);
        lookAtNothing();
        QVERIFY(m_all.holds("photos/held"));
        pass(1min);
        QVERIFY(lookAtNothing());
        QVERIFY(!m_all.holds("photos/held"));
    }

    /// Else a program that ends again and again would never forget it.
    void oneThatIsGoneForLongInSeveralLivesIsForgotten()
    {
        m_all.put(seen(15), m_at);
        for (int life = 0; life < 5; ++life) {
            QVERIFY(m_all.holds("photos/held"));
            const Acknowledgement kept = m_all.all(m_at).front();
            m_all = {};
            m_all.put(kept, m_at);
            pass(1min);
            QVERIFY(lookAtNothing()); // the next life is to know it
        }
        QVERIFY(!m_all.holds("photos/held"));
    }

    void oneOfAnotherControllerIsDropped()
    {
        m_all.put(seen(15), m_at);
        m_all.put({.key = "journal-not-written"}, m_at);
        QVERIFY(m_all.keepOnly({"photos"}).empty());
        QCOMPARE(m_all.keepOnly({"photo"}), std::vector<std::string>{"photos/held"});
        QCOMPARE(m_all.all(m_at).size(), 1U);
    }

    /// It may not have been started, for its folder is away: that says nothing of its objects.
    void oneOfAControllerThatDoesNotRunStays()
    {
        m_all.put(seen(15), m_at);
        pass(24h);
        QVERIFY(!m_all.look({}, {"photo", "servers"}, m_at.now, passed()));
        pass(4min);
        QVERIFY(!m_all.look({}, {}, m_at.now, passed()));
        pass(5min - 1s);
        lookAtNothing();
        QVERIFY(m_all.holds("photos/held"));
        pass(1s);
        QVERIFY(lookAtNothing());
        QVERIFY(!m_all.holds("photos/held"));
    }

    void oneOfAHostIsGoneWithoutItsControllers()
    {
        m_all.put({.key = "journal-not-written", .who = "oncall", .at = m_at.wall}, m_at);
        pass(5min);
        QVERIFY(m_all.look({}, {}, m_at.now, passed()));
        QVERIFY(!m_all.holds("journal-not-written"));
    }

    /// As on a machine that starts without a battery for its clock.
    void aCalendarThatGoesBackMakesNoneLonger()
    {
        m_at.wall -= 24h;
        m_all.put({.key = "photos/held", .at = WallTime(1h), .until = WallTime(3h)}, m_at);
        pass(1h);
        m_all.put(m_all.all(m_at).front(), m_at); // in the next life it does not go back
        pass(1h - 1s);
        QVERIFY(!look(1));
        pass(1s);
        QVERIFY(look(1));
    }

    void aCalendarThatIsSetMakesNoneLonger()
    {
        m_all.put(seen(15, m_at.wall + 2h), m_at);
        m_at.wall -= 24h;
        pass(1h);
        QVERIFY(!look(15));
        QVERIFY(m_all.all(m_at).front().until == m_at.wall + 1h);
        m_all.put(m_all.all(m_at).front(), m_at); // the next life
        pass(1h);
        QVERIFY(look(15));
    }

    void oneEndsAtItsTime()
    {
        m_all.put(seen(15, m_at.wall + 2h), m_at);
        pass(2h - 1s);
        QVERIFY(!look(1000)); // whatever becomes of it
        pass(1s);
        QVERIFY(look(15));
    }

    void theNewestOfAKeyHolds()
    {
        m_all.put(seen(15), m_at);
        m_all.put(seen(20), m_at);
        QCOMPARE(m_all.all(m_at).size(), 1U);
        QVERIFY(!look(20));
        QVERIFY(m_all.take("photos/held"));
        QVERIFY(!m_all.take("photos/held"));
        QVERIFY(m_all.all(m_at).empty());
    }

private:
    void pass(Duration time)
    {
        m_at.now += time;
        m_at.wall += time;
    }
    /// Since the last call.
    Duration passed() { return m_at.now - std::exchange(m_looked, m_at.now); }
    bool look(std::uint64_t count)
    {
        return m_all.look({{"photos/held", count}}, Listed, m_at.now, passed());
    }
    bool lookAtNothing() { return m_all.look({}, Listed, m_at.now, passed()); }

    const std::set<std::string> Listed{"photos", "servers"};

    Acknowledgements m_all;
    Moment m_at;
    TimePoint m_looked;
};

QONTROLLER_TEST(AcknowledgementsTest)
#include "tst_acknowledgements.moc"
