// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/store/store.h"
#include "faultydisk.h"
#include "testprogram.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <array>
#include <map>
#include <set>

using namespace qontroller;
using namespace qontroller::test;

namespace {

using Operation = FaultyDisk::Operation;
using Fault = FaultyDisk::Fault;
using Lasts = FaultyDisk::Lasts;

constexpr std::array Pairs{"CREATE TABLE pair (number INTEGER, half INTEGER, text TEXT)"};
constexpr int PairCount = 6;
constexpr std::uint32_t PowerLosses = 3; ///< at each operation, each with other remains

using Numbers = std::set<int>;

/// Writes pairs that belong together, and says which it was told to be on disk.
Numbers writePairs(const std::string &file)
{
    Numbers acknowledged;
    auto store = Store::open(file, Pairs);
    for (int number = 0; store && number < PairCount; ++number) {
        const auto written = (*store)->transact([number](Rows &rows) {
            const std::string text(5000, char('a' + number)); // more than a page
            rows.run("INSERT INTO pair VALUES (?, 1, ?)", number, text);
            rows.run("INSERT INTO pair VALUES (?, 2, ?)", number, text);
        });
        if (written)
            acknowledged.insert(number);
        else if (!written.error().message.starts_with(file + ": "))
            qFatal("it was not said why: %s", written.error().message.c_str());
        if (number % 3 == 2)
            static_cast<void>((*store)->settle()); // what it means is seen later
    }
    return acknowledged;
}

/// What the next opening finds; a half pair or another text is -1.
Numbers pairsOf(const std::string &file)
{
    auto store = Store::open(file, Pairs);
    if (!store)
        qFatal("%s", store.error().message.c_str());
    if (const auto whole = (*store)->check(); !whole)
        qFatal("%s", whole.error().message.c_str());
    std::map<int, int> halves;
    Numbers found;
    const auto read = (*store)->transact([&](Rows &rows) {
        rows.each("SELECT number, text FROM pair", [&](SQLite::Statement &row) {
            const int number = row.getColumn(0).getInt();
            if (row.getColumn(1).getString() == std::string(5000, char('a' + number)))
                ++halves[number];
        });
    });
    if (!read)
        qFatal("%s", read.error().message.c_str());
    for (const auto &[number, count] : halves)
        found.insert(count == 2 ? number : -1);
    return found;
}

bool isSound(const Numbers &acknowledged, const Numbers &found)
{
    return !found.contains(-1) && std::ranges::includes(found, acknowledged);
}

} // namespace

/// What was acknowledged is there in the next opening, whatever the disk does, and nothing is half.
class StoreFaultsTest : public QObject
{
    Q_OBJECT

private slots:
    void whatWasWrittenIsThereAfterEachFailure_data()
    {
        QTest::addColumn<Operation>("kind");
        QTest::addColumn<Fault>("fault");
        QTest::addColumn<Lasts>("lasts");
        for (const Lasts lasts : {Lasts::Once, Lasts::UntilMended}) {
            const char *how = lasts == Lasts::Once ? "once" : "from then on";
            const auto row = [&](const char *what, Operation kind, Fault fault) {
                QTest::addRow("%s %s", what, how) << kind << fault << lasts;
            };
            row("open", Operation::Open, Fault::Error);
            row("write", Operation::Write, Fault::Error);
            row("short write", Operation::Write, Fault::ShortWrite);
            row("full disk", Operation::Write, Fault::Full);
            row("sync", Operation::Sync, Fault::Error);
            row("truncate", Operation::Truncate, Fault::Error);
        }
    }
    void whatWasWrittenIsThereAfterEachFailure()
    {
        QFETCH(Operation, kind);
        QFETCH(Fault, fault);
        QFETCH(Lasts, lasts);
        std::uint64_t number = 0;
        for (bool hasFailed = true; hasFailed;) {
            const QTemporaryDir folder;
            const std::string file = folder.filePath("pairs.sqlite").toStdString();
            FaultyDisk disk;
            disk.failAt(++number, kind, fault, lasts);
            const Numbers acknowledged = writePairs(file);
            hasFailed = disk.hasFailed();
            QVERIFY(hasFailed || acknowledged.size() == PairCount);
            disk.mend();
            // The machine may go down before anything else is synced, too.
            if (number % 2 == 0)
                disk.restart(std::uint32_t(number));
            QVERIFY2(isSound(acknowledged, pairsOf(file)), std::to_string(number).c_str());
        }
        QVERIFY(number > 1); // else nothing has failed
    }

    void whatWasWrittenIsThereAfterAPowerLoss()
    {
        std::uint64_t number = 0;
        for (bool hasFailed = true; hasFailed;) {
            ++number;
            for (std::uint32_t seed = 0; seed < PowerLosses; ++seed) {
                const QTemporaryDir folder;
                const std::string file = folder.filePath("pairs.sqlite").toStdString();
                FaultyDisk disk;
                disk.losePowerAt(number);
                const Numbers acknowledged = writePairs(file);
                hasFailed = disk.hasFailed();
                QVERIFY(hasFailed || acknowledged.size() == PairCount);
                disk.restart(seed);
                QVERIFY2(isSound(acknowledged, pairsOf(file)), std::to_string(number).c_str());
            }
        }
        QVERIFY(number > 20);
    }
};

QONTROLLER_TEST(StoreFaultsTest)
#include "tst_storefaults.moc"
