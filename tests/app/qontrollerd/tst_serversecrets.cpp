// SPDX-License-Identifier: LGPL-3.0-or-later
#include "authority.h"
#include "files.h"
#include "httpget.h"
#include "prometheusprocess.h"
#include "serverprocess.h"
#include "testprogram.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtTest/QtTest>

#include <csignal>
#include <sys/stat.h>

using namespace qontroller;
using namespace qontroller::test;

namespace {

constexpr const char *Secret = "correct-horse";

/// A session of \a controllers.
QString sessionOf(ServerProcess &server, const QJsonArray &controllers)
{
    return server
        .write("session.json",
               QJsonDocument(QJsonObject{{"version", 1}, {"controllers", controllers}}).toJson());
}

QString writeSecret(ServerProcess &server, const QByteArray &text, mode_t mode = 0600)
{
    const QString file = server.write("secret", text);
    ::chmod(file.toUtf8(), mode);
    return file;
}

} // namespace

/// Secrets in the real program: found where the session says, and shown nowhere.
class ServerSecretsTest final : public QObject
{
    Q_OBJECT

private slots:
    void p13_noTextHasASecret_data()
    {
        QTest::addColumn<QJsonValue>("secret");
        QTest::addColumn<QString>("isolation");
        QTest::addColumn<QString>("style");
        const auto row = [](const char *name, const QJsonValue &secret, const QString &isolation,
                            const QString &style) {
            QTest::newRow(name) << secret << isolation << style;
        };
        row("written down", Secret, "none", "text");
        row("a variable", QJsonObject{{"fromEnv", "TEST_SECRET"}}, "none", "json");
        row("a file", QJsonObject{{"fromFile", "{session}/secret"}}, "none", "text");
        row("a credential", QJsonObject{{"fromCredential", "secret"}}, "none", "text");
        row("written down, isolated", Secret, "process", "json");
        row("a file, isolated", QJsonObject{{"fromFile", "{session}/secret"}}, "process", "text");
    }
    void p13_noTextHasASecret()
    {
        QFETCH(QJsonValue, secret);
        QFETCH(QString, isolation);
        QFETCH(QString, style);
        ServerProcess server;
        writeSecret(server, QByteArray(Secret) + '\n');
        server.setEnvironment("TEST_SECRET", Secret);
        server.setEnvironment("CREDENTIALS_DIRECTORY", server.file("."));
        const auto controller = [&](const QString &name, QJsonObject parameters) {
            parameters.insert("secret", secret);
            return QJsonObject{{"name", name},
                               {"plugin", "behaviour"},
                               {"isolation", isolation},
                               {"parameters", parameters},
                               {"options", QJsonObject{{"maxRetries", 0}}}};
        };
        server.start({sessionOf(server, {controller("handler", {{"outcome", "tell"}}),
                                         controller("lists", {{"lists", "tell"}})}),
                      "--metrics", "127.0.0.1:0", "--log-level", "debug", "--log", style, "--json",
                      "--status-interval", "50ms"});
        QVERIFY2(server.waitForLog("made with ••••"), server.log());
        QVERIFY2(server.waitForLog("logged in with ••••"), server.log());
        QVERIFY2(server.waitForLog("cannot log in with ••••", 3), server.log());
        QVERIFY2(server.waitForLog("no list with ••••"), server.log());
        const QByteArray metrics = server.metrics();
        QVERIFY(metrics.contains("qontroller_lists_total"));
        const QByteArray ready = httpGet(
            QUrl(QStringLiteral("http://127.0.0.1:%1/readyz").arg(server.metricsPort())));
        QVERIFY2(!(metrics + ready).contains(Secret), ready);
        QCOMPARE(server.end(), 128 + SIGTERM);
        QVERIFY2(!(server.log() + server.output()).contains(Secret), server.log());
    }

    void commandsOfScriptsGetThemInTheirEnvironment_data()
    {
        QTest::addColumn<QString>("isolation");
        QTest::newRow("in the server") << "none";
        QTest::newRow("in a process of its own") << "process";
    }
    void commandsOfScriptsGetThemInTheirEnvironment()
    {
        QFETCH(QString, isolation);
        ServerProcess server;
        writeSecret(server, Secret, 0400);
        const auto sh = [](const char *script) { return QJsonArray{"sh", "-c", script}; };
        const QJsonObject parameters{
            {"list", sh("echo a")},
            {"add", sh("printf %s \"$TOKEN\" > got; echo \"$MODE: no $TOKEN\" >&2; exit 78")},
            {"environment", QJsonObject{{"MODE", "plain"},
                                        {"TOKEN", QJsonObject{{"fromFile", "{session}/secret"}}}}},
            {"workingDirectory", "{session}"}};
        const QString session = server.session({{"name", "hooks"},
                                                {"plugin", "script"},
                                                {"isolation", isolation},
                                                {"parameters", parameters}});
        QCOMPARE(server.run({session, "--until-idle", "--log-level", "debug"}), 3);
        QCOMPARE(contentsOf(server.file("got")), QByteArray(Secret));
        QVERIFY2(server.log().contains("plain: no ••••"), server.log());
        QVERIFY2(!(server.log() + server.output()).contains(Secret), server.log());
    }

    void aSecretThatIsTooShortIsToldOf()
    {
        ServerProcess server;
        const QString session = server.session(
            {{"name", "hooks"},
             {"plugin", "behaviour"},
             {"parameters", QJsonObject{{"secret", "abc"}, {"outcome", "done"}}}});
        const QByteArray sentence = "hooks: the secret of parameters.secret has fewer than 4 bytes";
        QCOMPARE(server.run({"--check", session}), 0);
        QVERIFY2(server.log().contains(sentence), server.log());
        QCOMPARE(server.run({session, "--until-idle"}), 0);
        QVERIFY2(server.log().contains(sentence), server.log());
    }

    void metricsAreForThoseWhoKnowAPassword()
    {
        ServerProcess server;
        const QString users = writeSecret(server, "# scrapers\nprometheus:pass:word\n", 0600);
        const QString session = server.behaviour({});
        const Authority authority("hosts");
        const QTemporaryDir tls;
        authority.give("server", tls.path());
        authority.writeTo(tls.filePath("hosts.pem"));
        const QStringList guarded{session,       "--metrics",
                                  "127.0.0.1:0", "--metrics-password-file",
                                  users,         "--metrics-tls",
                                  tls.path()};
        server.start(guarded);
        const auto page = [&](const QString &user) {
            QUrl url(QStringLiteral("https://127.0.0.1/metrics"));
            url.setPort(server.metricsPort());
            url.setUserInfo(user);
            return httpGet(url, tls.filePath("hosts.pem"));
        };
        QVERIFY(page("prometheus:pass:word").contains("qontroller_lists_total"));
        QCOMPARE(page({}), QByteArray());
        QCOMPARE(page("prometheus:pass"), QByteArray());
        const QString how = "  scheme: https\n  tls_config: {ca_file: '" + tls.filePath("hosts.pem")
                            + "'}\n  basic_auth: {username: prometheus, password: 'pass:word'}\n";
        PrometheusProcess prometheus(server.metricsPort(), {}, how);
        QTRY_VERIFY2(!prometheus.address().isEmpty(), prometheus.log());
        QTRY_COMPARE(prometheus.query("qontroller_session_applied"), "1");
        QCOMPARE(server.end(), 128 + SIGTERM);

        const QByteArray key = tls.filePath("key.pem").toUtf8();
        QCOMPARE(::chmod(key, 0644), 0);
        QCOMPARE(server.run(guarded), 2);
        QVERIFY2(server.log().contains("--metrics-tls: " + key + " can be read by others"),
                 server.log());
        QCOMPARE(::chmod(users.toUtf8(), 0644), 0);
        QCOMPARE(server.run(
                     {session, "--metrics", "127.0.0.1:0", "--metrics-password-file", users}),
                 2);
        QVERIFY2(server.log().contains("--metrics-password-file: " + users.toUtf8()
                                       + " can be read by others: chmod go-r"),
                 server.log());
    }

    void whatIsWrongIsNamedWithItsPlace()
    {
        ServerProcess server;
        const QString file = writeSecret(server, Secret, 0644);
        const auto controller = [](const QString &name, const QJsonObject &reference) {
            return QJsonObject{{"name", name},
                               {"plugin", "behaviour"},
                               {"parameters", QJsonObject{{"secret", reference}}}};
        };
        const QString session = sessionOf(server,
                                          {controller("a", {{"fromFile", "{session}/secret"}}),
                                           controller("b", {{"fromEnv", "QONTROLLER_NO_SUCH"}}),
                                           controller("c", {{"fromVault", Secret}})});
        QCOMPARE(server.run({session, "--check"}), 2);
        for (const QByteArray &words :
             {"session.json: controllers[0].parameters.secret.fromFile: names the file "
                  + file.toUtf8() + ", which can be read by others: chmod go-r",
              QByteArray("controllers[1].parameters.secret.fromEnv: names the variable "
                         "QONTROLLER_NO_SUCH, which is not in this program's environment"),
              QByteArray("controllers[2].parameters.secret: must be text, {\"fromEnv\"")})
            QVERIFY2(server.log().contains(words), server.log());
        QVERIFY(!server.log().contains(Secret));
        QCOMPARE(server.run({session}), 2); // it does not start either
    }
};

QONTROLLER_GUILESS_TEST(ServerSecretsTest)
#include "tst_serversecrets.moc"
