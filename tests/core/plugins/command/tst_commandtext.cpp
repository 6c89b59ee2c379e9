// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/plugins/command/commandtext.h"

#include <QtTest/QtTest>

#include <cerrno>
#include <csignal>

using namespace qontroller;
using Kind = CommandEnd::Kind;

namespace {

CommandEnd endOf(Kind kind)
{
    CommandEnd end;
    end.kind = kind;
    return end;
}

CommandEnd notStarted(int error)
{
    CommandEnd end;
    end.error = error;
    return end;
}

CommandEnd ended(ProcessExit exit)
{
    CommandEnd end = endOf(Kind::Ended);
    end.exit = exit;
    return end;
}

} // namespace

/// How a command ended, in words.
class CommandTextTest final : public QObject
{
    Q_OBJECT

private slots:
    void saysHowItEnded_data()
    {
        QTest::addColumn<CommandEnd>("end");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("not started")
            << notStarted(EACCES)
            << "list: cannot start \"/bin/list\": Permission denied; make it executable for this "
               "user (chmod +x), on a file system without noexec";
        QTest::newRow("ended") << ended({ProcessExit::Kind::Exited, 3})
                               << "list ended with exit status 3";
        QTest::newRow("ended by a signal") << ended({ProcessExit::Kind::Signalled, SIGKILL})
                                           << "list was ended by signal 9 (Killed)";
        QTest::newRow("stopped") << endOf(Kind::Stopped) << "list was stopped before it had ended";
        QTest::newRow("timed out")
            << endOf(Kind::TimedOut) << "list took longer than 5s and was stopped";
        QTest::newRow("too much output")
            << endOf(Kind::TooMuchOutput) << "list printed more than 100 bytes and was stopped";
    }
    void saysHowItEnded()
    {
        QFETCH(CommandEnd, end);
        CommandLimits limits;
        limits.timeout = std::chrono::seconds(5);
        limits.output = 100;
        QTEST(QString::fromStdString(howItEnded("list", "/bin/list", end, limits)), "sentence");
    }

    void lastWordsHaveNoBlanksAfterThem()
    {
        CommandEnd end;
        QCOMPARE(lastWords(end), std::string_view());
        end.errorTail = " \r\n\t";
        QCOMPARE(lastWords(end), std::string_view());
        end.errorTail = " first\nno luck \r\n";
        QCOMPARE(lastWords(end), std::string_view(" first\nno luck"));
    }
};

QONTROLLER_TEST(CommandTextTest)
#include "tst_commandtext.moc"
