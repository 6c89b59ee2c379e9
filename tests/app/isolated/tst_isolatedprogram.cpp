// SPDX-License-Identifier: LGPL-3.0-or-later
#include "badplugins.h"
#include "core/plugins/isolation/engine/isolate.h"
#include "printing.h"

#include <QtTest/QtTest>

using namespace qontroller;

/// The real qontroller-pluginhost loads what it was told to, or says why not.
class IsolatedProgramTest final : public QObject
{
    Q_OBJECT

private slots:
    void loadsAPlugin() { QCOMPARE(refusalOf(settingsFor("good.so")), std::string()); }

    void refusesAFileThatWasChanged()
    {
        IsolationSettings settings = settingsFor("good.so");
        settings.create.sha256 = test::sha256Of(fixture("duplicate.so")).toStdString();
        QCOMPARE(refusalOf(settings),
                 settings.create.plugin
                     + " was changed since its controller was started: start that anew");
    }

    void refusesALocker()
    {
        const IsolationSettings settings = settingsFor("locker.so");
        QCOMPARE(refusalOf(settings),
                 settings.create.plugin + " makes lockers: name a controller plugin");
    }

    void saysWhatACrashWas_data()
    {
        QTest::addColumn<QByteArray>("when");
        QTest::newRow("when it is loaded") << QByteArray("load");
        QTest::newRow("when it makes the controller") << QByteArray("create");
    }
    void saysWhatACrashWas()
    {
        QFETCH(QByteArray, when);
        qputenv("QONTROLLER_FIXTURE_CRASH", when);
        const std::string sentence = refusalOf(settingsFor("crashing.so"));
        qunsetenv("QONTROLLER_FIXTURE_CRASH");
        QCOMPARE(sentence, std::string("its process was ended by signal 6 (Aborted)"));
    }

    void saysWhatThePluginRefuses()
    {
        IsolationSettings settings = settingsFor("good.so");
        settings.create.parameters = R"({"folder":"/nowhere"})";
        QCOMPARE(refusalOf(settings),
                 std::string("folder /nowhere does not exist: name one that does"));
    }

    void repeatsNoSecret()
    {
        IsolationSettings settings = settingsFor("good.so");
        settings.create.parameters = R"({"folder":"/tmp","token":"hunter2"})";
        QCOMPARE(refusalOf(settings), std::string("token •••• has expired: ask for another"));
    }

private:
    static QString fixture(const char *name)
    {
        return QStringLiteral(PLUGIN_FIXTURES "/") + QLatin1String(name);
    }

    static IsolationSettings settingsFor(const char *name)
    {
        IsolationSettings settings;
        settings.program = PROGRAM;
        settings.create.plugin = fixture(name).toStdString();
        settings.create.sha256 = test::sha256Of(fixture(name)).toStdString();
        settings.create.controller = "apart";
        settings.create.parameters = R"({"folder":"/tmp"})";
        settings.create.options = "{}";
        return settings;
    }

    static std::string refusalOf(const IsolationSettings &settings)
    {
        const auto isolated = isolate(settings);
        return isolated ? std::string() : isolated.error().sentence;
    }
};

QTEST_GUILESS_MAIN(IsolatedProgramTest)
#include "tst_isolatedprogram.moc"
