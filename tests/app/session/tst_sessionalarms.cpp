// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/session/sessionalarms.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

QByteArray withAlarms(const QByteArray &alarms)
{
    return R"({"version": 1, "controllers": [{"name": "photos", "plugin": "p"}], "alarms": )"
           + alarms + "}";
}

QByteArray withRule(const QByteArray &rule)
{
    return withAlarms(R"({"rules": [)" + rule + "]}");
}

} // namespace

/// What a session says of alarms.
class SessionAlarmsTest final : public QObject
{
    Q_OBJECT

private slots:
    void withoutAWordTheDefaultsHold()
    {
        const auto session = parseSession(R"({"version": 1, "controllers": []})");
        QVERIFY(session && session->alarms == AlarmSettings{});
        QCOMPARE(session->alarms.rules, defaultAlarmRules());
        QVERIFY(!writeSession(*session).contains("alarms"));
        const auto notified = parseSession(withAlarms(R"({"notify": ["mail", "me"]})"));
        QVERIFY(notified);
        QCOMPARE(notified->alarms.rules, defaultAlarmRules());
        QCOMPARE(notified->alarms.notify, std::vector<std::string>({"mail", "me"}));
    }

    void anEmptyListIsNoAlarm()
    {
        const auto session = parseSession(withAlarms(R"({"rules": []})"));
        QVERIFY(session && session->alarms.rules.empty());
        QCOMPARE(parseSession(writeSession(*session)), session);
    }

    void whatIsReadIsWritten()
    {
        const auto session = parseSession(withAlarms(R"({
            "$comment": "for the night",
            "rules": [
                {"$comment": "all", "name": "fault", "when": "fault", "for": "2m"},
                {"name": "lists", "when": "cannot-list", "severity": "notice"},
                {"name": "slow", "when": "p95 > 2s", "for": "10m", "controllers": ["photos"]}],
            "notify": ["sh", "-c", "true"]})"));
        QVERIFY(session);
        const auto &rules = session->alarms.rules;
        QCOMPARE(rules.size(), 3U);
        QVERIFY(rules[0].when == AlarmCondition(Severity::Fault) && rules[0].lasts == 2min);
        QVERIFY(rules[1].severity == Severity::Notice && rules[1].lasts == 0s);
        QVERIFY(rules[2].severity == Severity::Fault);
        QCOMPARE(rules[2].controllers, std::vector<std::string>({"photos"}));
        QCOMPARE(parseSession(writeSession(*session)), session);
    }

    void whatIsWrongIsNamed_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("problem");
        const auto row = [](const QByteArray &json, const char *problem) {
            QTest::newRow(problem) << json << problem;
        };
        row(withAlarms("3"), "alarms: must be an object, but is 3");
        row(withAlarms(R"({"rule": []})"),
            "alarms.rule: is not known here: allowed are rules and notify");
        row(withAlarms(R"({"rules": {}})"), "alarms.rules: must be a list of rules");
        row(withAlarms(R"({"notify": "mail"})"),
            "alarms.notify: must be a list with a program and its arguments, but is \"mail\"");
        row(withAlarms(R"({"notify": ["mail", 3]})"),
            "alarms.notify[1]: must be text that is not empty and has no zero byte, but is 3");
        row(withAlarms(R"({"notify": ["mail", ""]})"), "alarms.notify[1]: must be text");
        row(withRule(R"({"name": "a", "when": "fault", "controllers": [1]})"),
            "alarms.rules[0].controllers[0]: must be text");
        row(withRule("7"), "alarms.rules[0]: must be an object with name and when, but is 7");
        row(withRule(R"({"when": "fault"})"), "alarms.rules[0].name: is missing");
        row(withRule(R"({"name": "a"})"), "alarms.rules[0].when: is missing");
        row(withRule(R"({"name": "a", "when": "load > 3"})"),
            "alarms.rules[0].when: must say when there is an alarm, but no number is called "
            "\"load\"");
        row(withRule(R"({"name": "a", "when": "fault", "for": 5})"),
            "alarms.rules[0].for: must be a length of time");
        row(withRule(R"({"name": "a", "when": "fault", "severity": "bad"})"),
            "alarms.rules[0].severity: must be \"notice\", \"decision\" or \"fault\", but is "
            "\"bad\"");
        row(withRule(R"({"name": "a", "when": "fault", "controllers": ["photo"]})"),
            "alarms.rules[0].controllers: must name controllers of this session, but none is "
            "called \"photo\"");
        row(withRule(R"({"name": "a", "when": "fault", "controllers": []})"),
            "alarms.rules[0].controllers: must name a controller");
        row(withRule(R"({"name": "a", "when": "fault"}, {"name": "a", "when": "held"})"),
            "alarms.rules[1].name: must be unique");
    }

    void whatIsWrongIsNamed()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, problem);
        const auto session = parseSession(json);
        QVERIFY(!session);
        QCOMPARE(session.error().size(), 1U);
        const QString sentence = QString::fromStdString(session.error().front().sentence());
        QVERIFY2(sentence.startsWith(problem), qPrintable(sentence));
    }

    void savingOptionsKeepsThem()
    {
        const QByteArray before = withRule(R"({"name": "a", "when": "fault"})");
        const QByteArray after = withChanges(before, {{"photos", QJsonObject{{"workers", 3}}}});
        QVERIFY(after.contains("workers"));
        QCOMPARE(parseSession(after)->alarms, parseSession(before)->alarms);
    }

    void aCommandThatIsNotThereIsNamed()
    {
        QVERIFY(checkAlarms({{}, {"sh", "-c", "true"}}).empty());
        QVERIFY(checkAlarms({}).empty());
        const JsonProblems problems = checkAlarms({{}, {"no-such-pager"}});
        QCOMPARE(problems.size(), 1U);
        const QString sentence = QString::fromStdString(problems.front().sentence());
        QVERIFY2(sentence.startsWith("alarms.notify[0]: must name a program"),
                 qPrintable(sentence));
    }
};

QONTROLLER_TEST(SessionAlarmsTest)
#include "tst_sessionalarms.moc"
