// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/fakefeed.h"
#include "support/fakes.h"
#include "support/warnings.h"
#include "support/windowtest.h"

#include "ui/state/windowsettings.h"
#include "ui/theme/resources.h"
#include "ui/theme/stateicons.h"
#include "ui/theme/theme.h"
#include "ui/views/messagebar.h"
#include "ui/views/table.h"
#include "ui/views/tabs.h"
#include "ui/window/mainwindow.h"
#include "ui/words/format.h"
#include "ui/words/names.h"

#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;
using namespace std::chrono_literals;

class LookTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void textIsLegible_data()
    {
        QTest::addColumn<int>("scheme");
        QTest::newRow("light") << int(Theme::Scheme::Light);
        QTest::newRow("dark") << int(Theme::Scheme::Dark);
    }
    void textIsLegible()
    {
        QFETCH(int, scheme);
        const Theme &t = Theme::of(static_cast<Theme::Scheme>(scheme));
        for (const QColor &behind : {t.window, t.surface, t.stripe}) {
            for (const QColor &text :
                 {t.text, t.dim, t.amber, t.red, t.series[0], t.series[1], t.series[2]})
                QVERIFY2(contrast(text, behind) >= 4.5,
                         qPrintable(text.name() + QStringLiteral(" on ") + behind.name()));
        }
        for (const QColor &text : {t.text, t.dim, t.amber, t.red})
            QVERIFY2(contrast(text, t.selection) >= 4.5, qPrintable(text.name()));
        QVERIFY(contrast(t.onAccent, t.accent) >= 4.5);
        QVERIFY(contrast(t.selection, t.surface) >= 1.25);
        QVERIFY(contrast(t.selection, t.stripe) >= 1.2);
        const QPalette p = t.palette();
        for (const auto behind :
             {QPalette::Button, QPalette::Window, QPalette::Base}) // what is off
            QVERIFY(contrast(p.color(QPalette::Disabled, QPalette::ButtonText), p.color(behind))
                    >= 3);
        QVERIFY(contrast(p.color(QPalette::ToolTipText), p.color(QPalette::ToolTipBase)) >= 4.5);
    }

    void statesAreToldApartInGrey()
    {
        std::vector<QImage> pictures;
        for (int i = 0; i < ItemStateCount; ++i) {
            const QImage picture =
                iconOf(stateAt(i)).pixmap(16, 16).toImage().convertToFormat(QImage::Format_Alpha8);
            int ink = 0;
            for (int y = 0; y < 16; ++y)
                for (int x = 0; x < 16; ++x)
                    ink += qAlpha(picture.pixel(x, y)) > 96 ? 1 : 0;
            QVERIFY2(ink > 12, qPrintable(keyOf(stateAt(i))));
            for (std::size_t other = 0; other < pictures.size(); ++other) {
                int different = 0;
                for (int y = 0; y < 16; ++y)
                    for (int x = 0; x < 16; ++x)
                        different += std::abs(qAlpha(picture.pixel(x, y))
                                              - qAlpha(pictures[other].pixel(x, y)))
                                             > 96
                                         ? 1
                                         : 0;
                QVERIFY2(different > 20, qPrintable(keyOf(stateAt(i)) + QLatin1Char(' ')
                                                    + keyOf(stateAt(int(other)))));
            }
            pictures.push_back(picture);
        }
    }

    void actionsHaveIcons()
    {
        for (const auto choice : {Theme::Choice::Light, Theme::Choice::Dark}) {
            Theme::apply(choice);
            for (const char *name : {"list-add", "document-open", "media-playback-pause",
                                     "media-playback-start", "view-refresh"})
                QVERIFY2(!themeIcon(name).isNull(), name);
        }
        Theme::apply(Theme::Choice::System);
    }

    void numbersAndTimes_data()
    {
        QTest::addColumn<QString>("shown");
        QTest::addColumn<QString>("expected");
        const auto row = [](const QString &shown, const char *expected) {
            QTest::addRow("%s %s", qPrintable(shown), expected)
                << QString(shown).replace(QChar(0x202f), QLatin1Char(' '))
                << QString::fromUtf8(expected);
        };
        row(formatCount(0), "0");
        row(formatCount(999), "999");
        row(formatCount(12480), "12 480");
        row(formatCount(1234567), "1 234 567");
        row(formatNumber(0.44), "0.4");
        row(formatNumber(12.6), "13");
        row(formatSpan(0s), "0 s");
        row(formatSpan(85us), "85 µs");
        row(formatSpan(3400ms), "3.4 s");
        row(formatSpan(125s), "2 min 05 s");
        row(formatSpan(3h + 12min), "3 h 12 min");
        row(formatSpan(52h), "2 d 04 h");
        row(formatSpan(-3s), "−3 s");
        row(formatNumber(-0.04), "0.0");
        row(formatNumber(-0.0), "0");
        row(formatNumber(-0.3), "−0.3");
        row(formatNumber(-250), "−250");
        row(formatAge(932ms), "0 s");
        row(formatAge(1100ms), "1 s");
        row(formatAge(59900ms), "59 s");
        row(formatAge(125s), "2 min 05 s");
        row(formatAge(-20ms), "0 s");
        row(formatCountdown(20ms), "1 s");
        row(formatCountdown(59900ms), "1 min 00 s");
        row(formatCountdown(-20ms), "0 s");
        row(joined(measurePerMinute(27.6)), "28/min");
    }
    void numbersAndTimes()
    {
        QFETCH(QString, shown);
        QTEST(shown, "expected");
    }

    void stateKeysAreOneWordEach()
    {
        QSet<QString> keys;
        for (int i = 0; i < ItemStateCount; ++i) {
            QVERIFY(!keyOf(stateAt(i)).contains(QLatin1Char(' ')));
            keys += keyOf(stateAt(i));
        }
        QCOMPARE(keys.size(), ItemStateCount);
    }

    void germanHasEveryText()
    {
        QTranslator german;
        QVERIFY(german.load(QStringLiteral(":/qontroller/translations/qontroller_de.qm")));
        for (int i = 0; i < ItemStateCount; ++i)
            QVERIFY(!german.translate("Engine", std::string(name(stateAt(i))).c_str()).isEmpty());
        for (int i = 0; i < CauseCount; ++i)
            QVERIFY(!german.translate("Engine", std::string(name(static_cast<Cause>(i))).c_str())
                         .isEmpty());
        for (int i = 0; i < BandCount; ++i)
            QVERIFY(!german.translate("Engine", std::string(name(static_cast<Band>(i))).c_str())
                         .isEmpty());
        for (int i = 0; i <= int(EventRecord::Kind::Stopped); ++i)
            QVERIFY(!german
                         .translate("Engine",
                                    std::string(name(static_cast<EventRecord::Kind>(i))).c_str())
                         .isEmpty());
        QCOMPARE(german.translate("qontroller::ui::Actions", "&Quit"), "&Beenden");
    }

    void settingsSurviveARestart()
    {
        QTemporaryDir folder;
        WindowOptions options;
        options.profileDirectory = folder.path();
        options.tab = int(Tabs::Tab::Items);
        FakeFeed feed;
        FakeControl control;
        FakeApplication application;
        {
            MainWindow window(application.with(feed, control), options);
            window.show();
            window.resize(1200, 700);
            Table &items = window.findChild<Tabs *>()->table(Tabs::Tab::Items);
            items.setColumnWidth(1, 333);
            items.setColumnHidden(2, true);
            items.setColumnHidden(9, false);
            items.horizontalHeader()->moveSection(0, 3);
            window.findChild<QAction *>("themes3")->trigger();
            window.findChild<QAction *>("windows2")->trigger();
            window.close();
        }
        MainWindow window(application.with(feed, control), options);
        Table &items = window.findChild<Tabs *>()->table(Tabs::Tab::Items);
        QCOMPARE(items.columnWidth(1), 333);
        QVERIFY(items.isColumnHidden(2));
        QVERIFY(!items.isColumnHidden(9));
        QCOMPARE(items.horizontalHeader()->visualIndex(0), 3);
        QVERIFY(window.findChild<QAction *>("themes3")->isChecked());
        QVERIFY(window.findChild<QAction *>("windows2")->isChecked());
        QVERIFY(Theme::current().scheme == Theme::Scheme::Dark);
        QCOMPARE(window.size(), QSize(1200, 700));
        QVERIFY(window.findChild<MessageBar *>()->sentences().isEmpty());
        window.findChild<QAction *>("resetLayout")->trigger();
        QVERIFY(!items.isColumnHidden(2));
        QCOMPARE(items.horizontalHeader()->visualIndex(0), 0);
        Theme::apply(Theme::Choice::System);
    }

    void brokenSettingsGiveDefaultsAndOneNotice_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("garbage") << QByteArrayLiteral("\x00\x01\xff{not an ini");
        QTest::newRow("no version") << QByteArray("[General]\ntheme=2\n");
        QTest::newRow("newer") << QByteArray("[General]\nversion=99\ntheme=2\n");
        QTest::newRow("version is no number") << QByteArray("[General]\nversion=abc\n");
    }
    void brokenSettingsGiveDefaultsAndOneNotice()
    {
        QFETCH(QByteArray, content);
        QTemporaryDir folder;
        QFile file(folder.filePath("window.ini"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        FakeFeed feed;
        FakeControl control;
        FakeApplication application;
        WindowOptions options;
        options.profileDirectory = folder.path();
        options.tab = int(Tabs::Tab::Items);
        {
            MainWindow window(application.with(feed, control), options);
            const QStringList said = window.findChild<MessageBar *>()->sentences();
            QCOMPARE(said.size(), 1);
            QVERIFY(said.first().contains("window.ini"));
            QVERIFY(window.findChild<QAction *>("themes1")->isChecked());
            window.close();
        }
        QVERIFY(QFile::exists(folder.filePath("window.ini.bad")));
        MainWindow again(application.with(feed, control), options);
        QVERIFY(again.findChild<MessageBar *>()->sentences().isEmpty());
    }
};

QONTROLLER_WINDOW_TEST(LookTest)
#include "tst_look.moc"
