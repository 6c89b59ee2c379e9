// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/base/threads/clock.h"
#include "core/engine/journal/journal.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

KeptJob job(JobId id)
{
    KeptJob job;
    job.id = id;
    job.verb = ItemVerb::Pause;
    job.terms = {2h, "moving\nto another disk"};
    job.pace = 0.25;
    job.who = "anna";
    job.filter = "state:failed";
    job.startedAt = WallTime(1'700'000'000s);
    Ids many;
    for (int i = 0; i < 600; ++i)
        many.push_back("o" + std::to_string(i));
    job.objects = {{"robin",
                    "script",
                    "these",
                    {std::string("a\0b", 3), "line\nline", std::string(65536, 'x')}},
                   {"batman", "script", "those", std::move(many)}};
    job.objects[0].spells = {0, 1, ~Spell{0}};
    for (Spell spell = 0; spell < 600; ++spell)
        job.objects[1].spells.push_back(spell << 40);
    job.progress = {{{3, "paused: resume first"}, {1, "not known"}}, 300, 4, 290, 5, 1};
    return job;
}

/// What may have happened to the job 7.
constexpr std::array Damages{
    "UPDATE job SET verb = 'forget' WHERE id = 7",
    "UPDATE job SET expiry = 1 WHERE id = 7",
    "UPDATE job_objects SET ids = x'0000000061' WHERE job = 7 AND place = 1",
    "UPDATE job_objects SET ids = x'ff000000' WHERE job = 7 AND place = 1",
    "UPDATE job_objects SET spells = x'' WHERE job = 7 AND place = 1",
    "DELETE FROM job_objects WHERE job = 7 AND place = 3",
    "UPDATE job_progress SET given = 0 WHERE job = 7",
    "UPDATE job_objects SET objects = 'others' WHERE job = 7",
    "DELETE FROM job_progress WHERE job = 7",
    "DELETE FROM job WHERE id = 7",
};

/// A journal, and what a later life finds in it.
class Rig
{
public:
    template<class Function>
    void write(Function function)
    {
        const auto written = m_journal->store()->transact(function);
        if (!written)
            qFatal("%s", written.error().message.c_str());
    }
    [[nodiscard]] JobRows::Found read()
    {
        m_journal.reset();
        m_journal = open("journal");
        return m_journal->readJobs().value();
    }
    /// To another session's file, and back.
    void visitAnother()
    {
        for (const char *name : {"other", "journal"})
            QVERIFY(m_journal->moveTo(open(name)));
    }
    [[nodiscard]] Journal &journal() { return *m_journal; }

private:
    [[nodiscard]] std::unique_ptr<Journal> open(const char *name)
    {
        return std::move(Journal::open(m_folder.filePath(name).toStdString(), m_clock)->journal);
    }

    QTemporaryDir m_folder;
    ManualClock m_clock;
    std::unique_ptr<Journal> m_journal = open("journal");
};

} // namespace

/// Jobs in the file of a journal.
class JobRowsTest final : public QObject
{
    Q_OBJECT

private slots:
    void aJobIsWhatWasWritten()
    {
        Rig rig;
        KeptJob whole = job(7);
        const KeptJob bare{9, ItemVerb::Requeue, {}, 0, "", "", {}, {{"robin", "", "", {"a"}}}, {}};
        rig.write([&](Rows &rows) {
            JobRows::write(rows, whole);
            JobRows::write(rows, bare);
        });
        QCOMPARE(rig.read().jobs, (std::vector<KeptJob>{whole, bare}));
        whole.progress = {{}, 603, 0, 603, 0, 0};
        rig.write([&](Rows &rows) {
            JobRows::writeProgress(rows, 7, whole.progress);
            JobRows::remove(rows, 9);
            JobRows::writeProgress(rows, 9, whole.progress); // which has ended
        });
        const JobRows::Found found = rig.read();
        QCOMPARE(found.jobs, (std::vector<KeptJob>{whole}));
        QVERIFY(found.damaged.empty());
    }

    void oneThatIsNotWhatWasWrittenDoesNotGoOn_data()
    {
        QTest::addColumn<int>("damage");
        for (int i = 0; i < int(Damages.size()); ++i)
            QTest::newRow(Damages[i]) << i;
    }
    void oneThatIsNotWhatWasWrittenDoesNotGoOn()
    {
        QFETCH(int, damage);
        Rig rig;
        rig.write([&](Rows &rows) {
            JobRows::write(rows, job(7));
            JobRows::write(rows, job(8));
            rows.run(Damages[damage]);
        });
        const JobRows::Found found = rig.read();
        QCOMPARE(found.jobs, (std::vector<KeptJob>{job(8)}));
        QCOMPARE(found.damaged, (std::vector<JobId>{7}));
        QVERIFY(rig.read().damaged.empty()); // that was said
    }

    void whatALifeGoesOnWithIsReadOnce()
    {
        Rig rig;
        rig.write([](Rows &rows) { JobRows::write(rows, job(7)); });
        QCOMPARE(rig.journal().readJobs()->jobs.size(), 1U);
        QVERIFY(rig.journal().jobs().keeps(7));
        QVERIFY(rig.journal().readJobs()->jobs.empty());
    }

    void anotherSessionHasItsOwnJobs()
    {
        Rig rig;
        rig.write([](Rows &rows) { JobRows::write(rows, job(7)); });
        QCOMPARE(rig.journal().readJobs()->jobs.size(), 1U);
        rig.write([](Rows &rows) { JobRows::write(rows, job(8)); }); // nobody has begun it here
        rig.visitAnother();
        QVERIFY(!rig.journal().jobs().keeps(7)); // it goes on in this life, and not in the next
        QCOMPARE(rig.read().jobs, (std::vector<KeptJob>{job(8)}));
    }
};

QONTROLLER_TEST(JobRowsTest)
#include "tst_jobrows.moc"
