// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/base/threads/clock.h"
#include "core/engine/journal/journal.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

const std::vector<Acknowledgement>
    Seen{{"photos/held", "oncall", "ticket 42\nand more", WallTime(1'700'000'000s),
          WallTime(1'700'007'200s), 15},
         {"servers/failed/2e0065", "anna", "", WallTime(1'700'000'001s), {}, 6}};

/// What may have happened to the first.
constexpr std::array ChangesOfTheFirst{
    "UPDATE acknowledgement SET who = 'nobody' WHERE need = 'photos/held'",
    "UPDATE acknowledgement SET need = 'photos/hell' WHERE need = 'photos/held'",
    "UPDATE acknowledgement SET until = 0 WHERE need = 'photos/held'",
    "UPDATE acknowledgement SET count = 1000 WHERE need = 'photos/held'",
};

} // namespace

/// Who has seen what, for another life.
class AcknowledgementRowsTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_journal = Journal::inMemory(SteadyClock::instance()); }

    void whatIsKeptIsFound()
    {
        QVERIFY(m_journal->acknowledged()->all.empty());
        QVERIFY(keep(Seen));
        QCOMPARE(m_journal->acknowledged()->all, Seen);
        QVERIFY(keep({Seen[1]}));
        QCOMPARE(m_journal->acknowledged()->all, std::vector{Seen[1]});
        QVERIFY(keep({}));
        QVERIFY(m_journal->acknowledged()->all.empty());
    }

    void whatIsDamagedIsLeftOut_data()
    {
        QTest::addColumn<QByteArray>("damage");
        for (const char *const each : ChangesOfTheFirst)
            QTest::newRow(each) << QByteArray(each);
    }

    void whatIsDamagedIsLeftOut()
    {
        QFETCH(QByteArray, damage);
        QVERIFY(keep(Seen));
        QVERIFY(
            m_journal->store()->transact([&damage](Rows &rows) { rows.run(damage.constData()); }));
        const auto found = m_journal->acknowledged();
        QVERIFY(found);
        QCOMPARE(found->all, std::vector{Seen[1]});
        QCOMPARE(found->damaged, 1U);
    }

private:
    [[nodiscard]] bool keep(const std::vector<Acknowledgement> &all)
    {
        return m_journal->store()
            ->transact([&all](Rows &rows) { AcknowledgementRows::write(rows, all); })
            .has_value();
    }

    std::unique_ptr<Journal> m_journal;
};

QONTROLLER_TEST(AcknowledgementRowsTest)
#include "tst_acknowledgementrows.moc"
