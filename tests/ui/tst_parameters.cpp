// SPDX-License-Identifier: GPL-3.0-or-later
// Controllers ▸ Edit Parameters, with the keyboard alone.
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/dialogs/applysessiondialog.h"
#include "ui/dialogs/parametersdialog.h"
#include "ui/dialogs/secretblanks.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtGui/QScreen>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QTreeWidget>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;
using State = SessionStep::State;
using namespace std::chrono_literals;

namespace {

QJsonObject running()
{
    return {{"source", "/"},
            {"target", "/nowhere/at/all"},
            {"secret", "geheim"},
            {"token", QJsonObject{{"fromEnv", "TOKEN"}}},
            {"unknown", 7}};
}

ApplyStatus anew(State state, const std::string &why = {})
{
    ApplyStatus status;
    status.steps = {{"photos", SessionStep::Kind::Restart, "parameters", state, why}};
    status.hasEnded = true;
    return status;
}

/// Details of a controller that is selected.
struct DetailsRig : Rig
{
    explicit DetailsRig(const WindowOptions &options = {})
        : Rig(options)
    {}
    /// Waits until the host is asked for the parameters.
    bool select(const QString &controller = QStringLiteral("photos"))
    {
        tabs->setCurrentTab(Tabs::Tab::Controllers);
        Table &table = tabs->table(Tabs::Tab::Controllers);
        QModelIndex cell;
        const auto asked = application.parametersAsked.size();
        return QTest::qWaitFor([&] {
                   for (int row = 0; row < table.model()->rowCount() && !cell.isValid(); ++row) {
                       const auto name = table.model()->index(row, ControllersModel::Name);
                       cell = name.data().toString() == controller ? name : cell;
                   }
                   return cell.isValid();
               })
               && (table.setCurrentIndex(cell), QTest::qWaitFor([&] {
                       return application.parametersAsked.size() > asked
                              && application.parametersAsked.back().second == controller;
                   }));
    }
    QString text(const char *name) const { return find<QPlainTextEdit>(name)->toPlainText(); }
    QToolButton &edit() const { return *find<QToolButton>("detailEditParameters"); }
};

/// A window in which the form is open.
struct ParametersRig : Rig
{
    bool open(const RunningParameters &parameters = {.plugin = "Mirror 1.2",
                                                     .schema = everySchema(),
                                                     .values = running()})
    {
        if (!isReady())
            return false;
        action("editParameters")->trigger();
        if (!application.parametersTold)
            return false;
        application.parametersTold(parameters);
        return form() && QTest::qWaitForWindowActive(form());
    }
    ParametersDialog *form() const { return find<ParametersDialog>("parametersDialog"); }
    ApplySessionDialog *review() const { return find<ApplySessionDialog>("applySessionDialog"); }
    template<class Input>
    Input *input(const char *path) const
    {
        return form()->findChild<Input *>(QLatin1String("input:") + path);
    }
    QString said(const QString &name) const { return form()->findChild<QLabel *>(name)->text(); }
    QString differences() const { return said("parametersDifferences"); }
    /// Types \a text in the place of what stands at \a path.
    void type(const char *path, const QString &text) const
    {
        auto *line = input<QLineEdit>(path);
        line->setFocus();
        QTest::keyClick(line, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(line, text);
    }
    /// … and has it reviewed.
    bool reviewSource(const QString &text)
    {
        type("/source", text);
        QTest::keyClick(input<QLineEdit>("/source"), Qt::Key_Return);
        if (application.applied.empty() || application.applied.back().mode != ApplyMode::DryRun)
            return false;
        application.tellApply(anew(State::Planned)); // to the form
        if (!review() || !QTest::qWaitForWindowActive(review()))
            return false;
        application.tellApply(anew(State::Planned)); // to the dialog
        return true;
    }
    /// Presses Start Anew, and says that it is still what was shown.
    bool startAnew() const
    {
        auto *button = review()->findChild<QPushButton *>("applyButton");
        for (int i = 0; i < 5 && !button->hasFocus(); ++i)
            QTest::keyClick(review()->focusWidget(), Qt::Key_Tab);
        QTest::keyClick(button, Qt::Key_Space);
        application.tellApply(anew(State::Planned));
        return application.applied.back().mode == ApplyMode::Apply;
    }
};

} // namespace

class ParametersTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }

    // As far as the screen has room.
    void theFormIsWhole()
    {
        ParametersRig rig;
        QVERIFY(rig.open());
        const auto *area = rig.form()->findChild<QScrollArea *>("parametersArea");
        const int room = rig.form()->screen()->availableSize().height() - 40; // and a frame
        QVERIFY2(area->verticalScrollBar()->maximum() == 0 || rig.form()->height() == room,
                 qPrintable(QStringLiteral("%1 of %2").arg(rig.form()->height()).arg(room)));
    }

    void theFormHasWhatRunsButNoSecret()
    {
        ParametersRig rig;
        QVERIFY(rig.open());
        QCOMPARE(rig.form()->windowTitle(), "Parameters of photos");
        QCOMPARE(rig.input<QLineEdit>("/source")->text(), "/");
        QCOMPARE(rig.input<QLineEdit>("/secret")->text(), QString());
        QCOMPARE(rig.input<QLineEdit>("/secret")->placeholderText(), "as it is");
        QCOMPARE(rig.input<QLineEdit>("/token")->text(), "TOKEN"); // only where it is
        auto *button = rig.find<QPushButton>("reviewParameters");
        QVERIFY(!button->isEnabled());
        QCOMPARE(button->toolTip(), "Nothing is changed.");
        QCOMPARE(rig.form()->parameters(), running());
        QTest::keyClick(rig.form(), Qt::Key_Escape);
        QVERIFY(rig.application.applied.empty());
    }

    void pathsThatAreNotThereAreSaidBeforeItStarts()
    {
        ParametersRig rig;
        QVERIFY(rig.open());
        QCOMPARE(rig.said("note:/target"), "There is no such folder here yet.");
        QCOMPARE(rig.said("note:/source"), QString());
        rig.type("/source", "/not/there");
        QCOMPARE(rig.said("note:/source"), "There is no such folder here yet.");
    }

    void ofAHostElsewhereNobodyHereKnowsThem()
    {
        ParametersRig rig;
        QVERIFY(rig.open({.plugin = "Mirror 1.2",
                          .schema = everySchema(),
                          .values = running(),
                          .isElsewhere = true}));
        QCOMPARE(rig.said("note:/target"), QString());
    }

    void whatIsEditedIsReviewedThenStartedAnew()
    {
        ParametersRig rig;
        QVERIFY(rig.open());
        QVERIFY(rig.reviewSource("/tmp"));
        QCOMPARE(rig.differences(), "Source: / becomes /tmp");
        const ParameterChange &change = rig.application.changes.last();
        QCOMPARE(change.controller, "photos");
        QCOMPARE(change.before, running());
        QJsonObject after = running();
        after["source"] = "/tmp";
        QCOMPARE(change.after, after); // no default besides, and what has no field stays
        QCOMPARE(rig.review()->windowTitle(), "Other Parameters of photos");
        QCOMPARE(rig.label("applyReason"), "Source: / becomes /tmp");

        QVERIFY(rig.startAnew());
        rig.application.tellApply(anew(State::Done));
        QTRY_VERIFY(!rig.form());
        QVERIFY(rig.hasToast("photos was started anew with other parameters."));
    }

    void aSecretThatIsEditedIsShownNowhere()
    {
        ParametersRig rig;
        QVERIFY(rig.open());
        rig.type("/secret", "other");
        QCOMPARE(rig.differences(), "secret: another secret");
        QCOMPARE(rig.form()->parameters().value("secret").toString(), "other");
        rig.type("/secret", "geheim"); // the same again
        QCOMPARE(rig.differences(), QString());
    }

    void secretsWithinAreBlankAndStay()
    {
        const QJsonObject schema = QJsonDocument::fromJson(R"({"type": "object", "properties": {
            "hosts": {"type": "array", "items": {"type": "object", "properties": {
                "name": {"type": "string"}, "key": {"type": "string", "format": "password"}}}}}})")
                                       .object();
        const QJsonObject host{{"name", "a"}, {"key", "geheim"}};
        const QJsonObject values{{"hosts", QJsonArray{host}}};
        QJsonObject shown = blanked(schema, values);
        QVERIFY(!QJsonDocument(shown).toJson().contains("geheim"));
        QCOMPARE(unblanked(schema, shown, values), values);
        QJsonObject edited = shown["hosts"].toArray()[0].toObject();
        edited["name"] = "b";
        shown["hosts"] = QJsonArray{edited};
        QJsonObject other = host;
        other["name"] = "b";
        QCOMPARE(unblanked(schema, shown, values), (QJsonObject{{"hosts", QJsonArray{other}}}));
    }

    void whatIsWrongIsSaidBesideItsField()
    {
        ParametersRig rig;
        QVERIFY(rig.open());
        rig.type("/source", "relative");
        QTest::keyClick(rig.input<QLineEdit>("/source"), Qt::Key_Return);
        ApplyStatus wrong;
        wrong.problems = {"parameters.source: must be an absolute path",
                          "parameters.command[0]: cannot be found", "alarms: is wrong"};
        wrong.hasEnded = true;
        rig.application.tellApply(wrong);
        QVERIFY(!rig.review());
        QCOMPARE(rig.said("error:/source"), "must be an absolute path");
        QCOMPARE(rig.said("error:/command"), "cannot be found");
        QCOMPARE(rig.said("parametersError"), "alarms: is wrong");
        rig.type("/source", "/tmp");
        QCOMPARE(rig.said("error:/source"), QString());
        rig.type("/depth", "deep");
        QVERIFY(!rig.find<QPushButton>("reviewParameters")->isEnabled());
    }

    void aStartThatFailsIsSaidAndCanBeTriedAgain()
    {
        ParametersRig rig;
        QVERIFY(rig.open());
        QVERIFY(rig.reviewSource("/tmp"));
        QVERIFY(rig.startAnew());
        rig.application.tellApply(anew(State::Failed, "the disk is full"));
        QCOMPARE(rig.review()->findChild<QTreeWidget *>()->topLevelItem(0)->text(2),
                 "failed: the disk is full");
        QTest::keyClick(rig.review(), Qt::Key_Escape);
        QTRY_VERIFY(!rig.review());
        QCOMPARE(rig.said("parametersError"),
                 "photos does not run, for it could not be started: the disk is full. All else "
                 "goes on.");
        rig.type("/source", "/var");
        QTest::keyClick(rig.input<QLineEdit>("/source"), Qt::Key_Return);
        QCOMPARE(rig.application.changes.last().before.value("source").toString(), "/tmp");
    }

    void detailsOfAControllerHaveItsParameters()
    {
        DetailsRig rig;
        QVERIFY(rig.select());
        QVERIFY(rig.text("detailText").startsWith("photos: "));
        QCOMPARE(rig.application.parametersAsked.back(), (std::pair<HostId, QString>(0, "photos")));
        QCOMPARE(rig.text("detailParameters"), "They are asked for.");
        rig.application.parametersTold(
            {.plugin = "Mirror 1.2", .schema = everySchema(), .values = running()});
        QCOMPARE(rig.text("detailParameters"),
                 "secret: ••••\nSource: /\nTarget: /nowhere/at/all\n"
                 "token: {\"fromEnv\":\"TOKEN\"}"); // and none of what the plugin does not describe

        QCOMPARE(rig.edit().text(), "Edit…");
        const auto asked = rig.application.parametersAsked.size();
        rig.edit().setFocus();
        QTest::keyClick(&rig.edit(), Qt::Key_Space);
        QCOMPARE(rig.application.parametersAsked.size(), asked + 1);
        rig.application.parametersTold(
            {.plugin = "Mirror 1.2", .schema = everySchema(), .values = running()});
        QVERIFY(rig.find<ParametersDialog>("parametersDialog"));
    }

    void theyAreToldOfWhatIsSelectedNow()
    {
        DetailsRig rig;
        const ControllerId other = rig.feed.addController("other");
        QVERIFY(rig.select());
        const auto ofPhotos = rig.application.parametersTold;
        QVERIFY(rig.select("other"));
        ofPhotos({.plugin = "Mirror 1.2", .schema = everySchema(), .values = running()});
        QCOMPARE(rig.text("detailParameters"), "They are asked for.");
        rig.application.parametersTold({.plugin = "Plain 1"});
        QCOMPARE(rig.text("detailParameters"), "It takes none.");
        rig.tabs->table(Tabs::Tab::Controllers).selectAll();
        QVERIFY(!rig.find<QPlainTextEdit>("detailParameters")->isVisible());
        rig.tabs->table(Tabs::Tab::Controllers).clearSelection();
        QVERIFY(rig.select("other"));
        rig.application.parametersTold({.plugin = "Mirror 1.2", .schema = everySchema()});
        QCOMPARE(rig.text("detailParameters"), "None is given: all are as its plugin has them.");
        rig.feed.removeController(other); // Details do not speak of what is gone
        QTRY_VERIFY(!rig.find<QPlainTextEdit>("detailParameters")->isVisible());
    }

    void aHostThatDoesNotTellIsAskedAgain()
    {
        DetailsRig rig;
        QVERIFY(rig.select());
        rig.feed.stopAt(rig.feed.now());
        rig.application.parametersTold({.whyNot = "The host does not answer."});
        QCOMPARE(rig.text("detailParameters"), "The host does not answer.");
        const auto asked = rig.application.parametersAsked.size();
        rig.feed.stopAt(rig.feed.now() + 6s);
        QTRY_VERIFY(rig.application.parametersAsked.size() > asked);
        rig.application.parametersTold({.plugin = "Plain 1"});
        QCOMPARE(rig.text("detailParameters"), "It takes none.");
    }

    void whyTheyAreNotEditedIsSaidBesideThem()
    {
        WindowOptions options;
        options.access = WindowOptions::Access::ReadOnly;
        DetailsRig rig(options);
        QVERIFY(rig.select());
        QTRY_VERIFY(!rig.edit().isEnabled());
        QVERIFY(rig.edit().isVisible());
        QVERIFY(rig.edit().toolTip().endsWith("\nThis window is read only."));
    }

    void whatCannotBeEditedIsSaid()
    {
        ParametersRig rig;
        QVERIFY(!rig.open({.whyNot = "Nobody knows."}));
        QVERIFY(rig.hasMessage("Nobody knows."));
        rig.action("editParameters")->trigger();
        rig.application.parametersTold({.plugin = "Plain 1", .schema = {}});
        QVERIFY(!rig.form());
        QVERIFY(rig.hasToast("photos takes no parameters: its plugin is Plain 1."));
        rig.feed.addController("other");
        QTRY_VERIFY(!rig.action("editParameters")->isEnabled());
    }
};

QONTROLLER_WINDOW_TEST(ParametersTest)
#include "tst_parameters.moc"
