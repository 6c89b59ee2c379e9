// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/actions/operatorlogmodel.h"
#include "ui/models/eventsmodel.h"
#include "ui/views/eventspane.h"
#include "ui/views/filterbox.h"

#include "core/engine/observe/items/itemrow.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QTemporaryDir>
#include <QtTest/QAbstractItemModelTester>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QScrollBar>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;

namespace {

using Kind = EventRecord::Kind;

/// The window with the events in front.
struct EventsRig : Rig
{
    bool isReady()
    {
        if (!Rig::isReady())
            return false;
        find<QDockWidget>("eventsDock")->raise();
        return QTest::qWaitFor([this] { return table().isVisible(); });
    }
    Table &table() const { return *find<Table>("eventsTable"); }
    int rows() const { return table().model()->rowCount(); }
    void add(Kind kind, const std::string &id = {}, const std::string &text = {})
    {
        feed.addEvent(photos, {++number, feed.now(), kind, id, text, 0});
    }
    QToolButton *button(const char *name) const { return find<QToolButton>(name); }
    /// With the keyboard.
    void press(const char *name) const
    {
        button(name)->setFocus(Qt::TabFocusReason);
        QTest::keyClick(button(name), Qt::Key_Space);
    }
    QString cells(EventsModel::Column column) const
    {
        QStringList all;
        for (int row = 0; row < rows(); ++row)
            all += table().model()->index(row, column).data().toString();
        return all.join(QLatin1Char(' '));
    }
    bool isAtEnd() const
    {
        return table().verticalScrollBar()->value() == table().verticalScrollBar()->maximum();
    }

    std::uint64_t number = 0;
};

/// What the operator log shows.
struct LogRig : EventsRig
{
    Table &log() const { return *find<Table>("operatorTable"); }
    QStringList what() const
    {
        QStringList all;
        for (int row = 0; row < log().model()->rowCount(); ++row)
            all += log().model()->index(row, OperatorLogModel::What).data().toString();
        return all;
    }
    /// The host has written \a text down.
    OperatorLine told(const std::string &controller, const std::string &text, Ids ids = {},
                      std::uint64_t all = 0)
    {
        OperatorLine line{WallTime(std::chrono::seconds(++number)), "anna", controller, text};
        line.ids = std::move(ids);
        line.idCount = std::max<std::uint64_t>(all, line.ids.size());
        line.number = number;
        application.shown.log(0, line);
        return line;
    }
    /// What \a action writes to \a file.
    QByteArray exported(const char *action, const char *dialog, const QString &file) const
    {
        this->action(action)->trigger();
        for (auto *each : window->findChildren<QFileDialog *>(QLatin1String(dialog))) {
            emit each->fileSelected(file);
            delete each;
        }
        QFile written(file);
        return written.open(QIODevice::ReadOnly) ? written.readAll() : QByteArray();
    }
    void filter(const QString &text) const { find<FilterBox>("filterBox")->setFilterText(text); }
};

} // namespace

/// The events and the operator log of the window.
class EventsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }

    void rowsStayWhileTheyAreHeld()
    {
        EventsRig rig;
        rig.add(Kind::Failed, "item-0");
        QVERIFY(rig.isReady());
        QTRY_COMPARE(rig.rows(), 1);
        QVERIFY(!rig.button("eventsFollow")->isEnabled());
        rig.press("eventsHold");
        for (int i = 0; i < 3; ++i)
            rig.add(Kind::Failed, "item-1");
        QTRY_COMPARE(rig.label("eventsWaiting"), "3 new");
        QCOMPARE(rig.rows(), 1);
        rig.add(Kind::Failed, "item-2");
        QTRY_COMPARE(rig.label("eventsWaiting"), "4 new");
        QVERIFY(rig.button("eventsFollow")->isEnabled());
        rig.press("eventsFollow");
        QCOMPARE(rig.rows(), 5);
        QCOMPARE(rig.label("eventsWaiting"), "");
        QVERIFY(!rig.button("eventsHold")->isChecked());
        QVERIFY(rig.table().hasFocus()); // where the keyboard goes on
        rig.add(Kind::Failed, "item-3");
        QTRY_COMPARE(rig.rows(), 6);
    }

    void rowsStayForAReaderWhoHasScrolledUp()
    {
        EventsRig rig;
        for (int i = 0; i < 200; ++i)
            rig.add(Kind::Failed, "item-0");
        QVERIFY(rig.isReady());
        QTRY_COMPARE(rig.rows(), 200);
        QTRY_VERIFY(rig.isAtEnd());
        rig.table().setFocus();
        rig.table().selectRow(199);
        QTest::keyClick(&rig.table(), Qt::Key_Home, Qt::ControlModifier);
        QTRY_COMPARE(rig.table().verticalScrollBar()->value(), 0);
        rig.add(Kind::Failed, "item-1");
        QTRY_COMPARE(rig.label("eventsWaiting"), "1 new");
        QCOMPARE(rig.rows(), 200);
        QCOMPARE(rig.table().verticalScrollBar()->value(), 0);
        QTest::keyClick(&rig.table(), Qt::Key_End, Qt::ControlModifier);
        QTRY_COMPARE(rig.rows(), 201); // at the end they are followed again
        QVERIFY(rig.isAtEnd());
        QCOMPARE(rig.label("eventsWaiting"), "");
    }

    void buttonsChooseKinds()
    {
        EventsRig rig;
        rig.add(Kind::Failed, "a");
        rig.add(Kind::ListFailed, "b");
        rig.add(Kind::LockRefused, "c");
        rig.add(Kind::PauseEnded, "d");
        rig.add(Kind::Notice, "e");
        QVERIFY(rig.isReady());
        QTRY_COMPARE(rig.cells(EventsModel::Id), "a b c d e");
        rig.press("eventsFailures");
        QCOMPARE(rig.cells(EventsModel::Id), "a");
        rig.press("eventsLocks");
        QCOMPARE(rig.cells(EventsModel::Id), "a c");
        rig.press("eventsFailures");
        rig.press("eventsLocks");
        QCOMPARE(rig.cells(EventsModel::Id), "a b c d e");
        for (const auto &[name, id] :
             {std::pair("eventsLists", "b"), {"eventsCommands", "d"}, {"eventsOthers", "e"}}) {
            rig.press(name);
            QCOMPARE(rig.cells(EventsModel::Id), id);
            QVERIFY(!rig.button(name)->accessibleDescription().isEmpty());
            rig.press(name);
        }
        rig.press("eventsFailures");
        rig.press("eventsHold");
        rig.add(Kind::ListFailed, "f"); // is not shown, so it does not wait
        rig.add(Kind::Parked, "g");
        QTRY_COMPARE(rig.label("eventsWaiting"), "1 new");
    }

    void showsOnlyWhatIsSelected()
    {
        EventsRig rig;
        const ControllerId other = rig.feed.addController("mails");
        for (const char *id : {"item-0", "item-1", ""})
            rig.add(Kind::Failed, id);
        rig.feed.addEvent(other, {1, rig.feed.now(), Kind::ListFailed, "", "away", 0});
        QVERIFY(rig.isReady());
        QTRY_COMPARE(rig.rows(), 4);
        const int row = rig.tabs->items().rowOfItem(rig.photos, 2);
        const QString id = QString::fromStdString(rig.tabs->items().refAt(row).id);
        rig.items().selectRow(row);
        rig.press("eventsSelected");
        QCOMPARE(rig.cells(EventsModel::Id), id);
        QVERIFY(rig.label("eventsWaiting").isEmpty());
        rig.items().clearSelection();
        rig.tabs->setCurrentTab(Tabs::Tab::Controllers);
        Table &controllers = rig.tabs->table(Tabs::Tab::Controllers);
        QTRY_COMPARE(controllers.model()->rowCount(), 2);
        const int mails = controllers.model()
                              ->match(controllers.model()->index(0, ControllersModel::Name),
                                      Qt::DisplayRole, "mails", 1, Qt::MatchExactly)
                              .value(0)
                              .row();
        controllers.selectRow(mails);
        QTRY_COMPARE(rig.cells(EventsModel::Controller), "mails");
        rig.press("eventsSelected");
        QCOMPARE(rig.rows(), 4);
    }

    void enterGoesToWhatAnEventIsAbout()
    {
        EventsRig rig;
        rig.add(Kind::Failed, "item-3");
        rig.add(Kind::ListFailed);
        rig.add(Kind::Failed, "long gone");
        QVERIFY(rig.isReady());
        QTRY_COMPARE(rig.rows(), 3);
        rig.find<QLineEdit>("filterBox")->setText("id:item-9"); // hides it
        QTest::keyClick(rig.find<QLineEdit>("filterBox"), Qt::Key_Return);
        QTest::keyClick(rig.find<QLineEdit>("filterBox"), Qt::Key_Escape);
        const auto enter = [&rig](int row) {
            rig.table().setFocus();
            rig.table().setCurrentIndex(rig.table().model()->index(row, 0));
            QTest::keyClick(&rig.table(), Qt::Key_Return);
        };
        QTRY_COMPARE(rig.rows(), 3);
        enter(0);
        QVERIFY(rig.tabs->currentTab() == Tabs::Tab::Items);
        QTRY_COMPARE(rig.items().selectedRowNumbers().size(), 1);
        QCOMPARE(rig.tabs->items().refAt(rig.items().selectedRowNumbers().front()).id,
                 std::string("item-3"));
        enter(1);
        QVERIFY(rig.tabs->currentTab() == Tabs::Tab::Controllers);
        enter(2);
        QVERIFY(rig.hasToast("long gone is not among the objects of photos."));
    }

    void theLogHasWhatOthersAskedTheHostFor()
    {
        EventsRig rig;
        QVERIFY(rig.isReady());
        rig.items().selectRow(0);
        QTRY_VERIFY(rig.action("pauseItems")->isEnabled());
        rig.action("pauseItems")->trigger();
        const QAbstractItemModel &log = *rig.find<Table>("operatorTable")->model();
        QCOMPARE(log.rowCount(), 1);
        OperatorLine own{SteadyClock::instance().wallNow(), "anna (window)", "photos",
                         "pause 1 object"};
        own.ticket = 1; // as the control gave it
        rig.application.shown.log(0, own);
        rig.application.shown.log(0, {SteadyClock::instance().wallNow(),
                                      "root (TLS from 192.0.2.7)", "photos", "resync"});
        QTRY_COMPARE(log.rowCount(), 2);
        const auto cell = [&log](int row, OperatorLogModel::Column column) {
            return log.index(row, column).data().toString();
        };
        QCOMPARE(cell(0, OperatorLogModel::Who), "anna (window)");
        QCOMPARE(cell(0, OperatorLogModel::What), "Pause 1 object");
        QCOMPARE(cell(1, OperatorLogModel::Who), "root (TLS from 192.0.2.7)");
        QCOMPARE(cell(1, OperatorLogModel::What), "resync");
    }

    void theLogFollowsTheFilter()
    {
        LogRig rig;
        QVERIFY(rig.isReady());
        rig.told("photos", "requeue a and b", {"a", "b"});
        rig.told("photos", "requeue many", {"c"}, 50); // which others is not known
        rig.told("photos", "resync");
        rig.told("other", "pause d", {"d"});
        rig.told("", "apply session");
        QTRY_COMPARE(rig.what().size(), 5);
        rig.filter("id:b");
        QCOMPARE(rig.what(), (QStringList{"requeue a and b", "requeue many"}));
        rig.filter("controller:other");
        QCOMPARE(rig.what(), (QStringList{"pause d", "apply session"})); // which is of all
        rig.filter("controller:photos -anna");
        QCOMPARE(rig.what(), QStringList());
        QCOMPARE(rig.log().emptyText(),
                 "No line matches the filter.\nOf its terms controller:, host:, id: and words "
                 "count here. Esc in the filter box shows all again.");
        rig.filter("is:failing"); // lines are no objects
        QCOMPARE(rig.what().size(), 5);
        rig.filter("controller:photos resync");
        QCOMPARE(rig.what(), QStringList("resync"));
        rig.told("photos", "pause");
        rig.told("photos", "resync again");
        QTRY_COMPARE(rig.what(), (QStringList{"resync", "resync again"}));
        rig.filter({});
        QCOMPARE(rig.what().size(), 7);
    }

    void whatTheEventsShowIsExported()
    {
        QTemporaryDir folder;
        LogRig rig;
        rig.add(Kind::Failed, "item-0", "no, \"none\"");
        rig.add(Kind::Failed, "item-1", "disk");
        rig.add(Kind::ListFailed);
        QVERIFY(rig.isReady());
        QTRY_COMPARE(rig.rows(), 3);
        QTRY_VERIFY(rig.action("exportEvents")->isEnabled());
        rig.press("eventsFailures");
        const auto exported = [&](const char *name) {
            return rig.exported("exportEvents", "exportEventsDialog", folder.filePath(name));
        };
        const QList<QByteArray> lines = exported("events.csv").split('\n');
        QCOMPARE(lines.size(), 4); // with one that is empty
        QCOMPARE(lines[0], "Time,Controller,What,Id,Text\r");
        QVERIFY2(QRegularExpression(
                     "^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3},photos,.*,item-0,"
                     "\".*no, \"\"none\"\"\"\r$")
                     .match(QString::fromUtf8(lines[1]))
                     .hasMatch(),
                 lines[1]);
        QCOMPARE(exported("events.tsv").split('\n')[0], "Time\tController\tWhat\tId\tText");
        const QJsonArray json = QJsonDocument::fromJson(exported("events.json")).array();
        QCOMPARE(json.size(), 2);
        QCOMPARE(json[1]["id"].toString(), "item-1");
        QCOMPARE(json[1]["controller"].toString(), "photos");
        QCOMPARE(json[1]["kind"].toString(),
                 QString::fromStdString(std::string(name(Kind::Failed))));
        QVERIFY(rig.hasToast("2 events written to " + folder.filePath("events.json")));
        rig.filter("id:none");
        QTRY_VERIFY(!rig.action("exportEvents")->isEnabled());
    }

    void whatTheLogShowsIsExported()
    {
        QTemporaryDir folder;
        LogRig rig;
        QVERIFY(rig.isReady());
        QVERIFY(!rig.action("exportLog")->isEnabled());
        rig.told("photos", "requeue some", {"a", "b", "c", "d"}, 40);
        rig.told("other", "resync");
        QTRY_VERIFY(rig.action("exportLog")->isEnabled());
        rig.filter("controller:photos");
        const auto exported = [&](const char *name) {
            return rig.exported("exportLog", "exportLogDialog", folder.filePath(name));
        };
        const QList<QByteArray> lines = exported("log.tsv").trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[0], "Time\tWho\tWhat\tObjects\tWhere\tResult");
        QVERIFY2(lines[1].contains("\tanna\trequeue some\ta, b, c, d, 36 more\tphotos"), lines[1]);
        const QJsonArray json = QJsonDocument::fromJson(exported("log.json")).array();
        QCOMPARE(json.size(), 1);
        QCOMPARE(json[0]["objects"].toArray(), (QJsonArray{"a", "b", "c", "d"}));
        QCOMPARE(json[0]["objectCount"].toInt(), 40);
        QCOMPARE(json[0]["who"].toString(), "anna");
    }

    void whatTheWindowAsksForFollowsTheFilterToo()
    {
        LogRig rig;
        QVERIFY(rig.isReady());
        rig.items().selectRow(0);
        QTRY_VERIFY(rig.action("pauseItems")->isEnabled());
        rig.action("pauseItems")->trigger();
        QCOMPARE(rig.what(), QStringList("Pause 1 object"));
        rig.filter("controller:other");
        QCOMPARE(rig.what(), QStringList());
        rig.filter("controller:photos id:item-0");
        QCOMPARE(rig.what(), QStringList("Pause 1 object"));
    }
};

QONTROLLER_WINDOW_TEST(EventsTest)
#include "tst_events.moc"
