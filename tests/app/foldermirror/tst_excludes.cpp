// SPDX-License-Identifier: LGPL-3.0-or-later
// What is left alone: the table is what `git check-ignore` says.
#include "app/plugins/foldermirror/excludes.h"
#include "app/plugins/foldermirror/wildcard.h"
#include "testprogram.h"

#include <QtTest/QtTest>

using namespace qontroller::foldermirror;

namespace {

Excludes excludesOf(const std::vector<std::string> &patterns)
{
    return Excludes::of(patterns).value_or(Excludes());
}

} // namespace

class ExcludesTest final : public QObject
{
    Q_OBJECT

private slots:
    void matchAsGitDoes_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("isFolder");
        QTest::addColumn<bool>("isContained");
        const auto row = [](const char *pattern, const char *path, bool isFolder, bool contained) {
            QTest::addRow("%s %s%s", pattern, path, isFolder ? "/" : "")
                << pattern << path << isFolder << contained;
        };
        row("*.tmp", "a/b.tmp", false, true);
        row("*.tmp", "b.tmp", false, true);
        row("*.tmp", "a.tmpx", false, false);
        row("cache/", "a/cache", true, true);
        row("cache/", "a/cache", false, false);
        row("cache/", "cache/x/y", false, true);
        row("/build", "build", true, true);
        row("/build", "a/build", true, false);
        row("doc/frotz", "doc/frotz", false, true);
        row("doc/frotz", "a/doc/frotz", false, false);
        row("foo/*", "foo/a", false, true);
        row("foo/*", "foo/a/b", false, true);
        row("a/**/b", "a/b", false, true);
        row("a/**/b", "a/x/y/b", false, true);
        row("a/**/b", "ab", false, false);
        row("**/foo", "foo", false, true);
        row("**/foo", "x/foo", true, true);
        row("**/foo/bar", "x/foo/bar", false, true);
        row("abc/**", "abc", true, false);
        row("abc/**", "abc/x", false, true);
        row("abc/**", "x/abc/y", false, false);
        row("a?c", "abc", false, true);
        row("a?c", "a/c", false, false);
        row("[a-c]x", "bx", false, true);
        row("[!a-c]x", "bx", false, false);
        row("[^a-c]x", "dx", false, true);
        row("[]x]", "]", false, true);
        row("[[:digit:]]*", "7up", false, true);
        row("[[:digit:]]*", "up", false, false);
        row("\\#x", "#x", false, true);
        row("\\!x", "!x", false, true);
        row("# x", "# x", false, false);
        row("x  ", "x", false, true);
        row("x\\ ", "x ", false, true);
        row("foo*bar", "fooXXbar", false, true);
        row("*a*b*c", "xaybzc", false, true);
        row("*a*b*c", "xaybz", false, false);
        row("**", "any", false, true);
        row("*/x", "a/x", false, true);
        row("*/x", "a/b/x", false, false);
        row("a\\*b", "a*b", false, true);
        row("a\\*b", "axb", false, false);
        row("a/**/**/b", "a/b", false, true);
        row("a**b", "aXb", false, true);
        row("a**b/c", "a/b/c", false, false);
        row("", "x", false, false);
    }
    void matchAsGitDoes()
    {
        QFETCH(QString, pattern);
        QFETCH(QString, path);
        QFETCH(bool, isFolder);
        QFETCH(bool, isContained);
        const Excludes excludes = excludesOf({pattern.toStdString()});
        QCOMPARE(excludes.contain(path.toStdString(), isFolder), isContained);
    }

    void theLastThatMatchesCounts()
    {
        const Excludes excludes = excludesOf({"*.log", "!keep.log", "out/", "!out/keep.log"});
        QVERIFY(excludes.contain("a/x.log", false));
        QVERIFY(!excludes.contain("a/keep.log", false));
        QVERIFY(excludes.contain("out/keep.log", false)); // its folder is left alone
    }

    void leaveLostAndFoundAlone()
    {
        QVERIFY(Excludes().contain("lost+found", true));
        QVERIFY(Excludes().contain("disk/lost+found/#123", false));
        QVERIFY(!Excludes().contain("lost+found", false));
        QVERIFY(!excludesOf({"!lost+found/"}).contain("lost+found", true));
    }

    void takeNoLongerForManyStars()
    {
        std::string pattern;
        for (int i = 0; i < 50; ++i)
            pattern += "*a";
        QVERIFY(!matchesName(pattern + 'b', std::string(2000, 'a')));
        QVERIFY(matchesName(pattern, std::string(2000, 'a')));
    }

    void sayWhichPatternIsWrong_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("complaint");
        QTest::newRow("open") << "[abc"
                              << "exclude[1] must close each [";
        QTest::newRow("class") << "[[:digits:]]"
                               << "exclude[1] must close each [";
        QTest::newRow("backslash") << "abc\\"
                                   << "exclude[1] must not end with a backslash";
        QTest::newRow("nothing") << "/"
                                 << "exclude[1] must name something";
        QTest::newRow("two slashes") << "a//b"
                                     << "exclude[1] must name something";
    }
    void sayWhichPatternIsWrong()
    {
        QFETCH(QString, pattern);
        QFETCH(QString, complaint);
        const auto excludes = Excludes::of({"*.tmp", pattern.toStdString()});
        QVERIFY(!excludes);
        const QString error = QString::fromStdString(excludes.error());
        QVERIFY2(error.startsWith(complaint) && error.endsWith('"' + pattern + '"'),
                 qPrintable(error));
    }
};

QONTROLLER_GUILESS_TEST(ExcludesTest)
#include "tst_excludes.moc"
