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
          WallTime(1'700'007'200s), 15, 20s},
         {"servers/failed/2e0065", "anna", "", WallTime(1'700'000'001s), {}, 6}};

const std::vector<KeptAlarms::Since> Since{{"fault", "photos/held", WallTime(1'700'000'000s)},
                                           {"slow", "photos/p95", WallTime(1'700'000'002s), 4min}};

const std::vector<KeptAlarms::Told> Told{{"fault", "photos/held", Severity::Decision, "photos",
                                          "15 removals are held", WallTime(1'700'000'000s), -7},
                                         {"slow", "photos/p95", Severity::Notice, "", "", {}, 1}};

/// What may have happened to the first.
constexpr std::array ChangesOfTheFirst{
    "UPDATE acknowledgement SET who = 'nobody' WHERE need = 'photos/held'",
    "UPDATE acknowledgement SET need = 'photos/hell' WHERE need = 'photos/held'",
    "UPDATE acknowledgement SET until = 0 WHERE need = 'photos/held'",
    "UPDATE acknowledgement SET count = 1000 WHERE need = 'photos/held'",
    "UPDATE acknowledgement SET gone = 0 WHERE need = 'photos/held'",
    "UPDATE alarm_since SET gone = 1 WHERE need = 'photos/held'",
    "UPDATE alarm_told SET who = 3 WHERE need = 'photos/held'",
    "UPDATE alarm_told SET severity = 1 WHERE need = 'photos/held'",
    "UPDATE alarm_told SET what = '' WHERE need = 'photos/held'",
    "UPDATE alarm_since SET at = 0 WHERE need = 'photos/held'",
    "UPDATE alarm_since SET rule = 'held' WHERE need = 'photos/held'",
};

} // namespace

/// Who has seen what, for another life.
class AlarmRowsTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_journal = Journal::inMemory(SteadyClock::instance()); }

    void whatIsKeptIsFound()
    {
        QCOMPARE(m_journal->alarms()->all, KeptAlarms());
        QVERIFY(keep({Seen, Since, Told}));
        QCOMPARE(m_journal->alarms()->all, (KeptAlarms{Seen, Since, Told}));
        QVERIFY(keep({{Seen[1]}, {Since[1]}, {}}));
        QCOMPARE(m_journal->alarms()->all, (KeptAlarms{{Seen[1]}, {Since[1]}, {}}));
        QVERIFY(keep({}));
        QCOMPARE(m_journal->alarms()->all, KeptAlarms());
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
        QVERIFY(keep({Seen, Since, Told}));
        QVERIFY(
            m_journal->store()->transact([&damage](Rows &rows) { rows.run(damage.constData()); }));
        const auto found = m_journal->alarms();
        QVERIFY(found);
        const bool isSince = damage.contains("alarm_since");
        const bool isTold = damage.contains("alarm_told");
        QCOMPARE(found->all.acknowledged, isSince || isTold ? Seen : std::vector{Seen[1]});
        QCOMPARE(found->all.since, isSince ? std::vector{Since[1]} : Since);
        QCOMPARE(found->all.told, isTold ? std::vector{Told[1]} : Told);
        QCOMPARE(found->damaged, 1U);
    }

private:
    [[nodiscard]] bool keep(const KeptAlarms &all)
    {
        return m_journal->store()
            ->transact([&all](Rows &rows) { AlarmRows::write(rows, all); })
            .has_value();
    }

    std::unique_ptr<Journal> m_journal;
};

QONTROLLER_TEST(AlarmRowsTest)
#include "tst_alarmrows.moc"
