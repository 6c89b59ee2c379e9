// SPDX-License-Identifier: LGPL-3.0-or-later
#include "answer.h"
#include "serverprocess.h"
#include "testprogram.h"

#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QRegularExpression>
#include <QtTest/QtTest>

#include <csignal>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

using namespace qontroller;
using test::Answer;

namespace {

QByteArray commentedSession(const QJsonArray &controllers)
{
    return QJsonDocument(
               QJsonObject{{"$comment", "ours"}, {"version", 1}, {"controllers", controllers}})
        .toJson();
}

/// Each object of it has comments.
QJsonObject commented(const QString &name, QJsonObject options = {})
{
    options["$comment"] = "few";
    return {{"$comment", QJsonArray{"one", name}},
            {"name", name},
            {"plugin", "script"},
            {"parameters", QJsonObject{{"$comment", QJsonObject{{"list", "which there are"}}},
                                       {"workingDirectory", "{session}"},
                                       {"list", QJsonArray{"echo", "x"}},
                                       {"add", QJsonArray{"true"}}}},
            {"options", options},
            {"locker", QJsonObject{{"$comment", 4}, {"plugin", "memory"}}}};
}

} // namespace

/// Options that operators have changed, of a server that runs: written into its session file, and
/// the way back.
class ChangedOptionsTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_server.emplace();
        m_session = "session.json";
        m_runs = 0;
    }

    void areWrittenIntoTheFile()
    {
        start({commented("one", {{"maxRetries", 3}, {"backoff", QJsonObject{{"max", "1h"}}}}),
               commented("two")});
        QCOMPARE(ctl({"options", "one", "maxRetries=7", "backoff.base=2s"}).status, 0);
        QCOMPARE(ctl({"workers", "one", "9"}).status, 0);
        QCOMPARE(ctl({"workers", "one", "3", "--for", "1h"}).status, 0);
        QCOMPARE(ctl({"workers", "two", "2", "--for", "1h"}).status, 0);
        const Answer saved = ctl({"session", "--save"});
        QCOMPARE(saved.error, QByteArray());
        QCOMPARE(saved.output,
                 QByteArray("one: saved: backoff.base 2s, maxRetries 7, workers 9\n"));
        QCOMPARE(QJsonDocument::fromJson(file()),
                 QJsonDocument::fromJson(commentedSession(
                     {commented("one", {{"maxRetries", 7},
                                        {"workers", 9},
                                        {"backoff", QJsonObject{{"base", "2s"}, {"max", "1h"}}}}),
                      commented("two")})));
        const QByteArray text = file();
        QVERIFY2(text.indexOf("\"plugin\"") < text.indexOf("\"parameters\""), text);

        // Nothing differs any more but what is for a time.
        const QByteArray left = differences();
        QVERIFY2(!left.contains("in the session"), left);
        QVERIFY2(left.contains("one: workers is 3 for a time, then 9\n"), left);
        QVERIFY2(m_server->waitForLog("one: session: its file has backoff.base 2s"),
                 m_server->log());
        const QByteArray log = ctl({"log"}).output;
        QVERIFY2(log.contains("save session: one (backoff.base 2s, maxRetries 7, workers 9)"), log);
        QCOMPARE(ctl({"session", "--save"}).output,
                 QByteArray("nobody has changed an option: the file stays as it is\n"));
        QCOMPARE(file(), text);
        QCOMPARE(ctl({"apply", "--yes"}).output, QByteArray("2 controllers are not touched\n"));
        m_server->signal(SIGKILL);
        m_server->wait();

        run();
        const QByteArray options = ctl({"options", "one"}).output;
        QVERIFY2(options.contains("maxRetries=7\n") && options.contains("backoff.base=2s\n")
                     && options.contains("workers=3\n"),
                 options);
        QVERIFY2(!differences().contains("in the session"), differences());
        QVERIFY2(!m_server->log().contains("no longer"), m_server->log());
    }

    void aFullDiskLeavesTheFileAsItWas()
    {
        start({commented("one")});
        QCOMPARE(ctl({"options", "one", "maxRetries=7"}).status, 0);
        const QByteArray before = file();
        const rlimit full{16, RLIM_INFINITY}; // no file may be larger
        QCOMPARE(::prlimit(m_server->pid(), RLIMIT_FSIZE, &full, nullptr), 0);
        const Answer saved = ctl({"session", "--save"});
        QCOMPARE(saved.status, 3);
        QVERIFY2(saved.error.contains("cannot be written"), saved.error);
        QCOMPARE(file(), before);
    }

    void theFileKeepsItsOwnerAndItsMode()
    {
        start({commented("one")});
        const std::string path = m_server->file(m_session).toStdString();
        const bool isRoot = ::geteuid() == 0; // who may write what is not theirs, or read-only
        const mode_t mode = isRoot ? 0440 : 0640;
        constexpr uid_t Other = 12345;
        QCOMPARE(::chmod(path.c_str(), mode), 0);
        if (isRoot)
            QCOMPARE(::chown(path.c_str(), Other, Other), 0);
        // Not in each /tmp.
        const bool isNoted = ::setxattr(path.c_str(), "user.note", "x", 1, 0) == 0;
        QCOMPARE(ctl({"options", "one", "maxRetries=7"}).status, 0);
        QCOMPARE(ctl({"session", "--save"}).output, QByteArray("one: saved: maxRetries 7\n"));
        char note = '\0';
        QCOMPARE(::getxattr(path.c_str(), "user.note", &note, 1) == 1 && note == 'x', isNoted);
        struct stat saved = {};
        QCOMPARE(::stat(path.c_str(), &saved), 0);
        QCOMPARE(saved.st_mode & 07777, mode);
        QCOMPARE(saved.st_uid, isRoot ? Other : ::geteuid());
        QCOMPARE(saved.st_gid, isRoot ? Other : ::getegid());
    }

    void areToldToPrograms()
    {
        start({commented("one"), commented("two")});
        QCOMPARE(ctl({"options", "two", "maxRetries=7"}).status, 0);
        const Answer saved = ctl({"session", "--save", "-o", "json"});
        QCOMPARE(saved.status, 0);
        QCOMPARE(saved.output,
                 QByteArray(R"({"steps":[{"controller":"two","kind":"change",)"
                            R"("what":"maxRetries 7","state":"done","why":""}],"untouched":1,)"
                            R"("problems":[]})"
                            "\n"));
    }

    void whatElseTheFileSaysByNowStays()
    {
        start({commented("one")});
        QCOMPARE(ctl({"options", "one", "maxRetries=7"}).status, 0);
        m_server->write("session.json", commentedSession({commented("new"),
                                                          commented("one", {{"retryBurst", 9}})}));
        QCOMPARE(ctl({"session", "--save"}).status, 0);
        QCOMPARE(QJsonDocument::fromJson(file()),
                 QJsonDocument::fromJson(
                     commentedSession({commented("new"),
                                       commented("one", {{"maxRetries", 7}, {"retryBurst", 9}})})));
        const QByteArray plan = ctl({"apply", "--dry-run"}).output;
        QCOMPARE(plan, QByteArray("one: change (retryBurst 9)\nnew: start\n"));
    }

    void whatCannotBeSavedChangesNothing_data()
    {
        QTest::addColumn<QByteArray>("there");
        QTest::addColumn<QByteArray>("why");
        QTest::newRow("no session") << QByteArray("{\n") << QByteArray(": line 2");
        QTest::newRow("a wrong session") << commentedSession({commented("one", {{"workers", -1}})})
                                         << QByteArray(": controllers[0].options.workers: must be");
        QTest::newRow("not named any more")
            << commentedSession({commented("two")})
            << QByteArray(": one: it is not there, or has another plugin there: apply the file "
                          "first\n");
        QTest::newRow("another value")
            << commentedSession({commented("one", {{"maxRetries", 4}})})
            << QByteArray(": one: maxRetries is 4 there by now, and no longer 5: apply the file "
                          "first\n");
        QTest::newRow("they do not hold together")
            << commentedSession({commented("one", {{"backoff", QJsonObject{{"max", "1s"}}}})})
            << QByteArray(": controllers[0].options");
        QTest::newRow("gone") << QByteArray() << QByteArray(": cannot be read (");
    }
    void whatCannotBeSavedChangesNothing()
    {
        QFETCH(QByteArray, there);
        QFETCH(QByteArray, why);
        start({commented("one")});
        QCOMPARE(ctl({"options", "one", "maxRetries=7", "backoff.base=2s"}).status, 0);
        const QByteArray before = differences();
        QVERIFY2(before.contains("one: maxRetries is 7, and 5 in the session"), before);
        if (there.isEmpty())
            QVERIFY(QFile::remove(m_server->file("session.json")));
        else
            m_server->write("session.json", there);
        const Answer refused = ctl({"session", "--save"});
        QCOMPARE(refused.status, 3);
        QCOMPARE(refused.output, QByteArray());
        QVERIFY2(refused.error.startsWith(
                     "qontrollerctl: " + m_server->file("session.json").toUtf8() + why),
                 refused.error);
        QCOMPARE(refused.error.count('\n'), 1);
        QCOMPARE(file(), there);
        QCOMPARE(differences(), before);
        QVERIFY(ctl({"log"}).output.contains("save session: not saved: "));
    }

    // A new file beside it would have too long a name, also for root, who may write everywhere.
    void aFileThatCannotBeWrittenStays()
    {
        m_session = QString(250, 'n');
        start({commented("one")});
        QCOMPARE(ctl({"options", "one", "maxRetries=7"}).status, 0);
        const QByteArray before = file();
        const Answer refused = ctl({"session", "--save"});
        QCOMPARE(refused.status, 3);
        QVERIFY2(refused.error.contains(": cannot be written (") && refused.error.count('\n') == 1,
                 refused.error);
        QCOMPARE(file(), before);
        QVERIFY2(differences().contains("one: maxRetries is 7, and 5 in the session"),
                 differences());
        const Answer json = ctl({"session", "--save", "-o", "json"});
        QCOMPARE(json.status, 3);
        QCOMPARE(json.json()["problems"].toArray().size(), 1);
    }

    void whoHasNoFileOrNoJournalSaysSo()
    {
        m_server->start({"--demo", "--control", socket()});
        QVERIFY(m_server->waitForLog("reach this host", ++m_runs));
        const Answer demo = ctl({"session", "--save"});
        QCOMPARE(demo.status, 3);
        QCOMPARE(demo.error, QByteArray("qontrollerctl: a demonstration has its own session\n"));
        m_server->end();

        start({commented("one")}, {"--journal", "off"});
        const QByteArray before = file();
        QCOMPARE(ctl({"options", "one", "maxRetries=7"}).status, 0);
        const Answer unknown = ctl({"session", "--save"});
        QCOMPARE(unknown.status, 3);
        QVERIFY2(unknown.error.contains("keeps no journal"), unknown.error);
        QCOMPARE(file(), before);
        const Answer back = ctl({"options", "one", "--go-back"});
        QCOMPARE(back.status, 3);
        QVERIFY2(back.error.contains("keeps no journal"), back.error);
    }

    void goBack()
    {
        start({commented("one", {{"maxRetries", 3}, {"workers", 2}})});
        QCOMPARE(ctl({"options", "one", "maxRetries=7", "backoff.base=2s", "workers=5"}).status, 0);
        QCOMPARE(ctl({"workers", "one", "9", "--for", "1h"}).status, 0);
        QCOMPARE(ctl({"options", "one", "--go-back", "--dry-run"}).output,
                 QByteArray("one: would set workers to 2, maxRetries to 3, backoff.base to 1s\n"));
        QVERIFY(differences().contains("one: maxRetries is 7, and 3 in the session"));
        QCOMPARE(ctl({"options", "one", "--go-back", "backoff.base"}).output,
                 QByteArray("one: set backoff.base to 1s\n"));
        const QByteArray left = differences();
        QVERIFY2(!left.contains("backoff") && left.contains("maxRetries is 7")
                     && left.contains("workers is 9 for "),
                 left);
        QCOMPARE(ctl({"options", "one", "--go-back"}).output,
                 QByteArray("one: set workers to 2, maxRetries to 3\n"));
        QCOMPARE(differences(), QByteArray());
        const QByteArray options = ctl({"options", "one"}).output;
        QVERIFY2(options.contains("workers=2\n") && options.contains("maxRetries=3\n"), options);
        QVERIFY(ctl({"log"}).output.contains("set workers to 2, maxRetries to 3"));
        QCOMPARE(ctl({"options", "one", "--go-back"}).output,
                 QByteArray("one: change nothing: it is as its session says\n"));
    }

    // Its end would set a number that is the session's already.
    void aNumberOfWorkersForATimeEnds()
    {
        start({commented("one", {{"workers", 2}})});
        QCOMPARE(ctl({"workers", "one", "9", "--for", "1h"}).status, 0);
        QCOMPARE(ctl({"options", "one", "--go-back", "maxRetries"}).output,
                 QByteArray("one: change nothing: it is as its session says\n"));
        QCOMPARE(ctl({"options", "one", "--go-back", "-o", "json"}).output,
                 QByteArray(R"({"controller":"one","done":"set workers to 2"})"
                            "\n"));
        QCOMPARE(differences(), QByteArray());
    }

    void aWrongLineIsRefused_data()
    {
        QTest::addColumn<QStringList>("line");
        QTest::addColumn<int>("status");
        QTest::newRow("no option") << QStringList{"options", "one", "--go-back", "retries"} << 2;
        QTest::newRow("a value") << QStringList{"options", "one", "--go-back", "maxRetries=3"} << 2;
        QTest::newRow("not live") << QStringList{"options", "one", "--go-back", "handlerTimeout"}
                                  << 2;
        QTest::newRow("no controller") << QStringList{"options", "two", "--go-back"} << 4;
        QTest::newRow("nobody") << QStringList{"options", "--go-back"} << 2;
        QTest::newRow("another verb") << QStringList{"status", "--save"} << 2;
        QTest::newRow("a file") << QStringList{"session", "--save", "other.json"} << 2;
    }
    void aWrongLineIsRefused()
    {
        QFETCH(QStringList, line);
        QFETCH(int, status);
        start({commented("one")});
        QCOMPARE(ctl({"options", "one", "maxRetries=7"}).status, 0);
        const Answer refused = ctl(line);
        QCOMPARE(refused.status, status);
        QVERIFY2(refused.error.startsWith("qontrollerctl: "), refused.error);
        QVERIFY(differences().contains("maxRetries is 7"));
    }

private:
    [[nodiscard]] QString socket() const { return m_server->file("control.sock"); }
    [[nodiscard]] QByteArray file() const
    {
        QFile file(m_server->file(m_session));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void start(const QJsonArray &controllers, const QStringList &more = {})
    {
        m_server->write(m_session, commentedSession(controllers));
        run(more);
    }
    void run(const QStringList &more = {})
    {
        m_server->start(QStringList{m_server->file(m_session), "--control", socket(), "--state-dir",
                                    m_server->file("state")}
                        + more);
        QVERIFY2(m_server->waitForLog("reach this host", ++m_runs), m_server->log());
    }
    [[nodiscard]] Answer ctl(const QStringList &words) const
    {
        return test::answerOf(QONTROLLERCTL, QStringList{"--host", socket()} + words);
    }
    /// Lines of `journal` on what differs from the session; those of `status` are the same.
    [[nodiscard]] QByteArray differences() const
    {
        const auto lines = [this](const char *verb) {
            QString all;
            for (const QByteArray &line : ctl({verb, "-o", "wide"}).output.split('\n')) {
                if (line.contains(" in the session") || line.contains(", then "))
                    all += line + '\n';
            }
            return all.replace(QRegularExpression(" for [^,]*"), " for a time").toUtf8();
        };
        const QByteArray all = lines("journal");
        return all == lines("status") ? all : "status says something else";
    }

    QString m_session;
    int m_runs = 0;
    std::optional<ServerProcess> m_server;
};

QONTROLLER_GUILESS_TEST(ChangedOptionsTest)
#include "tst_changedoptions.moc"
