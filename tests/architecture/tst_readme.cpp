// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files.h"
#include "testprogram.h"

#include "core/engine/host/host.h"
#include "core/plugins/api/controllerplugin.h"

#include <QtCore/QPluginLoader>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::test;

namespace {

void write(const QString &path, const QByteArray &text)
{
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(text);
}

/// What stands in \a page of the manual between the first line "```language" and the next "```".
QByteArray codeBlock(const char *page, const QByteArray &language)
{
    const QByteArray text = '\n'
                            + contentsOf(QONTROLLER_SOURCE_DIR "/resources/manual/"
                                         + QString::fromLatin1(page));
    const QByteArray start = "\n```" + language + '\n';
    qsizetype at = text.indexOf(start);
    if (at < 0)
        return {};
    at += start.size();
    return text.mid(at, text.indexOf("\n```", at) + 1 - at);
}

} // namespace

/// The examples of README.md and the manual are true.
class ReadmeTest : public QObject
{
    Q_OBJECT

private slots:
    void showsTheExampleThatIsCompiled();
    void showsTheMetadataOfTheExample();
    void showsTheSessionThatIsInstalled();
    void theExampleDoesWhatItSays();
    void isReadOnOneScreen();
};

void ReadmeTest::showsTheExampleThatIsCompiled()
{
    const QByteArray source = contentsOf(QONTROLLER_EXAMPLE_DIR "/filesizes.cpp");
    QCOMPARE(codeBlock("author.md", "cpp"), withoutLicenseLine(source));
}

void ReadmeTest::showsTheMetadataOfTheExample()
{
    QCOMPARE(codeBlock("author.md", "json"), contentsOf(QONTROLLER_EXAMPLE_DIR "/filesizes.json"));
}

void ReadmeTest::showsTheSessionThatIsInstalled()
{
    QCOMPARE(codeBlock("server.md", "json"),
             contentsOf(QONTROLLER_SOURCE_DIR "/installer/files/example.json"));
}

void ReadmeTest::theExampleDoesWhatItSays()
{
    const QTemporaryDir folder;
    const QTemporaryDir notes;
    write(folder.filePath("a"), "hello");
    write(folder.filePath("b"), "");

    QPluginLoader loader(QONTROLLER_EXAMPLE_PLUGIN);
    auto *plugin = qobject_cast<ControllerPlugin *>(loader.instance());
    QVERIFY2(plugin, qPrintable(loader.errorString()));
    auto parts = plugin->create({{"folder", folder.path()}, {"notes", notes.path()}}, {});
    QVERIFY2(parts, parts ? "" : parts.error().c_str());

    Host host;
    ControllerSpec spec;
    spec.name = "sizes";
    spec.parts = std::move(*parts);
    spec.options.resyncInterval = std::chrono::milliseconds(20);
    spec.options.massDeletionGuard = false;
    QVERIFY(host.add(std::move(spec)));
    QTRY_COMPARE(contentsOf(notes.filePath("a")), "5 bytes\n");
    QTRY_COMPARE(contentsOf(notes.filePath("b")), "0 bytes\n");
    QFile::remove(folder.filePath("a"));
    QTRY_VERIFY(!QFile::exists(notes.filePath("a")));
}

void ReadmeTest::isReadOnOneScreen()
{
    const QByteArray readme = contentsOf(QONTROLLER_SOURCE_DIR "/README.md");
    QVERIFY(readme.simplified().count(' ') < 1500);
    for (const char *door : {"operator", "server", "author"})
        QVERIFY(readme.contains("](resources/manual/" + QByteArray(door) + ".md)"));
}

QONTROLLER_GUILESS_TEST(ReadmeTest)
#include "tst_readme.moc"
