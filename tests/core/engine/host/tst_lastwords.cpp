// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "testprogram.h"

#include "core/engine/host/lastwords.h"

using namespace qontroller;

namespace {

constexpr ReaderId One = 1;
constexpr ReaderId Other = 2;

ControllerDelta words(ControllerId id, std::uint64_t events, const std::string &text = "end")
{
    ControllerDelta words;
    words.id = id;
    words.state = ControllerState::Stopped;
    for (std::uint64_t number = 1; number <= events; ++number)
        words.events.push_back({number, {}, EventRecord::Kind::Error, "a", text});
    return words;
}

/// "7: 3 events, removed" for each controller.
std::string told(LastWords &all, ReaderId reader, Delta delta = {}, std::size_t room = DeltaBytes)
{
    all.read(reader, delta, room);
    std::string text;
    for (const ControllerDelta &each : delta.controllers) {
        text += (text.empty() ? "" : "; ") + std::to_string(each.id.number) + ": "
                + std::to_string(each.events.size()) + " events"
                + (each.rowsPending > 0 ? ", more" : "")
                + (std::ranges::count(delta.removed, each.id) ? ", removed" : "");
    }
    return text;
}

} // namespace

class LastWordsTest : public QObject
{
    Q_OBJECT

private slots:
    void eachReaderReadsThemOnce()
    {
        LastWords all;
        all.add(words(7, 3), {{One, {}}, {Other, {{3}, {}}}});
        QCOMPARE(told(all, One), "7: 3 events, removed");
        QCOMPARE(told(all, One), "");
        QVERIFY(all.bytes() > 0);
        QCOMPARE(told(all, Other), "7: 1 events, removed");
        QCOMPARE(all.bytes(), 0U);
    }

    void theyComeInPortions()
    {
        LastWords all;
        all.add(words(7, 2 * DeltaEventLimit + 1), {{One, {}}});
        QCOMPARE(told(all, One), "7: 2000 events, more");
        QCOMPARE(told(all, One), "7: 2000 events, more");
        QCOMPARE(told(all, One), "7: 1 events, removed");
    }

    void noMoreThanThereIsRoomFor()
    {
        LastWords all;
        all.add(words(7, 10), {{One, {}}});
        QCOMPARE(told(all, One, {}, 3 * bytesOf(words(7, 1).events.front())), "7: 3 events, more");
        QCOMPARE(told(all, One, {}, 0), "7: 0 events, more");
        QCOMPARE(told(all, One), "7: 7 events, removed");
    }

    void whatWasPulledAMomentBeforeIsNotToldAgain()
    {
        LastWords all;
        all.add(words(7, 5), {{One, {}}});
        Delta delta;
        delta.controllers.push_back(words(7, 4));
        delta.controllers.front().state = ControllerState::Draining;
        QCOMPARE(told(all, One, delta), "7: 5 events, removed");
    }

    void whoNeverReadsCostsNoMoreThanTheBound()
    {
        constexpr std::size_t Bound = 100'000;
        LastWords all(Bound);
        for (std::uint32_t id = 1; id <= 2000; ++id) {
            all.add(words(id, 10, std::string(1000, 'x')), {{One, {}}});
            QVERIFY(all.bytes() <= Bound);
        }
        Delta delta;
        std::size_t room = DeltaBytes;
        all.read(One, delta, room);
        QCOMPARE(delta.controllers.size(), LastWords::MostControllers);
        QCOMPARE(delta.controllers.front().counters.eventsDropped, 10U); // and that is counted
        QCOMPARE(delta.controllers.back().events.size(), 10U);
    }

    void nothingIsKeptForWhoHasGone()
    {
        LastWords all;
        all.add(words(7, 5), {{One, {}}});
        all.add(words(8, 5), {});
        all.forget(One);
        QCOMPARE(all.bytes(), 0U);
        QCOMPARE(told(all, One), "");
    }
};

QONTROLLER_TEST(LastWordsTest)
#include "tst_lastwords.moc"
