// SPDX-License-Identifier: LGPL-3.0-or-later
// The example script-templates in the real program, with a process that is reloaded by a signal.
#include "example.h"
#include "testprogram.h"

#include <QtTest/QtTest>

#include <csignal>

#include <unistd.h>

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// What the controller does after a burst.
enum class TemplatesReload {
    Signal,
    None
};

/// The example with the folders that its README makes.
class TemplatesExample final
{
public:
    explicit TemplatesExample(TemplatesReload reload = TemplatesReload::None)
        : example("script-templates")
    {
        QDir().mkpath(example.file("templates"));
        QDir().mkpath(example.file("checks"));
        if (reload == TemplatesReload::None)
            example.replaceInSession("kill -HUP", "true");
    }
    void keys(const QByteArray &json) const
    {
        example.write(".keys", json);
        example.must("mv", {".keys", "keys.json"});
    }
    void make(const QString &name, const QByteArray &text) const
    {
        example.write("templates/" + name, text);
    }
    void check(const QString &name, const QByteArray &commands) const
    {
        example.write("checks/" + name, "#!/bin/sh\n" + commands);
        example.must("chmod", {"+x", "--", "checks/" + name});
    }
    [[nodiscard]] QByteArray made(const QString &name) const
    {
        return contentsOf(example.file("root/" + name));
    }
    /// The paths of all files, hidden ones too.
    [[nodiscard]] QStringList allMade() const { return found({}); }
    /// Remembers the files that are there.
    void remember() const { example.must("cp", {"--recursive", "--link", "root", "remembered"}); }
    /// Those that have been written since.
    [[nodiscard]] QStringList rewritten() const { return found({"-links", "1"}); }

    const Example example;

private:
    [[nodiscard]] QStringList found(const QStringList &condition) const
    {
        QStringList names = QString::fromUtf8(
                                example.must("find", QStringList{"root/", "-ignore_readdir_race",
                                                                 "-type", "f"}
                                                         + condition
                                                         + QStringList{"-printf", "%P\\0"}))
                                .split(QChar(0), Qt::SkipEmptyParts);
        names.sort();
        return names;
    }
};

/// A process that counts its SIGHUPs in a file.
class TemplatesService final
{
public:
    explicit TemplatesService(const Example &example)
        : m_hups(example.file("hups"))
    {
        m_process.setWorkingDirectory(example.file("."));
        m_process.start("python3", {"-c", "import os, signal\n"
                                          "def count(*_):\n"
                                          "    with open('hups', 'a') as file: print(file=file)\n"
                                          "signal.signal(signal.SIGHUP, count)\n"
                                          "with open('app.pid', 'w') as file:\n"
                                          "    print(os.getpid(), file=file)\n"
                                          "while True: signal.pause()\n"});
        QTRY_VERIFY(contentsOf(example.file("app.pid")).endsWith('\n'));
    }
    ~TemplatesService()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    [[nodiscard]] int reloads() const { return static_cast<int>(contentsOf(m_hups).count('\n')); }

private:
    const QString m_hups;
    QProcess m_process;
};

} // namespace

class TemplatesExampleTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { NEEDS_PROGRAMS("jq", "python3"); }

    void rendersKeysAndNamesWhatIsMissing()
    {
        const TemplatesExample templates;
        const QByteArray name = "\"a\\\\(b 'c' $x\\n\"";
        templates.keys(R"({"db": {"host": "10.0.0.5", "on": false, "name": )" + name
                       + R"(}, "list": ["a", "b"], "none": []})");
        templates.make("etc/app.conf", "h={{.db.host}} {{ .db.on }} p={{.db.port // 5432}}\n"
                                       "{{.db.name}}{{.list[] | \"s=\\(.)\\n\"}}"
                                       "{{.none[]}}\\(.db) $HOME \xC3\xA9 {{\"{\" + \"{\"}} }}");
        templates.make("empty", "");
        templates.make("-x 'y'\nz", "odd\n");
        templates.make("missing", "{{.db.host}}{{ .db.hots.name }}");
        templates.make("list", "{{.list}}");
        templates.make("open", "{{.db.host");
        templates.make("syntax", "{{if .db}}");
        templates.make("nothing", "{{}}");
        templates.make("minus", "{{.db.host}}{{.db-host}}{{.db.host}}");
        templates.make("ends", "begin {{halt}} end");
        templates.make("secret", "{{env.TEMPLATES}}");
        templates.make("latin", "caf\xE9");
        templates.make(QString(252, 'l'), "");
        templates.make("saved~", "an editor's");
        templates.make(".git/config", "hidden");
        ServerProcess server;
        QCOMPARE(templates.example.run(server), 3);
        QCOMPARE(server.summary()["parked"].toInt(), 10);
        QCOMPARE(server.summary()["failed"].toInt(), 0);
        const auto says = [&](const QByteArray &text) {
            return server.log().contains("parked: " + text + '\n');
        };
        QVERIFY2(says("missing: there is no key .db.hots.name"), server.log());
        QVERIFY2(says("list: the key .list is not one value"), server.log());
        QVERIFY2(says("open: there is a {{ without }}: .db.host"), server.log());
        QVERIFY2(says("syntax: {{if .db}} is no expression of jq: syntax error, unexpected ')'"),
                 server.log());
        QVERIFY2(server.log().contains("parked: nothing: {{}} is no expression of jq: syntax"),
                 server.log());
        QVERIFY2(says("minus: {{.db-host}} is no expression of jq: host/0 is not defined"),
                 server.log());
        QVERIFY2(says("ends: an expression has ended jq (halt) before the end of the template"),
                 server.log());
        QVERIFY2(says("secret: there is no key env.TEMPLATES"), server.log());
        QVERIFY2(says("latin: the template must be text in UTF-8"), server.log());
        QVERIFY2(says(QByteArray(252, 'l') + ": the template needs a shorter name"), server.log());
        QCOMPARE(templates.allMade(), (QStringList{"-x 'y'\nz", "empty", "etc/app.conf"}));
        QCOMPARE(templates.made("etc/app.conf"),
                 "h=10.0.0.5 false p=5432\na\\(b 'c' $x\ns=a\ns=b\n\\(.db) $HOME \xC3\xA9 {{ }}");
        QCOMPARE(templates.made("empty"), "");
    }

    void reloadsOnceIfAFileHasChanged()
    {
        const TemplatesExample templates(TemplatesReload::Signal);
        const TemplatesService service(templates.example);
        templates.example.replaceInSession(R"("./list")",
                                           R"("sh", "-c", "./list && echo >> lists")");
        templates.example.replaceInSession(R"("30s")", R"("2s")");
        const auto lists = [&] { return contentsOf(templates.example.file("lists")).count('\n'); };
        const QStringList ofA{"a1", "a2", "a3", "a4", "a5"};
        const QStringList ofB{"b1", "b2", "b3", "b4", "b5"};
        for (const QString &name : ofA)
            templates.make(name, "{{.a}}");
        for (const QString &name : ofB)
            templates.make(name, "{{.b}}");
        templates.keys(R"({"a": 1, "b": 1})");
        ServerProcess server;
        server.start({templates.example.file("session.json")});
        QTRY_COMPARE(service.reloads(), 1);
        QCOMPARE(templates.allMade(), ofA + ofB);

        // Lists that find all as it should be, and keys that are written in another way.
        templates.remember();
        templates.keys("{\"b\":\n1, \"a\":   1}");
        auto before = lists();
        QTRY_VERIFY(lists() >= before + 3);
        QCOMPARE(templates.rewritten(), QStringList());
        QCOMPARE(service.reloads(), 1);

        // The list before may have had some of them handled, and the next one the others.
        templates.keys(R"({"a": 2, "b": 1})");
        QTRY_COMPARE(templates.rewritten(), ofA);
        QCOMPARE(templates.made("a5"), "2");
        QCOMPARE(templates.made("b5"), "1");
        // Lists that follow upon each other leave a slow machine no quiet moment for ten seconds.
        QTRY_VERIFY(service.reloads() > 1);
        before = lists();
        QTRY_VERIFY(lists() >= before + 3);
        int reloads = service.reloads(); // on a slow machine a third one is still to come
        QVERIFY2(reloads == 2 || reloads == 3, QByteArray::number(reloads));

        // What is changed by hand is put right, a template that goes takes its file along.
        templates.example.write("root/b1", "by hand");
        QTRY_COMPARE(templates.made("b1"), "1");
        QTRY_VERIFY(service.reloads() > reloads);
        reloads = service.reloads();
        QVERIFY(QFile::remove(templates.example.file("templates/b1")));
        QTRY_COMPARE(templates.allMade(), ofA + ofB.mid(1));
        QTRY_VERIFY(service.reloads() > reloads);
        before = lists();
        QTRY_VERIFY(lists() >= before + 3);
        QVERIFY2(service.reloads() <= 5, QByteArray::number(service.reloads()));
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

    void aKeyThatComesBackIsNoticed_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::newRow("by the watch") << QByteArray(R"("30s")") << QByteArray(R"("1h")");
        QTest::newRow("by a list")
            << QByteArray(R"("30s")") << QByteArray(R"("300ms", "parkedRetryInterval": "1h")");
    }
    void aKeyThatComesBackIsNoticed()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        const TemplatesExample templates;
        templates.example.replaceInSession(before, after);
        if (QTest::currentDataTag() == QByteArray("by a list"))
            templates.example.replaceInSession(R"("watch": ["./watch"],)", "");
        templates.make("etc/app.conf", "{{.host}}");
        templates.keys(R"({"host": "first"})");
        ServerProcess server;
        server.start({templates.example.file("session.json")});
        QTRY_COMPARE(templates.made("etc/app.conf"), "first");
        templates.keys("{}");
        QVERIFY2(server.waitForLog("parked: etc/app.conf: there is no key .host"), server.log());
        QCOMPARE(templates.made("etc/app.conf"), "first");
        templates.keys(R"({"host": "second"})");
        QTRY_COMPARE(templates.made("etc/app.conf"), "second");
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

    void putsNoFileInPlaceThatItsCheckRefuses()
    {
        const TemplatesExample templates;
        templates.keys(R"({"port": 80})");
        templates.make("etc/app.conf", "port={{.port}}");
        templates.check("etc/app.conf",
                        "case $1 in\n"
                        "\"$PWD/root/etc/.app.conf.part\") ;;\n"
                        "*) echo \"not $1\" >&2; exit 1 ;; esac\n"
                        "grep -q '=[0-9]*$' \"$1\" || { echo 'no port' >&2; exit 1; }");
        ServerProcess server;
        QVERIFY2(templates.example.run(server) == 0, server.log());
        QCOMPARE(templates.made("etc/app.conf"), "port=80");

        templates.keys(R"({"port": "http"})");
        templates.make("silent", "x");
        templates.check("silent", "exit 1");
        templates.make("idle", "x");
        templates.example.write("checks/idle", "not executable");
        ServerProcess refused;
        QCOMPARE(templates.example.run(refused), 3);
        QCOMPARE(refused.summary()["parked"].toInt(), 3);
        QVERIFY2(refused.log().contains("parked: etc/app.conf: no port\n"), refused.log());
        QVERIFY2(refused.log().contains("parked: silent: the check has refused it"), refused.log());
        QVERIFY2(refused.log().contains("checks/idle: Permission denied"), refused.log());
        QCOMPARE(templates.allMade(), QStringList{"etc/app.conf"});
        QCOMPARE(templates.made("etc/app.conf"), "port=80");

        // Another check is a reason to try again.
        templates.example.replaceInSession(R"("30s")", R"("1h")");
        ServerProcess again;
        again.start({templates.example.file("session.json")});
        QVERIFY2(again.waitForLog("parked: silent"), again.log());
        templates.check("silent", "exit 0");
        QTRY_COMPARE(templates.made("silent"), "x");
        QCOMPARE(again.end(), 128 + SIGTERM);
    }

    void givesAFileTheModeOfItsTemplateAndAsRootItsOwner()
    {
        const TemplatesExample templates;
        templates.keys(R"({"password": "secret"})");
        templates.make("secret", "{{.password}}");
        const QString file = templates.example.file("root/secret");
        const auto mode = [&] { return templates.example.must("stat", {"-c", "%a", file}); };
        for (const char *wanted : {"440", "640", "600"}) {
            templates.example.must("chmod", {wanted, "templates/secret"});
            ServerProcess server;
            QVERIFY2(templates.example.run(server) == 0, server.log());
            QCOMPARE(mode(), QByteArray(wanted) + '\n');
            QCOMPARE(templates.made("secret"), "secret");
        }
        if (::geteuid() != 0)
            return;
        // Only root can give a file to others.
        for (const char *wanted : {"0:1\n", "2:1\n", "2:3\n"}) {
            templates.example.must("chown",
                                   {QString::fromLatin1(wanted).trimmed(), "templates/secret"});
            ServerProcess server;
            QVERIFY2(templates.example.run(server) == 0, server.log());
            QCOMPARE(templates.example.must("stat", {"-c", "%u:%g", file}), QByteArray(wanted));
        }
    }

    void removesItsFilesOfTemplatesThatWentAndNobodyElses()
    {
        const TemplatesExample templates;
        templates.keys("{}");
        templates.make("etc/own", "of a template");
        templates.make("etc/new\nline", "of a template");
        templates.make("etc/same", "adopted");
        templates.make("etc/theirs", "of a template");
        templates.example.write("root/etc/theirs", "by hand");
        templates.example.write("root/etc/same", "adopted");
        templates.example.write("root/etc/other", "by hand");
        ServerProcess server;
        QCOMPARE(templates.example.run(server), 3);
        QCOMPARE(server.summary()["parked"].toInt(), 1);
        QVERIFY2(server.log().contains("etc/theirs is there, and not made by this controller: "
                                       "move it away"),
                 server.log());
        QCOMPARE(templates.allMade(),
                 (QStringList{"etc/new\nline", "etc/other", "etc/own", "etc/same", "etc/theirs"}));
        QCOMPARE(templates.made("etc/theirs"), "by hand");

        // While nothing runs, one template goes in the middle of being written.
        for (const char *name : {"own", "new\nline"})
            QVERIFY(QFile::remove(templates.example.file("templates/etc/") + name));
        templates.example.write("root/etc/.own.part", "half");
        templates.make("etc/short", "of a template");
        ServerProcess later;
        QCOMPARE(templates.example.run(later), 3);
        QCOMPARE(templates.allMade(),
                 (QStringList{"etc/other", "etc/same", "etc/short", "etc/theirs"}));

        // While it runs: what is begun is done before the end.
        templates.example.replaceInSession(R"("30s")", R"("300ms")");
        ServerProcess running;
        running.start({templates.example.file("session.json")});
        QVERIFY2(running.waitForLog("parked: etc/theirs"), running.log());
        templates.example.must("rm", {"templates/etc/short", "templates/etc/theirs"});
        QVERIFY2(running.waitForLog("vanished: "), running.log());
        QTRY_VERIFY(!templates.allMade().contains("etc/short"));
        QCOMPARE(running.end(), 128 + SIGTERM);
        QCOMPARE(templates.allMade(), (QStringList{"etc/other", "etc/same", "etc/theirs"}));
    }

    void aFolderBecomesAFileAndAFileAFolder()
    {
        const TemplatesExample templates;
        templates.keys("{}");
        templates.make("folder/below/file", "1");
        templates.make("file", "2");
        ServerProcess server;
        QVERIFY2(templates.example.run(server) == 0, server.log());
        templates.example.must("sh", {"-c", "rm -r templates/*"});
        templates.make("folder", "3");
        templates.make("file/below", "4");
        ServerProcess later;
        QVERIFY2(templates.example.run(later) == 0, later.log());
        QCOMPARE(templates.allMade(), (QStringList{"file/below", "folder"}));
        QCOMPARE(templates.made("folder"), "3");
    }

    // As Kubernetes mounts a ConfigMap: a link to a file by way of a link that is exchanged.
    void seesThatWhatALinkLeadsToIsAnother()
    {
        const TemplatesExample templates;
        templates.keys("{}");
        templates.make(".first/app.conf", "{{if}}");
        templates.make(".second/app.conf", "right");
        templates.example.must("sh", {"-c", "cd templates && ln -s .first .data && "
                                            "ln -s .data/app.conf app.conf"});
        ServerProcess server;
        server.start({templates.example.file("session.json")});
        QVERIFY2(server.waitForLog("parked: app.conf"), server.log());
        templates.example.must("sh", {"-c", "cd templates && ln -s .second .new && "
                                            "mv -T .new .data"});
        QTRY_COMPARE(templates.made("app.conf"), "right");
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

    void doesNothingWhenASourceIsAway_data()
    {
        QTest::addColumn<QString>("commands");
        QTest::addColumn<QByteArray>("said");
        const QByteArray keys = "keys.json must be there and hold one object in JSON";
        QTest::newRow("templates") << "mv templates away" << QByteArray("No such file");
        QTest::newRow("checks") << "mv checks away" << QByteArray("No such file");
        QTest::newRow("keys") << "rm keys.json" << keys;
        QTest::newRow("half written keys") << "echo '{\"a\":' >keys.json" << keys;
        QTest::newRow("empty keys") << ": >keys.json" << keys;
        QTest::newRow("a list of keys") << "echo '[]' >keys.json" << keys;
    }
    void doesNothingWhenASourceIsAway()
    {
        QFETCH(QString, commands);
        QFETCH(QByteArray, said);
        const TemplatesExample templates;
        templates.keys(R"({"a": 1})");
        templates.make("first", "{{.a}}");
        templates.make("second", "{{.a}}");
        ServerProcess server;
        QVERIFY2(templates.example.run(server) == 0, server.log());
        templates.remember();
        templates.example.must("sh", {"-c", commands});
        ServerProcess without;
        without.start({templates.example.file("session.json")});
        QVERIFY2(without.waitForLog("list failed"), without.log());
        QVERIFY2(without.log().contains(said), without.log());
        QCOMPARE(without.end(), 128 + SIGTERM);
        QCOMPARE(templates.allMade(), (QStringList{"first", "second"}));
        QCOMPARE(templates.rewritten(), QStringList());
    }

    void holdsAllFilesWhenThereIsNoTemplateLeft()
    {
        const TemplatesExample templates;
        templates.keys("{}");
        templates.make("first", "1");
        templates.make("second", "2");
        ServerProcess server;
        QVERIFY2(templates.example.run(server) == 0, server.log());
        templates.example.must("sh", {"-c", "rm templates/*"});
        ServerProcess empty;
        QCOMPARE(templates.example.run(empty), 3);
        QVERIFY2(empty.log().contains("held: "), empty.log());
        QCOMPARE(templates.allMade(), (QStringList{"first", "second"}));
    }
};

QONTROLLER_GUILESS_TEST(TemplatesExampleTest)
#include "tst_templates.moc"
