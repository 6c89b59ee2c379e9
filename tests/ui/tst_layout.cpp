// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/fakes.h"
#include "support/scene.h"
#include "support/warnings.h"
#include "support/windowtest.h"

#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/draindialog.h"
#include "ui/dialogs/helpdialog.h"
#include "ui/dialogs/liveoptionsdialog.h"
#include "ui/dialogs/loadplugindialog.h"
#include "ui/dialogs/termsdialog.h"
#include "ui/state/deltapump.h"
#include "ui/state/windowsettings.h"
#include "ui/theme/resources.h"
#include "ui/tiles/tile.h"
#include "ui/tiles/tilebar.h"
#include "ui/views/table.h"
#include "ui/views/tabs.h"
#include "ui/widgets/screenfit.h"
#include "ui/window/mainwindow.h"
#include "ui/words/changewords.h"

#include "core/engine/observe/feed/delta.h"

#include <QtGui/QScreen>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QApplication>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLayout>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QScrollBar>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

// What screens of 800 × 450 and of 1024 × 600 leave beside a title bar and a panel.
constexpr QSize LeastSize(784, 410);
constexpr QSize SmallestSize(1024, 540);

/// What of a text does not fit into its widget, or of that into what it is in; empty
/// if all does. A widget may be scrolled out of sight up and down, but not sideways.
QString cutOff(const QWidget *widget, const QString &text, QSize needed)
{
    const int shown = widget->visibleRegion().boundingRect().width();
    if (needed.width() <= shown && widget->width() <= shown && needed.height() <= widget->height())
        return {};
    return QStringLiteral("%1 %2 \"%3\": %4×%5 of %6×%7\n")
        .arg(QLatin1String(widget->metaObject()->className()), widget->objectName(), text)
        .arg(widget->width())
        .arg(widget->height())
        .arg(needed.width())
        .arg(needed.height());
}

QString cutOff(const QLabel &label)
{
    if (label.text().isEmpty())
        return {};
    const QSize needed = label.wordWrap() ? QSize(0, label.heightForWidth(label.width()))
                                          : label.minimumSizeHint();
    return cutOff(&label, label.text(), needed);
}

/// Every text under \a parent that is cut off. What scrolls or elides may be longer.
QString cutOffIn(const QWidget &parent)
{
    QString all;
    for (const QWidget *widget : parent.findChildren<QWidget *>()) {
        if (!widget->isVisibleTo(&parent) || widget->visibleRegion().isEmpty())
            continue;
        if (const auto *label = qobject_cast<const QLabel *>(widget))
            all += cutOff(*label);
        else if (const auto *tile = qobject_cast<const Tile *>(widget))
            all += cutOff(tile, tile->accessibleName(), tile->minimumSizeHint());
        else if (const auto *button = qobject_cast<const QAbstractButton *>(widget);
                 button && !button->text().isEmpty())
            all += cutOff(button, button->text(), button->minimumSizeHint());
    }
    return all;
}

} // namespace

/// The window at twice the pixels, from left to right and from right to left.

class LayoutTest final : public QObject
{
    Q_OBJECT

public:
    static void initMain() { qputenv("QT_SCALE_FACTOR", "2"); }

private slots:
    void init() { failOnAnyWarning(); }
    void cleanup() { QApplication::setLayoutDirection(Qt::LeftToRight); }
    void nothingIsCutOff_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<Qt::LayoutDirection>("direction");
        QTest::addColumn<QSize>("size");
        for (const char *language : {"en", "de"}) {
            for (const auto direction : {Qt::LeftToRight, Qt::RightToLeft}) {
                for (const QSize size : {LeastSize, SmallestSize, QSize(1440, 900)})
                    QTest::addRow("%s-%s-%d", language,
                                  direction == Qt::LeftToRight ? "ltr" : "rtl", size.width())
                        << QString::fromLatin1(language) << direction << size;
            }
        }
    }
    void nothingIsCutOff()
    {
        QFETCH(QString, language);
        QFETCH(Qt::LayoutDirection, direction);
        QFETCH(QSize, size);
        QTemporaryDir profile;
        WindowSettings(profile.path()).setValue("language", language);
        WindowOptions options;
        options.profileDirectory = profile.path();
        options.tab = int(Tabs::Tab::Items);
        QApplication::setLayoutDirection(direction);
        FakeFeed feed;
        FakeControl control;
        FakeApplication application;
        setScene(feed, Mood::Alarm);
        MainWindow window(application.with(feed, control), options);
        QCOMPARE(window.devicePixelRatioF(), 2.0);
        window.resize(size);
        window.show();
        window.findChild<QAction *>("resetLayout")->trigger();
        QTRY_VERIFY(feed.pulls() > 1);
        auto *pump = window.findChild<DeltaPump *>();
        for (int tick = 0; tick < 10; ++tick)
            pump->deliver(std::make_shared<const Delta>(feed.pull()));
        auto *tabs = window.findChild<Tabs *>();
        tabs->items().refreshNow();
        tabs->select(tabs->items().refAt(1));
        keepPicture(window);
        const auto *verdict = window.findChild<QLabel *>("descriptionVerdict");
        QTRY_VERIFY(!verdict->text().isEmpty());
        QTRY_VERIFY2(cutOffIn(window).isEmpty(), qPrintable(cutOffIn(window)));
        QCOMPARE(window.size(), size); // it did not have to grow
        auto *more = window.findChild<QWidget *>("qt_toolbar_ext_button");
        QVERIFY2(!more || !more->isVisible(), "the tool bar does not fit");
    }

    void aLongReasonOfAPauseGivesWay()
    {
        FakeFeed feed;
        FakeControl control;
        FakeApplication application;
        setScene(feed, Mood::Calm);
        feed.edit(feed.addController("mail"), [](ControllerView &d) {
            d.state = ControllerState::Paused;
            d.pauseReason =
                "the disks of the second host are replaced, and it has to be started again for "
                "that: before anything else is done call the night shift, then the provider";
        });
        MainWindow window(application.with(feed, control), {.tab = int(Tabs::Tab::Items)});
        window.resize(SmallestSize);
        window.show();
        window.findChild<QAction *>("resetLayout")->trigger();
        const auto *paused = window.findChild<QLabel *>("statusPaused");
        QTRY_VERIFY(paused->text().contains("night shift"));
        QTRY_VERIFY(paused->width() < paused->sizeHint().width());
        const auto *interval = window.findChild<QLabel *>("statusInterval");
        QTRY_VERIFY2(cutOff(*interval).isEmpty(), qPrintable(cutOff(*interval)));
        QCOMPARE(window.size(), SmallestSize); // it did not have to grow
    }

    void nothingIsCutOffInDialogs_data()
    {
        QTest::addColumn<Qt::LayoutDirection>("direction");
        QTest::newRow("dialogs-ltr") << Qt::LeftToRight;
        QTest::newRow("dialogs-rtl") << Qt::RightToLeft;
    }

    // In German, whose words are the longer ones.
    void nothingIsCutOffInDialogs()
    {
        QFETCH(Qt::LayoutDirection, direction);
        prepareResources("de");
        QApplication::setLayoutDirection(direction);
        FakeApplication application;
        LoadPluginDialog load(application, {}, application.known.first().file);
        TermsDialog pause(pauseQuestion("12 objects will be paused.", "&Pause 12 Objects"));
        LiveOptionsDialog options(QStringLiteral("photos"), {}, LiveOptionsDialog::Session::OfHost);
        const TemporaryWorkers workers{8, 4, WallTime(90min), 2h, "anna"};
        ControllerOptions changed;
        changed.workers = workers.workers;
        changed.backoffBase = 20s;
        options.offer(wayBack(changed, {{{"backoff.base", "20s", "5ms"}}, workers}));
        ConfirmDialog confirm(prepared(
            FrozenScope::of(ItemVerb::Discard, {{1, 1, "2023/DSC_1.jpg", ItemState::Failed}})));
        QString cut;
        for (QDialog *dialog :
             {static_cast<QDialog *>(&load), static_cast<QDialog *>(&pause),
              static_cast<QDialog *>(&options), static_cast<QDialog *>(&confirm)}) {
            dialog->show();
            QCoreApplication::processEvents();
            cut += cutOffIn(*dialog);
        }
        keepPicture(options);
        QVERIFY2(cut.isEmpty(), qPrintable(cut));
    }

    void aDialogIsAsHighAsItsSentences()
    {
        prepareResources("de");
        TermsDialog pause(pauseQuestion("6 objects of photos on db1 will be paused. 2 of them are "
                                        "paused already and get this end.",
                                        "&Pause 6 Objects"));
        pause.show();
        QCoreApplication::processEvents();
        QCOMPARE(pause.height(), pause.layout()->heightForWidth(pause.width()));
        keepPicture(pause);
        DrainDialog drain({1}, QStringLiteral("photos"));
        LiveState state;
        state.apply(drainingDelta());
        drain.show();
        drain.follow(state); // two lines now
        QCoreApplication::processEvents();
        QVERIFY2(cutOffIn(drain).isEmpty(), qPrintable(cutOffIn(drain)));
    }

    void aFormIsWholeWhereTheScreenHasRoom()
    {
        prepareResources("en");
        LiveOptionsDialog options(QStringLiteral("photos"), {}, LiveOptionsDialog::Session::OfHost);
        options.show();
        QCoreApplication::processEvents();
        const auto *area = options.findChild<QScrollArea *>("liveOptionsArea");
        const int available = options.screen()->availableSize().height();
        QVERIFY2(area->verticalScrollBar()->maximum() == 0 || options.height() >= available - 40,
                 qPrintable(QString::number(area->verticalScrollBar()->maximum())));
    }

    void tilesAreOneLineInASmallWindow()
    {
        FakeFeed feed;
        FakeControl control;
        FakeApplication application;
        setScene(feed, Mood::Alarm);
        MainWindow window(application.with(feed, control), {});
        window.resize(1024, 600);
        window.show();
        const auto *tiles = window.findChild<TileBar *>();
        QTRY_VERIFY(tiles->height() < 40);
        window.resize(1280, 800);
        QTRY_VERIFY(tiles->height() > 60);
    }

    // A frame wants room too.
    void nothingIsLargerThanTheScreen()
    {
        QCOMPARE(fittingSize({640, 640}, {1024, 600}), QSize(640, 560));
        QCOMPARE(fittingSize({1440, 900}, {1920, 1080}), QSize(1440, 900));
        const HelpDialog help;
        QVERIFY(help.height() < help.screen()->availableSize().height());
    }

private:
    static void keepPicture(QWidget &widget)
    {
        const QString folder = qEnvironmentVariable("QONTROLLER_PICTURES");
        if (!folder.isEmpty())
            widget.grab().save(QDir(folder).filePath(
                QStringLiteral("2x-%1.png").arg(QLatin1String(QTest::currentDataTag()))));
    }
};

QONTROLLER_WINDOW_TEST(LayoutTest)
#include "tst_layout.moc"
