// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/qontroller/attachedapplication.h"
#include "core/remote/attach/attachedhosts.h"
#include "serverprocess.h"
#include "ui/window/mainwindow.h"

#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtGui/QAction>
#include <QtGui/QImage>
#include <QtTest/QtTest>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTableView>

#include <csignal>

using namespace qontroller;

namespace {

/// A real server with three objects.
struct Station
{
    explicit Station(QString name)
        : session(server.behaviour({}))
        , socket(server.file(name + ".sock"))
    {
        start();
    }
    void start()
    {
        server.start({session, "--control", socket});
        if (!server.waitForLog("reach this host at", ++starts))
            qFatal("%s", server.log().constData());
    }

    ServerProcess server;
    QString session;
    QString socket;
    int starts = 0;
};

/// The real window over real hosts.
struct Shown
{
    Shown()
        : application(hosts)
    {
        ui::WindowOptions options;
        options.mode = ui::WindowOptions::Mode::Attached;
        window = std::make_unique<ui::MainWindow>(hosts, hosts, application, options);
        window->show();
    }
    ~Shown() { hosts.close(); }

    [[nodiscard]] QAbstractItemModel &rows() const
    {
        return *window->findChild<QTableView *>("itemsTable")->model();
    }
    [[nodiscard]] QString label(const char *name) const
    {
        return window->findChild<QLabel *>(QLatin1String(name))->text();
    }

    remote::AttachedHosts hosts;
    AttachedApplication application;
    std::unique_ptr<ui::MainWindow> window;
};

} // namespace

/// A window that shows servers in other processes: all of them are real.
class AttachedTest final : public QObject
{
    Q_OBJECT

private slots:
    void showsTwoServersOfWhichOneIsKilledAndComesBack()
    {
        Station one("one");
        Station two("two");
        Shown shown;
        QVERIFY(shown.application.connectTo(one.socket).isDone());
        QVERIFY(shown.application.connectTo(two.socket).isDone());
        QCOMPARE(shown.application.connectTo(two.socket).sentence,
                 two.socket + " is shown already.");
        QTRY_COMPARE(shown.rows().rowCount(), 6);
        QTRY_COMPARE(shown.window->windowTitle(), "Qontroller — 2 hosts");
        one.server.signal(SIGKILL);
        static_cast<void>(one.server.wait());
        QTRY_VERIFY(shown.label("statusHosts").startsWith("one.sock: lost for"));
        QCOMPARE(shown.rows().rowCount(), 6);
        one.start();
        QTRY_COMPARE(shown.label("statusHosts"), "");
        QTRY_COMPARE(shown.rows().rowCount(), 6);
    }

    void anActionReachesTheServerAndItsLog()
    {
        Station one("one");
        Station two("two");
        Shown shown;
        for (const Station *each : {&one, &two})
            QVERIFY(shown.application.connectTo(each->socket).isDone());
        QTRY_COMPARE(shown.rows().rowCount(), 6);
        auto *pause = shown.window->findChild<QAction *>("pauseAll");
        QTRY_VERIFY(pause->isEnabled());
        pause->trigger();
        for (Station *each : {&one, &two})
            QVERIFY2(each->server.waitForLog("pause"), each->server.log());
        QTRY_VERIFY(shown.window->windowTitle().startsWith("[PAUSED]"));
    }

    void aServerIsGivenAnotherSession()
    {
        Station one("one");
        Shown shown;
        QVERIFY(shown.application.connectTo(one.socket).isDone());
        QTRY_COMPARE(shown.rows().rowCount(), 3);
        const HostId host = shown.hosts.hosts().front().id;
        const QString file =
            one.server.write("other.json",
                             R"({"version":1,"controllers":[{"name":"other","plugin":"behaviour",
                              "parameters":{"objects":5}}]})");
        std::optional<ApplyStatus> last;
        shown.application.applySession(host, file, ApplyMode::Apply,
                                       [&last](const ApplyStatus &status) { last = status; });
        QTRY_VERIFY(last && last->hasEnded);
        QCOMPARE(summary(*last), std::string("1 started, 1 stopped"));
        QTRY_COMPARE(shown.rows().rowCount(), 5);
        last.reset();
        shown.application.applySession(host + 1, file, ApplyMode::Apply,
                                       [&last](const ApplyStatus &status) { last = status; });
        QTRY_VERIFY(last && last->hasFailed());
    }

    void aHostIsShownNoMore()
    {
        Station one("one");
        Shown shown;
        QVERIFY(shown.application.connectTo(one.socket).isDone());
        QTRY_COMPARE(shown.rows().rowCount(), 3);
        shown.application.disconnectFrom(shown.hosts.hosts().front().id);
        QTRY_COMPARE(shown.rows().rowCount(), 0);
    }

    void theProgramShowsThemAndEndsThoughOneDoesNotAnswer()
    {
        Station one("one");
        Station two("two");
        QTemporaryDir folder;
        QProcess program;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("QT_QPA_PLATFORM", "offscreen");
        program.setProcessEnvironment(environment);
        const QString picture = folder.filePath("window.png");
        const QStringList hosts{"--attach", one.socket + ",name=PRODUCTION", "--attach",
                                two.socket};
        program.start(QONTROLLER, hosts + QStringList{"--screenshot", picture, "--after", "1s"});
        QVERIFY(program.waitForFinished());
        QCOMPARE(program.exitCode(), 0);
        QVERIFY(!QImage(picture).isNull());

        program.start(QONTROLLER, hosts + QStringList{"--profile", folder.filePath("profile")});
        // It has signals in its hand once it has made its folder.
        QTRY_VERIFY(QFile::exists(folder.filePath("profile")));
        one.server.signal(SIGSTOP);
        QElapsedTimer timer;
        timer.start();
        program.terminate();
        QVERIFY(program.waitForFinished());
        QVERIFY2(timer.elapsed() < 10'000, qPrintable(QString::number(timer.elapsed())));
        one.server.signal(SIGCONT);
    }
};

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    AttachedTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_attached.moc"
