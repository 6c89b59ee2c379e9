// SPDX-License-Identifier: GPL-3.0-or-later
// A person who does not look at the window is called when a host alarms, over a real bus.
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/overview/overview.h"
#include "ui/state/outlook.h"

#include <QtCore/QProcess>
#include <QtCore/QThread>
#include <QtDBus/QDBusConnection>
#include <QtDBus/QDBusContext>
#include <QtDBus/QDBusMessage>

#include <functional>
#include <map>
#include <optional>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// A bus of this test alone; the session bus of this process from then on.
class PrivateBus
{
public:
    PrivateBus()
    {
        m_daemon.start("dbus-daemon", {"--session", "--nofork", "--print-address"});
        if (m_daemon.waitForStarted() && m_daemon.waitForReadyRead(30'000))
            m_address = QString::fromLatin1(m_daemon.readLine()).trimmed();
        qputenv("DBUS_SESSION_BUS_ADDRESS", m_address.toLatin1());
    }
    ~PrivateBus()
    {
        m_daemon.kill();
        m_daemon.waitForFinished();
    }
    [[nodiscard]] const QString &address() const { return m_address; }

private:
    QProcess m_daemon;
    QString m_address;
};

/// What shows messages on a desktop, as a thread of its own: a window waits for it when it ends.
/// Functions are for other threads.
class MessageServer final : public QObject, protected QDBusContext
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    struct Shown
    {
        QString title;
        QString text;
        QStringList buttons;
        int urgency = 0;
    };

    explicit MessageServer(const QString &address)
    {
        moveToThread(&m_thread);
        m_thread.start();
        here([&] {
            m_bus.emplace(QDBusConnection::connectToBus(address, "messages"));
            isServed = m_bus->registerObject("/org/freedesktop/Notifications", this,
                                             QDBusConnection::ExportAllSlots
                                                 | QDBusConnection::ExportAllSignals)
                       && m_bus->registerService("org.freedesktop.Notifications");
        });
    }
    ~MessageServer() override
    {
        QThread *const last = QThread::currentThread(); // QObject's destructor looks at it
        here([&] { moveToThread(last); });
        m_thread.quit();
        m_thread.wait();
    }

    /// The only one; without a title: there is none.
    [[nodiscard]] Shown message()
    {
        Shown found;
        here([&] {
            if (m_shown.size() == 1)
                found = m_shown.begin()->second;
        });
        return found;
    }
    [[nodiscard]] std::size_t count()
    {
        std::size_t count = 0;
        here([&] { count = m_shown.size(); });
        return count;
    }
    [[nodiscard]] int calls()
    {
        int calls = 0;
        here([&] { calls = m_calls; });
        return calls;
    }
    void forgetCalls()
    {
        here([this] { m_calls = 0; });
    }
    void press(const QString &button)
    {
        here([&] { emit ActionInvoked(m_shown.begin()->first, button); });
    }
    void dismiss()
    {
        here([this] {
            const uint id = m_shown.begin()->first;
            m_shown.erase(id);
            emit NotificationClosed(id, 2);
        });
    }

    bool isServed = false;

public slots: // for the bus
    uint Notify(const QString &, uint replaced, const QString &, const QString &title,
                const QString &text, const QStringList &buttons, const QVariantMap &hints, int)
    {
        ++m_calls;
        const uint id = m_shown.contains(replaced) ? replaced : ++m_last;
        m_shown[id] = {title, text, buttons, hints["urgency"].toInt()};
        return id;
    }
    void CloseNotification(uint id)
    {
        if (m_shown.erase(id) > 0)
            emit NotificationClosed(id, 3);
    }

signals:
    void ActionInvoked(uint id, const QString &button);
    void NotificationClosed(uint id, uint reason);

private:
    void here(const std::function<void()> &call)
    {
        QMetaObject::invokeMethod(this, call, Qt::BlockingQueuedConnection);
    }

    QThread m_thread;
    std::optional<QDBusConnection> m_bus;
    std::map<uint, Shown> m_shown;
    int m_calls = 0;
    uint m_last = 0;
};

qontroller::Alarm alarmOf(const char *key, const char *what)
{
    return {"rule", qontroller::Severity::Fault, "photos", key, what};
}

/// A window that nobody looks at: another one is in front.
struct BellRig : Rig
{
    using Rig::Rig;
    bool isBehind()
    {
        if (!isReady())
            return false;
        other.show();
        other.activateWindow();
        return QTest::qWaitForWindowActive(&other);
    }
    void alarm(std::vector<qontroller::Alarm> alarms)
    {
        application.shown.alarm(0, {.firing = std::move(alarms)});
    }
    QWidget other;
};

/// A window of one host elsewhere that nobody looks at. Time goes on as a test says.
struct AwayRig
{
    AwayRig()
    {
        HostStatus &host = application.shown.add("db1");
        feed.setItem(feed.addController("photos", "folder-mirror", FakeHosts::runOf(host)), "a",
                     ItemState::InSync);
        WindowOptions options;
        options.mode = WindowOptions::Mode::Attached;
        window = std::make_unique<MainWindow>(application.with(feed, control), options);
        window->show();
    }
    bool isBehind()
    {
        feed.stopAt(begin);
        other.show();
        other.activateWindow();
        return QTest::qWaitForWindowActive(&other) && isAt(0s)
               && QTest::qWaitFor([this] { return overview().outlook().controllers.size() == 1; });
    }
    /// The window shows the moment that is \a after the first.
    bool isAt(Duration after)
    {
        feed.stopAt(begin + after);
        return QTest::qWaitFor([&] { return overview().outlook().moment.now == begin + after; });
    }
    Overview &overview() const { return window->findChild<Tabs *>()->overview(); }
    HostStatus &host() { return application.shown.all.front(); }

    FakeFeed feed;
    FakeControl control;
    FakeApplication application;
    const TimePoint begin = feed.now() + 1h;
    std::unique_ptr<MainWindow> window;
    QWidget other;
};

const auto Slow = alarmOf("photos/p95", "p95 is 3s, more than <2s> & rising");
const auto Deep = alarmOf("photos/depth", "depth is 1200, more than 1000");

} // namespace

class AlarmBellTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        prepareResources("en");
        QVERIFY(m_server.isServed);
    }
    void init()
    {
        failOnAnyWarning();
        m_server.forgetCalls();
    }
    void cleanup() { QTRY_COMPARE(m_server.count(), std::size_t(0)); }

    void oneMessageSaysAllThatAlarms()
    {
        BellRig rig;
        QVERIFY(rig.isBehind());
        rig.alarm({Slow});
        QTRY_COMPARE(m_server.count(), std::size_t(1));
        const auto message = [this] { return m_server.message(); };
        QCOMPARE(message().title, "1 alarm");
        QCOMPARE(message().text, "photos: Alarm rule");
        QCOMPARE(message().buttons,
                 (QStringList{"default", "Show", "show", "Show", "acknowledge", "Acknowledge"}));
        QCOMPARE(message().urgency, 2);
        rig.alarm({Slow, Deep});
        QTRY_COMPARE(message().title, "2 alarms");
        QCOMPARE(m_server.count(), std::size_t(1));
        rig.alarm({Deep}); // one that ends is not said anew
        QTRY_COMPARE(message().title, "1 alarm");
        rig.alarm({});
        QTRY_COMPARE(m_server.count(), std::size_t(0));
    }

    void whoLooksAtTheWindowIsNotCalled()
    {
        BellRig rig;
        QVERIFY(rig.isReady());
        rig.alarm({Slow});
        QTRY_COMPARE(rig.tabs->tabText(0), "Overview (2)");
        QCOMPARE(m_server.calls(), 0);
        QVERIFY(rig.isBehind()); // what was in sight is known
        rig.alarm({Slow, Deep});
        QTRY_COMPARE(m_server.calls(), 1);
        rig.window->activateWindow();
        QTRY_COMPARE(m_server.count(), std::size_t(0));
    }

    void whatIsClosedStaysClosedUntilThereIsMore()
    {
        BellRig rig;
        QVERIFY(rig.isBehind());
        rig.alarm({Slow, Deep});
        QTRY_COMPARE(m_server.count(), std::size_t(1));
        m_server.dismiss();
        rig.alarm({Slow});
        QTRY_COMPARE(rig.tabs->tabText(0), "Overview (2)");
        QCOMPARE(m_server.count(), std::size_t(0));
        rig.alarm({Slow, Deep});
        QTRY_COMPARE(m_server.count(), std::size_t(1));
    }

    void itsButtonShowsTheNeed()
    {
        BellRig rig;
        QVERIFY(rig.isBehind());
        rig.alarm({Slow});
        QTRY_COMPARE(m_server.count(), std::size_t(1));
        m_server.press("show");
        QTRY_COMPARE(rig.tabs->currentTab(), Tabs::Tab::Overview);
        QTRY_VERIFY(rig.tabs->overview().chosenNeed());
        QVERIFY(rig.tabs->overview().details().contains("Alarm rule"));
        QTRY_VERIFY(rig.window->isActiveWindow());
    }

    void itsButtonAcknowledgesWhatItSays()
    {
        BellRig rig;
        QVERIFY(rig.isBehind());
        rig.alarm({Slow, Deep});
        QTRY_COMPARE(m_server.count(), std::size_t(1));
        m_server.press("acknowledge");
        const auto asked = [&rig] { return rig.application.shown.acknowledgements(); };
        QTRY_COMPARE(asked().size(), 2); // in any order
        QVERIFY(asked().contains("acknowledge photos/p95: "));
        QVERIFY(asked().contains("acknowledge photos/depth: "));
        QTRY_COMPARE(m_server.count(), std::size_t(0));
        QVERIFY(!rig.window->isActiveWindow());
    }

    /// Nobody could close it, and its buttons would do nothing.
    void aWindowThatEndsTakesItsMessageAwayThoughItHasJustSentIt()
    {
        {
            BellRig rig;
            QVERIFY(rig.isBehind());
            rig.alarm({Slow});
            QTRY_COMPARE(m_server.calls(), 1);
        }
        QTRY_COMPARE(m_server.count(), std::size_t(0));
    }

    void aHostThatIsLostForAMinuteCalls()
    {
        AwayRig rig;
        QVERIFY(rig.isBehind());
        rig.host().since = rig.host().heard = rig.begin;
        rig.host().nextTry = rig.begin + 1h;
        rig.host().why = "no host listens there";
        rig.host().state = HostState::Lost;
        QVERIFY(rig.isAt(59s));
        QTRY_VERIFY(rig.window->windowTitle().startsWith("(1) ")); // who looks sees it at once
        QCOMPARE(m_server.calls(), 0);
        QVERIFY(rig.isAt(60s));
        QTRY_COMPARE(m_server.count(), std::size_t(1));
        QCOMPARE(m_server.message().text, "db1: The host is not reached: no host listens there");
        rig.host().state = HostState::Connected;
        rig.host().heard = rig.begin + 1h;
        QTRY_COMPARE(m_server.count(), std::size_t(0));
        QTRY_VERIFY(!rig.window->windowTitle().startsWith('('));
    }

    void aHostThatIsConnectedAndSilentForAMinuteCalls()
    {
        AwayRig rig;
        QVERIFY(rig.isBehind());
        rig.host().heard = rig.begin;
        QVERIFY(rig.isAt(3s)); // late
        QVERIFY(rig.isAt(62s));
        QCOMPARE(m_server.calls(), 0);
        QVERIFY(rig.isAt(63s));
        QTRY_COMPARE(m_server.count(), std::size_t(1));
        QCOMPARE(m_server.message().text, "db1: The host does not answer");
        rig.host().heard = rig.begin + 1h;
        QTRY_COMPARE(m_server.count(), std::size_t(0));
    }

    // Its hosts were not asked meanwhile.
    void thatTheWindowWasStuckIsNoSilenceOfAHost()
    {
        AwayRig rig;
        QVERIFY(rig.isBehind());
        rig.host().heard = rig.begin;
        QVERIFY(rig.isAt(10min));
        QVERIFY(rig.overview().outlook().needs.empty());
        QCOMPARE(m_server.calls(), 0);
    }

    void theOwnHostCallsWhenItDoesNotAnswer()
    {
        const LiveState state;
        QVERIFY(outlookOf({.state = state, .silent = {{0, 59s}}}).needs.empty());
        const Outlook outlook = outlookOf({.state = state, .silent = {{0, 60s}}});
        QCOMPARE(outlook.needs.size(), std::size_t(1));
        QVERIFY(outlook.needs.front().isAlarm && outlook.needs.front().isUrgent());
        QCOMPARE(outlook.needs.front().what, "The host does not answer");
    }

    void anOperatorMayWantNone()
    {
        QTemporaryDir profile;
        WindowOptions options;
        options.profileDirectory = profile.path();
        {
            BellRig rig(options);
            QVERIFY(rig.isBehind());
            rig.action("desktopMessages")->trigger();
            rig.alarm({Slow});
            QTRY_COMPARE(rig.tabs->tabText(0), "Overview (2)");
        }
        BellRig again(options);
        QVERIFY(!again.action("desktopMessages")->isChecked());
        QCOMPARE(m_server.calls(), 0);
    }

private:
    PrivateBus m_daemon;
    MessageServer m_server{m_daemon.address()};
};

QONTROLLER_WINDOW_TEST(AlarmBellTest)
#include "tst_alarmbell.moc"
