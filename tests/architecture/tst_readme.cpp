// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files.h"
#include "testprogram.h"

#include "core/host/host.h"
#include "core/pluginapi/controllerplugin.h"

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

/// What stands in README.md between a line "```language" and the next "```", \a index-th of these.
QByteArray codeBlock(const QByteArray &language, int index = 0)
{
    const QByteArray readme = '\n' + contentsOf(QONTROLLER_SOURCE_DIR "/README.md");
    const QByteArray start = "\n```" + language + '\n';
    qsizetype at = readme.indexOf(start);
    while (index-- > 0 && at >= 0)
        at = readme.indexOf(start, at + start.size());
    if (at < 0)
        return {};
    at += start.size();
    return readme.mid(at, readme.indexOf("\n```", at) + 1 - at);
}

} // namespace

/// The examples of README.md are true.
class ReadmeTest : public QObject
{
    Q_OBJECT

private slots:
    void showsTheExampleThatIsCompiled();
    void showsTheMetadataOfTheExample();
    void showsTheSessionThatIsInstalled();
    void theExampleDoesWhatItSays();
};

void ReadmeTest::showsTheExampleThatIsCompiled()
{
    const QByteArray source = contentsOf(QONTROLLER_EXAMPLE_DIR "/filesizes.cpp");
    QCOMPARE(codeBlock("cpp"), withoutLicenseLine(source));
}

void ReadmeTest::showsTheMetadataOfTheExample()
{
    QCOMPARE(codeBlock("json", 1), contentsOf(QONTROLLER_EXAMPLE_DIR "/filesizes.json"));
}

void ReadmeTest::showsTheSessionThatIsInstalled()
{
    QCOMPARE(codeBlock("json", 0),
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

QONTROLLER_GUILESS_TEST(ReadmeTest)
#include "tst_readme.moc"
