// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/log/linewriter.h"

#include <QtTest/QtTest>

#include <array>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

class Pipe
{
public:
    Pipe()
    {
        if (::pipe2(m_ends.data(), O_CLOEXEC) != 0)
            qFatal("no pipe");
        ::fcntl(reading(), F_SETFL, O_NONBLOCK);
    }
    ~Pipe()
    {
        closeReading();
        ::close(writing());
    }
    Pipe(const Pipe &) = delete;
    Pipe &operator=(const Pipe &) = delete;

    [[nodiscard]] int writing() const { return m_ends[1]; }
    void closeReading() { ::close(std::exchange(m_ends[0], -1)); }
    /// Takes what is there now.
    void read()
    {
        std::array<char, 65536> buffer{};
        for (ssize_t count = 0; (count = ::read(reading(), buffer.data(), buffer.size())) > 0;)
            m_text.append(buffer.data(), static_cast<std::size_t>(count));
    }
    [[nodiscard]] const std::string &text() const { return m_text; }

private:
    [[nodiscard]] int reading() const { return m_ends[0]; }
    std::array<int, 2> m_ends{-1, -1};
    std::string m_text;
};

std::string note(std::uint64_t count)
{
    return "(" + std::to_string(count) + " lines were dropped)\n";
}

/// 100 bytes.
std::string line(int number)
{
    std::string text = "line " + std::to_string(number) + ' ';
    text.resize(99, 'x');
    return text + '\n';
}

std::string lines(int first, int end)
{
    std::string text;
    for (int i = first; i < end; ++i)
        text += line(i);
    return text;
}

/// More than a pipe takes.
constexpr int Many = 2000;

} // namespace

class LineWriterTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { std::signal(SIGPIPE, SIG_IGN); }

    void writesAtOnce()
    {
        Pipe pipe;
        LineWriter writer(pipe.writing(), note);
        writer.write("one\n");
        writer.write("two\nthree\n");
        pipe.read();
        QCOMPARE(pipe.text(), std::string("one\ntwo\nthree\n"));
        QVERIFY(writer.finish(0s));
    }

    void aPipeThatIsNotReadHoldsUpNothingAndLosesNothing()
    {
        Pipe pipe;
        LineWriter writer(pipe.writing(), note);
        for (int i = 0; i < Many; ++i)
            writer.write(line(i)); // returns
        QVERIFY(!writer.finish(1ms));
        QVERIFY(writer.waiting() > 0);
        QTRY_VERIFY((pipe.read(), writer.finish(1ms)));
        pipe.read();
        QCOMPARE(pipe.text(), lines(0, Many));
        QCOMPARE(writer.waiting(), std::uint64_t(0));
        QCOMPARE(writer.dropped(), std::uint64_t(0));
        QCOMPARE(writer.whyDropped(), std::string());
    }

    void whatIsTooMuchIsDroppedInWholeLinesAndTold()
    {
        Pipe pipe;
        LineWriter writer(pipe.writing(), note);
        int written = 0;
        while (writer.dropped() == 0)
            writer.write(line(written++));
        const int kept = written - 1;
        QVERIFY(std::size_t(kept) * 100 > LineWriter::MostWaiting - 100);
        QCOMPARE(writer.whyDropped(), std::string("nothing reads it"));
        writer.write(line(0));
        QCOMPARE(writer.dropped(), std::uint64_t(2));
        QTRY_VERIFY((pipe.read(), writer.finish(1ms)));
        writer.write("the next\n");
        QTRY_VERIFY((pipe.read(), writer.finish(1ms))); // what it wrote last may fill the pipe
        pipe.read();
        QVERIFY(pipe.text() == lines(0, kept) + "(2 lines were dropped)\nthe next\n");
        QCOMPARE(writer.dropped(), std::uint64_t(2));
    }

    void aReaderThatHasGoneIsCounted()
    {
        Pipe pipe;
        LineWriter writer(pipe.writing(), {});
        pipe.closeReading();
        writer.write("one\ntwo\n");
        QCOMPARE(writer.dropped(), std::uint64_t(2));
        QVERIFY(writer.finish(0s));
    }

    void aFullDiskIsCounted()
    {
        const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
        QVERIFY(full >= 0);
        {
            LineWriter writer(full, {});
            writer.write("one\n");
            QCOMPARE(writer.dropped(), std::uint64_t(1));
            QCOMPARE(writer.whyDropped(), std::string("No space left on device"));
        }
        ::close(full);
    }

    void linesOfSeveralThreadsDoNotMix()
    {
        Pipe pipe;
        LineWriter writer(pipe.writing(), note);
        {
            std::vector<std::jthread> threads;
            for (int thread = 0; thread < 4; ++thread)
                threads.emplace_back([&writer, thread] {
                    for (int i = 0; i < 500; ++i)
                        writer.write(line(thread));
                });
        }
        QTRY_VERIFY((pipe.read(), writer.finish(1ms)));
        pipe.read();
        QCOMPARE(pipe.text().size(), std::size_t(4 * 500 * 100));
        for (std::size_t at = 0; at < pipe.text().size(); at += 100) {
            const std::string found = pipe.text().substr(at, 100);
            QCOMPARE(found, line(found[5] - '0'));
        }
    }

    void itsThreadMayOutliveIt()
    {
        Pipe pipe;
        {
            LineWriter writer(pipe.writing(), note);
            for (int i = 0; i < Many; ++i)
                writer.write(line(i));
        }
        QTRY_VERIFY((pipe.read(), pipe.text() == lines(0, Many)));
    }
};

QONTROLLER_GUILESS_TEST(LineWriterTest)
#include "tst_linewriter.moc"
