// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/listbatch.h"
#include "core/engine/controller/sourcetargets.h"

#include "testprogram.h"

#include <QtTest/QtTest>

#include <stdexcept>

using namespace qontroller;

namespace {

/// Counts what a list passes on.
class CountingTarget final : public SourceTarget
{
public:
    void beginList() override {}
    void listed(const ListBatch &batch) override { ids += batch.entries().size(); }
    void endList(const ListResult &) override {}
    void openGate() override {}
    void event(EventType, std::string_view, Version) override {}
    void log(EventRecord::Kind, Said) override {}
    [[nodiscard]] std::size_t known() const override { return knownBefore + ids; }

    std::size_t ids = 0;
    std::size_t knownBefore = 0;
};

/// Why \a count ids of \a size bytes are too many; empty: they are not.
std::string tooMany(CountingTarget &target, std::size_t count, std::size_t size)
{
    constexpr ListLimits Limits{.ids = 1000, .bytes = std::size_t{2} << 20U};
    ListBatch batch(target, Limits);
    std::string why;
    for (std::size_t i = 0; i < count; ++i) {
        const std::string number = std::to_string(i);
        try {
            batch.add(std::string(size - number.size(), 'x') + number, 0);
        } catch (const std::length_error &error) { // some plugins go on after that
            why = error.what();
        }
    }
    batch.flush();
    return why;
}

} // namespace

/// What a list brings at the most.
class ListLimitsTest final : public QObject
{
    Q_OBJECT

private slots:
    void aListThatIsTooLongEnds_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("size");
        QTest::addColumn<int>("known");
        QTest::addColumn<int>("passed");
        QTest::addColumn<QByteArray>("why"); // the begin
        QTest::newRow("nothing") << 0 << 10 << 0 << 0 << QByteArray();
        QTest::newRow("as many as may be") << 1000 << 10 << 0 << 1000 << QByteArray();
        QTest::newRow("one more") << 1001 << 10 << 0 << 1000
                                  << QByteArray("the list was ended, for it has more than 1000 "
                                                "ids: ");
        QTest::newRow("without an end") << 50'000 << 10 << 0 << 1000
                                        << QByteArray("the list was ended, for it has more than "
                                                      "1000 ids: ");
        QTest::newRow("long ids") << 900 << 4096 << 0 << 512
                                  << QByteArray("the list was ended, for it has more than 2 MiB "
                                                "of ids: ");
        QTest::newRow("always others") << 1000 << 10 << 1900 << 512
                                       << QByteArray("the list was ended, for it names others than "
                                                     "those before it, and 2000 objects are known "
                                                     "already");
    }
    void aListThatIsTooLongEnds()
    {
        QFETCH(int, count);
        QFETCH(int, size);
        QFETCH(int, known);
        QFETCH(QByteArray, why);
        CountingTarget target;
        target.knownBefore = std::size_t(known);
        const std::string said = tooMany(target, std::size_t(count), std::size_t(size));
        QVERIFY2(QByteArray::fromStdString(said).startsWith(why) && said.empty() == why.isEmpty(),
                 said.c_str());
        QTEST(int(target.ids), "passed");
    }

    void saysHowManyObjectsItNamed()
    {
        CountingTarget target;
        ListBatch batch(target);
        batch.add("a", 0);
        batch.add("b", 0);
        batch.add("", 0);         // is refused
        batch.addLeftover("old"); // is only what is left of one
        batch.flush();
        QCOMPARE(batch.objects(), 2U);
    }
};

QONTROLLER_TEST(ListLimitsTest)
#include "tst_listlimits.moc"
