// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/plugins/foldermirror/pathcodec.h"

#include <QtTest/QtTest>

#include <random>

using namespace qontroller;
using namespace qontroller::foldermirror;

namespace {

QByteArray bytes(const std::string &text)
{
    return QByteArray::fromStdString(text);
}

} // namespace

class PathCodecTest final : public QObject
{
    Q_OBJECT

private slots:
    void writesAPathAsAnIdAndReadsItBack_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("id");
        const auto row = [](const char *name, const char *path, const char *id) {
            QTest::newRow(name) << QByteArray(path) << QByteArray(id);
        };
        row("plain", "a/b.txt", "a/b.txt");
        row("spaces and dashes", "-rf / x/ y", "-rf / x/ y");
        row("percent", "100%", "100%25");
        row("looks escaped", "%41", "%2541");
        row("newline", "a\nb", "a%0Ab");
        row("tab and delete", "a\tb\x7F", "a%09b%7F");
        row("two bytes", "caf\xC3\xA9", "caf\xC3\xA9");
        row("three bytes", "\xE2\x82\xAC", "\xE2\x82\xAC");
        row("four bytes", "\xF0\x9F\x98\x80", "\xF0\x9F\x98\x80");
        row("lone lead", "\xC3", "%C3");
        row("lone continuation", "a\x80z", "a%80z");
        row("latin-1", "caf\xE9.txt", "caf%E9.txt");
        row("overlong slash", "\xC0\xAF", "%C0%AF");
        row("surrogate", "\xED\xA0\x80", "%ED%A0%80");
        row("beyond Unicode", "\xF4\x90\x80\x80", "%F4%90%80%80");
        row("cut short", "\xE2\x82", "%E2%82");
        row("cut by a letter", "\xE2\x82x", "%E2%82x");
        row("next line control", "\xC2\x85", "%C2%85");
        row("dots", "..a/.../.b", "..a/.../.b");
        row("backslash and quotes", "a\\b\"c'", "a\\b\"c'");
    }
    void writesAPathAsAnIdAndReadsItBack()
    {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, id);
        QCOMPARE(bytes(PathCodec::idOf(path.toStdString())), id);
        const auto back = PathCodec::pathOf(id.toStdString());
        QVERIFY(back);
        QCOMPARE(bytes(*back), path);
    }

    void refusesWhatIsNoPathsId_data()
    {
        QTest::addColumn<QByteArray>("id");
        for (const char *id :
             {"",     "/", "/etc/passwd", "a/",  "a//b", ".",   "..",     "a/../b", "./a",  "a/.",
              "../a", "%", "%4",          "%zz", "%0a",  "%41", "%2E%2E", "a\nb",   "\xFF", "%2F"})
            QTest::newRow(id) << QByteArray(id);
        QTest::newRow("NUL") << QByteArray("a%00b");
    }
    void refusesWhatIsNoPathsId()
    {
        QFETCH(QByteArray, id);
        QVERIFY(!PathCodec::pathOf(id.toStdString()));
    }

    void neverLosesAByteOfAnyName()
    {
        std::mt19937 random(20231120);
        for (int i = 0; i < 20000; ++i) {
            std::string path(1 + random() % 12, '\0');
            for (char &c : path) {
                do {
                    c = static_cast<char>(random() % 256);
                } while (c == '\0' || c == '/' || c == '.');
            }
            const std::string id = PathCodec::idOf(path);
            QVERIFY(QString::fromStdString(id).toStdString() == id); // valid UTF-8
            QVERIFY(id.find('\n') == std::string::npos);
            QCOMPARE(bytes(PathCodec::pathOf(id).value()), bytes(path));
        }
    }

    void splitsAndJoinsPaths()
    {
        QCOMPARE(bytes(std::string(splitPath("a/b/c").parent)), QByteArray("a/b"));
        QCOMPARE(bytes(std::string(splitPath("a/b/c").name)), QByteArray("c"));
        QVERIFY(splitPath("c").parent.empty());
        QCOMPARE(bytes(joinPath("", "c")), QByteArray("c"));
        QCOMPARE(bytes(joinPath("a", "c")), QByteArray("a/c"));
    }
};

QONTROLLER_GUILESS_TEST(PathCodecTest)
#include "tst_pathcodec.moc"
