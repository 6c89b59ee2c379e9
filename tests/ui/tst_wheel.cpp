// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/dialogs/loadplugindialog.h"
#include "ui/dialogs/parameterform.h"

#include "core/engine/observe/items/itemdetail.h"

#include <QtTest/QtTest>
#include <QtTest/qtestspontaneevent.h>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QTableWidget>
#include <QtWidgets/QVBoxLayout>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;

namespace {

/// One notch over the middle of \a widget, through the application as from a mouse.
void turnWheel(QWidget &widget, int delta)
{
    const QPointF at = widget.rect().center();
    QWheelEvent event(at, widget.mapToGlobal(at), {}, {0, delta}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QSpontaneKeyEvent::setSpontaneous(&event); // only these go on to the parents
    qApp->notify(&widget, &event);
}

} // namespace

class WheelTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void detailsScrollAlsoOverTheirParts_data()
    {
        QTest::addColumn<int>("attempts");
        QTest::newRow("all attempts in sight") << 2;
        QTest::newRow("more attempts than fit") << 30;
    }
    void detailsScrollAlsoOverTheirParts()
    {
        QFETCH(int, attempts);
        Rig rig;
        rig.window->resize(1024, 600);
        ItemDetail detail;
        detail.row.id = "item-0";
        detail.row.text = std::string(2000, 'x');
        detail.row.errors = 1;
        for (int i = 0; i < attempts; ++i)
            detail.attempts.push_back(
                {TimePoint(std::chrono::hours(9)), {}, 0, false, false, "no"});
        rig.feed.setDetail(detail);
        std::string lines;
        for (int i = 0; i < 40; ++i)
            lines += "line " + std::to_string(i) + "\n";
        rig.feed.onDescribe([lines](auto &&...) { return Description{lines, lines, {}}; });
        QVERIFY(rig.isReady());
        rig.tabs->select(rig.tabs->items().refAt(0));
        auto *description = rig.find<QPlainTextEdit>("descriptionText");
        QTRY_VERIFY(description->isVisible());
        auto *table = rig.find<QTableWidget>("detailAttempts");
        auto *area = rig.find<QWidget>("details")->findChild<QScrollArea *>();
        QScrollBar *bar = area->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 200);
        for (QAbstractScrollArea *part :
             {static_cast<QAbstractScrollArea *>(table),
              static_cast<QAbstractScrollArea *>(description),
              static_cast<QAbstractScrollArea *>(rig.find<QPlainTextEdit>("detailError"))}) {
            bar->setValue(0);
            part->verticalScrollBar()->setValue(part->verticalScrollBar()->maximum());
            turnWheel(*part->viewport(), -120);
            QVERIFY2(bar->value() > 0, qPrintable(part->objectName()));
            bar->setValue(bar->maximum());
            part->verticalScrollBar()->setValue(0);
            turnWheel(*part->viewport(), 120);
            QVERIFY2(bar->value() < bar->maximum(), qPrintable(part->objectName()));
        }
        QTRY_VERIFY(attempts > 2 || table->verticalScrollBar()->maximum() == 0);
    }

    void aPartScrollsByItselfOnceItHasTheFocus()
    {
        Rig rig;
        rig.window->resize(1024, 600);
        ItemDetail detail;
        detail.row.id = "item-0";
        for (int i = 0; i < 30; ++i)
            detail.attempts.push_back(
                {TimePoint(std::chrono::hours(9)), {}, 0, false, false, "no"});
        rig.feed.setDetail(detail);
        QVERIFY(rig.isReady());
        rig.tabs->select(rig.tabs->items().refAt(0));
        auto *table = rig.find<QTableWidget>("detailAttempts");
        QTRY_VERIFY(table->verticalScrollBar()->maximum() > 0);
        turnWheel(*table->viewport(), -120);
        QCOMPARE(table->verticalScrollBar()->value(), 0);
        QVERIFY(!table->hasFocus());
        table->setFocus();
        turnWheel(*table->viewport(), -120);
        QVERIFY(table->verticalScrollBar()->value() > 0);
    }

    void formsScrollOverTheirInputsAndChangeNoValue()
    {
        const auto schema = QJsonDocument::fromJson(R"({"properties": {
        "mode": {"enum": ["a", "b", "c"], "default": "b"},
        "count": {"type": "integer", "default": 3},
        "command": {"type": "array", "items": {"type": "string"}, "default": ["x"]},
        "more": {"type": "object", "default": {"y": 1}}}})")
                                .object();
        auto *form = new ParameterForm;
        form->setSchema(schema, {});
        form->setMinimumHeight(2000);
        QScrollArea area;
        area.setWidget(form);
        area.resize(300, 200);
        area.show();
        const QJsonObject before = form->values();
        const QList<QWidget *> inputs = form->findChildren<QWidget *>();
        QVERIFY(inputs.size() > 4);
        for (QWidget *input : inputs) {
            area.verticalScrollBar()->setValue(0);
            input->setFocus();
            turnWheel(*input, -120);
            QVERIFY2(area.verticalScrollBar()->value() > 0, input->metaObject()->className());
        }
        QCOMPARE(form->values(), before);
    }

    void noChoiceOfTheWindowChangesWithTheWheel()
    {
        Rig rig;
        rig.feed.addController("documents", "folder-mirror");
        QVERIFY(rig.isReady());
        for (const char *action : {"loadPlugin", "enqueueId", "pauseControllerFor"})
            rig.action(action)->trigger();
        auto *charts = rig.find<QComboBox>("chartsController");
        QTRY_VERIFY(charts->count() > 2);
        const QList<QComboBox *> boxes = rig.window->findChildren<QComboBox *>();
        QVERIFY(boxes.size() > 3);
        for (QComboBox *box : boxes) {
            const int before = box->currentIndex();
            turnWheel(*box, -120);
            turnWheel(*box, -120);
            QVERIFY2(box->currentIndex() == before, qPrintable(box->objectName()));
        }
    }
};

QONTROLLER_WINDOW_TEST(WheelTest)
#include "tst_wheel.moc"
