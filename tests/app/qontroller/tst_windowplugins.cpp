// SPDX-License-Identifier: GPL-3.0-or-later
#include "badplugins.h"
#include "support/windowtest.h"

#include "app/demo/demo.h"
#include "app/qontroller/application.h"
#include "ui/window/mainwindow.h"

// The window's own parts, to be pressed.
#include "ui/dialogs/crashdialog.h"
#include "ui/dialogs/loadplugindialog.h"
#include "ui/dialogs/pluginsdialog.h"

#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableWidget>

using namespace qontroller;
using namespace qontroller::test;

namespace {

constexpr int TooLongForIt = 40'000;
constexpr int StateColumn = 1;

/// The window with the demonstration, and a folder for foreign plugins.
class PluginRig
{
public:
    PluginRig()
    {
        if (!application.startSession(demo->session(), "demo").isDone())
            qFatal("the demonstration does not start");
        demo->start(host);
        window.show();
    }
    ~PluginRig() { demo->finish(); }

    QString put(const QString &name) const
    {
        return putPlugin(QStringLiteral(PLUGIN_FIXTURES), name, folder.path());
    }
    [[nodiscard]] std::uint64_t handled() const
    {
        std::uint64_t sum = 0;
        for (const ControllerStatus &status : host.status())
            sum += status.counters.handled;
        return sum;
    }
    bool goesOn() const
    {
        const std::uint64_t before = handled();
        return QTest::qWaitFor([&] { return handled() > before; }, TooLongForIt);
    }
    template<class Dialog>
    Dialog *open(const char *action)
    {
        window.findChild<QAction *>(QLatin1String(action))->trigger();
        return window.findChild<Dialog *>();
    }

    const std::unique_ptr<Demo> demo = makeDemo(); ///< outlives the host
    QTemporaryDir folder;
    Host host;
    Application application{host,
                            {{{PLUGINS, PluginOrigin::Installation}}, {}, PluginPolicy::Load},
                            {}};
    ui::MainWindow window{application, {}};

private:
    static std::unique_ptr<Demo> makeDemo()
    {
        auto made = Demo::create();
        if (!made)
            qFatal("%s", made.error().c_str());
        return std::move(*made);
    }
};

QString text(const QWidget *dialog, const char *label)
{
    return dialog->findChild<QLabel *>(QLatin1String(label))->text();
}

} // namespace

/// Bad and deadly plugins in the real window.
class WindowPluginsTest final : public QObject
{
    Q_OBJECT

private slots:
    void saysWhatIsWrongWhileTheDemonstrationGoesOn_data()
    {
        QTest::addColumn<BadPlugin>("plugin");
        for (const BadPlugin &plugin : badPlugins())
            QTest::newRow(qPrintable(plugin.name)) << plugin;
    }
    void saysWhatIsWrongWhileTheDemonstrationGoesOn()
    {
        QFETCH(BadPlugin, plugin);
        PluginRig rig;
        qputenv("QONTROLLER_FIXTURE_MARK", rig.folder.filePath("mark").toUtf8());
        const QString file = rig.put(plugin.name);
        auto *dialog = rig.open<ui::LoadPluginDialog>("loadPlugin");
        dialog->choose(file);
        auto *start = dialog->findChild<QPushButton *>(QStringLiteral("startController"));
        if (plugin.at == BadAt::Look) {
            QCOMPARE(text(dialog, "pluginVerdict"), file + ' ' + plugin.sentence);
            QVERIFY(!start->isEnabled());
        } else {
            QVERIFY2(text(dialog, "pluginVerdict").contains("is not trusted"), "it is foreign");
            dialog->findChild<QCheckBox *>(QStringLiteral("pluginTrust"))->click();
            start->click();
            QVERIFY2(text(dialog, "loadError").endsWith(plugin.sentence),
                     qPrintable(text(dialog, "loadError")));
        }
        QVERIFY(dialog->isVisible());
        dialog->reject();
        QVERIFY(!QFile::exists(rig.folder.filePath("mark")));
        QCOMPARE(rig.host.status().size(), std::size_t(3));

        auto *plugins = rig.open<ui::PluginsDialog>("managePlugins");
        auto *table = plugins->findChild<QTableWidget *>(QStringLiteral("pluginsTable"));
        const int last = table->rowCount() - 1;
        QCOMPARE(table->item(last, StateColumn)->text(),
                 plugin.at == BadAt::Create ? "Loaded" : "Refused");
        table->selectRow(last);
        if (plugin.at != BadAt::Create)
            QCOMPARE(text(plugins, "pluginReason"), file + ' ' + plugin.sentence);
        QVERIFY(rig.goesOn());
    }

    void asksAfterARealCrash_data()
    {
        QTest::addColumn<QString>("point");
        QTest::addColumn<QString>("button");
        QTest::addColumn<bool>("runs");
        QTest::newRow("loading, then tried again") << "load"
                                                   << "crashTryAgain" << true;
        QTest::newRow("creating, then disabled") << "create"
                                                 << "crashDisable" << false;
        QTest::newRow("listing, then without plugins") << "list"
                                                       << "crashSafeMode" << false;
    }
    void asksAfterARealCrash()
    {
        QFETCH(QString, point);
        QFETCH(QString, button);
        QFETCH(bool, runs);
        const QTemporaryDir folder;
        const QString file = putPlugin(QStringLiteral(PLUGIN_FIXTURES), "crashing", folder.path());
        const QString session = folder.filePath("session.json");
        QFile out(session);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(R"({"version":1,"controllers":[{"name":"test","plugin":"crashing"}]})");
        out.close();
        const QStringList arguments{session,         "--profile",   folder.filePath("profile"),
                                    "--plugin-path", folder.path(), "--trust",
                                    sha256Of(file)};
        QVERIFY(!endsWell(arguments, point));

        // Without an operator to ask it starts without the plugin.
        const QString picture = folder.filePath("window.png");
        QVERIFY(endsWell(arguments + QStringList{"--screenshot", picture, "--after", "200ms"}, {}));
        QVERIFY(QFile::exists(picture));

        Host host;
        PluginSearch search{{{folder.path().toStdString(), PluginOrigin::Installation}}};
        search.guardFolder = folder.filePath("profile/crash-guard").toStdString();
        search.decisionsFile = folder.filePath("profile/plugins.json").toStdString();
        Application application(host, search, {});
        ui::MainWindow window(application, {});
        window.show();
        window.askAfterCrash([&] { static_cast<void>(application.openSession(session)); });
        auto *dialog = window.findChild<ui::CrashDialog *>();
        QVERIFY(dialog);
        const QString sentence = text(dialog, "crashOf:crashing");
        QVERIFY2(sentence.startsWith(file
                                     + " ended qontroller (SIGABRT) while it was loaded or "
                                       "started for the controller test: "),
                 qPrintable(sentence));
        dialog->findChild<QPushButton *>(button)->click();
        QCOMPARE(host.status().size(), std::size_t(runs ? 1 : 0));
        const auto verdict = Application(host, search, {}).plugins().first().verdict;
        using Verdict = ui::PluginInfo::Verdict;
        QVERIFY(verdict
                == (button == "crashTryAgain"   ? Verdict::Usable
                    : button == "crashSafeMode" ? Verdict::Crashed
                                                : Verdict::Disabled));
    }

private:
    /// Runs the real program; with \a crash the plugin ends it there.
    static bool endsWell(const QStringList &arguments, const QString &crash)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("QT_QPA_PLATFORM", "offscreen");
        environment.insert("QONTROLLER_FIXTURE_CRASH", crash);
        QProcess program;
        program.setProcessEnvironment(environment);
        program.start(QONTROLLER, arguments);
        if (!program.waitForFinished(TooLongForIt))
            qFatal("it does not end");
        return program.exitStatus() == QProcess::NormalExit && program.exitCode() == 0;
    }
};

QONTROLLER_WINDOW_TEST(WindowPluginsTest)
#include "tst_windowplugins.moc"
