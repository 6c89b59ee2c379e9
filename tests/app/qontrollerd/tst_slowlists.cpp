// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/qontrollerd/slowlists.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

constexpr TimePoint Start = TimePoint(100s);

/// A controller with lists every 30 s, so that they are slow after a minute.
class Watched
{
public:
    Watched()
    {
        m_delta.id = 7;
        m_delta.name = "photos";
        m_delta.options.resyncInterval = 30s;
    }

    void begin(TimePoint now) { m_delta.lists.beganAt = now; }
    void end(TimePoint now)
    {
        m_delta.lists.lastTook = now - std::exchange(m_delta.lists.beganAt, TimePoint{});
    }
    /// What is logged at \a now; empty: nothing.
    std::string look(TimePoint now)
    {
        const auto news = m_slow.look(m_delta, now);
        return news ? (news->level == LogLevel::Warning ? "! " : "") + news->line.message() : "";
    }

private:
    ControllerDelta m_delta;
    SlowLists m_slow;
};

} // namespace

/// What the server concludes from how lists go.
class SlowListsTest final : public QObject
{
    Q_OBJECT

private slots:
    void tellsOfAListThatDoesNotEndOnceAndOfItsEnd()
    {
        Watched photos;
        QCOMPARE(photos.look(Start), "");
        photos.begin(Start);
        QCOMPARE(photos.look(Start + 60s), "");
        QCOMPARE(photos.look(Start + 61s),
                 "! photos: list slow: under way for 61s and has not ended");
        QCOMPARE(photos.look(Start + 70s), "");
        photos.end(Start + 80s);
        QCOMPARE(photos.look(Start + 80s), "");
        photos.begin(Start + 110s);
        QCOMPARE(photos.look(Start + 110s), "");
        photos.end(Start + 112s);
        QCOMPARE(photos.look(Start + 112s), "photos: list in time again: the last took 2s");
        QCOMPARE(photos.look(Start + 113s), "");
    }

    void listsThatAreAlwaysSlowAreToldOnce()
    {
        Watched photos;
        TimePoint now = Start;
        int told = 0;
        for (int list = 0; list < 5; ++list) {
            photos.begin(now);
            now += 90s;
            told += !photos.look(now).empty();
            photos.end(now);
            told += !photos.look(now).empty();
        }
        QCOMPARE(told, 1);
    }

    void whatIsSlowDependsOnTheInterval()
    {
        QVERIFY(slowListLimit(30s) == 60s);
        QVERIFY(slowListLimit(20ms) == 10s);
        QVERIFY(slowListLimit(Duration::max()) == 48h);
    }
};

QONTROLLER_TEST(SlowListsTest)
#include "tst_slowlists.moc"
