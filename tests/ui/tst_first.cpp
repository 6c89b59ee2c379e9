// SPDX-License-Identifier: GPL-3.0-or-later
// What a window offers that has nothing to show.
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/dialogs/helpdialog.h"
#include "ui/dialogs/loadplugindialog.h"
#include "ui/overview/firstscreen.h"
#include "ui/state/windowsettings.h"

#include <QtCore/QTemporaryDir>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTextBrowser>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;

namespace {

/// A window in which nothing is loaded.
struct EmptyRig
{
    explicit EmptyRig(const WindowOptions &options = {})
    {
        application.here = {{"web", "/run/web.sock"}, {"mail", "/run/mail.sock"}};
        window = std::make_unique<MainWindow>(application.with(feed, control), options);
        window->resize(1024, 600);
        window->show();
    }
    FirstScreen *screen() const
    {
        auto *first = window->findChild<FirstScreen *>();
        return QTest::qWaitFor([&] { return first->isVisible(); }) ? first : nullptr;
    }
    QPushButton *button(const QString &name) const
    {
        QPushButton *found = nullptr;
        static_cast<void>(QTest::qWaitFor([&] {
            return (found = window->findChild<QPushButton *>(name)) && found->isVisible();
        }));
        return found;
    }
    /// With the keyboard.
    bool press(const QString &name) const
    {
        QPushButton *found = button(name);
        if (!found || !QTest::qWaitForWindowActive(window.get()))
            return false;
        for (int i = 0; i < 200 && !found->hasFocus(); ++i)
            QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget()
                                                        : window.get(),
                            Qt::Key_Tab);
        if (!found->hasFocus())
            return false;
        QTest::keyClick(found, Qt::Key_Space);
        return true;
    }

    FakeFeed feed;
    FakeControl control;
    FakeApplication application;
    std::unique_ptr<MainWindow> window;
};

} // namespace

class FirstTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void cleanup() { prepareResources("en"); }

    void hostsThatRunHereAreShownWithTheirHealth()
    {
        EmptyRig rig;
        QVERIFY(rig.screen());
        QVERIFY(rig.button("connect:/run/web.sock"));
        const auto health = [&](const char *host) {
            return rig.window->findChild<QLabel *>(QLatin1String("health:/run/") + host + ".sock")
                ->text();
        };
        QCOMPARE(health("web"), QString());
        rig.application.healthTold["/run/web.sock"]({.worst = Health::Failing, .controllers = 2});
        rig.application.healthTold["/run/mail.sock"]({.whyUnknown = "it does not answer"});
        QTRY_COMPARE(health("web"), "failing, 2 controllers");
        QCOMPARE(health("mail"), "unknown, it does not answer");
        QVERIFY(rig.press("connect:/run/mail.sock"));
        QCOMPARE(rig.application.connected, QStringList{"/run/mail.sock"});
    }

    void itLeadsOn()
    {
        EmptyRig rig;
        QVERIFY(rig.screen());
        QVERIFY(rig.press("first2"));
        QCOMPARE(rig.application.demonstrations, 1);
        QVERIFY(rig.press("first3"));
        auto *help = rig.window->findChild<HelpDialog *>();
        QVERIFY(help && help->isVisible());
        QVERIFY(help->findChild<QTextBrowser *>()->source().path().endsWith("manual/author.md"));
        help->close();
        QVERIFY(rig.press("first0"));
        QVERIFY(rig.window->findChild<LoadPluginDialog *>());
    }

    void sessionsOfTheLastTimesAreOpenedAgain()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath("night.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        WindowOptions options;
        options.profileDirectory = folder.filePath("profile");
        {
            EmptyRig rig(options);
            rig.application.session = file.fileName();
            rig.feed.addController("photos", "folder-mirror"); // its window has something to show
            QTRY_VERIFY(!rig.window->findChild<FirstScreen *>()->isVisible());
            rig.window->close();
        }
        EmptyRig rig(options);
        QVERIFY(rig.screen());
        QVERIFY(rig.press("session:" + file.fileName()));
        QCOMPARE(rig.application.opened, QStringList{file.fileName()});
    }

    void allOfItIsInSightOnASmallScreen_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QSize>("size");
        for (const char *language : {"en", "de"}) {
            QTest::addRow("%s, small", language) << language << QSize(1024, 600);
            QTest::addRow("%s", language) << language << QSize(1280, 800);
        }
    }

    void allOfItIsInSightOnASmallScreen()
    {
        QFETCH(QString, language);
        QFETCH(QSize, size);
        const QTemporaryDir folder;
        QStringList sessions;
        for (const char *name : {"production", "night", "staging", "audit", "test"}) {
            QFile file(folder.filePath(QLatin1String(name) + QLatin1String(".json")));
            QVERIFY(file.open(QIODevice::WriteOnly));
            sessions += file.fileName();
        }
        prepareResources(language);
        WindowOptions options;
        options.profileDirectory = folder.filePath("profile");
        WindowSettings(options.profileDirectory).setValue("language", language);
        WindowSettings(options.profileDirectory).setValue("sessions", sessions);
        EmptyRig rig(options);
        rig.window->resize(size);
        const FirstScreen *screen = rig.screen();
        QVERIFY(screen);
        QVERIFY(rig.button("session:" + sessions.last()));
        QVERIFY(rig.button("connect:/run/mail.sock"));
        const auto unseen = [&] {
            QStringList names;
            for (const auto *each : screen->findChildren<QAbstractButton *>()) {
                if (each->visibleRegion().boundingRect() != each->rect())
                    names += each->objectName();
            }
            return names;
        };
        QTRY_COMPARE(unseen(), QStringList());
    }

    void aWindowThatMayNotSteerOffersNothing()
    {
        WindowOptions options;
        options.access = WindowOptions::Access::ReadOnly;
        EmptyRig rig(options);
        QTRY_VERIFY(rig.window->findChild<QLabel *>("statusReadOnly")->isVisible());
        QVERIFY(!rig.window->findChild<FirstScreen *>()->isVisible());
        QVERIFY(rig.window->windowTitle().contains("[READ ONLY]"));
        QCOMPARE(rig.window->findChild<QLabel *>("statusReadOnly")->text(),
                 "Read only: nothing can be steered here");
    }
};

QONTROLLER_WINDOW_TEST(FirstTest)
#include "tst_first.moc"
