// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/serve/installation.h"

#include <QtCore/QDir>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <sys/stat.h>

using namespace qontroller;

class InstallationTest final : public QObject
{
    Q_OBJECT

private slots:
    void searchesInTheOrderThatIsPromised()
    {
        QTemporaryDir line;
        QTemporaryDir environment;
        qputenv("QONTROLLER_PLUGIN_PATH",
                ":" + environment.path().toUtf8() + ":" + line.path().toUtf8());
        SessionLine commandLine;
        commandLine.pluginPaths = {line.path().toStdString()};
        const auto search = pluginSearch(commandLine);
        qunsetenv("QONTROLLER_PLUGIN_PATH");
        QVERIFY(search);
        QVERIFY(search->folders.size() >= 3);
        QCOMPARE(search->folders[0].path, line.path().toStdString());
        QVERIFY(search->folders[0].origin == PluginOrigin::CommandLine);
        QCOMPARE(search->folders[1].path, environment.path().toStdString());
        QVERIFY(search->folders[1].origin == PluginOrigin::Environment);
        QVERIFY(search->folders[2].origin == PluginOrigin::Installation);
        const QDir program(QCoreApplication::applicationDirPath());
        QCOMPARE(QString::fromStdString(search->folders[2].path),
                 QDir::cleanPath(program.filePath("../lib/qontroller/plugins")));
    }

    void refusesAFolderThatDoesNotExist()
    {
        SessionLine line;
        line.pluginPaths = {"/does/not/exist"};
        const auto search = pluginSearch(line);
        QVERIFY(!search);
        QCOMPARE(search.error(),
                 std::string("--plugin-path: \"/does/not/exist\" is not a folder: name "
                             "one that holds plugins"));
    }

    void trustsNoFolderThatOthersCanWrite()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("a/b"));
        const auto path = [&](const char *name) { return folder.filePath(name).toStdString(); };
        SessionLine line;
        line.trustedFolders = {path("a/b")};
        QCOMPARE(pluginSearch(line)->trustedFolders, line.trustedFolders);
        QCOMPARE(::chmod(path("a").c_str(), 0777), 0);
        QCOMPARE(pluginSearch(line).error(),
                 "--trust-path: \"" + path("a/b") + "\" cannot be trusted: others can write "
                     + path("a")
                     + " (mode 0777); take that right away, or trust single files with --trust");
        line.trustedFolders = {path("c")};
        QCOMPARE(pluginSearch(line).error(),
                 "--trust-path: \"" + path("c")
                     + "\" is not a folder: name one that holds plugins");
    }

    void passesOnWhatIsLeftOut()
    {
        SessionLine line;
        line.disabledPlugins = {"x"};
        line.trustedPlugins = {"abc"};
        const auto search = pluginSearch(line, PluginPolicy::SafeMode);
        QVERIFY(search);
        QVERIFY(search->policy == PluginPolicy::SafeMode);
        QCOMPARE(search->disabled, std::vector<std::string>{"x"});
        QCOMPARE(search->trusted, std::vector<std::string>{"abc"});
    }

    void keepsDecisionsAndMarksInOneFolder_data()
    {
        QTest::addColumn<QString>("named");
        QTest::addColumn<QString>("folder");
        QTest::newRow("named") << "/s"
                               << "/s";
        QTest::newRow("not named") << "" << QString::fromStdString(userFolder());
    }
    void keepsDecisionsAndMarksInOneFolder()
    {
        QFETCH(QString, named);
        QFETCH(QString, folder);
        SessionLine line;
        line.folder = named.toStdString();
        const auto search = pluginSearch(line);
        QVERIFY(search);
        QCOMPARE(QString::fromStdString(search->decisionsFile), folder + "/plugins.json");
        QCOMPARE(QString::fromStdString(search->guardFolder), folder + "/crash-guard");
    }

    void aNamedFolderOfTheInstallationIsStillTheInstallation()
    {
        SessionLine line;
        const auto plain = pluginSearch(line);
        QVERIFY(plain);
        line.pluginPaths = {QCoreApplication::applicationDirPath().toStdString() + "/.."};
        const auto named = pluginSearch(line);
        QVERIFY(named && named->folders.front().origin == PluginOrigin::CommandLine);
        const QString own = QString::fromStdString(plain->folders.front().path);
        QVERIFY2(QDir(own).exists(), qPrintable(own));
        line.pluginPaths = {own.toStdString()};
        QVERIFY(pluginSearch(line)->folders.front().origin == PluginOrigin::Installation);
    }

    void takesTheFolderThatIsNamed()
    {
        QTemporaryDir folder;
        const std::string named = folder.filePath("a/b").toStdString();
        const auto taken = openNamedFolder("--state-dir", named);
        QVERIFY(taken && *taken);
        QCOMPARE(openNamedFolder("--state-dir", named).error(),
                 "--state-dir: \"" + named
                     + "\" is used by another program, or by another controller of this one: give "
                       "each its own");
        const auto none = openNamedFolder("--state-dir", {});
        QVERIFY(none && !*none);
    }
};

QONTROLLER_GUILESS_TEST(InstallationTest)
#include "tst_installation.moc"
