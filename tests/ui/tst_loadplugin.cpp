// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/fakes.h"
#include "support/warnings.h"
#include "support/windowtest.h"

#include "ui/dialogs/loadplugindialog.h"
#include "ui/theme/resources.h"

#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTabWidget>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;

class LoadPluginTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void showsTheVerdictBeforeAnythingIsLoaded()
    {
        FakeApplication application;
        LoadPluginDialog dialog(application, {});
        auto *start = dialog.findChild<QPushButton *>("startController");
        QVERIFY(!start->isEnabled());
        dialog.choose(application.known.first().file);
        QCOMPARE(dialog.findChild<QLabel *>("pluginVerdict")->text(),
                 application.known.first().sentence);
        QVERIFY(dialog.findChild<QLabel *>("pluginFacts")->text().contains("Folder mirror"));
        QVERIFY(start->isEnabled());
        QVERIFY(application.started.isEmpty());
    }

    void startsNothingThatIsRefused()
    {
        FakeApplication application;
        LoadPluginDialog dialog(application, {}, QStringLiteral("/tmp/notes.txt"));
        QCOMPARE(dialog.findChild<QLabel *>("pluginVerdict")->text(), "This file is no Qt plugin.");
        QVERIFY(!dialog.findChild<QPushButton *>("startController")->isEnabled());
        QVERIFY(!dialog.findChild<QWidget *>("parameterForm")->isVisibleTo(&dialog));
    }

    void asksForTrust()
    {
        FakeApplication application;
        application.known.first().verdict = PluginInfo::Verdict::Untrusted;
        application.known.first().parameters = {};
        LoadPluginDialog dialog(application, {}, application.known.first().file);
        auto *start = dialog.findChild<QPushButton *>("startController");
        QVERIFY(!start->isEnabled());
        QVERIFY(dialog.findChild<QLabel *>("pluginFacts")->text().contains("0a1b2c"));
        dialog.findChild<QCheckBox *>("pluginTrust")->setChecked(true);
        QVERIFY(start->isEnabled());
        start->click();
        QCOMPARE(application.decided.size(), 1);
        QVERIFY(application.decided.first().first == PluginDecision::Trust);
        QCOMPARE(application.started.size(), 1);
    }

    void whatAStartIsRefusedForStandsBesideItsField()
    {
        FakeApplication application;
        application.startResult = Result::failed("parameters.command[0]: cannot be found",
                                                 {{"/parameters/command/0", "cannot be found"},
                                                  {"/parameters", "is too much"}});
        LoadPluginDialog dialog(application, {}, application.known.first().file);
        QTest::keyClicks(dialog.findChild<QLineEdit *>("input:/source"), "/");
        QTest::keyClicks(dialog.findChild<QLineEdit *>("input:/target"), "/not/there");
        QCOMPARE(dialog.findChild<QLabel *>("note:/source")->text(), QString());
        QCOMPARE(dialog.findChild<QLabel *>("note:/target")->text(),
                 "There is no such folder here yet.");
        dialog.findChild<QPushButton *>("startController")->click();
        QCOMPARE(application.started.size(), 1);
        QCOMPARE(dialog.findChild<QLabel *>("error:/command")->text(), "cannot be found");
        QCOMPARE(dialog.findChild<QLabel *>("loadError")->text(), "/parameters: is too much");
        QVERIFY(!dialog.result());
    }

    void namesWhatIsMissing()
    {
        FakeApplication application;
        LoadPluginDialog dialog(application, {}, application.known.first().file);
        auto *error = dialog.findChild<QLabel *>("error:/source");
        QCOMPARE(error->text(), QString());
        dialog.findChild<QPushButton *>("startController")->click();
        QCOMPARE(error->text(), "A value is needed.");
        QVERIFY(application.started.isEmpty());
        auto *source = dialog.findChild<QLineEdit *>("input:/source");
        QTest::keyClicks(source, "/a");
        QCOMPARE(error->text(), QString());
    }

    void showsWhatTheProgramFindsWrong()
    {
        FakeApplication application;
        application.validator = [](const StartRequest &) {
            return QList<ParameterError>{{QStringLiteral("/parameters/target"),
                                          QStringLiteral("It lies inside the source.")},
                                         {QStringLiteral("/options/workers"),
                                          QStringLiteral("At most 10000.")},
                                         {QStringLiteral("/locker"),
                                          QStringLiteral("No such locker.")}};
        };
        LoadPluginDialog dialog(application, {}, application.known.first().file);
        for (const char *path : {"source", "target"})
            dialog.findChild<QLineEdit *>(QStringLiteral("input:/") + QLatin1String(path))
                ->setText("/x");
        dialog.findChild<QPushButton *>("startController")->click();
        QCOMPARE(dialog.findChild<QLabel *>("error:/target")->text(), "It lies inside the source.");
        QCOMPARE(dialog.findChild<QLabel *>("error:/workers")->text(), "At most 10000.");
        QCOMPARE(dialog.findChild<QLabel *>("loadError")->text(), "No such locker.");
        QVERIFY(application.started.isEmpty());
    }

    void startGoesToWhatIsWrong_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("from");
        QTest::addColumn<QString>("to");
        QTest::addRow("parameters") << "/parameters/keys" << 1 << "input:/keys";
        QTest::addRow("options") << "/options/workers" << 0 << "input:/workers";
        QTest::addRow("locks") << "/locker/parameters/address" << 0 << "input:/address";
        QTest::addRow("name") << "/name" << 2 << "controllerName";
    }
    void startGoesToWhatIsWrong()
    {
        QFETCH(QString, path);
        QFETCH(int, from);
        QFETCH(QString, to);
        FakeApplication application;
        application.validator = [path](const StartRequest &) {
            return QList<ParameterError>{{path, QStringLiteral("So it cannot be.")}};
        };
        LoadPluginDialog dialog(application, {}, application.known.first().file);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        dialog.findChild<QComboBox *>("lockerBox")->setCurrentIndex(1);
        for (const char *name : {"source", "target", "address"})
            dialog.findChild<QLineEdit *>(QStringLiteral("input:/") + QLatin1String(name))
                ->setText("/x");
        auto *tabs = dialog.findChild<QTabWidget *>("formTabs");
        tabs->setCurrentIndex(from);
        dialog.findChild<QPushButton *>("startController")->click();
        const auto *input = dialog.findChild<QWidget *>(to);
        QVERIFY2(input->hasFocus(), qPrintable(QDebug::toString(dialog.focusWidget())));
        QVERIFY(!input->visibleRegion().isEmpty());
    }

    void aWrongNameMovesNothing()
    {
        FakeApplication application;
        LoadPluginDialog dialog(application, {QStringLiteral("photos")},
                                application.known.first().file);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        const auto *tabs = dialog.findChild<QTabWidget *>("formTabs");
        const QPoint place = tabs->mapTo(&dialog, QPoint());
        auto *name = dialog.findChild<QLineEdit *>("controllerName");
        name->selectAll();
        QTest::keyClicks(name, "photos");
        const auto *error = dialog.findChild<QLabel *>("controllerNameError");
        QVERIFY(error->isVisible() && !error->text().isEmpty());
        QCoreApplication::processEvents();
        QCOMPARE(tabs->mapTo(&dialog, QPoint()), place);
    }

    void judgesWhatIsTypedAtOnce()
    {
        FakeApplication application;
        application.validator = [](const StartRequest &request) {
            QList<ParameterError> errors{
                {QStringLiteral("/parameters/target"), QStringLiteral("It is missing.")}};
            if (request.parameters.value(QStringLiteral("depth")).toInt() < 0)
                errors += {QStringLiteral("/parameters/depth"), QStringLiteral("At least 0.")};
            return errors;
        };
        LoadPluginDialog dialog(application, {}, application.known.first().file);
        auto *depth = dialog.findChild<QLineEdit *>("input:/depth");
        auto *error = dialog.findChild<QLabel *>("error:/depth");
        depth->clear();
        QTest::keyClicks(depth, "-1");
        QCOMPARE(error->text(), "At least 0.");
        QVERIFY(error->isVisibleTo(&dialog));
        QCOMPARE(dialog.findChild<QLabel *>("error:/target")->text(), QString());
        depth->clear();
        QTest::keyClicks(depth, "4");
        QCOMPARE(error->text(), QString());
    }

    void neverRepeatsASecret()
    {
        FakeApplication application;
        const QString secret = QStringLiteral("hunter2");
        LoadPluginDialog dialog(application, {}, application.known.first().file);
        for (const char *field : {"secret", "token", "keys"}) {
            auto *input = dialog.findChild<QLineEdit *>(QStringLiteral("input:/")
                                                        + QLatin1String(field));
            QVERIFY2(input, field);
            QCOMPARE(input->echoMode(), QLineEdit::Password);
            QTest::keyClicks(input, secret);
            QVERIFY(input->displayText() != secret);
        }
        dialog.findChild<QPushButton *>("startController")->click();
        for (const QLabel *label : dialog.findChildren<QLabel *>())
            QVERIFY2(!label->text().contains(secret), qPrintable(label->text()));
        QVERIFY(!dialog.windowTitle().contains(secret));
        auto *keys = dialog.findChild<QLineEdit *>("input:/keys");
        keys->setText(QStringLiteral(R"(["a", "b"])"));
        QCOMPARE(dialog.request().parameters.value(QStringLiteral("keys")).toArray().size(), 2);
    }

    void startsAController()
    {
        FakeApplication application;
        LoadPluginDialog dialog(application, {}, application.known.first().file);
        QSignalSpy started(&dialog, &LoadPluginDialog::started);
        for (const char *path : {"source", "target"})
            dialog.findChild<QLineEdit *>(QStringLiteral("input:/") + QLatin1String(path))
                ->setText("/x");
        dialog.findChild<QPushButton *>("startController")->click();
        QCOMPARE(started.size(), 1);
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
        const StartRequest &request = application.started.first();
        QCOMPARE(request.name, "folder-mirror");
        QCOMPARE(request.pluginFile, application.known.first().file);
        QCOMPARE(request.parameters.value(QStringLiteral("source")).toString(), "/x");
        QCOMPARE(request.options, QJsonObject());
    }

    void startsInAProcessOfItsOwn()
    {
        FakeApplication application;
        LoadPluginDialog dialog(application, {}, application.known.first().file);
        auto *box = dialog.findChild<QCheckBox *>("runIsolated");
        QVERIFY(!box->isChecked());
        QVERIFY(!dialog.request().isolated);
        box->click();
        QVERIFY(dialog.request().isolated);
        // Another plugin, another decision.
        dialog.choose(application.known.first().file);
        QVERIFY(!dialog.request().isolated);
    }

    void startsWithALocker()
    {
        FakeApplication application;
        LoadPluginDialog dialog(application, {}, application.known.first().file);
        QCOMPARE(dialog.request().lockerId, QString());
        auto *box = dialog.findChild<QComboBox *>("lockerBox");
        QCOMPARE(box->count(), 2);
        box->setCurrentIndex(1);
        for (const char *path : {"source", "target"})
            dialog.findChild<QLineEdit *>(QStringLiteral("input:/") + QLatin1String(path))
                ->setText("/srv/x");
        auto *start = dialog.findChild<QPushButton *>("startController");
        start->click();
        QVERIFY(application.started.isEmpty()); // the address is missing
        dialog.findChild<QLineEdit *>("input:/address")->setText("redis:6379");
        start->click();
        QCOMPARE(application.started.size(), 1);
        QCOMPARE(application.started.first().lockerId, "redis-locker");
        QCOMPARE(application.started.first().lockerParameters,
                 QJsonObject({{QStringLiteral("address"), QStringLiteral("redis:6379")}}));
    }

    void proposesAFreeName()
    {
        FakeApplication application;
        LoadPluginDialog dialog(application,
                                {QStringLiteral("folder-mirror"),
                                 QStringLiteral("folder-mirror-2")},
                                application.known.first().file);
        QCOMPARE(dialog.request().name, "folder-mirror-3");
        dialog.findChild<QLineEdit *>("controllerName")->setText("folder-mirror");
        dialog.findChild<QPushButton *>("startController")->click();
        QVERIFY(dialog.findChild<QLabel *>("controllerNameError")->text().contains("runs already"));
    }

    void staysWhenTheStartFails()
    {
        FakeApplication application;
        application.startResult = Result::failed(QStringLiteral("Symbol x is missing."));
        application.known.first().parameters = {};
        LoadPluginDialog dialog(application, {}, application.known.first().file);
        dialog.show();
        dialog.findChild<QPushButton *>("startController")->click();
        QVERIFY(dialog.isVisible());
        QCOMPARE(dialog.findChild<QLabel *>("loadError")->text(), "Symbol x is missing.");
    }
};

QONTROLLER_WINDOW_TEST(LoadPluginTest)
#include "tst_loadplugin.moc"
