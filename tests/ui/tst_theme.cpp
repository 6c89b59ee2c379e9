// SPDX-License-Identifier: GPL-3.0-or-later
// Colours: what is off is quieter than what is on, and a change reaches everything.
#include "support/fakes.h"
#include "support/scene.h"
#include "support/warnings.h"
#include "support/windowtest.h"

#include "ui/charts/plot.h"
#include "ui/dialogs/pluginsdialog.h"
#include "ui/models/itemsmodel.h"
#include "ui/state/deltapump.h"
#include "ui/state/windowsettings.h"
#include "ui/theme/resources.h"
#include "ui/theme/theme.h"
#include "ui/views/detailspane.h"
#include "ui/views/filterbox.h"
#include "ui/views/table.h"
#include "ui/views/tabs.h"
#include "ui/window/mainwindow.h"

#include <QtGui/QPainter>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QTableWidget>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;

namespace {

/// A window with something of everything that has a colour.
struct Shown
{
    explicit Shown(Theme::Choice choice)
    {
        WindowSettings(profile.path()).setValue("theme", int(choice));
        WindowOptions options;
        options.profileDirectory = profile.path();
        setScene(feed, Mood::Alarm);
        options.tab = int(Tabs::Tab::Items);
        window = std::make_unique<MainWindow>(application.with(feed, control), options);
        window->show();
    }

    bool isReady()
    {
        auto *tabs = window->findChild<Tabs *>();
        const bool filled = QTest::qWaitFor([&] { return tabs->items().rowCount() > 1000; });
        window->findChild<FilterBox *>()->setFilterText("backup-08");
        tabs->items().refreshNow();
        tabs->table(Tabs::Tab::Items).selectRow(0);
        auto *text = window->findChild<QPlainTextEdit *>("descriptionText");
        const bool described = QTest::qWaitFor([&] { return !text->toPlainText().isEmpty(); });
        feed.stopAt(TimePoint(std::chrono::hours(12))); // whatever it was: times are the same
        const int pulls = feed.pulls();
        return filled && described && QTest::qWaitFor([&] { return feed.pulls() > pulls + 2; })
               && QTest::qWaitFor([&] { return isFadedIn(); });
    }
    void choose(const char *theme) const
    {
        window->findChild<QAction *>(QLatin1String(theme))->trigger();
    }
    template<class W>
    [[nodiscard]] W *find(const char *name) const
    {
        return window->findChild<W *>(QLatin1String(name));
    }
    /// The button that empties the filter comes slowly.
    [[nodiscard]] bool isFadedIn() const
    {
        const auto children = window->findChild<FilterBox *>()->findChildren<QWidget *>();
        return std::all_of(children.begin(), children.end(), [](const QWidget *child) {
            const QVariant opacity = child->property("opacity");
            return !opacity.isValid() || opacity.toReal() >= 1;
        });
    }
    [[nodiscard]] QImage picture() const
    {
        // By the rows that are there, and not by those that were seen before.
        window->findChild<Tabs *>()->table(Tabs::Tab::Items).resetColumns();
        // What is never twice the same has no place here.
        for (const char *name : {"statusLiveness", "statusRates", "statusInterval"})
            find<QWidget>(name)->hide();
        for (int pass = 0; pass < 4; ++pass) // what is answered is laid out, and its parents after
            QCoreApplication::processEvents();
        QImage image = window->grab().toImage();
        for (const char *name : {"messageBar", "tileToolBar", "chartsPane"}) {
            const QWidget *part = find<QWidget>(name);
            if (!part->isVisible())
                continue;
            QPainter(&image).fillRect(QRect{part->mapTo(window.get(), QPoint()), part->size()},
                                      Qt::black);
        }
        return image;
    }

    FakeFeed feed;
    FakeControl control;
    FakeApplication application;
    QTemporaryDir profile;
    std::unique_ptr<MainWindow> window;
};

/// Where two pictures of one size differ; nothing if they do not.
QRect difference(const QImage &a, const QImage &b)
{
    QRect found;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            if (a.pixel(x, y) != b.pixel(x, y))
                found |= QRect(x, y, 1, 1);
        }
    }
    return found;
}

} // namespace

class ThemeTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void cleanup() { Theme::apply(Theme::Choice::Light); }
    void whatIsOffIsQuieterThanWhatIsOn_data() { eachScheme(); }
    void whatIsOffIsQuieterThanWhatIsOn()
    {
        QFETCH(int, choice);
        Theme::apply(static_cast<Theme::Choice>(choice));
        const QPalette p = Theme::current().palette();
        const std::pair<QPalette::ColorRole, QPalette::ColorRole> pairs[]{
            {QPalette::WindowText, QPalette::Window},
            {QPalette::Text, QPalette::Base},
            {QPalette::Text, QPalette::AlternateBase},
            {QPalette::ButtonText, QPalette::Button},
            {QPalette::HighlightedText, QPalette::Highlight},
            {QPalette::Link, QPalette::Window},
        };
        for (const auto &[text, behind] : pairs) {
            const double on = contrast(p.color(QPalette::Active, text), p.color(behind));
            const double off = contrast(p.color(QPalette::Disabled, text),
                                        p.color(QPalette::Disabled, behind));
            const QByteArray what = QByteArray::number(text) + ' ' + QByteArray::number(on) + ' '
                                    + QByteArray::number(off);
            QVERIFY2(off < on, what);
            QVERIFY2(off >= (text == QPalette::HighlightedText ? 3 : 4.5), what);
        }
        for (const auto group : {QPalette::Active, QPalette::Inactive}) // no group is forgotten
            QVERIFY(contrast(p.color(group, QPalette::Text), p.color(group, QPalette::Base))
                    >= 4.5);
        // Fusion writes disabled text twice, below in Light: it must not be seen.
        QVERIFY(contrast(p.color(QPalette::Disabled, QPalette::Light), p.color(QPalette::Window))
                < 1.5);
    }

    void anEntryOfAMenuThatIsOffIsPaintedQuieter_data() { eachScheme(); }
    // The words are the same; how much they stand out is not.
    void anEntryOfAMenuThatIsOffIsPaintedQuieter()
    {
        QFETCH(int, choice);
        Theme::apply(static_cast<Theme::Choice>(choice));
        QMenu menu;
        QAction *on = menu.addAction(QStringLiteral("Requeue"));
        QAction *off = menu.addAction(QStringLiteral("Requeue"));
        off->setEnabled(false);
        menu.popup({});
        const QImage picture = menu.grab().toImage();
        const auto strongest = [&](const QAction *action) {
            const QRect at = menu.actionGeometry(const_cast<QAction *>(action))
                                 .adjusted(4, 4, -4, -4);
            const QColor behind = picture.pixelColor(at.topRight());
            double most = 1;
            for (int y = at.top(); y <= at.bottom(); ++y)
                for (int x = at.left(); x <= at.right(); ++x)
                    most = std::max(most, contrast(picture.pixelColor(x, y), behind));
            return most;
        };
        const QByteArray what = QByteArray::number(strongest(off)) + " of "
                                + QByteArray::number(strongest(on));
        QVERIFY2(strongest(off) < 0.6 * strongest(on), what);
        QVERIFY2(strongest(off) > 2, what);
    }

    void labelsOfAxesAreLegible_data() { eachScheme(); }
    // As they are painted: the edges of small letters are paler than their colour.
    void labelsOfAxesAreLegible()
    {
        QFETCH(int, choice);
        Theme::apply(static_cast<Theme::Choice>(choice));
        Plot plot(1, {.least = 10, .format = [](double value) { return QString::number(value); }});
        plot.resize(300, 160);
        plot.show();
        plot.setSpan(60);
        QCoreApplication::processEvents();
        const QImage picture = plot.grab().toImage();
        QVERIFY(!plot.labels().empty());
        for (const PlotLabel &label : plot.labels()) {
            double most = 1;
            const QRect box = label.box.toAlignedRect().intersected(picture.rect());
            const QColor behind = picture.pixelColor(box.topLeft());
            for (int y = box.top(); y <= box.bottom(); ++y)
                for (int x = box.left(); x <= box.right(); ++x)
                    most = std::max(most, contrast(picture.pixelColor(x, y), behind));
            QVERIFY2(most >= 4.5, qPrintable(label.text + QStringLiteral(" %1").arg(most)));
        }
    }

    void edgesAreOrderedFromLightToDark_data() { eachScheme(); }
    void edgesAreOrderedFromLightToDark()
    {
        QFETCH(int, choice);
        Theme::apply(static_cast<Theme::Choice>(choice));
        const QPalette p = Theme::current().palette();
        for (const auto group : {QPalette::Active, QPalette::Inactive}) {
            double before = 2;
            for (const auto role : {QPalette::Light, QPalette::Midlight, QPalette::Mid,
                                    QPalette::Dark, QPalette::Shadow}) {
                const double now = p.color(group, role).lightnessF();
                QVERIFY2(now <= before, QByteArray::number(role));
                before = now;
            }
        }
    }

    void aChangeReachesEverything_data()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        QTest::newRow("light to dark") << int(Theme::Choice::Light) << int(Theme::Choice::Dark);
        QTest::newRow("dark to light") << int(Theme::Choice::Dark) << int(Theme::Choice::Light);
    }

    // A window that changed looks like one that began so.
    void aChangeReachesEverything()
    {
        QFETCH(int, from);
        QFETCH(int, to);
        QImage expected;
        {
            Shown began(static_cast<Theme::Choice>(to));
            QVERIFY(began.isReady());
            expected = began.picture();
        }
        Shown changed(static_cast<Theme::Choice>(from));
        QVERIFY(changed.isReady());
        QVERIFY(changed.picture() != expected);
        changed.choose(to == int(Theme::Choice::Dark) ? "themes3" : "themes2");
        const QImage picture = changed.picture();
        QCOMPARE(picture.size(), expected.size());
        const QRect wrong = difference(picture, expected);
        if (qEnvironmentVariableIsSet("QONTROLLER_PICTURES")) {
            const QDir folder(qEnvironmentVariable("QONTROLLER_PICTURES"));
            picture.save(folder.filePath(QStringLiteral("changed-%1.png").arg(to)));
            expected.save(folder.filePath(QStringLiteral("began-%1.png").arg(to)));
        }
        QVERIFY2(wrong.isNull(), qPrintable(QStringLiteral("%1 %2 %3 %4")
                                                .arg(wrong.x())
                                                .arg(wrong.y())
                                                .arg(wrong.width())
                                                .arg(wrong.height())));
    }

    void aChangeReachesTheCharts()
    {
        Shown shown(Theme::Choice::Light);
        QVERIFY(shown.isReady());
        shown.choose("themes3");
        const Theme &dark = Theme::of(Theme::Scheme::Dark);
        const auto *values = shown.find<QWidget>("chartLatency")
                                 ->findChild<QLabel *>("chartValues");
        QTRY_VERIFY(values->text().contains(dark.series[0].name()));
        const QImage picture = shown.find<QWidget>("chartDepth")->grab().toImage();
        QCOMPARE(picture.pixelColor(1, picture.height() / 2), dark.surface);
        double strongest = 1;
        for (int y = picture.height() / 2; y < picture.height(); ++y)
            strongest = std::max(strongest, contrast(picture.pixelColor(12, y), dark.surface));
        QVERIFY(strongest > 4); // a label of the axis
    }

    void aChangeReachesAnOpenDialog()
    {
        FakeApplication application;
        Theme::apply(Theme::Choice::Light);
        PluginsDialog changed(application, PluginsDialog::Mode::Manage);
        changed.show();
        QCoreApplication::processEvents();
        Theme::apply(Theme::Choice::Dark);
        QCoreApplication::processEvents();
        PluginsDialog began(application, PluginsDialog::Mode::Manage);
        began.show();
        QCoreApplication::processEvents();
        const auto icon = [](const QDialog &dialog) {
            const auto *table = dialog.findChild<QTableWidget *>("pluginsTable");
            return table->item(0, 1)->icon().pixmap(16).toImage();
        };
        QVERIFY(!icon(began).isNull());
        QCOMPARE(icon(changed), icon(began));
    }

private:
    static void eachScheme()
    {
        QTest::addColumn<int>("choice");
        QTest::newRow("light") << int(Theme::Choice::Light);
        QTest::newRow("dark") << int(Theme::Choice::Dark);
    }
};

QONTROLLER_WINDOW_TEST(ThemeTest)
#include "tst_theme.moc"
