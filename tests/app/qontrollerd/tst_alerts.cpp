// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files.h"
#include "programs.h"
#include "prometheusprocess.h"
#include "servermetrics.h"
#include "testprogram.h"

#include <QtCore/QSet>
#include <QtTest/QtTest>

#include <csignal>
#include <optional>

using namespace qontroller;
using namespace qontroller::test;

namespace {

QString resource(const char *name)
{
    return QStringLiteral(PROMETHEUS "/") + QLatin1String(name);
}

/// What \a pattern captures in \a text, each once.
QSet<QString> allIn(const QString &text, const char *pattern)
{
    QSet<QString> found;
    for (auto it =
             QRegularExpression(pattern, QRegularExpression::MultilineOption).globalMatch(text);
         it.hasNext();)
        found += it.next().captured(1);
    return found;
}

QStringList expressionsOfRules()
{
    return allIn(QString::fromUtf8(contentsOf(resource("alerts.yml"))), "^    expr: (.+)$")
        .values();
}

QJsonObject dashboard()
{
    return QJsonDocument::fromJson(contentsOf(resource("dashboard.json"))).object();
}

QStringList expressionsOfDashboard()
{
    QStringList all;
    const QJsonArray panels = dashboard()["panels"].toArray();
    for (const auto panel : panels) {
        const QJsonArray targets = panel.toObject()["targets"].toArray();
        for (const auto target : targets)
            all += target.toObject()["expr"].toString();
    }
    return all;
}

/// The metrics of an expression, a histogram by its own name.
QSet<QString> metricsIn(const QString &expression)
{
    return allIn(expression, R"(\b((?:qontroller|supervised)_\w+?)(?:_bucket|_sum|_count)?\b)");
}

/// Whether \a page has a series of each label that \a expression asks for by a fixed value.
QStringList labelsMissing(const QString &expression, const QString &page)
{
    static const QRegularExpression selector(R"re((qontroller_\w+)\{([^}]*)\})re");
    static const QRegularExpression label(R"re((\w+)=~?"([^"$]+)")re");
    QStringList missing;
    for (auto selected = selector.globalMatch(expression); selected.hasNext();) {
        const auto match = selected.next();
        for (auto labels = label.globalMatch(match.captured(2)); labels.hasNext();) {
            const auto asked = labels.next();
            for (const QString &value : asked.captured(2).split('|')) {
                const QRegularExpression series("^" + match.captured(1) + R"(\{[^}]*\b)"
                                                    + asked.captured(1) + "=\"" + value + '"',
                                                QRegularExpression::MultilineOption);
                if (!series.match(page).hasMatch())
                    missing += asked.captured(1) + '=' + value;
            }
        }
    }
    return missing;
}

/// What a server says of a process that has ended.
QByteArray metricsOfProcesses()
{
    ServerProcess server;
    QDir().mkpath(server.file("specs"));
    server.write("specs/short.json", R"({ "command": ["true"] })");
    const QString session = server.write("session.json", R"({ "version": 1, "controllers": [
        { "name": "jobs", "plugin": "process",
          "parameters": { "folder": "{session}/specs", "state": "{session}/state" } } ] })");
    server.start({session, "--metrics", "127.0.0.1:0"});
    static_cast<void>(
        QTest::qWaitFor([&] { return server.metrics().contains("supervised_"); }, 30'000));
    const QByteArray page = server.metrics();
    server.signal(SIGTERM);
    server.wait();
    return page;
}

QByteArray promtool(const QStringList &arguments)
{
    QProcess process;
    process.setWorkingDirectory(QStringLiteral(PROMETHEUS));
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start("promtool", arguments);
    process.waitForFinished();
    const QByteArray said = process.readAll();
    return process.exitCode() == 0 ? QByteArray() : said;
}

} // namespace

/// The alert rules and the dashboard that are installed, against what the real program serves.
class AlertsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { NEEDS_PROGRAMS("promtool", "prometheus"); }

    void promtoolFindsTheRulesRight()
    {
        const QByteArray said = promtool({"check", "rules", "alerts.yml"});
        QVERIFY2(said.isEmpty(), said);
    }

    void eachAlertIsRaisedAndIsSilentAsItsTestSays()
    {
        const QByteArray said = promtool({"test", "rules", "alerts.test.yml"});
        QVERIFY2(said.isEmpty(), said);
        const QString tests = QString::fromUtf8(contentsOf(resource("alerts.test.yml")));
        const QString rules = QString::fromUtf8(contentsOf(resource("alerts.yml")));
        const auto alerts = allIn(rules, R"(^  - alert: (\w+)$)");
        QVERIFY(alerts.size() >= 20);
        QCOMPARE(allIn(tests, R"(^- name: (\w+)$)"), alerts);
        QCOMPARE(allIn(tests, R"(^- name: (\w+) is silent$)"), alerts);
    }

    void everyMetricIsServed()
    {
        ServerProcess server; // which has consist controllers, too
        server.start({"--demo", "--metrics", "127.0.0.1:0"});
        QTRY_VERIFY(server.metrics().contains("qontroller_consist_"));
        const QString page = QString::fromUtf8(server.metrics() + metricsOfProcesses());
        const auto served = allIn(page, R"(^# TYPE (\w+) )");
        const QStringList rules = expressionsOfRules();
        const QStringList shown = expressionsOfDashboard();
        QVERIFY(rules.size() >= 20 && shown.size() >= 40);
        for (const QString &expression : rules + shown) {
            const auto asked = metricsIn(expression);
            QVERIFY2(!asked.isEmpty(), qPrintable(expression));
            for (const QString &metric : asked)
                QVERIFY2(served.contains(metric), qPrintable(metric));
            const QStringList missing = labelsMissing(expression, page);
            QVERIFY2(missing.isEmpty(), qPrintable(expression + ": " + missing.join(' ')));
        }
        QVERIFY(!labelsMissing(R"(qontroller_items{state=~"failed|lost"})", page).isEmpty());
        const auto onDashboard = metricsIn(shown.join('\n'));
        for (const QString &metric : allIn(page, R"(^# TYPE (qontroller_\w+) )"))
            QVERIFY2(onDashboard.contains(metric), qPrintable(metric));
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

    void panelsOfTheDashboardAreWhole()
    {
        const QJsonArray panels = dashboard()["panels"].toArray();
        QSet<int> ids;
        for (const auto each : panels) {
            const QJsonObject panel = each.toObject();
            ids += panel["id"].toInt();
            QVERIFY(!panel["title"].toString().isEmpty());
            if (panel["type"] == QLatin1String("row"))
                continue;
            QVERIFY2(!panel["targets"].toArray().isEmpty(), qPrintable(panel["title"].toString()));
            QCOMPARE(panel["datasource"].toObject()["uid"].toString(),
                     QStringLiteral("${datasource}"));
        }
        QCOMPARE(ids.size(), panels.size());
    }

    void prometheusRaisesAnAlertOnARealFault()
    {
        ServerProcess server;
        server.start(
            {server.behaviour({{"objects", 20}, {"lists", "once"}}, {{"resyncInterval", "20ms"}}),
             "--metrics", "127.0.0.1:0"});
        PrometheusProcess prometheus(server.metricsPort(), resource("alerts.yml"));
        QTRY_VERIFY2(!prometheus.address().isEmpty(), prometheus.log());
        QTRY_COMPARE(prometheus.alerts(), QStringList("QontrollerRemovalsHeld"));
        QCOMPARE(server.end(), 128 + SIGTERM);
    }
};

QONTROLLER_GUILESS_TEST(AlertsTest)
#include "tst_alerts.moc"
