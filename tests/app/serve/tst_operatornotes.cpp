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
    /// The log tells what has come of its only line.
    bool hasResult()
    {
        return eventually([this] {
            notes->take(m_reader->pull());
            return !notes->log().lines().front().result.empty();
        });
    }
    bool isKept() { return m_journal.isKept(); }
    bool knowsObject()
    {
        return eventually([this] { return m_host.status().front().gauges.known == 1; });
    }

private:
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
};

QONTROLLER_TEST(OperatorNotesTest)
#include "tst_operatornotes.moc"
