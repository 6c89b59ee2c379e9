// SPDX-License-Identifier: LGPL-3.0-or-later
#include "enginerig.h"
#include "testprogram.h"

#include "app/serve/hostjournal.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <optional>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

constexpr const char *Name = "batman";

/// A program whose host has one controller with two workers, as its session says.
class Life
{
public:
    explicit Life(const QTemporaryDir &folder)
    {
        if (!journal.moveTo(folder.filePath("journal.sqlite").toStdString(), true))
            qFatal("there is no journal");
        m_writer = journal.writerOf(host);
        m_writer->begin();
    }
    void start()
    {
        ControllerSpec spec{Name, "test", {}, {}};
        spec.options.workers = 2;
        spec.parts = {source,
                      qontroller::makeReconciler<std::string>(m_probe, m_probe),
                      nullptr,
                      nullptr,
                      {}};
        const ControllerOptions given = spec.options;
        const auto started = journal.start(host, std::move(spec), given);
        if (!started)
            qFatal("%s", started.error().c_str());
        id = *started;
    }
    /// What the journal has of it that differs from the session; nothing: it is not on disk.
    [[nodiscard]] std::optional<ControllerChanges> changes()
    {
        if (!journal.isKept())
            return std::nullopt;
        return journal.port().status().controllers.front().changes;
    }

    const std::shared_ptr<ScriptedSource> source = std::make_shared<ScriptedSource>();
    HostJournal journal;
    Host host;
    ControllerId id = 0;

private:
    std::shared_ptr<Probe> m_probe = std::make_shared<Probe>();
    std::unique_ptr<JournalWriter> m_writer;
};

} // namespace

/// What a host's journal does when a controller starts.
class HostJournalTest final : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

private slots:
    // A kill at that moment would leave a number that stays.
    void e30_workersForATimeAreKnownAsSuchWhenTheirControllerStarts()
    {
        const TemporaryWorkers workers{5, 2, SteadyClock::instance().wallNow() + 1h, 1h, "anna"};
        {
            Life life(m_folder);
            life.start();
            life.journal.setTemporary(Name, workers);
            life.host.submit({life.id, setWorkers(5)});
            QVERIFY(life.changes().value().workers.has_value());
        }
        Life life(m_folder);
        std::optional<ControllerChanges> found;
        std::optional<TemporaryWorkers> goesOn;
        life.journal.setGoOn([&](const std::string &, const TemporaryWorkers &now) {
            goesOn = now;
            found = life.changes();
        });
        life.start();
        QCOMPARE(life.host.status().front().gauges.workers, 5);
        QVERIFY(goesOn.has_value() && found.has_value());
        QCOMPARE(goesOn->before, 2);
        QCOMPARE(goesOn->who, workers.who);
        QVERIFY(found->options.empty());
        QVERIFY(found->workers == goesOn);
    }

    void e30_aRowThatIsDamagedIsSaidAsLongAsTheProgramRuns()
    {
        const QTemporaryDir folder;
        {
            Life life(folder);
            life.source->put("a");
            life.start();
            QVERIFY(eventually([&] { return life.host.status().front().gauges.known == 1; }));
            QVERIFY(life.journal.isKept());
        }
        {
            const auto store = Store::open(folder.filePath("journal.sqlite").toStdString(),
                                           JournalFile::steps());
            QVERIFY(store && (*store)->transact([](Rows &rows) {
                rows.run("UPDATE item SET version = version + 1");
                rows.run("INSERT INTO option VALUES (1, 'maxRetries', 17, '5', '3')");
                rows.run("INSERT INTO temporary_workers VALUES (1, 17, 8, 4, 0, 0, 'anna')");
                rows.run("INSERT INTO pause VALUES (1, 17, 0, 'why', 0)");
                rows.run("INSERT INTO wave VALUES (1, 17, 9, 3, 0)");
                JobRows::write(rows, KeptJob{3, ItemVerb::Pause, {}, 0, "anna", "", {}, {}, {}});
                rows.run("UPDATE job SET verb = 'resume'");
            }));
        }
        Life life(folder);
        QVERIFY(life.journal.readJobs().empty());
        life.start();
        QCOMPARE(life.journal.port().status().lost,
                 std::string("the journal is damaged: job 3 does not go on; the journal is "
                             "damaged: of batman it is not known what operators had set options "
                             "to, 2 in all; the journal is damaged: of batman nothing is known of "
                             "1 object, and nobody knows how long it is paused, and why, and what "
                             "the mass-deletion guard had counted is not known"));
        QVERIFY(!life.journal.health()->isWhole && !life.journal.isKept());
    }
};

QONTROLLER_GUILESS_TEST(HostJournalTest)
#include "tst_hostjournal.moc"
