// SPDX-License-Identifier: GPL-3.0-or-later
#include "badplugins.h"
#include "eventually.h"
#include "testprogram.h"

#include "app/qontroller/application.h"
#include "app/session/sessionfile.h"
#include "core/engine/observe/items/itemdetail.h"
#include "core/engine/observe/items/itemrow.h"

#include <QtCore/QDir>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

PluginSearch journalFixtures()
{
    PluginSearch search{{{FIXTURES, PluginOrigin::CommandLine}}};
    search.trusted.push_back(sha256Of(QStringLiteral(FIXTURES "/behaviour.so")).toStdString());
    return search;
}

SessionController journaledController(const std::string &name)
{
    return {name, "behaviour", QJsonObject{{"objects", 2}}, {}, std::nullopt};
}

/// A window's host that is started several times in one folder. It ends as if it was killed, but
/// that what was done is written first.
class Window
{
public:
    explicit Window(const QTemporaryDir &folder,
                    Application::Journal journal = Application::Journal::Kept)
        : application(host, journalFixtures(), folder.path().toStdString(), {}, journal)
    {}

    [[nodiscard]] HostLink &link() { return *application.hosts().links().front(); }
    [[nodiscard]] ControllerId id(const std::string &name)
    {
        for (const ControllerStatus &each : host.status()) {
            if (each.name == name)
                return each.id;
        }
        return {};
    }
    [[nodiscard]] bool knows(const std::string &name)
    {
        return eventually([&] { return host.detail(id(name), "object-0").has_value(); });
    }
    void pause(const std::string &name)
    {
        link().control().submit(
            {id(name), ItemsAction{ItemVerb::Pause, {"object-0"}, {48h, "moving"}}});
    }
    [[nodiscard]] bool isPaused(const std::string &name)
    {
        return host.detail(id(name), "object-0").value_or(ItemDetail{}).row.paused;
    }
    [[nodiscard]] bool isKept() { return application.isJournalKept(); }
    [[nodiscard]] std::string journal() { return link().journal().value().file; }
    /// Of its first controller.
    [[nodiscard]] ControllerChanges changes()
    {
        return link().journal().value().controllers.front().changes;
    }

    Host host;
    Application application;
};

} // namespace

/// What a window's own host knows after it has ended.
class WindowJournalTest final : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] QString session(const QString &name, const std::string &first) const
    {
        const QString file = m_folder.filePath(name);
        if (!saveSession(file.toStdString(), {{journaledController(first)}}))
            qFatal("the session cannot be written");
        return file;
    }

private slots:
    void cleanup() { QDir(m_folder.filePath("journals")).removeRecursively(); }

    void e30_aPauseOutlastsTheWindow()
    {
        const QString file = session("one.json", "one");
        {
            Window window(m_folder);
            QVERIFY(window.application.openSession(file).isDone());
            QVERIFY(window.knows("one"));
            window.pause("one");
            QVERIFY(window.isKept());
        }
        Window window(m_folder);
        QVERIFY(window.application.openSession(file).isDone());
        QVERIFY(window.isPaused("one"));
    }

    void e30_aSessionThatIsSavedLaterKeepsWhatWasSaidBefore()
    {
        const QString file = m_folder.filePath("later.json");
        {
            Window window(m_folder);
            QVERIFY(window.application
                        .start({"one",
                                QStringLiteral(FIXTURES "/behaviour.so"),
                                "behaviour",
                                QJsonObject{{"objects", 2}},
                                {}})
                        .isDone());
            QVERIFY(window.knows("one"));
            window.pause("one");
            QCOMPARE(window.journal(), std::string());
            QVERIFY(!window.application.journalHealth().has_value());
            QVERIFY(window.application.saveSession(file).isDone());
            QVERIFY(!window.journal().empty());
            QVERIFY(window.isKept());
        }
        Window window(m_folder);
        QVERIFY(window.application.openSession(file).isDone());
        QVERIFY(window.isPaused("one"));
    }

    void e30_whatIsSavedDiffersFromTheSessionNoMore_data()
    {
        QTest::addColumn<bool>("fromElsewhere");
        QTest::newRow("in the window") << false;
        QTest::newRow("by qontrollerctl") << true;
    }
    void e30_whatIsSavedDiffersFromTheSessionNoMore()
    {
        QFETCH(bool, fromElsewhere);
        const QString file = session("one.json", "one");
        Window window(m_folder);
        QVERIFY(window.application.openSession(file).isDone());
        const ControllerId id = window.id("one");
        window.link().control().submit({id, setOption(&ControllerOptions::maxRetries, 7)});
        QVERIFY(window.application.operators().jobs().setWorkersFor(id, 9, 1h));
        QVERIFY(window.isKept());
        QCOMPARE(window.changes().options.size(), std::size_t(1));
        if (fromElsewhere) {
            SessionPort &port = window.application.sessionPort();
            const ApplyNumber number = port.apply({}, "anna", ApplyMode::Save);
            QTRY_VERIFY(port.progress(number)->hasEnded);
            QCOMPARE(savedText(*port.progress(number)), std::string("one (maxRetries 7)"));
        } else {
            QVERIFY(window.application.saveSession(file).isDone());
        }
        QVERIFY(window.changes().options.empty());
        QVERIFY(window.changes().workers.has_value());
        QVERIFY(!window.application.hasUnsavedChanges());
        QCOMPARE(loadSession(file.toStdString())->controllers.front().options,
                 QJsonObject({{"maxRetries", 7}}));
    }

    void e30_eachSessionHasAJournalOfItsOwn()
    {
        const QString one = session("one.json", "one");
        const QString two = session("two.json", "two");
        {
            Window window(m_folder);
            QVERIFY(window.application.openSession(two).isDone());
            QVERIFY(window.knows("two"));
            window.pause("two");
            QVERIFY(window.isKept());
        }
        Window window(m_folder);
        QVERIFY(window.application.openSession(one).isDone());
        const std::string first = window.journal();
        QVERIFY(window.knows("one"));
        window.pause("one");
        QVERIFY(window.application.openSession(two).isDone()); // besides
        QVERIFY(window.journal() != first);
        QVERIFY(window.isPaused("two"));
        QVERIFY(window.isPaused("one"));
    }

    // A session that cannot be started leaves the journal with the one that runs.
    void aSessionThatIsRefusedTakesNoJournal()
    {
        const QString one = session("one.json", "one");
        const QString same = session("same.json", "one"); // a name that is taken
        Window window(m_folder);
        QVERIFY(window.application.openSession(one).isDone());
        const std::string first = window.journal();
        QVERIFY(!window.application.openSession(same).isDone());
        QCOMPARE(window.journal(), first);
    }

    void aSessionThatAnotherProgramRunsIsNotOpened()
    {
        const QString one = session("one.json", "one");
        Window window(m_folder);
        QVERIFY(window.application.openSession(one).isDone());
        // Of another process, for locks of files are of processes.
        QProcess other;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("QT_QPA_PLATFORM", "offscreen");
        environment.insert("XDG_CONFIG_HOME", m_folder.path());
        other.setProcessEnvironment(environment);
        QDir(m_folder.path()).mkdir("qontroller");
        QVERIFY(
            QFile::link(m_folder.filePath("journals"), m_folder.filePath("qontroller/journals")));
        other.start(QONTROLLERD, {one, "--plugin-path", FIXTURES, "--trust-path", FIXTURES,
                                  "--metrics", "off", "--control", "off"});
        QVERIFY(other.waitForFinished());
        const QByteArray said = other.readAllStandardError();
        QVERIFY2(other.exitCode() != 0 && said.contains("another program uses it")
                     && said.contains("--journal off"),
                 said);
    }

    void withoutAJournalNothingIsKept()
    {
        const QString file = session("one.json", "one");
        Window window(m_folder, Application::Journal::Off);
        QVERIFY(window.application.openSession(file).isDone());
        QCOMPARE(window.journal(), std::string());
        QVERIFY(!QDir(m_folder.filePath("journals")).exists());
    }
};

QONTROLLER_GUILESS_TEST(WindowJournalTest)
#include "tst_windowjournal.moc"
