// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/engine/alarms/alarmcondition.h"
#include "core/engine/alarms/alarmrule.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

std::string errorOf(std::string_view text)
{
    const auto condition = parseAlarmCondition(text);
    return condition ? "no error" : condition.error();
}

bool says(const std::string &text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

/// What an alarm is about, as a session says it.
class AlarmConditionTest final : public QObject
{
    Q_OBJECT

private slots:
    void whatIsWrittenIsRead()
    {
        for (const std::string_view text :
             {"notice", "decision", "fault", "cannot-list", "held", "stuck-drain", "failing > 10",
              "depth > 1000", "held > 3", "oldest > 5m", "p50 > 250ms", "p95 > 2s", "p99 > 1h"}) {
            const auto condition = parseAlarmCondition(text);
            QVERIFY2(condition, text.data());
            QCOMPARE(describe(*condition), std::string(text));
        }
        QCOMPARE(parseAlarmCondition("  p95>2s "), parseAlarmCondition("p95 > 2s"));
    }

    void eachKindAndEachNumberHasAWord()
    {
        for (int i = 0; i < AttentionKindCount; ++i)
            QCOMPARE(*parseAlarmCondition(factsOf(AttentionKind(i)).name),
                     AlarmCondition(AttentionKind(i)));
        for (int i = 0; i < AlarmMeasureCount; ++i) {
            const AlarmThreshold threshold{AlarmMeasure(i), 120};
            QCOMPARE(*parseAlarmCondition(describe(threshold)), AlarmCondition(threshold));
        }
    }

    void whatIsWrongIsSaidWithWhatIsRight()
    {
        QVERIFY(says(errorOf("cannot_list"), "cannot-list"));
        QVERIFY(says(errorOf("normal"), "notice, decision, fault"));
        QVERIFY(says(errorOf(""), "failing > 10"));
        QVERIFY(says(errorOf("load > 3"), "depth, failing, held, oldest, p50, p95, p99"));
        QVERIFY(says(errorOf("failing > 2s"), "failing > 10"));
        QVERIFY(says(errorOf("failing > -1"), "failing > 10"));
        QVERIFY(says(errorOf("p95 > 2"), "p95: "));
        QVERIFY(says(errorOf("depth < 3"), "is no condition"));
    }

    void byDefaultFaultsAndDecisionsAlarm()
    {
        const auto rules = defaultAlarmRules();
        QCOMPARE(rules.size(), 2U);
        QVERIFY(rules[0].when == AlarmCondition(Severity::Fault) && rules[0].lasts == 2min);
        QVERIFY(rules[1].when == AlarmCondition(Severity::Decision) && rules[1].lasts == 0s);
    }
};

QONTROLLER_TEST(AlarmConditionTest)
#include "tst_alarmcondition.moc"
