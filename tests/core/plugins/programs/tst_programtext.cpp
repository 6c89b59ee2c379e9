// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/plugins/programs/programtext.h"

#include <QtTest/QtTest>

#include <cerrno>
#include <csignal>

using namespace qontroller;
using Kind = ProgramEnd::Kind;

namespace {

ProgramEnd endOf(Kind kind)
{
    ProgramEnd end;
    end.kind = kind;
    return end;
}

ProgramEnd notStarted(int error)
{
    ProgramEnd end;
    end.error = error;
    return end;
}

ProgramEnd ended(ProcessExit exit)
{
    ProgramEnd end = endOf(Kind::Ended);
    end.exit = exit;
    return end;
}

} // namespace

/// How a command ended, in words.
class ProgramTextTest final : public QObject
{
    Q_OBJECT

private slots:
    void saysHowItEnded_data()
    {
        QTest::addColumn<ProgramEnd>("end");
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
        QFETCH(ProgramEnd, end);
        ProgramLimits limits;
        limits.timeout = std::chrono::seconds(5);
        limits.output = 100;
        QTEST(QString::fromStdString(howItEnded("list", "/bin/list", end, limits)), "sentence");
    }

    void lastWordsHaveNoBlanksAfterThem()
    {
        ProgramEnd end;
        QCOMPARE(lastWords(end), std::string_view());
        end.errorTail = " \r\n\t";
        QCOMPARE(lastWords(end), std::string_view());
        end.errorTail = " first\nno luck \r\n";
        QCOMPARE(lastWords(end), std::string_view(" first\nno luck"));
    }
};

QONTROLLER_TEST(ProgramTextTest)
#include "tst_programtext.moc"
