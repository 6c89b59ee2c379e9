// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files.h"

#include <QtCore/QDirIterator>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

using namespace qontroller::test;

namespace {

constexpr auto Package = PREFIX "/" PACKAGE_FOLDER;
constexpr int TooLong = 100'000;

struct Result
{
    int status = -1;
    QByteArray output; ///< in one line: CMake breaks sentences where it likes
};

Result cmake(const QStringList &arguments, const QString &folder = {})
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setWorkingDirectory(folder);
    process.start(CMAKE, arguments);
    if (!process.waitForFinished(TooLong) || process.exitStatus() != QProcess::NormalExit)
        return {-1, "cmake does not end"};
    return {process.exitCode(), process.readAll().simplified()};
}

bool write(const QString &path, const QByteArray &text)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

/// Configures a project outside the tree.
Result configure(const QString &source, const QString &build)
{
    return cmake({"-G", "Ninja", "-S", source, "-B", build, "-DCMAKE_PREFIX_PATH=" PREFIX,
                  "-DCMAKE_BUILD_TYPE=" CMAKE_BUILD_TYPE});
}

} // namespace

/// What authors get, as it was installed.
class SdkTest : public QObject
{
    Q_OBJECT

private slots:
    void everyHeaderCompilesAlone();
    void installsHeadersForPluginsAlone();
    void namesNoPathOfTheTree();
    void refusesAnotherVersion_data();
    void refusesAnotherVersion();
    void judgesMetadata_data();
    void judgesMetadata();
    void saysHowToNameThePartsOfAPlugin();
};

void SdkTest::everyHeaderCompilesAlone()
{
    const QTemporaryDir build;
    const Result configured = configure(QONTROLLER_SOURCE_DIR "/tests/core/pluginapi/headers",
                                        build.path());
    QVERIFY2(configured.status == 0, configured.output);
    QVERIFY(QFile::exists(build.filePath("core/api/functions.h.cpp")));
    const Result built = cmake({"--build", build.path()});
    QVERIFY2(built.status == 0, built.output);
}

void SdkTest::installsHeadersForPluginsAlone()
{
    const QString headers = PREFIX "/include/qontroller";
    QCOMPARE(entriesOf(headers), QStringList{"core"});
    QCOMPARE(entriesOf(headers + "/core"), (QStringList{"api", "base", "pluginapi"}));
    QCOMPARE(entriesOf(headers + "/core/base"), QStringList{"duration.h"});
}

void SdkTest::namesNoPathOfTheTree()
{
    QDirIterator files(Package, QDir::Files);
    QVERIFY(files.hasNext());
    while (files.hasNext()) {
        const QByteArray text = contentsOf(files.next());
        for (const char *folder : {QONTROLLER_SOURCE_DIR, QONTROLLER_BINARY_DIR})
            QVERIFY2(!text.contains(folder), qPrintable(files.filePath()));
    }
}

void SdkTest::refusesAnotherVersion_data()
{
    QTest::addColumn<QByteArray>("version");
    for (const char *version : {"0.2", "1.0", "99"})
        QTest::newRow(version) << QByteArray(version);
}

void SdkTest::refusesAnotherVersion()
{
    QFETCH(QByteArray, version);
    const QTemporaryDir folder;
    QVERIFY(write(folder.filePath("CMakeLists.txt"), "cmake_minimum_required(VERSION 3.25)\n"
                                                     "project(later LANGUAGES CXX)\n"
                                                     "find_package(Qontroller "
                                                         + version + " REQUIRED CONFIG)\n"));
    const Result result = configure(folder.path(), folder.filePath("build"));
    QCOMPARE(result.status, 1);
    QVERIFY2(result.output.contains(
                 "Could not find a configuration file for package \"Qontroller\" "
                 "that is compatible with requested version \""
                 + version + '"'),
             result.output);
    QVERIFY2(result.output.contains("QontrollerConfig.cmake, version: 0.1.0"), result.output);
}

void SdkTest::judgesMetadata_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("sentence");

    const auto row = [](const char *name, const QByteArray &json, const QByteArray &sentence) {
        QTest::newRow(name) << json << sentence;
    };
    row("good", R"({ "id": "a-1", "name": "A", "version": "2", "apiVersion": "1.0" })", "");
    row("version as a number", R"({ "id": "a", "name": "A", "version": "2", "apiVersion": 1 })",
        "");
    row("no JSON", "{ \"id\": \"a\",, }", "p.json: is not JSON: Line 1, Column 13");
    row("list", "[]", "p.json: must be an object, as in { \"id\": \"file-sizes\" }");
    row("no id", R"({ "name": "A" })",
        R"(p.json: id is missing; write it as in "id": "file-sizes")");
    row("id in words", R"({ "id": "File sizes" })",
        R"(p.json: id must be text as in "file-sizes", but is File sizes)");
    row("name as a number", R"({ "id": "a", "name": 7 })",
        R"(p.json: name must be text as in "File sizes", but is 7)");
    row("empty version", R"({ "id": "a", "name": "A", "version": "" })",
        R"(p.json: version must be text as in "1.0", but is)");
    row("no API version", R"({ "id": "a", "name": "A", "version": "1" })",
        R"(p.json: apiVersion is missing; write it as in "apiVersion": "1.0")");
    row("API version in words",
        R"({ "id": "a", "name": "A", "version": "1", "apiVersion": "new" })",
        R"(p.json: apiVersion must be text as in "1.0", but is new)");
    row("parameters as text",
        R"({ "id": "a", "name": "A", "version": "1", "apiVersion": "1", "parameters": "none" })",
        "p.json: parameters must be an object, not STRING");
}

void SdkTest::judgesMetadata()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, sentence);
    const QTemporaryDir folder;
    QVERIFY(write(folder.filePath("p.json"), json));
    QVERIFY(write(folder.filePath("judge.cmake"),
                  QByteArray("include(") + Package
                      + "/addplugin.cmake)\nqontroller_check_metadata(p.json)\n"));
    const Result result = cmake({"-P", folder.filePath("judge.cmake")}, folder.path());
    QCOMPARE(result.status != 0, !sentence.isEmpty());
    QVERIFY2(result.output.contains(sentence), result.output);
}

void SdkTest::saysHowToNameThePartsOfAPlugin()
{
    const QTemporaryDir folder;
    const auto output = [&](const QByteArray &call) {
        if (!write(folder.filePath("call.cmake"),
                   QByteArray("include(") + Package + "/addplugin.cmake)\n" + call))
            return QByteArray("call.cmake cannot be written");
        return cmake({"-P", folder.filePath("call.cmake")}, folder.path()).output;
    };
    QVERIFY(
        output("qontroller_add_plugin(mine SOURCES mine.cpp)")
            .contains("qontroller_add_plugin(mine): write a name, SOURCES and METADATA, as in "));
    QVERIFY(output("qontroller_add_plugin(mine mine.cpp)")
                .contains("as in qontroller_add_plugin(file"));
    QVERIFY(output("qontroller_add_plugin(mine SOURCES mine.cpp METADATA mine.json)")
                .contains("mine.json: there is no such file; METADATA names the JSON file"));
}

QTEST_GUILESS_MAIN(SdkTest)
#include "tst_sdk.moc"
