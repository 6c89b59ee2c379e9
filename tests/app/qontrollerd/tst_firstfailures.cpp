// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/qontrollerd/firstfailures.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

constexpr TimePoint Met = TimePoint(100s);

EventRecord failure(std::string id, std::string text, TimePoint time = Met)
{
    return {.time = time,
            .kind = EventRecord::Kind::Error,
            .id = std::move(id),
            .said = {Said::Kind::Failed, std::move(text)}};
}

} // namespace

/// Which of many failures a person is told of.
class FirstFailuresTest final : public QObject
{
    Q_OBJECT

private slots:
    void theFirstOfEachCauseIsTold()
    {
        FirstFailures failures;
        QVERIFY(failures.isFirst(1, failure("a", "a: no route to 10.0.0.1")));
        QVERIFY(!failures.isFirst(1, failure("a", "a: no route to 10.0.0.1")));
        QVERIFY(!failures.isFirst(1, failure("b", "b: no route to 10.0.0.2"))); // of one cause
        QVERIFY(failures.isFirst(1, failure("b", "b: disk full")));
    }

    void eachControllerHasItsOwn()
    {
        FirstFailures failures;
        QVERIFY(failures.isFirst(1, failure("a", "disk full")));
        QVERIFY(failures.isFirst(2, failure("a", "disk full")));
        failures.forget(1);
        QVERIFY(failures.isFirst(1, failure("a", "disk full")));
        QVERIFY(!failures.isFirst(2, failure("a", "disk full")));
    }

    void aCauseThatWasAwayForAnHourIsTold()
    {
        FirstFailures failures;
        QVERIFY(failures.isFirst(1, failure("a", "disk full")));
        QVERIFY(!failures.isFirst(1, failure("a", "disk full", Met + 59min)));
        QVERIFY(!failures.isFirst(1, failure("a", "disk full", Met + 118min)));
        QVERIFY(failures.isFirst(1, failure("a", "disk full", Met + 179min)));
    }

    void ofManyCausesTheOneThatIsLongestAgoIsForgotten()
    {
        FirstFailures failures;
        const auto word = [](std::size_t i) { // which is no number
            std::string text;
            for (; i > 0; i /= 20)
                text += static_cast<char>('g' + i % 20);
            return text;
        };
        for (std::size_t i = 1; i <= FirstFailures::MostCauses + 1; ++i)
            QVERIFY(failures.isFirst(1, failure("-", word(i), Met + i * 1ms)));
        QVERIFY(!failures.isFirst(1, failure("-", word(2), Met + 10s)));
        QVERIFY(failures.isFirst(1, failure("-", word(1), Met + 10s)));
    }
};

QONTROLLER_TEST(FirstFailuresTest)
#include "tst_firstfailures.moc"
