// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/fakes.h"
#include "support/warnings.h"

#include "ui/dialogs/loadplugindialog.h"
#include "ui/dialogs/optionsschema.h"
#include "ui/dialogs/parameterfield.h"
#include "ui/dialogs/parameterform.h"
#include "ui/theme/resources.h"

#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;

class LoadPluginTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources(QStringLiteral("en")); }
    void init() { failOnAnyWarning(); }
    void formStartsWithTheDefaults();
    void formPutsRequiredOnesFirst();
    void formHasAnInputForEveryType();
    void formTakesValuesFromItsInputs();
    void formKeepsAnEmptyFieldOut();
    void formSaysWhatWasTypedWrongly_data();
    void formSaysWhatWasTypedWrongly();
    void formShowsErrorsBesideTheirFields();
    void formOfNothingSaysSo();
    void optionsLeaveDefaultsOut();
    void dialogShowsTheVerdictBeforeAnythingIsLoaded();
    void dialogStartsNothingThatIsRefused();
    void dialogAsksForTrust();
    void dialogNamesWhatIsMissing();
    void dialogShowsWhatTheProgramFindsWrong();
    void dialogJudgesWhatIsTypedAtOnce();
    void dialogNeverRepeatsASecret();
    void dialogStartsAController();
    void dialogStartsWithALocker();
    void dialogProposesAFreeName();
    void dialogStaysWhenTheStartFails();
};

void LoadPluginTest::formStartsWithTheDefaults()
{
    ParameterForm form;
    form.setSchema(everySchema());
    const QJsonObject values = form.values();
    QCOMPARE(values.value(QStringLiteral("pattern")).toString(), QStringLiteral("*"));
    QCOMPARE(values.value(QStringLiteral("interval")).toString(), QStringLiteral("30s"));
    QCOMPARE(values.value(QStringLiteral("depth")).toInt(), 3);
    QCOMPARE(values.value(QStringLiteral("factor")).toDouble(), 1.5);
    QCOMPARE(values.value(QStringLiteral("links")).toBool(), true);
    QCOMPARE(values.value(QStringLiteral("mode")).toString(), QStringLiteral("copy"));
    QCOMPARE(values.value(QStringLiteral("command")).toArray(),
             QJsonArray({QStringLiteral("rsync"), QStringLiteral("-a")}));
    QCOMPARE(values.value(QStringLiteral("limits")).toObject(),
             QJsonObject({{QStringLiteral("rate"), 0.5}}));
    QCOMPARE(values.value(QStringLiteral("extra")).toObject(),
             QJsonObject({{QStringLiteral("a"), 1}}));
    QVERIFY(!values.contains(QStringLiteral("source")));
}

void LoadPluginTest::formPutsRequiredOnesFirst()
{
    ParameterForm form;
    form.setSchema(everySchema());
    QCOMPARE(form.fields().at(0)->path(), QStringLiteral("/source"));
    QCOMPARE(form.fields().at(1)->path(), QStringLiteral("/target"));
}

void LoadPluginTest::formHasAnInputForEveryType()
{
    ParameterForm form;
    form.setSchema(everySchema());
    const auto has = [&](auto *type, const char *path) {
        using Input = std::remove_pointer_t<decltype(type)>;
        return form.findChild<Input *>(QStringLiteral("input:/") + QLatin1String(path)) != nullptr;
    };
    QVERIFY(has(static_cast<QLineEdit *>(nullptr), "source"));
    QVERIFY(has(static_cast<QLineEdit *>(nullptr), "depth"));
    QVERIFY(has(static_cast<QCheckBox *>(nullptr), "links"));
    QVERIFY(has(static_cast<QComboBox *>(nullptr), "mode"));
    QVERIFY(has(static_cast<QPlainTextEdit *>(nullptr), "command"));
    QVERIFY(has(static_cast<QPlainTextEdit *>(nullptr), "extra"));
    QVERIFY(has(static_cast<QLineEdit *>(nullptr), "limits/size"));
    QCOMPARE(form.findChild<QLineEdit *>(QStringLiteral("input:/secret"))->echoMode(),
             QLineEdit::Password);
    for (const ParameterField *field : form.fields())
        QVERIFY(!field->focusProxy()->accessibleName().isEmpty());
}

void LoadPluginTest::formTakesValuesFromItsInputs()
{
    ParameterForm form;
    form.setSchema(everySchema());
    form.findChild<QLineEdit *>(QStringLiteral("input:/source"))
        ->setText(QStringLiteral("/srv/photos"));
    form.findChild<QLineEdit *>(QStringLiteral("input:/depth"))->setText(QStringLiteral("9"));
    form.findChild<QCheckBox *>(QStringLiteral("input:/links"))->setChecked(false);
    form.findChild<QComboBox *>(QStringLiteral("input:/mode"))->setCurrentIndex(2);
    form.findChild<QPlainTextEdit *>(QStringLiteral("input:/command"))
        ->setPlainText(QStringLiteral("cp\n-r\nmy file"));
    form.findChild<QLineEdit *>(QStringLiteral("input:/limits/size"))
        ->setText(QStringLiteral("12"));
    const QJsonObject values = form.values();
    QCOMPARE(values.value(QStringLiteral("source")).toString(), QStringLiteral("/srv/photos"));
    QCOMPARE(values.value(QStringLiteral("depth")), QJsonValue(9));
    QCOMPARE(values.value(QStringLiteral("links")), QJsonValue(false));
    QCOMPARE(values.value(QStringLiteral("mode")), QJsonValue(7));
    QCOMPARE(values.value(QStringLiteral("command")).toArray().last().toString(),
             QStringLiteral("my file"));
    QCOMPARE(values.value(QStringLiteral("limits")).toObject().value(QStringLiteral("size")),
             QJsonValue(12));
}

void LoadPluginTest::formKeepsAnEmptyFieldOut()
{
    ParameterForm form;
    form.setSchema(everySchema());
    form.findChild<QLineEdit *>(QStringLiteral("input:/depth"))->clear();
    QVERIFY(!form.values().contains(QStringLiteral("depth")));
}

void LoadPluginTest::formSaysWhatWasTypedWrongly_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("number") << "/depth"
                            << "deep"
                            << "\"deep\" is no number.";
    QTest::newRow("whole number") << "/depth"
                                  << "1.5"
                                  << "\"1.5\" is no whole number.";
    QTest::newRow("fraction") << "/factor"
                              << "1,5"
                              << "\"1,5\" is no number.";
    QTest::newRow("duration") << "/interval"
                              << "5 minutes"
                              << "\"5 minutes\" is no duration: write 250ms, 30s, 5m or 1h.";
}

void LoadPluginTest::formSaysWhatWasTypedWrongly()
{
    QFETCH(QString, path);
    QFETCH(QString, typed);
    QFETCH(QString, sentence);
    ParameterForm form;
    form.setSchema(everySchema());
    form.findChild<QLineEdit *>(QStringLiteral("input:") + path)->setText(typed);
    QStringList found;
    for (const ParameterError &error : form.inputErrors()) {
        if (error.path == path)
            found += error.sentence;
    }
    QCOMPARE(found, QStringList{sentence});
}

void LoadPluginTest::formShowsErrorsBesideTheirFields()
{
    ParameterForm form;
    form.setSchema(everySchema());
    const auto left = form.setErrors(
        {{QStringLiteral("/depth"), QStringLiteral("Too deep.")},
         {QStringLiteral("/command/1"), QStringLiteral("No such switch.")},
         {QStringLiteral("/nothing"), QStringLiteral("Unknown.")}});
    QCOMPARE(form.findChild<QLabel *>(QStringLiteral("error:/depth"))->text(),
             QStringLiteral("Too deep."));
    QCOMPARE(form.findChild<QLabel *>(QStringLiteral("error:/command"))->text(),
             QStringLiteral("No such switch."));
    QCOMPARE(left.size(), 1);
    QCOMPARE(left.first().path, QStringLiteral("/nothing"));
    form.setErrors({});
    QCOMPARE(form.findChild<QLabel *>(QStringLiteral("error:/depth"))->text(), QString());
}

void LoadPluginTest::formOfNothingSaysSo()
{
    ParameterForm form;
    form.setSchema({});
    QCOMPARE(form.values(), QJsonObject());
    QVERIFY(form.findChild<QLabel *>()->text().contains(QStringLiteral("no parameters")));
}

void LoadPluginTest::optionsLeaveDefaultsOut()
{
    ParameterForm form;
    form.setSchema(optionsSchema());
    QCOMPARE(withoutDefaults(form.values(), optionsSchema()), QJsonObject());
    form.findChild<QLineEdit *>(QStringLiteral("input:/workers"))->setText(QStringLiteral("9"));
    form.findChild<QLineEdit *>(QStringLiteral("input:/backoff/max"))
        ->setText(QStringLiteral("60s"));
    QCOMPARE(withoutDefaults(form.values(), optionsSchema()),
             QJsonObject({{QStringLiteral("workers"), 9},
                          {QStringLiteral("backoff"),
                           QJsonObject{{QStringLiteral("max"), QStringLiteral("60s")}}}}));
}

void LoadPluginTest::dialogShowsTheVerdictBeforeAnythingIsLoaded()
{
    FakeApplication application;
    LoadPluginDialog dialog(application, {});
    auto *start = dialog.findChild<QPushButton *>(QStringLiteral("startController"));
    QVERIFY(!start->isEnabled());
    dialog.choose(application.known.first().file);
    QCOMPARE(dialog.findChild<QLabel *>(QStringLiteral("pluginVerdict"))->text(),
             application.known.first().sentence);
    QVERIFY(dialog.findChild<QLabel *>(QStringLiteral("pluginFacts"))
                ->text()
                .contains(QStringLiteral("Folder mirror")));
    QVERIFY(start->isEnabled());
    QVERIFY(application.started.isEmpty());
}

void LoadPluginTest::dialogStartsNothingThatIsRefused()
{
    FakeApplication application;
    LoadPluginDialog dialog(application, {}, QStringLiteral("/tmp/notes.txt"));
    QCOMPARE(dialog.findChild<QLabel *>(QStringLiteral("pluginVerdict"))->text(),
             QStringLiteral("This file is no Qt plugin."));
    QVERIFY(!dialog.findChild<QPushButton *>(QStringLiteral("startController"))->isEnabled());
    QVERIFY(!dialog.findChild<QWidget *>(QStringLiteral("parameterForm"))->isVisibleTo(&dialog));
}

void LoadPluginTest::dialogAsksForTrust()
{
    FakeApplication application;
    application.known.first().verdict = PluginInfo::Verdict::Untrusted;
    application.known.first().parameters = {};
    LoadPluginDialog dialog(application, {}, application.known.first().file);
    auto *start = dialog.findChild<QPushButton *>(QStringLiteral("startController"));
    QVERIFY(!start->isEnabled());
    QVERIFY(dialog.findChild<QLabel *>(QStringLiteral("pluginFacts"))
                ->text()
                .contains(QStringLiteral("0a1b2c")));
    dialog.findChild<QCheckBox *>(QStringLiteral("pluginTrust"))->setChecked(true);
    QVERIFY(start->isEnabled());
    start->click();
    QCOMPARE(application.decided.size(), 1);
    QVERIFY(application.decided.first().first == PluginDecision::Trust);
    QCOMPARE(application.started.size(), 1);
}

void LoadPluginTest::dialogNamesWhatIsMissing()
{
    FakeApplication application;
    LoadPluginDialog dialog(application, {}, application.known.first().file);
    auto *error = dialog.findChild<QLabel *>(QStringLiteral("error:/source"));
    QCOMPARE(error->text(), QString());
    dialog.findChild<QPushButton *>(QStringLiteral("startController"))->click();
    QCOMPARE(error->text(), QStringLiteral("A value is needed."));
    QVERIFY(application.started.isEmpty());
    auto *source = dialog.findChild<QLineEdit *>(QStringLiteral("input:/source"));
    QTest::keyClicks(source, QStringLiteral("/a"));
    QCOMPARE(error->text(), QString());
}

void LoadPluginTest::dialogShowsWhatTheProgramFindsWrong()
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
            ->setText(QStringLiteral("/x"));
    dialog.findChild<QPushButton *>(QStringLiteral("startController"))->click();
    QCOMPARE(dialog.findChild<QLabel *>(QStringLiteral("error:/target"))->text(),
             QStringLiteral("It lies inside the source."));
    QCOMPARE(dialog.findChild<QLabel *>(QStringLiteral("error:/workers"))->text(),
             QStringLiteral("At most 10000."));
    QCOMPARE(dialog.findChild<QLabel *>(QStringLiteral("loadError"))->text(),
             QStringLiteral("No such locker."));
    QVERIFY(application.started.isEmpty());
}

void LoadPluginTest::dialogJudgesWhatIsTypedAtOnce()
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
    auto *depth = dialog.findChild<QLineEdit *>(QStringLiteral("input:/depth"));
    auto *error = dialog.findChild<QLabel *>(QStringLiteral("error:/depth"));
    depth->clear();
    QTest::keyClicks(depth, QStringLiteral("-1"));
    QCOMPARE(error->text(), QStringLiteral("At least 0."));
    QVERIFY(error->isVisibleTo(&dialog));
    QCOMPARE(dialog.findChild<QLabel *>(QStringLiteral("error:/target"))->text(), QString());
    depth->clear();
    QTest::keyClicks(depth, QStringLiteral("4"));
    QCOMPARE(error->text(), QString());
}

void LoadPluginTest::dialogNeverRepeatsASecret()
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
    dialog.findChild<QPushButton *>(QStringLiteral("startController"))->click();
    for (const QLabel *label : dialog.findChildren<QLabel *>())
        QVERIFY2(!label->text().contains(secret), qPrintable(label->text()));
    QVERIFY(!dialog.windowTitle().contains(secret));
    auto *keys = dialog.findChild<QLineEdit *>(QStringLiteral("input:/keys"));
    keys->setText(QStringLiteral(R"(["a", "b"])"));
    QCOMPARE(dialog.request().parameters.value(QStringLiteral("keys")).toArray().size(), 2);
}

void LoadPluginTest::dialogStartsAController()
{
    FakeApplication application;
    LoadPluginDialog dialog(application, {}, application.known.first().file);
    QSignalSpy started(&dialog, &LoadPluginDialog::started);
    for (const char *path : {"source", "target"})
        dialog.findChild<QLineEdit *>(QStringLiteral("input:/") + QLatin1String(path))
            ->setText(QStringLiteral("/x"));
    dialog.findChild<QPushButton *>(QStringLiteral("startController"))->click();
    QCOMPARE(started.size(), 1);
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
    const StartRequest &request = application.started.first();
    QCOMPARE(request.name, QStringLiteral("folder-mirror"));
    QCOMPARE(request.pluginFile, application.known.first().file);
    QCOMPARE(request.parameters.value(QStringLiteral("source")).toString(), QStringLiteral("/x"));
    QCOMPARE(request.options, QJsonObject());
}

void LoadPluginTest::dialogStartsWithALocker()
{
    FakeApplication application;
    LoadPluginDialog dialog(application, {}, application.known.first().file);
    QCOMPARE(dialog.request().lockerId, QString());
    auto *box = dialog.findChild<QComboBox *>(QStringLiteral("lockerBox"));
    QCOMPARE(box->count(), 2);
    box->setCurrentIndex(1);
    for (const char *path : {"source", "target"})
        dialog.findChild<QLineEdit *>(QStringLiteral("input:/") + QLatin1String(path))
            ->setText(QStringLiteral("/srv/x"));
    auto *start = dialog.findChild<QPushButton *>(QStringLiteral("startController"));
    start->click();
    QVERIFY(application.started.isEmpty()); // the address is missing
    dialog.findChild<QLineEdit *>(QStringLiteral("input:/address"))
        ->setText(QStringLiteral("redis:6379"));
    start->click();
    QCOMPARE(application.started.size(), 1);
    QCOMPARE(application.started.first().lockerId, QStringLiteral("redis-locker"));
    QCOMPARE(application.started.first().lockerParameters,
             QJsonObject({{QStringLiteral("address"), QStringLiteral("redis:6379")}}));
}

void LoadPluginTest::dialogProposesAFreeName()
{
    FakeApplication application;
    LoadPluginDialog dialog(application,
                            {QStringLiteral("folder-mirror"), QStringLiteral("folder-mirror-2")},
                            application.known.first().file);
    QCOMPARE(dialog.request().name, QStringLiteral("folder-mirror-3"));
    dialog.findChild<QLineEdit *>(QStringLiteral("controllerName"))
        ->setText(QStringLiteral("folder-mirror"));
    dialog.findChild<QPushButton *>(QStringLiteral("startController"))->click();
    QVERIFY(dialog.findChild<QLabel *>(QStringLiteral("controllerNameError"))
                ->text()
                .contains(QStringLiteral("runs already")));
}

void LoadPluginTest::dialogStaysWhenTheStartFails()
{
    FakeApplication application;
    application.startResult = Result::failed(QStringLiteral("Symbol x is missing."));
    application.known.first().parameters = {};
    LoadPluginDialog dialog(application, {}, application.known.first().file);
    dialog.show();
    dialog.findChild<QPushButton *>(QStringLiteral("startController"))->click();
    QVERIFY(dialog.isVisible());
    QCOMPARE(dialog.findChild<QLabel *>(QStringLiteral("loadError"))->text(),
             QStringLiteral("Symbol x is missing."));
}

QTEST_MAIN(LoadPluginTest)
#include "tst_loadplugin.moc"
