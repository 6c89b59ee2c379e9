// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"
#include "toprig.h"

#include <QtTest/QtTest>

#include <clocale>
#include <csignal>

using namespace qontroller;
using namespace qontroller::test;

namespace {

bool isStopped(pid_t pid)
{
    QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
    return stat.open(QIODevice::ReadOnly) && stat.readAll().contains(") T ");
}
/// The only child of \a parent; 0: it has none.
pid_t childOf(pid_t parent)
{
    QFile children(QStringLiteral("/proc/%1/task/%1/children").arg(parent));
    return children.open(QIODevice::ReadOnly) ? children.readAll().trimmed().toInt() : 0;
}

} // namespace

/// What `qontrollerctl top` does to a terminal, and what becomes of it there.
class TopTerminalTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { std::setlocale(LC_CTYPE, "C.UTF-8"); }
    void init() { m_rig.emplace(); }
    void cleanup() { m_rig.reset(); }

    void aTerminalMayBeOfAnySize()
    {
        m_rig->start({"a", "b", "c"}, {});
        Terminal &top = m_rig->show();
        QTRY_VERIFY2(top.shows("healthy"), text(top));
        top.type("/\r");
        QTRY_VERIFY2(top.shows("3 objects"), text(top));
        top.type("jj");
        top.resize(20, 5);
        QTRY_VERIFY2(top.highlighted().value(0).startsWith("test/c"), text(top));
        QCOMPARE(top.screen().size(), 5);
        QTRY_VERIFY2(top.screen().value(4).startsWith("q quit"), text(top)); // drawn last
        top.resize(1, 1);
        QTRY_COMPARE(top.screen(), QStringList{"…"});
        top.resize(120, 40);
        QTRY_VERIFY2(top.shows("3 objects"), text(top));
        QTRY_VERIFY2(top.screen().at(39).startsWith("q quit"), text(top));
        top.type("q");
        QCOMPARE(top.wait(), 0);
        QCOMPARE(top.unknown(), QByteArrayList());
    }

    void coloursAreLeftOutIfThatIsWanted()
    {
        m_rig->start({"a", "b"}, {"b"});
        const QByteArray red = "\033[31m";
        Terminal &coloured = m_rig->show({{"TERM", "xterm"}});
        QTRY_VERIFY(coloured.written().contains(red));
        Terminal &plain = m_rig->show({{"TERM", "xterm"}, {"NO_COLOR", "1"}});
        QTRY_VERIFY(plain.written().contains("1 object parked"));
        QVERIFY(!QRegularExpression("\033\\[[0-9;]*3[0-9]").match(plain.written()).hasMatch());
    }

    void theTerminalIsGivenBack_data()
    {
        QTest::addColumn<QByteArray>("keys");
        QTest::addColumn<int>("signal");
        QTest::addColumn<int>("status");
        QTest::newRow("q") << QByteArray("q") << 0 << 0;
        QTest::newRow("Ctrl-C") << QByteArray("\003") << 0 << 128 + SIGINT;
        QTest::newRow("SIGINT") << QByteArray() << SIGINT << 128 + SIGINT;
        QTest::newRow("SIGTERM") << QByteArray() << SIGTERM << 128 + SIGTERM;
    }
    void theTerminalIsGivenBack()
    {
        QFETCH(QByteArray, keys);
        QFETCH(int, signal);
        QFETCH(int, status);
        m_rig->start({"a"}, {});
        Terminal shell({"/bin/sh", "-c",
                        "trap : INT; " QONTROLLERCTL
                        " top; status=$?; echo; echo ended $status; read x"},
                       m_rig->environment(), 80, 24);
        const termios before = shell.settings();
        shell.type("");
        QTRY_VERIFY2(shell.shows("healthy"), text(shell));
        QVERIFY(shell.settings().c_lflag != before.c_lflag);
        if (signal != 0)
            QCOMPARE(::kill(childOf(shell.pid()), signal), 0);
        else
            shell.type(keys);
        QTRY_VERIFY2(shell.shows(QStringLiteral("ended %1").arg(status)), text(shell));
        const termios after = shell.settings();
        QCOMPARE(after.c_lflag, before.c_lflag);
        QCOMPARE(after.c_iflag, before.c_iflag);
        QCOMPARE(after.c_oflag, before.c_oflag);
        if (signal != 0)
            QVERIFY2(shell.shows(signal == SIGINT ? "ended by SIGINT" : "ended by SIGTERM"),
                     text(shell));
    }

    void aShellMayStopIt()
    {
        m_rig->start({"a"}, {});
        Terminal &top = m_rig->show();
        QTRY_VERIFY2(top.shows("healthy"), text(top));
        QCOMPARE(::kill(top.pid(), SIGTSTP), 0);
        QTRY_VERIFY(isStopped(top.pid()));
        QVERIFY((top.settings().c_lflag & ECHO) != 0); // as the shell has it
        top.resize(100, 10);
        QCOMPARE(::kill(top.pid(), SIGCONT), 0);
        QTRY_VERIFY2(top.shows("healthy") && top.screen().at(9).startsWith("q quit"), text(top));
        QVERIFY((top.settings().c_lflag & ECHO) == 0);
        top.type("q");
        QCOMPARE(top.wait(), 0);
    }

    void aTerminalThatGoesAwayIsAnEnd()
    {
        m_rig->start({"a"}, {});
        Terminal &top = m_rig->show();
        QTRY_VERIFY2(top.shows("healthy"), text(top));
        top.hangUp();
        QCOMPARE(top.wait(), 128 + SIGHUP);
    }

    void itNeedsATerminalThatIsKnown()
    {
        QProcess process;
        process.start(QONTROLLERCTL, {"top"});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 2);
        QCOMPARE(process.readAllStandardError(),
                 QByteArray("qontrollerctl: top needs a terminal; qontrollerctl status prints the "
                            "same once\n"));
        m_rig->start({"a"}, {});
        // newterm() of ncurses leaks what it has begun for a terminal that it does not know.
        Terminal &strange = m_rig->show({{"TERM", "abacus"}, {"ASAN_OPTIONS", "detect_leaks=0"}});
        QCOMPARE(strange.wait(), 2);
        QVERIFY2(strange.written().contains("the terminal \"abacus\" is not known"),
                 strange.written());
        for (const QStringList &words : {QStringList{"photos"}, {"--filter", "photos"}}) {
            Terminal &wordy = m_rig->show({}, words);
            QCOMPARE(wordy.wait(), 2);
            const bool isWord = words.size() == 1;
            QVERIFY2(wordy.written().contains(isWord ? "top stands alone: leave out \"photos\""
                                                     : "--filter means nothing to top"),
                     wordy.written());
        }
        Terminal &formed = m_rig->show({}, {"-o", "json"});
        QCOMPARE(formed.wait(), 2);
        QVERIFY2(formed.written().contains("top has one form"), formed.written());
    }

private:
    std::optional<TopRig> m_rig;
};

QONTROLLER_GUILESS_TEST(TopTerminalTest)
#include "tst_topterminal.moc"
