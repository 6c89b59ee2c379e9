// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files.h"
#include "testprogram.h"

#include <QtCore/QDirIterator>
#include <QtCore/QJsonObject>
#include <QtCore/QPluginLoader>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

using namespace qontroller::test;

namespace {

constexpr auto Package = PREFIX "/" PACKAGE_FOLDER;
constexpr int TooLong = 250'000;

struct Result
{
    int status = -1;
    QByteArray output; ///< in one line: CMake breaks sentences where it likes
};

Result run(const QString &program, const QStringList &arguments, const QString &folder = {},
           const QString &destination = {})
{
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("DESTDIR", destination);
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setWorkingDirectory(folder);
    process.start(program, arguments);
    if (!process.waitForFinished(TooLong) || process.exitStatus() != QProcess::NormalExit)
        return {-1, program.toUtf8() + " does not start or end: " + process.readAll()};
    return {process.exitCode(), process.readAll().simplified()};
}

bool write(const QString &path, const QByteArray &text)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

/// Configures a project outside the tree.
Result configure(const QString &source, const QString &build, const QString &prefix = PREFIX)
{
    const QString type = CMAKE_BUILD_TYPE;
    const QString compiler = CXX_COMPILER;
    const QString flags = CXX_FLAGS;
    return run(CMAKE, {"-G", "Ninja", "-S", source, "-B", build, "-DCMAKE_PREFIX_PATH=" + prefix,
                       "-DCMAKE_BUILD_TYPE=" + type, "-DCMAKE_CXX_COMPILER=" + compiler,
                       "-DCMAKE_CXX_FLAGS=" + flags});
}

} // namespace

/// What authors get, as it was installed.
class SdkTest : public QObject
{
    Q_OBJECT

private slots:
    void everyHeaderCompilesAlone();
    void isWholeByItselfWhereverItLies();
    void installsHeadersForPluginsAlone();
    void namesNoPathOfTheTree();
    void refusesAnotherVersion_data();
    void refusesAnotherVersion();
    void judgesMetadata_data();
    void judgesMetadata();
    void saysHowToNameThePartsOfAPlugin();
    void saysHowToNameThePartsOfATest();
    void aMissingFunctionIsNoticedWhenLinked();
    void editedMetadataReachesThePluginWithTheFirstBuild_data();
    void editedMetadataReachesThePluginWithTheFirstBuild();
};

void SdkTest::everyHeaderCompilesAlone()
{
    const QTemporaryDir build;
    const Result configured = configure(QONTROLLER_SOURCE_DIR "/tests/core/plugins/api/consumer",
                                        build.path());
    QVERIFY2(configured.status == 0, configured.output);
    QVERIFY(QFile::exists(build.filePath("core/engine/api/functions.h.cpp")));
    const Result built = run(CMAKE, {"--build", build.path()});
    QVERIFY2(built.status == 0, built.output);
    QCOMPARE(run(build.filePath("consumer"), {}).status, 0);
}

void SdkTest::installsHeadersForPluginsAlone()
{
    const QString headers = PREFIX "/include/qontroller";
    QCOMPARE(entriesOf(headers), QStringList{"core"});
    QCOMPARE(entriesOf(headers + "/core"), (QStringList{"api", "base", "cache", "consist", "kit",
                                                        "pluginapi", "source", "testing"}));
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

void SdkTest::isWholeByItselfWhereverItLies()
{
    const QTemporaryDir folder;
    const QString destination = folder.filePath("package");
    const Result installed = run(CMAKE,
                                 {"--install", QONTROLLER_BINARY_DIR, "--component", "sdk",
                                  "--prefix", "/opt/qontroller"},
                                 {}, destination);
    QVERIFY2(installed.status == 0, installed.output);
    QVERIFY(QFile::rename(destination + "/opt/qontroller", folder.filePath("moved")));
    for (const auto &[name, plugin] :
         {std::pair("template", "checksums"), std::pair("consist-template", "addresses")}) {
        const QString build = folder.filePath(name);
        const Result configured = configure(folder.filePath("moved/share/qontroller/") + name,
                                            build, folder.filePath("moved"));
        QVERIFY2(configured.status == 0, configured.output);
        const Result built = run(CMAKE, {"--build", build});
        QVERIFY2(built.status == 0, built.output);
        QVERIFY(QFile::exists(build + "/plugins/" + plugin + ".so"));
    }
}

void SdkTest::refusesAnotherVersion_data()
{
    QTest::addColumn<QByteArray>("version");
    for (const char *version : {"0.1", "0.3", "1.0", "99"})
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
    QVERIFY2(result.output.contains("QontrollerConfig.cmake, version: 0.2.0"), result.output);
}

void SdkTest::judgesMetadata_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("sentence");

    const auto row = [](const char *name, const QByteArray &json, const QByteArray &sentence) {
        QTest::newRow(name) << json << sentence;
    };
    row("good", R"({ "id": "a-1", "name": "A", "version": "2", "apiVersion": "3.0" })", "");
    row("version as a number", R"({ "id": "a", "name": "A", "version": "2", "apiVersion": 3 })",
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
        R"(p.json: apiVersion is missing; write it as in "apiVersion": "3.0")");
    row("API version in words",
        R"({ "id": "a", "name": "A", "version": "1", "apiVersion": "new" })",
        R"(p.json: apiVersion must be text as in "3.0", but is new)");
    row("parameters as text",
        R"({ "id": "a", "name": "A", "version": "1", "apiVersion": "3", "parameters": "none" })",
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
    const Result result = run(CMAKE, {"-P", folder.filePath("judge.cmake")}, folder.path());
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
        return run(CMAKE, {"-P", folder.filePath("call.cmake")}, folder.path()).output;
    };
    QVERIFY(
        output("qontroller_add_plugin(mine SOURCES mine.cpp)")
            .contains("qontroller_add_plugin(mine): write a name, SOURCES and METADATA, as in "));
    QVERIFY(output("qontroller_add_plugin(mine mine.cpp)")
                .contains("as in qontroller_add_plugin(file"));
    QVERIFY(output("qontroller_add_plugin(mine SOURCES mine.cpp METADATA mine.json)")
                .contains("mine.json: there is no such file; METADATA names the JSON file"));
}

void SdkTest::saysHowToNameThePartsOfATest()
{
    const QTemporaryDir folder;
    QVERIFY(
        write(folder.filePath("call.cmake"),
              QByteArray("include(") + Package
                  + "/addplugin.cmake)\nqontroller_add_plugin_test(mine PLUGIN no SOURCES m)\n"));
    const Result result = run(CMAKE, {"-P", folder.filePath("call.cmake")}, folder.path());
    QVERIFY2(result.output.contains("qontroller_add_plugin_test(mine): write a name, a PLUGIN that "
                                    "qontroller_add_plugin has made, and SOURCES, as in "),
             result.output);
}

void SdkTest::aMissingFunctionIsNoticedWhenLinked()
{
    const QTemporaryDir folder;
    QVERIFY(write(folder.filePath("CMakeLists.txt"),
                  "cmake_minimum_required(VERSION 3.25)\n"
                  "project(missing LANGUAGES CXX)\n"
                  "find_package(Qontroller 0.2 REQUIRED CONFIG)\n"
                  "qontroller_add_plugin(missing SOURCES missing.cpp METADATA missing.json)\n"));
    QVERIFY(write(folder.filePath("missing.json"),
                  R"({ "id": "missing", "name": "M", "version": "1", "apiVersion": "3" })"));
    QVERIFY(write(folder.filePath("missing.cpp"), "void nowhere();\nvoid call() { nowhere(); }\n"));
    const Result configured = configure(folder.path(), folder.filePath("build"));
    QVERIFY2(configured.status == 0, configured.output);
    const Result built = run(CMAKE, {"--build", folder.filePath("build")});
    QVERIFY2(built.output.contains("undefined reference to `nowhere()'"), built.output);
}

void SdkTest::editedMetadataReachesThePluginWithTheFirstBuild_data()
{
    QTest::addColumn<QByteArray>("classIn");
    QTest::newRow("the class is in the source") << QByteArray("p.cpp");
    QTest::newRow("the class is in a header") << QByteArray("p.h");
}

void SdkTest::editedMetadataReachesThePluginWithTheFirstBuild()
{
    QFETCH(QByteArray, classIn);
    const bool isInHeader = classIn == "p.h";
    const QTemporaryDir folder;
    const auto writeMetadata = [&](const QByteArray &name) {
        return write(folder.filePath("p.json"),
                     R"({ "id": "p", "version": "1", "apiVersion": "3", "name": ")" + name
                         + "\" }");
    };
    const QByteArray plugin = "#include <QtCore/QObject>\n#include <QtCore/QtPlugin>\n"
                              "class P final : public QObject\n{\n    Q_OBJECT\n"
                              "    Q_PLUGIN_METADATA(IID \"x\" FILE \"p.json\")\n};\n";
    QVERIFY(write(folder.filePath("CMakeLists.txt"),
                  "cmake_minimum_required(VERSION 3.25)\n"
                  "project(edited LANGUAGES CXX)\n"
                  "find_package(Qontroller 0.2 REQUIRED CONFIG)\n"
                  "qontroller_add_plugin(p SOURCES p.cpp METADATA p.json)\n"));
    QVERIFY(write(folder.filePath("p.cpp"),
                  isInHeader ? QByteArray("#include \"p.h\"\n") : plugin + "#include \"p.moc\"\n"));
    QVERIFY(!isInHeader || write(folder.filePath("p.h"), plugin));
    QVERIFY(writeMetadata("edited 0 times"));
    const Result configured = configure(folder.path(), folder.filePath("build"));
    QVERIFY2(configured.status == 0, configured.output);
    for (const char *name : {"edited 0 times", "edited once", "edited twice", "edited 3 times"}) {
        QVERIFY(writeMetadata(name));
        const Result built = run(CMAKE, {"--build", folder.filePath("build")});
        QVERIFY2(built.status == 0, built.output);
        const QPluginLoader loader(folder.filePath("build/plugins/p.so"));
        QCOMPARE(loader.metaData()["MetaData"].toObject()["name"].toString(), QString(name));
    }
}

QONTROLLER_GUILESS_TEST(SdkTest)
#include "tst_sdk.moc"
