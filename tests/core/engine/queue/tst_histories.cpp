// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "testprogram.h"

#include "core/engine/queue/histories.h"

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

AttemptRecord attempt(const std::string &text)
{
    AttemptRecord record;
    record.outcome = Said(text);
    return record;
}

} // namespace

class HistoriesTest : public QObject
{
    Q_OBJECT

private slots:
    void e25_longTextsLeaveFewerAttempts()
    {
        constexpr std::size_t Long = 4096;
        Histories histories;
        for (char c = 'a'; c < 'k'; ++c)
            histories.add(1, attempt(std::string(Long, c)));
        const auto kept = histories.of(1);
        QCOMPARE(kept.size(), (Histories::TextBytesKept - 1) / Long);
        QCOMPARE(kept.back().outcome.text.front(), 'j');
        QVERIFY(histories.bytes() < 2 * Histories::TextBytesKept);
        histories.add(1, attempt(std::string(2 * Histories::TextBytesKept, 'z')));
        QCOMPARE(histories.of(1).size(), 1U);
        histories.forget(1);
        QCOMPARE(histories.bytes(), 0U);
    }

    void whatWasAddedToLongestAgoGoesFirst()
    {
        Histories histories(20'000);
        const std::string large(4096, 'x');
        for (const ItemKey key : {1, 2, 3, 4})
            histories.add(key, attempt(large));
        histories.add(1, attempt("small"));
        histories.add(5, attempt(large));
        QVERIFY(histories.contains(1));
        QVERIFY(!histories.contains(2));
        QVERIFY(histories.contains(5));
        QVERIFY(histories.bytes() <= 20'000);
    }

    void oneThatIsTooLargeStaysAlone()
    {
        Histories histories(1000);
        histories.add(1, attempt("a"));
        histories.add(2, attempt(std::string(5000, 'x')));
        QVERIFY(!histories.contains(1));
        QVERIFY(histories.contains(2));
    }
};

QONTROLLER_TEST(HistoriesTest)
#include "tst_histories.moc"
