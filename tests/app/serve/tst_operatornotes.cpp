// SPDX-License-Identifier: LGPL-3.0-or-later
#include "enginerig.h"
#include "testprogram.h"

#include "app/serve/operatornotes.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <optional>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

constexpr const char *Noted = "batman";

/// A program whose host has one controller with one object, and keeps what operators say.
class NotingLife
{
public:
    explicit NotingLife(const QTemporaryDir &folder)
    {
        if (!m_journal.moveTo(folder.filePath("journal.sqlite").toStdString(), true))
            qFatal("there is no journal");
        m_writer = m_journal.writerOf(m_host);
        m_writer->begin();
        m_source->put("a");
        ControllerSpec spec{Noted, "test", {}, {}};
        spec.parts = {m_source,
                      qontroller::makeReconciler<std::string>(m_probe, m_probe),
                      nullptr,
                      nullptr,
                      {}};
        const ControllerOptions given = spec.options;
        id = *m_journal.start(m_host, std::move(spec), given);
        m_reader.emplace(m_host, Reads::Events);
        notes.emplace(m_host, m_host, &m_journal);
    }
    void requeue()
    {
        const Command command{id, ItemsAction{ItemVerb::Requeue, {"a"}}};
        notes->note(notes->own(), command, m_host.submit(command));
    }
    void pauseAndTakeBack()
    {
        const Command pause{id, ItemsAction{ItemVerb::Pause, {"a"}, audit()}};
        const Ticket ticket = m_host.submit(pause);
        notes->note(notes->own(), pause, ticket);
        const Command back{id, ItemsAction{ItemVerb::Resume, {"a"}}, {}, ticket};
        notes->note(notes->own(), back, m_host.submit(back));
    }
    void pauseInAJob()
    {
        JobRequest request{ItemVerb::Pause, {{id, {"a"}}}, {}, 0, audit()};
        const auto job = notes->jobs().prepare(std::move(request), "anna");
        QVERIFY(job);
        QVERIFY(notes->jobs().begin(job->id));
    }
    /// … of the line in that place.
    bool says(std::size_t place, const std::string &result)
    {
        return eventually([&] {
            notes->take(m_reader->pull());
            const auto lines = notes->log().lines();
            return lines.size() > place && lines[place].result == result;
        });
    }
    /// The log tells what has come of its only line.
    bool hasResult()
    {
        return eventually([this] {
            notes->take(m_reader->pull());
            return notes->log().lines().front().result == "done";
        });
    }
    bool isKept() { return m_journal.isKept(); }
    bool knowsObject()
    {
        return eventually([this] { return m_host.status().front().gauges.known == 1; });
    }

private:
    static PauseTerms audit() { return {std::chrono::hours(1), "audit"}; }

    const std::shared_ptr<ScriptedSource> m_source = std::make_shared<ScriptedSource>();
    std::shared_ptr<Probe> m_probe = std::make_shared<Probe>();
    HostJournal m_journal;
    Host m_host;
    std::unique_ptr<JournalWriter> m_writer;
    std::optional<FeedReader> m_reader;

public:
    ControllerId id = 0;
    std::optional<OperatorNotes> notes;
};

} // namespace

/// What a program writes down of operators.
class OperatorNotesTest final : public QObject
{
    Q_OBJECT

private slots:
    void e30_theNextLifeKnowsTheObjectsAndTheResultOfALine()
    {
        const QTemporaryDir folder;
        OperatorLine told;
        {
            NotingLife life(folder);
            QVERIFY(life.knowsObject());
            life.requeue();
            QVERIFY(life.hasResult());
            QVERIFY(life.isKept());
            told = life.notes->log().lines().front();
        }
        const NotingLife life(folder);
        const auto lines = life.notes->log().lines();
        QCOMPARE(lines.size(), std::size_t(1));
        QCOMPARE(lines.front().ids, Ids{"a"});
        QCOMPARE(lines.front().idCount, std::uint64_t(1));
        QCOMPARE(lines.front().result, told.result);
        QCOMPARE(lines.front().text, told.text);
    }

    void whatWasTakenBackSaysSoAlsoInTheNextLife()
    {
        const QTemporaryDir folder;
        {
            NotingLife life(folder);
            life.pauseAndTakeBack();
            QVERIFY(life.says(0, "done · taken back"));
            QVERIFY(life.says(1, "done"));
            QVERIFY(life.isKept());
        }
        const NotingLife life(folder);
        const auto lines = life.notes->log().lines();
        QCOMPARE(lines.size(), std::size_t(2));
        QCOMPARE(lines.front().text, std::string("pause 1 object for 1h: audit"));
        QCOMPARE(lines.front().result, std::string("done · taken back"));
    }

    void theLineOfAJobHasItsTermsAndItsResult()
    {
        const QTemporaryDir folder;
        NotingLife life(folder);
        QVERIFY(life.knowsObject());
        life.pauseInAJob();
        QVERIFY(life.says(0, "1 × done"));
        const OperatorLine line = life.notes->log().lines().front();
        QCOMPARE(line.text, std::string("job 1: pause ") + Noted + "/a for 1h: audit");
        QCOMPARE(line.controller, std::string(Noted));
    }

    void aViewersCommandIsRefused()
    {
        const QTemporaryDir folder;
        NotingLife life(folder);
        life.notes->note({"eve", remote::Role::Viewer}, {life.id, ControllerVerb::Pause}, 0);
        QVERIFY(life.says(0, "refused"));
    }
};

QONTROLLER_TEST(OperatorNotesTest)
#include "tst_operatornotes.moc"
