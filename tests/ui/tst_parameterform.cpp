// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/fakes.h"
#include "support/warnings.h"
#include "support/windowtest.h"

#include "ui/dialogs/liveoptionsdialog.h"
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

namespace {

/// Texts that need more height than they have.
QStringList cutTexts(const QWidget &window)
{
    for (int pass = 0; pass < 4; ++pass) // layouts ask their parents for more
        QCoreApplication::processEvents();
    QStringList cut;
    for (const QLabel *label : window.findChildren<QLabel *>()) {
        if (label->isVisible() && label->wordWrap()
            && label->height() < label->heightForWidth(label->width()))
            cut += label->text();
    }
    return cut;
}

} // namespace

class ParameterFormTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void startsWithTheDefaults()
    {
        ParameterForm form;
        form.setSchema(everySchema());
        const QJsonObject values = form.values();
        QCOMPARE(values.value(QStringLiteral("pattern")).toString(), "*");
        QCOMPARE(values.value(QStringLiteral("interval")).toString(), "30s");
        QCOMPARE(values.value(QStringLiteral("depth")).toInt(), 3);
        QCOMPARE(values.value(QStringLiteral("factor")).toDouble(), 1.5);
        QCOMPARE(values.value(QStringLiteral("links")).toBool(), true);
        QCOMPARE(values.value(QStringLiteral("mode")).toString(), "copy");
        QCOMPARE(values.value(QStringLiteral("command")).toArray(),
                 QJsonArray({QStringLiteral("rsync"), QStringLiteral("-a")}));
        QCOMPARE(values.value(QStringLiteral("limits")).toObject(),
                 QJsonObject({{QStringLiteral("rate"), 0.5}}));
        QCOMPARE(values.value(QStringLiteral("extra")).toObject(),
                 QJsonObject({{QStringLiteral("a"), 1}}));
        QVERIFY(!values.contains("source"));
    }

    void putsRequiredOnesFirst()
    {
        ParameterForm form;
        form.setSchema(everySchema());
        QCOMPARE(form.fields().at(0)->path(), "/source");
        QCOMPARE(form.fields().at(1)->path(), "/target");
    }

    void hasAnInputForEveryType()
    {
        ParameterForm form;
        form.setSchema(everySchema());
        const auto has = [&](auto *type, const char *path) {
            using Input = std::remove_pointer_t<decltype(type)>;
            return form.findChild<Input *>(QStringLiteral("input:/") + QLatin1String(path))
                   != nullptr;
        };
        QVERIFY(has(static_cast<QLineEdit *>(nullptr), "source"));
        QVERIFY(has(static_cast<QLineEdit *>(nullptr), "depth"));
        QVERIFY(has(static_cast<QCheckBox *>(nullptr), "links"));
        QVERIFY(has(static_cast<QComboBox *>(nullptr), "mode"));
        QVERIFY(has(static_cast<QPlainTextEdit *>(nullptr), "command"));
        QVERIFY(has(static_cast<QPlainTextEdit *>(nullptr), "extra"));
        QVERIFY(has(static_cast<QLineEdit *>(nullptr), "limits/size"));
        QCOMPARE(form.findChild<QLineEdit *>("input:/secret")->echoMode(), QLineEdit::Password);
        for (const ParameterField *field : form.fields())
            QVERIFY(!field->focusProxy()->accessibleName().isEmpty());
    }

    void takesValuesFromItsInputs()
    {
        ParameterForm form;
        form.setSchema(everySchema());
        form.findChild<QLineEdit *>("input:/source")->setText("/srv/photos");
        form.findChild<QLineEdit *>("input:/depth")->setText("9");
        form.findChild<QCheckBox *>("input:/links")->setChecked(false);
        form.findChild<QComboBox *>("input:/mode")->setCurrentIndex(2);
        form.findChild<QPlainTextEdit *>("input:/command")->setPlainText("cp\n-r\nmy file");
        form.findChild<QLineEdit *>("input:/limits/size")->setText("12");
        const QJsonObject values = form.values();
        QCOMPARE(values.value(QStringLiteral("source")).toString(), "/srv/photos");
        QCOMPARE(values.value(QStringLiteral("depth")), QJsonValue(9));
        QCOMPARE(values.value(QStringLiteral("links")), QJsonValue(false));
        QCOMPARE(values.value(QStringLiteral("mode")), QJsonValue(7));
        QCOMPARE(values.value(QStringLiteral("command")).toArray().last().toString(), "my file");
        QCOMPARE(values.value(QStringLiteral("limits")).toObject().value(QStringLiteral("size")),
                 QJsonValue(12));
        form.findChild<QLineEdit *>("input:/depth")->clear();
        QVERIFY(!form.values().contains("depth"));
    }

    void keepsWhereASecretIs_data()
    {
        QTest::addColumn<QJsonObject>("reference");
        for (const auto &[key, name] :
             {std::pair{"fromEnv", "PASSWORD"}, std::pair{"fromFile", "/p"},
              std::pair{"fromCredential", "p"}})
            QTest::newRow(key) << QJsonObject{{key, name}};
    }
    void keepsWhereASecretIs()
    {
        QFETCH(QJsonObject, reference);
        const QJsonObject given{{"secret", reference}, {"token", "hunter2"}};
        ParameterForm form;
        form.setSchema(everySchema(), given);
        QCOMPARE(form.values().value("secret"), QJsonValue(reference));
        QCOMPARE(form.values().value("token"), QJsonValue("hunter2"));
        const auto *line = form.findChild<QLineEdit *>("input:/secret");
        QCOMPARE(line->displayText(), reference.begin().value().toString());
        QVERIFY(form.findChild<QLineEdit *>("input:/token")->displayText() != "hunter2");
        QVERIFY(form.inputErrors().size() == 2); // source and target are missing
    }

    void aSecretIsNotShownAsAName()
    {
        ParameterForm form;
        form.setSchema(everySchema(), {{"secret", "hunter2"}});
        auto *line = form.findChild<QLineEdit *>("input:/secret");
        auto *place = form.findChild<QComboBox *>("place:/secret");
        QVERIFY(!place->accessibleName().isEmpty());
        place->setFocus();
        QTest::keyClick(place, Qt::Key_Down);
        QCOMPARE(line->text(), QString());
        QCOMPARE(line->echoMode(), QLineEdit::Normal);
        QVERIFY(form.isTouched("/secret"));
        QTest::keyClicks(line, "DATABASE");
        QCOMPARE(form.values().value("secret"), QJsonValue(QJsonObject{{"fromEnv", "DATABASE"}}));
    }

    void saysWhatWasTypedWrongly_data()
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
    void saysWhatWasTypedWrongly()
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

    void showsErrorsBesideTheirFields()
    {
        ParameterForm form;
        form.setSchema(everySchema());
        const auto left = form.setErrors(
            {{QStringLiteral("/depth"), QStringLiteral("Too deep.")},
             {QStringLiteral("/command/1"), QStringLiteral("No such switch.")},
             {QStringLiteral("/nothing"), QStringLiteral("Unknown.")}});
        QCOMPARE(form.findChild<QLabel *>("error:/depth")->text(), "Too deep.");
        QCOMPARE(form.findChild<QLabel *>("error:/command")->text(), "No such switch.");
        QCOMPARE(left.size(), 1);
        QCOMPARE(left.first().path, "/nothing");
        form.setErrors({});
        QCOMPARE(form.findChild<QLabel *>("error:/depth")->text(), QString());
    }

    void saysThatThereIsNothingToFillIn()
    {
        ParameterForm form;
        form.setSchema({});
        QCOMPARE(form.values(), QJsonObject());
        QVERIFY(form.findChild<QLabel *>()->text().contains("no parameters"));
    }

    void optionsLeaveDefaultsOut()
    {
        ParameterForm form;
        form.setSchema(optionsSchema());
        QCOMPARE(withoutDefaults(form.values(), optionsSchema()), QJsonObject());
        form.findChild<QLineEdit *>("input:/workers")->setText("9");
        form.findChild<QLineEdit *>("input:/backoff/max")->setText("60s");
        QCOMPARE(withoutDefaults(form.values(), optionsSchema()),
                 QJsonObject({{QStringLiteral("workers"), 9},
                              {QStringLiteral("backoff"),
                               QJsonObject{{QStringLiteral("max"), QStringLiteral("60s")}}}}));
    }

    void noHintIsCutByAnError()
    {
        LiveOptionsDialog dialog(QStringLiteral("photos"), {},
                                 LiveOptionsDialog::Session::OfWindow);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QCOMPARE(cutTexts(dialog), QStringList());
        for (QLineEdit *input : dialog.findChildren<QLineEdit *>())
            input->setText("whatever was meant by this, it is no value of that kind");
        dialog.accept();
        QVERIFY(dialog.isVisible());
        QCOMPARE(cutTexts(dialog), QStringList());
    }

    void noHintIsCutByAnErrorWhereItScrolls()
    {
        FakeApplication application;
        application.validator = [](const StartRequest &request) {
            QList<ParameterError> errors;
            for (const QString &name : request.parameters.keys())
                errors += {QStringLiteral("/parameters/") + name,
                           QStringLiteral(
                               "what stands here is wrong in a way that takes more words "
                               "than fit into one line, and then into two")};
            return errors;
        };
        LoadPluginDialog dialog(application, {}, application.known.first().file);
        dialog.resize(400, 560);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        for (const char *name : {"source", "target"})
            dialog.findChild<QLineEdit *>(QStringLiteral("input:/") + QLatin1String(name))
                ->setText("/srv");
        dialog.findChild<QPushButton *>("startController")->click();
        QVERIFY(dialog.isVisible());
        QCOMPARE(cutTexts(dialog), QStringList());
    }

    void hintsHaveTheRoomThatTheyNeed_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("narrow") << QSize(440, 560);
        QTest::newRow("as it opens") << QSize();
        QTest::newRow("wide") << QSize(900, 700);
    }

    // Hints of one line and of several: none has room that another one would have needed.
    void hintsHaveTheRoomThatTheyNeed()
    {
        QFETCH(QSize, size);
        FakeApplication application;
        QJsonObject properties;
        const QString hint = QStringLiteral("How many servers may be out of service at a time. ");
        for (int i = 0; i < 9; ++i)
            properties.insert(QStringLiteral("p%1").arg(i),
                              QJsonObject{{"type", i == 4 ? "array" : "string"},
                                          {"title", QStringLiteral("Most out of service")},
                                          {"items", QJsonObject{{"type", "string"}}},
                                          {"description", hint.repeated(i % 4)}});
        PluginInfo &plugin = application.known.first();
        plugin.parameters = {{"type", "object"}, {"properties", properties}};
        LoadPluginDialog dialog(application, {});
        if (size.isValid())
            dialog.resize(size);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto *known = dialog.findChild<QComboBox *>("knownPlugins");
        known->setCurrentIndex(0);
        emit known->activated(0);
        QCOMPARE(cutTexts(dialog), QStringList());
        const auto *form = dialog.findChild<ParameterForm *>("parameterForm");
        const auto fields = form->findChildren<ParameterField *>();
        QCOMPARE(fields.size(), 9);
        for (const ParameterField *field : fields) {
            for (const auto *label : field->findChildren<QLabel *>()) {
                if (!label->isVisible())
                    continue;
                const int needed = label->fontMetrics()
                                       .boundingRect(QRect(0, 0, label->width(), 1000),
                                                     Qt::TextWordWrap, label->text())
                                       .height();
                QVERIFY2(label->height() <= needed + 4, qPrintable(QStringLiteral("%1: %2 of %3")
                                                                       .arg(field->path())
                                                                       .arg(label->height())
                                                                       .arg(needed)));
            }
        }
    }
};

QONTROLLER_WINDOW_TEST(ParameterFormTest)
#include "tst_parameterform.moc"
