// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/windowrig.h"
#include "support/windowtest.h"

#include <QtGui/QWindow>
#include <QtWidgets/QApplication>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QVBoxLayout>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;

namespace {

MessageBar::Message error(const QString &sentence, const QList<MessageAction> &actions = {})
{
    return {{}, MessageBar::Kind::Error, sentence, actions};
}

QRect placeOf(const QWidget *widget)
{
    return {widget->mapToGlobal(QPoint()), widget->size()};
}

} // namespace

class MessagesTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void noMessageTakesThePlaceOfAnother()
    {
        MessageBar bar;
        bar.post(error(QStringLiteral("one")));
        bar.post(error(QStringLiteral("two")));
        QCOMPARE(bar.sentences(), QStringList({"two", "one"}));
        bar.withdraw("one");
        QCOMPARE(bar.sentences(), QStringList{"two"});
    }

    void theSameIsSaidOnce()
    {
        MessageBar bar;
        bar.post(error(QStringLiteral("one")));
        bar.post(error(QStringLiteral("one")));
        QCOMPARE(bar.sentences(), QStringList{"one"});
        const auto failed = [](const QString &sentence) {
            return MessageBar::Message{QStringLiteral("key"),
                                       MessageBar::Kind::Warning,
                                       sentence,
                                       {}};
        };
        bar.post(failed(QStringLiteral("2 failed")));
        bar.post(failed(QStringLiteral("3 failed")));
        QCOMPARE(bar.sentences(), QStringList({"3 failed", "one"}));
    }

    // A click must hit the row that it is aimed at, whatever alarm comes or goes meanwhile.
    void noRowOfATableIsMovedByAMessage()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        const QList<Table *> tables = rig.window->findChildren<Table *>();
        const auto places = [&] {
            QCoreApplication::sendPostedEvents();
            QList<QPoint> all;
            for (const Table *table : tables) {
                if (table->isVisible())
                    all += table->viewport()->mapToGlobal(QPoint());
            }
            return all;
        };
        const QList<QPoint> before = places();
        QVERIFY(!before.isEmpty());
        const int height = rig.items().height();
        rig.window->showMessage("An alarm.");
        QTRY_VERIFY(rig.items().height() < height);
        QCOMPARE(places(), before);
        rig.find<QToolButton>("messageClose")->click();
        QTRY_COMPARE(rig.items().height(), height);
        QCOMPARE(places(), before);
    }

    void aMessageMovesNoOther()
    {
        Rig rig;
        rig.window->resize(1200, 1000);
        QVERIFY(rig.isReady());
        auto *bar = rig.window->findChild<MessageBar *>();
        const auto decide = [&](const QString &what) {
            bar->post({what, MessageBar::Kind::Warning, what, {{what, [] {}}}});
        };
        decide(QStringLiteral("First"));
        const auto *button = rig.offered("First");
        const auto place = [&] { return button->mapToGlobal(QPoint()); };
        QTRY_VERIFY(bar->isVisible());
        QCoreApplication::processEvents();
        const QPoint before = place();
        decide(QStringLiteral("Second"));
        for (int i = 0; i < 6; ++i)
            bar->post(error(QString::number(i)));
        QTRY_COMPARE(bar->height(), 96); // with a scroll bar now
        QTRY_COMPARE(place().y(), before.y());
    }

    // Closing one message after the other must not hit a button that decides.
    void noDecisionIsWhereMessagesAreClosed()
    {
        MessageBar bar;
        bar.resize(800, 40);
        bar.show();
        bar.post({QStringLiteral("held"),
                  MessageBar::Kind::Warning,
                  QStringLiteral("2 held"),
                  {{QStringLiteral("Keep"), [] {}}}});
        bar.post(error(QStringLiteral("one")));
        QCOMPARE(bar.sentences(), QStringList({"one", "2 held"}));
        QCoreApplication::sendPostedEvents();
        int closeFrom = 0;
        int decideTo = 0;
        for (const auto *button : bar.findChildren<QToolButton *>()) {
            const QRect place(button->mapTo(&bar, QPoint()), button->size());
            if (!button->isVisible())
                continue;
            if (button->objectName() == QLatin1String("messageClose"))
                closeFrom = place.left();
            else
                decideTo = place.right();
        }
        QVERIFY(decideTo > 0 && decideTo < closeFrom);
    }

    void aButtonClosesItsOwnMessage()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        auto *bar = rig.window->findChild<MessageBar *>();
        bar->post(error(QStringLiteral("one")));
        bar->post(error(QStringLiteral("two"), {{QStringLiteral("Do"), [] {}}}));
        rig.offered("Do")->click();
        QCOMPARE(rig.messages(), QStringList{"one"});
        QVERIFY(bar->isVisible());
        rig.find<QToolButton>("messageClose")->click();
        QVERIFY(!bar->isVisible());
    }

    void manyMessagesLeaveRoomForTheRest()
    {
        Rig rig;
        rig.window->resize(1024, 600);
        QVERIFY(rig.isReady());
        for (int i = 0; i < 12; ++i)
            rig.window->showMessage(QStringLiteral("Message %1. ").arg(i).repeated(20));
        QCOMPARE(rig.messages().size(), 12);
        QTRY_VERIFY(rig.window->findChild<MessageBar *>()->height() <= 64);
        QVERIFY(rig.items().height() > 60);
    }

    void aLowWindowHasFewLinesOfAMessage()
    {
        Rig rig;
        rig.window->resize(1024, 540);
        QVERIFY(rig.isReady());
        rig.window->showMessage(QStringLiteral("A sentence that has a lot to say. ").repeated(20));
        const auto *bar = rig.window->findChild<MessageBar *>();
        QTRY_VERIFY(bar->isVisible() && bar->height() <= 64);
        rig.window->resize(1024, 1000);
        QTRY_VERIFY(bar->height() > 64);
        rig.window->resize(1024, 540);
        QTRY_VERIFY(bar->height() <= 64);
    }

    void aSentenceBesideTheScrollBarIsNotCutOff()
    {
        MessageBar bar;
        const MessageAction wide{QStringLiteral("Remove 123456 Objects…"), [] {}};
        bar.post(error(QStringLiteral("word ").repeated(40), {wide, wide}));
        for (int width = 480; width < 640; width += 8) {
            bar.resize(width, bar.height());
            bar.show();
            QCoreApplication::processEvents();
            const auto *label = bar.findChild<QLabel *>("messageText");
            QVERIFY2(label->height() >= label->heightForWidth(label->width()),
                     qPrintable(QString::number(width)));
        }
    }

    // It says of which controller and host the decision is.
    void theBeginningOfALongSentenceIsInSight()
    {
        QString sentence = QStringLiteral("photos on db1: 12 removals held.");
        for (int i = 0; i < 40; ++i)
            sentence += QStringLiteral(" The list lacked %1 objects.").arg(i);
        MessageBar bar;
        bar.resize(480, 40);
        bar.show();
        for (int count = 1; count <= 2; ++count) {
            bar.post({QString::number(count),
                      MessageBar::Kind::Warning,
                      sentence,
                      {{QStringLiteral("Remove 12 Objects…"), [] {}}}});
            QCoreApplication::processEvents();
            for (const auto *label : bar.findChildren<QLabel *>("messageText")) {
                const QRect seen(label->mapTo(&bar, QPoint()), label->size());
                QVERIFY2(bar.rect().contains(seen), qPrintable(QString::number(count)));
                QVERIFY(label->height() >= label->heightForWidth(label->width()));
                QVERIFY(label->text().startsWith("photos on db1: 12 removals"));
                QVERIFY(label->text().endsWith(QChar(0x2026)));
                QCOMPARE(label->toolTip(), sentence);
            }
        }
        QCOMPARE(bar.sentences(), QStringList({sentence, sentence}));
        bar.resize(8000, 40);
        QTRY_COMPARE(bar.findChild<QLabel *>("messageText")->toolTip(), QString());
    }

    void whatIsOnlySaidMovesNothing()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        const QRect table(rig.items().mapToGlobal(QPoint()), rig.items().size());
        rig.items().selectRow(0);
        rig.action("requeueItems")->trigger();
        QCOMPARE(rig.toasts().size(), 1);
        QCoreApplication::sendPostedEvents();
        QCOMPARE(QRect(rig.items().mapToGlobal(QPoint()), rig.items().size()), table);
        const auto *toast = rig.find<QFrame>("toast");
        QVERIFY(toast && toast->isVisible());
        const auto isOver = [toast](const QWidget *widget) {
            const QPoint corner = widget->mapToGlobal(QPoint());
            return QRect(corner, widget->size())
                .contains(QRect(toast->mapToGlobal(QPoint()), toast->size()));
        };
        auto *charts = rig.find<QWidget>("chartsDock");
        QTRY_VERIFY(isOver(charts)); // and not over rows
        rig.window->resize(1024, 600);
        QTRY_VERIFY(isOver(charts));
        charts->hide();
        for (const char *name : {"eventsDock", "operatorDock"})
            rig.find<QWidget>(name)->hide();
        QTRY_VERIFY(isOver(rig.tabs));
    }

    void noToastCoversTheNewestEvent()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        for (int i = 0; i < 60; ++i)
            rig.feed.addEvent(rig.photos, {1, {}, EventRecord::Kind::Failed, "item-0", "late", 0});
        auto *dock = rig.find<QDockWidget>("eventsDock");
        dock->raise();
        auto *table = rig.find<Table>("eventsTable");
        QTRY_VERIFY(table->isVisible() && table->verticalScrollBar()->maximum() > 0);
        QTRY_COMPARE(table->verticalScrollBar()->value(), table->verticalScrollBar()->maximum());
        rig.items().selectRow(0);
        rig.action("requeueItems")->trigger();
        rig.items().selectRow(1);
        rig.action("requeueItems")->trigger();
        const QModelIndex last = table->model()->index(table->model()->rowCount() - 1, 0);
        const QRect newest(table->viewport()->mapToGlobal(table->visualRect(last).topLeft()),
                           QSize(table->viewport()->width(), Table::RowHeight));
        const auto toasts = rig.window->findChildren<QFrame *>("toast");
        QVERIFY(!toasts.isEmpty());
        for (const QFrame *toast : toasts) {
            const QRect place(toast->mapToGlobal(QPoint()), toast->size());
            QVERIFY(!place.intersects(newest));
            QVERIFY(QRect(dock->mapToGlobal(QPoint()), dock->size()).contains(place.topLeft()));
        }
    }

    void toastsWaitForTheirTurn()
    {
        QWidget under;
        under.resize(800, 700);
        under.show();
        auto *toasts = new Toasts(&under);
        QStringList all;
        for (int i = 0; i < 5; ++i) {
            all += QString::number(i);
            toasts->say(all.last());
        }
        QCOMPARE(toasts->sentences(), all.first(3));
        toasts->findChild<QToolButton *>("toastClose")->click();
        QCOMPARE(toasts->sentences(), all.sliced(1, 3));
        QTRY_COMPARE(toasts->sentences(),
                     all.last(1)); // the first ones go sooner while others wait
    }

    void aToastStaysWhereItIs()
    {
        QWidget under;
        under.resize(800, 700);
        under.show();
        auto *toasts = new Toasts(&under);
        toasts->say(QStringLiteral("one"), {{QStringLiteral("Undo"), [] {}}});
        auto *undo = toasts->findChild<QToolButton *>("toastAction");
        const QRect first = placeOf(undo);
        toasts->say(QStringLiteral("two, which is a longer sentence than the one before it"), {},
                    QStringLiteral("two"));
        QCOMPARE(placeOf(undo), first);
        toasts->say(QStringLiteral("three"));
        QCOMPARE(placeOf(undo), first);
        auto all = toasts->findChildren<QFrame *>("toast");
        QCOMPARE(all.size(), 3);
        QVERIFY(!placeOf(all[0]).intersects(placeOf(all[1])));
        QVERIFY(!placeOf(all[1]).intersects(placeOf(all[2])));
        const QRect third = placeOf(all[2]);
        toasts->withdraw("two");
        QCOMPARE(placeOf(undo), first);
        QCOMPARE(placeOf(all[2]), third);
        toasts->say(QStringLiteral("four")); // where the second was
        const QRect fourth = placeOf(toasts->findChildren<QFrame *>("toast").last());
        QVERIFY(fourth.bottom() < first.top() && fourth.top() > third.bottom());
    }

    void toastsCoverNothingElse()
    {
        QWidget under;
        under.resize(800, 700);
        under.show();
        auto *toasts = new Toasts(&under);
        toasts->say(QStringLiteral("one"));
        const auto *toast = toasts->findChild<QFrame *>("toast");
        QVERIFY(under.childAt(placeOf(toast).center() - placeOf(&under).topLeft()));
        QVERIFY(!under.childAt(400, 300));
    }

    void anUndoneToastGoes()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.items().selectRow(0);
        rig.action("pauseItems")->trigger();
        QVERIFY(rig.offered("Undo"));
        rig.action("undo")->trigger();
        QTRY_VERIFY(!rig.offered("Undo"));
        QCOMPARE(rig.control.commands.size(), 2u);
    }
};

QONTROLLER_WINDOW_TEST(MessagesTest)
#include "tst_messages.moc"
