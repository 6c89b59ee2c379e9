// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/log/repeatedlines.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

constexpr TimePoint Start{1h};

RepeatedLines::Entry warning(const std::string &text, const std::string &id = {})
{
    return {LogLevel::Warning, {.controller = "photos", .id = id, .text = text}};
}

/// The messages of \a entries.
QStringList messages(const std::vector<RepeatedLines::Entry> &entries)
{
    QStringList all;
    for (const RepeatedLines::Entry &entry : entries)
        all << QString::fromStdString(entry.line.message());
    return all;
}

} // namespace

/// A flood of one line is two lines of the log.
class RepeatedLinesTest final : public QObject
{
    Q_OBJECT

private slots:
    void countsWhatIsEqual()
    {
        RepeatedLines lines;
        QCOMPARE(messages(lines.take(warning("no"), Start)), QStringList{"photos: no"});
        for (int i = 0; i < 341; ++i)
            QCOMPARE(messages(lines.take(warning("no"), Start)), QStringList());
        QCOMPARE(messages(lines.take(warning("other"), Start)),
                 (QStringList{"photos: and 341 more like this", "photos: other"}));
    }

    void writesEachLineForDebug()
    {
        RepeatedLines lines;
        RepeatedLines::Entry retry = warning("no", "a");
        retry.level = LogLevel::Debug;
        for (int i = 0; i < 3; ++i)
            QCOMPARE(messages(lines.take(retry, Start)), QStringList{"photos: a: no"});
        QVERIFY(!lines.end());
    }

    void writesWhatDiffersByItsIdOrLevel()
    {
        RepeatedLines lines;
        QCOMPARE(lines.take(warning("no", "a"), Start).size(), std::size_t(1));
        QCOMPARE(lines.take(warning("no", "b"), Start).size(), std::size_t(1));
        RepeatedLines::Entry error = warning("no", "b");
        error.level = LogLevel::Error;
        QCOMPARE(lines.take(error, Start).size(), std::size_t(1));
    }

    void saysTheNumberEveryFewSeconds()
    {
        RepeatedLines lines;
        QCOMPARE(lines.take(warning("no"), Start).size(), std::size_t(1));
        QVERIFY(lines.take(warning("no"), Start + 1s).empty());
        QVERIFY(!lines.settle(Start + 5s));
        QCOMPARE(messages({lines.settle(Start + 6s).value()}),
                 QStringList{"photos: and 1 more like this"});
        QVERIFY(!lines.settle(Start + 60s));
        QVERIFY(lines.take(warning("no"), Start + 61s).empty());
        QCOMPARE(messages(lines.take(warning("no"), Start + 66s)),
                 QStringList{"photos: and 2 more like this"});
    }

    void losesNoNumberAtTheEnd()
    {
        RepeatedLines lines;
        QCOMPARE(lines.take(warning("no"), Start).size(), std::size_t(1));
        QVERIFY(!lines.end());
        QVERIFY(lines.take(warning("no"), Start).empty());
        QCOMPARE(messages({lines.end().value()}), QStringList{"photos: and 1 more like this"});
        QVERIFY(!lines.end());
    }
};

QONTROLLER_TEST(RepeatedLinesTest)
#include "tst_repeatedlines.moc"
