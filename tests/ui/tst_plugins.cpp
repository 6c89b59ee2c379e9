// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/dialogs/crashdialog.h"
#include "ui/dialogs/draindialog.h"
#include "ui/dialogs/loadplugindialog.h"
#include "ui/dialogs/pluginsdialog.h"
#include "ui/dialogs/trustdialog.h"
#include "ui/views/messagebar.h"

#include <QtCore/QMimeData>
#include <QtCore/QUrl>
#include <QtGui/QClipboard>
#include <QtGui/QDragEnterEvent>
#include <QtGui/QDropEvent>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QProgressBar>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableWidget>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;

namespace {

const QString Mirror = QStringLiteral("/plugins/libfoldermirror.so");

/// Manage Plugins over the fake program.
struct PluginsRig
{
    explicit PluginsRig(PluginInfo::Verdict verdict = PluginInfo::Verdict::Usable,
                        PluginsDialog::Mode mode = PluginsDialog::Mode::Manage)
    {
        application.known.first().verdict = verdict;
        application.known.first().distrust = QStringLiteral("it is outside");
        dialog = std::make_unique<PluginsDialog>(application, mode);
        table = dialog->findChild<QTableWidget *>("pluginsTable");
        table->selectRow(0);
    }
    QPushButton *button(const char *name) const
    {
        return dialog->findChild<QPushButton *>(QLatin1String(name));
    }
    QString text(const char *name) const
    {
        return dialog->findChild<QLabel *>(QLatin1String(name))->text();
    }
    QString cell(int row, int column) const { return table->item(row, column)->text(); }

    FakeApplication application;
    std::unique_ptr<PluginsDialog> dialog;
    QTableWidget *table = nullptr;
};

/// Drops \a file on \a target; true if it wanted it.
bool drop(QWidget &target, const QString &file)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter(QPoint(8, 8), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    enter.ignore();
    QCoreApplication::sendEvent(&target, &enter);
    if (!enter.isAccepted())
        return false;
    QDropEvent event(QPointF(8, 8), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&target, &event);
    return event.isAccepted();
}

} // namespace

class PluginsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void listsEveryPluginWithItsStateAndReason()
    {
        PluginsRig rig;
        rig.application.known.first().verdict = PluginInfo::Verdict::Loaded;
        rig.application.known.first().loadTime = std::chrono::microseconds(3400);
        PluginsDialog dialog(rig.application, PluginsDialog::Mode::Manage);
        const auto *table = dialog.findChild<QTableWidget *>("pluginsTable");
        QCOMPARE(table->rowCount(), 3);
        QStringList cells;
        for (int column = 0; column < table->columnCount(); ++column)
            cells += table->item(0, column)->text();
        QCOMPARE(cells.takeAt(4).simplified(), QString::fromUtf8("3.4\u202fms").simplified());
        QCOMPARE(cells, QStringList({QStringLiteral("Folder mirror"), QStringLiteral("Loaded"),
                                     QStringLiteral("1.0"), QStringLiteral("controller"), Mirror}));
        QCOMPARE(rig.cell(2, 1), "Refused");
        rig.table->selectRow(2);
        QCOMPARE(rig.text("pluginReason"), rig.application.known.last().sentence);
    }

    void offersWhatSuitsTheState_data()
    {
        QTest::addColumn<int>("verdict");
        QTest::addColumn<QString>("state");
        QTest::addColumn<QStringList>("offered");
        const auto row = [](const char *name, PluginInfo::Verdict verdict,
                            const QStringList &offered) {
            QTest::newRow(name) << int(verdict) << QString::fromLatin1(name) << offered;
        };
        using V = PluginInfo::Verdict;
        row("Ready", V::Usable, {"loadSelected", "disableSelected"});
        row("Loaded", V::Loaded, {"loadSelected", "disableSelected"});
        row("Not trusted", V::Untrusted, {"loadSelected", "trustSelected", "disableSelected"});
        row("Disabled", V::Disabled, {"disableSelected"});
        row("Crashed", V::Crashed, {"disableSelected", "tryAgainSelected"});
        row("Refused", V::Refused, {});
    }
    void offersWhatSuitsTheState()
    {
        QFETCH(int, verdict);
        QFETCH(QString, state);
        QFETCH(QStringList, offered);
        const PluginsRig rig{PluginInfo::Verdict(verdict)};
        QCOMPARE(rig.cell(0, 1), state);
        QStringList enabled;
        for (const char *name :
             {"loadSelected", "trustSelected", "disableSelected", "tryAgainSelected"})
            enabled += rig.button(name)->isEnabled() ? QStringList(QLatin1String(name))
                                                     : QStringList();
        QCOMPARE(enabled, offered);
    }

    void decidesNothingWhereNothingMayBeSteered()
    {
        const PluginsRig rig(PluginInfo::Verdict::Untrusted, PluginsDialog::Mode::Look);
        for (const char *name :
             {"loadSelected", "trustSelected", "disableSelected", "tryAgainSelected"})
            QVERIFY(!rig.button(name)->isVisibleTo(rig.dialog.get()));
        QVERIFY(rig.button("copyDiagnostics")->isVisibleTo(rig.dialog.get()));
        QVERIFY(!drop(*rig.dialog, Mirror));
    }

    void saysWhatProtectsLess()
    {
        FakeApplication application;
        application.noticed = {QStringLiteral("No mark can be written.")};
        const PluginsDialog dialog(application, PluginsDialog::Mode::Manage);
        QCOMPARE(dialog.findChild<QLabel *>("pluginNotice")->text(), application.noticed.first());
    }

    void trustsWhatWasShown()
    {
        PluginsRig rig(PluginInfo::Verdict::Untrusted);
        rig.dialog->show();
        rig.button("trustSelected")->click();
        auto *dialog = rig.dialog->findChild<TrustDialog *>();
        QVERIFY(dialog);
        const PluginInfo &plugin = rig.application.known.first();
        const auto shown = [dialog](const char *name) {
            return dialog->findChild<QLabel *>(QLatin1String(name))->text();
        };
        QCOMPARE(shown("trustFile"), plugin.file);
        QCOMPARE(shown("trustSha256"), plugin.sha256);
        QCOMPARE(shown("trustVendor"), plugin.vendor);
        QCOMPARE(shown("trustVersion"), plugin.version);
        QCOMPARE(shown("trustReason"), "You are asked because it is outside.");
        dialog->findChild<QPushButton *>("trustFileButton")->click();
        QCOMPARE(rig.application.decided.size(), 1);
        QVERIFY(rig.application.decided.first().first == PluginDecision::Trust);
        QCOMPARE(rig.cell(0, 1), "Ready");
        QCOMPARE(rig.text("pluginResult"), "Decided.");
    }

    void disablesAndEnables()
    {
        PluginsRig rig;
        rig.button("disableSelected")->click();
        QCOMPARE(rig.cell(0, 1), "Disabled");
        QCOMPARE(rig.button("disableSelected")->text(), "&Enable");
        rig.button("disableSelected")->click();
        QVERIFY(rig.application.decided.last().first == PluginDecision::Enable);
        QCOMPARE(rig.cell(0, 1), "Ready");
    }

    void lookedAtFilesStay()
    {
        PluginsRig rig;
        QVERIFY(drop(*rig.dialog, QStringLiteral("/tmp/notes.so")));
        QCOMPARE(rig.table->rowCount(), 4);
        QCOMPARE(rig.text("pluginReason"), "This file is no Qt plugin.");
        QCOMPARE(rig.cell(3, 0), "notes.so");
        QCOMPARE(rig.cell(3, 1), "Refused");
    }

    void copiesDiagnosticsOfAll()
    {
        PluginsRig rig;
        rig.application.known.first().loadTime = std::chrono::milliseconds(3);
        const PluginsDialog dialog(rig.application, PluginsDialog::Mode::Manage);
        dialog.findChild<QPushButton *>("copyDiagnostics")->click();
        const QString text = QGuiApplication::clipboard()->text();
        for (const PluginInfo &plugin : rig.application.known) {
            QVERIFY2(text.contains(plugin.file), qPrintable(text));
            QVERIFY2(text.contains(plugin.sentence), qPrintable(text));
        }
        for (const char *part : {"Qontroller ", "Qt 6", "folder-mirror 1.0 (API 1): usable",
                                 "0a1b2c", "loaded in 3ms", "old ? (API ?): refused"})
            QVERIFY2(text.contains(QLatin1String(part)), part);
    }

    void loadsTheSelected()
    {
        PluginsRig rig;
        QSignalSpy requested(rig.dialog.get(), &PluginsDialog::loadRequested);
        rig.button("loadSelected")->click();
        QCOMPARE(requested.size(), 1);
        QCOMPARE(requested.first().first().toString(), Mirror);
    }

    void takesOnlyLibrariesThatAreDropped()
    {
        PluginsRig rig;
        QVERIFY(!drop(*rig.dialog, QStringLiteral("/tmp/notes.txt")));
        QVERIFY(!drop(*rig.dialog, QString()));
        QCOMPARE(rig.table->rowCount(), 3);
    }

    void loadsWhatIsDroppedOnTheWindow()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        QVERIFY(drop(*rig.window, Mirror));
        auto *dialog = rig.find<LoadPluginDialog>("loadPluginDialog");
        QVERIFY(dialog);
        QCOMPARE(dialog->request().pluginFile, Mirror);
        QVERIFY(rig.application.started.isEmpty());
    }

    void readOnlyTakesNothingThatIsDropped()
    {
        WindowOptions options;
        options.access = WindowOptions::Access::ReadOnly;
        const Rig rig(options);
        QVERIFY(!drop(*rig.window, Mirror));
    }

    void asksAfterACrash_data()
    {
        QTest::addColumn<QString>("button");
        QTest::addColumn<QString>("came");
        QTest::newRow("disable") << "crashDisable"
                                 << "disable";
        QTest::newRow("load anyway") << "crashTryAgain"
                                     << "try again";
        QTest::newRow("without plugins") << "crashSafeMode"
                                         << "safe mode";
        QTest::newRow("Esc") << ""
                             << "nothing";
    }
    void asksAfterACrash()
    {
        QFETCH(QString, button);
        QFETCH(QString, came);
        Rig rig;
        rig.application.known.first().verdict = PluginInfo::Verdict::Crashed;
        rig.application.known.first().sentence = QStringLiteral("It ended the program.");
        bool goesOn = false;
        rig.window->askAfterCrash([&goesOn] { goesOn = true; });
        auto *dialog = rig.find<CrashDialog>("crashDialog");
        QVERIFY(dialog && !goesOn);
        QCOMPARE(dialog->findChild<QLabel *>("crashOf:folder-mirror")->text(),
                 rig.application.known.first().sentence);
        if (button.isEmpty())
            QTest::keyClick(dialog, Qt::Key_Escape);
        else
            dialog->findChild<QPushButton *>(button)->click();
        QVERIFY(goesOn);
        QString decided = rig.application.safe ? QStringLiteral("safe mode")
                                               : QStringLiteral("nothing");
        for (const auto &[decision, file] : rig.application.decided) {
            QCOMPARE(file, Mirror);
            decided = decision == PluginDecision::Disable ? QStringLiteral("disable")
                                                          : QStringLiteral("try again");
        }
        QCOMPARE(decided, came);
    }

    void asksNothingWithoutACrash()
    {
        const Rig rig;
        bool goesOn = false;
        rig.window->askAfterCrash([&goesOn] { goesOn = true; });
        QVERIFY(goesOn);
        QVERIFY(!rig.find<CrashDialog>("crashDialog"));
    }

    void showsHowFarADrainIs()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.tabs->setCurrentTab(Tabs::Tab::Controllers);
        rig.tabs->currentTable()->selectRow(0);
        rig.action("removeController")->trigger();
        rig.find<QPushButton>("confirmAct")->click();
        QPointer<DrainDialog> dialog = rig.find<DrainDialog>("drainDialog");
        QVERIFY(dialog);
        const auto left = [&rig](std::uint64_t running, std::uint64_t waiting) {
            rig.feed.edit(rig.photos, [=](ControllerView &delta) {
                delta.state = ControllerState::Draining;
                delta.gauges.running = running;
                delta.gauges.depth = waiting;
            });
        };
        left(2, 8);
        QTRY_VERIFY(rig.label("drainLeft").startsWith("2 still running, 8 waiting."));
        QCOMPARE(rig.find<QProgressBar>("drainBar")->value(), 0);
        left(1, 4);
        QTRY_COMPARE(rig.find<QProgressBar>("drainBar")->value(), 500);
        rig.feed.removeController(rig.photos);
        QTRY_VERIFY(!dialog);
    }

    void endsADrainOnRequest()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.tabs->setCurrentTab(Tabs::Tab::Controllers);
        rig.tabs->currentTable()->selectRow(0);
        rig.action("removeController")->trigger();
        rig.find<QPushButton>("confirmAct")->click();
        rig.find<QPushButton>("drainEnd")->click();
        QCOMPARE(rig.control.commands.size(), std::size_t(2));
        QVERIFY(rig.control.commands.front() == (Command{rig.photos, ControllerVerb::Remove}));
        QVERIFY(rig.control.commands.back() == (Command{rig.photos, ControllerVerb::EndDrain}));
        QVERIFY(!rig.find<QPushButton>("drainEnd")->isEnabled());
        QTRY_VERIFY(rig.label("drainLeft").startsWith("Asked to stop."));
        QVERIFY(rig.find<DrainDialog>("drainDialog"));
    }

    void leadsFromAFailureToThePlugins()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.window->showFailure("No.");
        QCOMPARE(rig.messages(), QStringList{"No."});
        const QString plugins = QStringLiteral("Manage Plugins");
        QVERIFY(!rig.offered(plugins));
        rig.application.known.first().verdict = PluginInfo::Verdict::Untrusted;
        rig.window->showFailure("Not trusted.");
        QVERIFY(rig.offered(plugins));
        rig.offered(plugins)->click();
        QVERIFY(rig.find<PluginsDialog>("pluginsDialog"));
    }
};

QONTROLLER_WINDOW_TEST(PluginsTest)
#include "tst_plugins.moc"
