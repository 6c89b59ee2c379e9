// SPDX-License-Identifier: LGPL-3.0-or-later
#include "eventually.h"
#include "files.h"
#include "testprogram.h"

#include "app/alarms/alarmnotices.h"

#include <QtCore/QDir>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

Alarm alarm(const std::string &key)
{
    return {"fault", Severity::Fault, "photos", key, "6 objects failed: \"disk\"", WallTime(1h)};
}

} // namespace

/// A command of the operator is told of alarms: by a real one.
class AlarmNoticesTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder.emplace();
        m_clock = std::make_unique<ManualClock>();
        m_news = 0;
        m_command = shell("cat >> told; echo >> calls");
        begin({});
    }
    void cleanup() { m_notices.reset(); }

    void aCommandIsToldAtOnce()
    {
        follow({"photos/failed/1"});
        QVERIFY(haveBeen(1));
        const QJsonObject told = QJsonDocument::fromJson(contentsOf(file("told"))).object();
        QCOMPARE(told["host"].toString(), "server");
        QVERIFY(!told["at"].toString().isEmpty());
        const QJsonObject first = told["alarms"].toArray().at(0).toObject();
        QCOMPARE(first, QJsonObject({{"alarm", "fault"},
                                     {"state", "firing"},
                                     {"severity", "fault"},
                                     {"controller", "photos"},
                                     {"key", "photos/failed/1"},
                                     {"what", "6 objects failed: \"disk\""},
                                     {"since", "1970-01-01T01:00:00Z"}}));
    }

    void moreWaitsForAMinute()
    {
        follow({"a"});
        QVERIFY(haveBeen(1));
        QVERIFY(isWaiting());
        follow({"b"});
        follow({"b", "c"});
        QCOMPARE(calls(), 1);
        passUntilNext();
        QVERIFY(haveBeen(2));
        const QByteArray last = contentsOf(file("told")).split('\n').at(1);
        QCOMPARE(last.count("\"firing\""), 2);
        QCOMPARE(last.count("\"ended\""), 1);
    }

    void anEndIsToldOfOnlyWhereTheBeginWas()
    {
        follow({"a"});
        QVERIFY(haveBeen(1));
        QVERIFY(isWaiting());
        follow({"a", "b"});
        follow({});    // b begins and ends between two calls
        follow({"a"}); // … and a ends and begins
        follow({"a", "c"});
        passUntilNext();
        QVERIFY(haveBeen(2));
        const QByteArray last = contentsOf(file("told")).split('\n').at(1);
        QVERIFY2(last.count("\"state\"") == 1 && last.contains("\"key\":\"c\""), last);
    }

    /// A pager would keep the incident for ever.
    void theEndOfTheProgramTellsWhatWaits()
    {
        follow({"a"});
        QVERIFY(haveBeen(1));
        QVERIFY(isWaiting());
        follow({});
        m_notices.reset();
        QCOMPARE(calls(), 2);
        QVERIFY(contentsOf(file("told")).split('\n').at(1).contains("\"ended\""));
    }

    void whatFailsIsToldWithTheNext()
    {
        m_notices->setCommand(shell("[ -e mended ] || { echo no mail >&2; exit 7; }; cat >> told; "
                                    "echo >> calls"));
        follow({"a"});
        QVERIFY(comesTrue([this] { return m_notices->failures() == 1; }));
        writeContents(file("mended"), "");
        follow({"a", "b"});
        passUntilNext();
        QVERIFY(haveBeen(1));
        QCOMPARE(contentsOf(file("told")).count("\"firing\""), 2);
        QCOMPARE(m_notices->failures(), 1U);
    }

    void aProgramThatIsNotThereIsAFailure()
    {
        m_notices->setCommand({file("none").toStdString()});
        follow({"a"});
        QVERIFY(comesTrue([this] { return m_notices->failures() == 1; }));
    }

    void withoutACommandNobodyIsTold()
    {
        m_notices->setCommand({});
        follow({"a"});
        QVERIFY(m_notices->told().empty());
        m_notices->setCommand(shell("cat >> told; echo >> calls"));
        follow({"a", "b"});
        QVERIFY(haveBeen(1));
        QCOMPARE(contentsOf(file("told")).count("\"firing\""), 2);
    }

    /// It fails after another session has none.
    void whatACommandThatIsGoneWasNotToldIsForgotten()
    {
        m_notices->setCommand(shell("echo >> calls; until [ -e go ]; do :; done; exit 7"));
        follow({"a"});
        QVERIFY(haveBeen(1));
        m_notices->setCommand({});
        writeContents(file("go"), "");
        QVERIFY(comesTrue([this] { return m_notices->failures() == 1; }));
        QVERIFY(isWaiting()); // for no next call
        m_notices.reset();
        QCOMPARE(calls(), 1);
    }

    /// A pager would keep the incident for ever, or call once more.
    void aNextLifeTellsOnlyWhatIsNews()
    {
        follow({"a", "b", "c"});
        QVERIFY(haveBeen(1));
        QVERIFY(comesTrue([this] { return m_news == 1; }));
        QCOMPARE(m_notices->told().size(), std::size_t(3));
        beginNextLife();
        follow({"a"}, {{"fault", "b"}}); // c has ended meanwhile; b may come back
        QVERIFY(haveBeen(2));
        QVERIFY(isWaiting());
        const QByteArray second = contentsOf(file("told")).split('\n').at(1);
        QVERIFY2(second.count("\"state\"") == 1 && second.contains("\"state\":\"ended\""), second);
        QVERIFY2(second.contains("\"key\":\"c\",\"what\":\"6 objects failed"), second);
        follow({"a"});
        passUntilNext();
        QVERIFY(haveBeen(3));
        QVERIFY(comesTrue([this] { return m_notices->told().size() == 1; }));
    }

    void anotherCommandIsToldAnew()
    {
        follow({"a"});
        QVERIFY(haveBeen(1));
        QVERIFY(comesTrue([this] { return m_notices->told().size() == 1; }));
        m_command = shell("cat >> told; echo another >> calls");
        beginNextLife();
        QVERIFY(m_notices->told().empty());
        follow({"a"});
        QVERIFY(haveBeen(2));
    }

    void theEndDoesNotWaitForTheCommand()
    {
        m_notices->setCommand(shell("echo >> calls; exec sleep 1000"));
        follow({"a"});
        QVERIFY(haveBeen(1));
        m_notices.reset();
    }

private:
    void begin(const std::vector<KeptAlarms::Told> &told)
    {
        m_notices = std::make_unique<AlarmNotices>("server", *m_clock, [this] { ++m_news; });
        m_notices->restore(told);
        m_notices->setCommand(m_command);
    }
    void beginNextLife()
    {
        const auto told = m_notices->told();
        m_notices.reset();
        begin(told);
    }
    void follow(const std::vector<const char *> &keys, std::set<Alarms::Key> awaited = {})
    {
        std::vector<Alarm> firing;
        for (const char *key : keys)
            firing.push_back(alarm(key));
        m_notices->follow(firing, std::move(awaited));
    }
    [[nodiscard]] QString file(const QString &name) const { return m_folder->filePath(name); }
    [[nodiscard]] std::vector<std::string> shell(const std::string &script) const
    {
        return {"sh", "-c", "cd \"$0\" && " + script, m_folder->path().toStdString()};
    }
    [[nodiscard]] int calls() const
    {
        return QFile::exists(file("calls")) ? int(contentsOf(file("calls")).count('\n')) : 0;
    }
    [[nodiscard]] bool haveBeen(int number) const
    {
        return comesTrue([&] { return calls() == number; });
    }
    /// … for the next, which may come after a minute.
    [[nodiscard]] bool isWaiting() const
    {
        return comesTrue([this] { return m_clock->nextDeadline() == TimePoint::max(); })
               && comesTrue([this] { return m_clock->waiting() == 1; });
    }
    void passUntilNext()
    {
        const TimePoint next = m_clock->now() + AlarmNotices::Pause;
        QVERIFY(comesTrue([&] { return m_clock->isAwaited(next); }));
        m_clock->advance(AlarmNotices::Pause);
    }

    std::optional<QTemporaryDir> m_folder;
    std::unique_ptr<ManualClock> m_clock;
    std::vector<std::string> m_command;
    std::atomic<int> m_news = 0;
    std::unique_ptr<AlarmNotices> m_notices;
};

QONTROLLER_TEST(AlarmNoticesTest)
#include "tst_alarmnotices.moc"
