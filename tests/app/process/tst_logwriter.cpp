// SPDX-License-Identifier: LGPL-3.0-or-later
// The writer of a log: what it decides, its sinks, and the real program behind a real pipe.
#include "eventually.h"
#include "files.h"
#include "testprogram.h"
#include "unixsocket.h"

#include "app/plugins/process/logwriter/filesink.h"
#include "app/plugins/process/logwriter/journalsink.h"
#include "app/plugins/process/logwriter/logflow.h"
#include "app/plugins/process/logwriter/losses.h"
#include "app/plugins/process/logwriter/outputrecord.h"
#include "app/plugins/process/logwriter/peekedpipe.h"
#include "core/plugins/process/childprocess.h"
#include "core/plugins/process/processstat.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <set>
#include <thread>

using namespace qontroller;
using namespace qontroller::supervision;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// Takes so many bytes as it has room for.
class SmallSink final : public LogSink
{
public:
    Taken write(std::string_view text) override
    {
        const std::string_view taken = text.substr(0, room);
        content += taken;
        room -= taken.size();
        return {taken.size(), taken.size() == text.size() ? "" : "no room"};
    }

    std::string content;
    std::size_t room = std::string::npos;
};

bool append(const QString &path, const char *text)
{
    QFile file(path);
    return file.open(QIODevice::Append) && file.write(text) == qint64(qstrlen(text));
}

/// All that the logs of \a path have, the oldest first.
QByteArray allOf(const QString &path, int count)
{
    QByteArray all;
    for (int number = count; number >= 0; --number) {
        const QString name = number == 0 ? path : path + '.' + QString::number(number);
        all += QFile::exists(name) ? contentsOf(name) : QByteArray();
    }
    return all;
}

QByteArray lineOf(int number)
{
    return "line " + QByteArray::number(number) + '\n';
}

/// The real program, with a pipe as the supervisor makes it.
class Program
{
public:
    explicit Program(std::uint64_t size = 1 << 20, unsigned count = 1000)
        : m_size(size)
        , m_count(count)
    {
        const QByteArray name = path("pipe").toLocal8Bit();
        if (::mkfifo(name.constData(), 0600) != 0)
            qFatal("no pipe");
        pipe.reset(::open(name.constData(), O_RDWR | O_CLOEXEC));
        record.reset(::open(qPrintable(path("record")), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
        start();
    }
    void start()
    {
        const std::string name = path("pipe").toStdString();
        ChildStreams streams{UniqueFd(::open(name.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)),
                             UniqueFd(::open("/dev/null", O_RDWR | O_CLOEXEC)),
                             UniqueFd(::dup(STDERR_FILENO)), UniqueFd(::dup(record.get()))};
        child = std::make_unique<ChildProcess>(Invocation{LOGWRITER,
                                                          {LOGWRITER, "file", log().toStdString(),
                                                           std::to_string(m_size),
                                                           std::to_string(m_count)},
                                                          {},
                                                          {},
                                                          ChildScope::Session},
                                               std::move(streams));
        if (child->error() != 0)
            qFatal("the writer is not started");
    }
    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    [[nodiscard]] QString log() const { return path("x.log"); }
    bool write(const QByteArray &text) const
    {
        return ::write(pipe.get(), text.constData(), static_cast<std::size_t>(text.size()))
               == text.size();
    }
    [[nodiscard]] OutputRecord said() const
    {
        return readRecord(record.get()).value_or(OutputRecord());
    }

    UniqueFd pipe;
    UniqueFd record;
    std::unique_ptr<ChildProcess> child;

private:
    QTemporaryDir m_folder;
    const std::uint64_t m_size;
    const unsigned m_count;
};

} // namespace

class LogWriterTest final : public QObject
{
    Q_OBJECT

private slots:
    void writesWhatFits_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("size");
        QTest::addColumn<int>("limit");
        QTest::addColumn<int>("fits");
        const auto row = [](const char *name, const char *text, int size, int limit, int fits) {
            QTest::newRow(name) << QByteArray(text) << size << limit << fits;
        };
        row("all", "ab\ncd\n", 4, 10, 6);
        row("the lines that fit", "ab\ncd\n", 5, 10, 3);
        row("no line fits: rotated first", "abcdef\n", 5, 10, 0);
        row("full", "ab\n", 10, 10, 0);
        row("of an earlier version, too long", "ab\n", 99, 10, 0);
        row("a line longer than a log, into an empty one", "abcdefghijkl\n", 0, 10, 10);
        row("lines before a long one", "a\nbcdefghijklmno\n", 0, 10, 2);
        row("nothing", "", 10, 10, 0);
    }
    void writesWhatFits()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, size);
        QFETCH(int, limit);
        QTEST(int(fitting({text.constData(), std::size_t(text.size())}, std::uint64_t(size),
                          std::uint64_t(limit))),
              "fits");
    }

    void countsEachLostLineOnce_data()
    {
        QTest::addColumn<QList<QByteArray>>("pieces");
        QTest::addColumn<int>("lines");
        QTest::addColumn<bool>("inLine");
        QTest::newRow("nothing") << QList<QByteArray>{} << 0 << false;
        QTest::newRow("whole lines") << QList<QByteArray>{"a\nb\n", "c\n"} << 3 << false;
        QTest::newRow("one in pieces") << QList<QByteArray>{"a", "b", "c\n"} << 1 << false;
        QTest::newRow("empty ones") << QList<QByteArray>{"\n\n"} << 2 << false;
        QTest::newRow("one that is not ended") << QList<QByteArray>{"a\nb"} << 2 << true;
    }
    void countsEachLostLineOnce()
    {
        QFETCH(QList<QByteArray>, pieces);
        Losses losses;
        for (const QByteArray &piece : pieces)
            losses.drop(piece.toStdString());
        QTEST(int(losses.lines()), "lines");
        QTEST(losses.isInLine(), "inLine");
        QCOMPARE(losses.bytes(), std::uint64_t(pieces.join().size()));
    }

    void aRecordIsReadAsItWasWritten()
    {
        const OutputRecord record{17, 123456789012, 3, 99, "the log \"/a b/x\" cannot be written"};
        const std::string text = textOf(record);
        QCOMPARE(text.size(), OutputRecordSize);
        QVERIFY(recordIn(text) == record);
        QVERIFY(recordIn(textOf({})) == OutputRecord());
        std::string torn = text; // the first copy is new, the second is not
        torn[1] = '8';
        QVERIFY(!recordIn(torn));
        QVERIFY(!recordIn(std::string(OutputRecordSize, ' ')));
        QVERIFY(!recordIn(""));
        QVERIFY(recordIn(textOf({17, 1, 0, 0, std::string(9999, 'x')})));
    }

    void saysWhatIsMissingWhereItIsMissing()
    {
        SmallSink sink;
        ManualClock clock;
        LogFlow flow(sink, clock);
        sink.room = 8;
        flow.take("first\nsecond\nthird\n");
        QCOMPARE(flow.whyNotWritten(), std::string("no room"));
        flow.take("four");
        flow.take("th\n"); // there may be room, but it is not asked for yet
        QCOMPARE(sink.content, std::string("first\nse"));
        sink.room = std::string::npos;
        QCOMPARE(*flow.resumesAt(), clock.now() + LogFlow::Pause);
        clock.advance(LogFlow::Pause);
        flow.take("fif");
        flow.take("th\n");
        QCOMPARE(sink.content, std::string("first\nse\nqontroller-logwriter: 3 lines are missing "
                                           "here: no room\nfifth\n"));
        QVERIFY(!flow.resumesAt());
        QCOMPARE(flow.losses().lines(), std::uint64_t{3});
    }

    void saysWhatIsMissingThoughTheProcessIsSilent()
    {
        SmallSink sink;
        ManualClock clock;
        LogFlow flow(sink, clock);
        sink.room = 0;
        flow.take("lost");
        flow.resume();
        QVERIFY(flow.resumesAt());
        clock.advance(LogFlow::Pause);
        flow.resume(); // there is still no room
        QCOMPARE(*flow.resumesAt(), clock.now() + LogFlow::Pause);
        clock.advance(LogFlow::Pause);
        sink.room = std::string::npos;
        flow.resume();
        flow.take(" for good\nfound\n");
        QCOMPARE(sink.content,
                 std::string("qontroller-logwriter: 1 line is missing here: no room\nfound\n"));
        QCOMPARE(flow.losses().lines(), std::uint64_t{1});
    }

    void rotatesBetweenLines()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("x.log");
        FileSink sink(path.toStdString(), 10, 2);
        QVERIFY(sink.write("one\ntwo\nthree\nfour\nfive\nsix\n").whyNotAll.empty());
        QCOMPARE(contentsOf(path), QByteArray("six\n"));
        QCOMPARE(contentsOf(path + ".1"), QByteArray("four\nfive\n"));
        QCOMPARE(contentsOf(path + ".2"), QByteArray("three\n"));
        QVERIFY(!QFile::exists(path + ".3"));
    }

    void keepsNoMoreThanItIsTold()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("x.log");
        for (int number = 1; number < 5; ++number)
            QVERIFY(append(path + '.' + QString::number(number), "old\n"));
        FileSink(path.toStdString(), 10, 2);
        QCOMPARE(entriesOf(folder.path()), QStringList({"x.log.1", "x.log.2"}));
        FileSink none(path.toStdString(), 10, 0);
        QVERIFY(none.write("eight..\neight..\n").whyNotAll.empty());
        QCOMPARE(entriesOf(folder.path()), QStringList({"x.log"}));
        QCOMPARE(contentsOf(path), QByteArray("eight..\n"));
    }

    void aLogThatOthersTouchIsMadeAnew()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("x.log");
        FileSink sink(path.toStdString(), 100, 2);
        const auto wrote = [&](const char *text) { return sink.write(text).whyNotAll.empty(); };
        QVERIFY(wrote("a\n"));
        QVERIFY(QFile::remove(path));
        QVERIFY(wrote("b\n"));
        QCOMPARE(contentsOf(path), QByteArray("b\n"));
        QVERIFY(QFile::rename(path, path + "-old")); // logrotate
        QVERIFY(wrote("c\n"));
        QCOMPARE(contentsOf(path), QByteArray("c\n"));
        QVERIFY(QFile::resize(path, 0)); // … with copytruncate
        QVERIFY(wrote("d\n"));
        QCOMPARE(contentsOf(path), QByteArray("d\n"));
        QCOMPARE(contentsOf(path + "-old"), QByteArray("b\n"));
    }

    void saysWhyALogCannotBeWritten()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("x.log");
        FileSink sink(path.toStdString(), 10, 1);
        QVERIFY(QDir().mkpath(path + ".1/in the way"));
        const Taken taken = sink.write("one two\nthree\n");
        QCOMPARE(taken.bytes, std::size_t{8});
        QCOMPARE(taken.whyNotAll,
                 "the log \"" + path.toStdString() + "\" cannot be written: Is a directory");
        QVERIFY(QDir(path + ".1").removeRecursively());
        QVERIFY(sink.write("three\n").whyNotAll.empty());
        QCOMPARE(contentsOf(path), QByteArray("three\n"));
        QVERIFY(QFile::remove(path) && QFile::link("/dev/null", path)); // no link is followed
        QVERIFY(!sink.write("lost").whyNotAll.empty());
    }

    void aLogThatAnotherHasLockedHoldsNothingUp()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("x.log");
        FileSink sink(path.toStdString(), 4, 1);
        QVERIFY(sink.write("one\n").whyNotAll.empty());
        UniqueFd other(::open(qPrintable(path), O_RDONLY | O_CLOEXEC));
        QCOMPARE(::flock(other.get(), LOCK_SH), 0);
        QVERIFY(sink.write("two\n").whyNotAll.ends_with("Device or resource busy"));
        other.reset();
        QVERIFY(sink.write("two\n").whyNotAll.empty());
        QCOMPARE(contentsOf(path + ".1"), QByteArray("one\n"));
    }

    void twoWritersOfOneLogLoseNothing()
    {
        constexpr int Lines = 3000;
        const QTemporaryDir folder;
        const QString path = folder.filePath("x.log");
        const auto write = [&] {
            FileSink sink(path.toStdString(), 500, 1000);
            for (int i = 0; i < Lines; ++i)
                QVERIFY(sink.write("line\n").whyNotAll.empty());
        };
        std::thread other(write);
        write();
        other.join();
        QCOMPARE(allOf(path, 1000).count('\n'), 2 * Lines);
    }

    void aJournalHearsWhoSpeaksAndWhat()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("stdout").toStdString();
        UniqueFd journal = bindTo(path);
        QVERIFY(journal && ::listen(journal.get(), 1) == 0);
        JournalSink sink(path, "web");
        QVERIFY(sink.write("a\nb\n").whyNotAll.empty());
        const auto heard = [&] {
            const UniqueFd stream(::accept(journal.get(), nullptr, nullptr));
            std::array<char, 100> text{};
            const ssize_t count = ::read(stream.get(), text.data(), text.size());
            return QByteArray(text.data(), int(count));
        };
        QCOMPARE(heard(), QByteArray("web\n\n6\n1\n0\n0\n0\na\nb\n"));
        QVERIFY(sink.write("c\n").whyNotAll.empty()); // that stream was closed: another one
        QCOMPARE(heard(), QByteArray("web\n\n6\n1\n0\n0\n0\nc\n"));
        journal.reset();
        QCOMPARE(sink.write("d\n").whyNotAll,
                 "the journal (" + path + ") cannot be written: Connection refused");
    }

    void aJournalThatDoesNotReadHoldsNothingUpForLong()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("stdout").toStdString();
        const UniqueFd journal = bindTo(path);
        QVERIFY(journal && ::listen(journal.get(), 1) == 0);
        JournalSink sink(path, "web");
        const Taken taken = sink.write(std::string(std::size_t{16} << 20, 'x'));
        QVERIFY(taken.bytes > 0);
        QVERIFY(taken.whyNotAll.ends_with("Resource temporarily unavailable"));
    }

    void thePipeIsNotTakenBeforeItIsWritten()
    {
        std::array<int, 2> ends{};
        QCOMPARE(::pipe2(ends.data(), O_NONBLOCK | O_CLOEXEC), 0);
        const UniqueFd out(ends[0]);
        UniqueFd in(ends[1]);
        QCOMPARE(::write(in.get(), "text", 4), ssize_t{4});
        {
            PeekedPipe first(out.get()); // as one that is killed
            QVERIFY(first.peek() == std::string_view("text"));
        }
        PeekedPipe second(out.get());
        QVERIFY(second.peek() == std::string_view("text"));
        second.take();
        QVERIFY(second.peek() == std::string_view());
        in.reset();
        second.wait(-1);
        QVERIFY(!second.peek());
    }

    void endsWithThePipeAndNotBefore()
    {
        Program program;
        QVERIFY(comesTrue([&] { return program.said().pid == program.child->pid(); }));
        QCOMPARE(program.said().startTime, processStat(program.child->pid())->startTime);
        for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE})
            program.child->signalGroup(number);
        QVERIFY(program.write("the last\n"));
        program.pipe.reset();
        QVERIFY(program.child->reap().isSuccess());
        QCOMPARE(contentsOf(program.log()), QByteArray("the last\n"));
    }

    // Each next one finds in the pipe what the former one has not written.
    void noneIsLostWhenItIsKilledInAFlood()
    {
        constexpr int Lines = 100'000;
        Program program(20'000);
        std::thread flood([&] {
            for (int i = 0; i < Lines; ++i)
                QVERIFY(program.write(lineOf(i)));
        });
        for (int i = 0; i < 10; ++i) {
            const auto before = allOf(program.log(), 1).size();
            static_cast<void>(comesTrue([&] { return allOf(program.log(), 1).size() != before; }));
            program.child.reset(); // SIGKILL
            program.start();
        }
        flood.join();
        program.pipe.reset();
        QVERIFY(program.child->reap().isSuccess());
        const QList<QByteArray> found = allOf(program.log(), 1000).split('\n');
        std::set<QByteArray> lines(found.begin(), found.end());
        for (int i = 0; i < Lines; ++i)
            QVERIFY2(lines.contains(lineOf(i).trimmed()), lineOf(i));
        QVERIFY2(found.size() < Lines + 20'000, "more than a piece for each that was killed");
        QCOMPARE(program.said().droppedLines, std::uint64_t{0});
    }

    void aFloodIsBoundedAtEveryMoment()
    {
        constexpr int Size = 2000;
        Program program(Size, 2);
        std::atomic<bool> isOver = false;
        std::thread flood([&] {
            for (int i = 0; i < 50'000; ++i)
                QVERIFY(program.write(lineOf(i)));
            isOver = true;
        });
        qint64 most = 0;
        while (!isOver) {
            qint64 sum = 0;
            QStringList names = entriesOf(program.path("."));
            names.removeDuplicates(); // one that is renamed while they are read
            for (const QString &name : names)
                sum += name.startsWith("x.log") ? QFileInfo(program.path(name)).size() : 0;
            most = std::max(most, sum);
        }
        flood.join();
        QVERIFY2(most > Size && most <= 3 * Size, QByteArray::number(most));
        program.pipe.reset();
        QVERIFY(program.child->reap().isSuccess());
        QVERIFY(contentsOf(program.log()).endsWith(lineOf(49'999)));
        QCOMPARE(entriesOf(program.path(".")),
                 QStringList({"record", "x.log", "x.log.1", "x.log.2"}));
    }

    void itsNextOneCountsOn()
    {
        Program program(10, 1);
        QVERIFY(QDir().mkpath(program.log() + ".1/in the way"));
        QVERIFY(program.write("written\nlost 1\n"));
        QVERIFY(comesTrue([&] { return program.said().droppedLines == 1; }));
        QVERIFY(program.said().whyNotWritten.ends_with("cannot be written: Is a directory"));
        program.child.reset();
        program.start();
        QVERIFY(program.write("lost 2\n"));
        QVERIFY(comesTrue([&] { return program.said().droppedLines == 2; }));
        QVERIFY(QDir(program.log() + ".1").removeRecursively());
        QVERIFY(comesTrue([&] { return program.said().whyNotWritten.empty(); }));
        QCOMPARE(program.said().droppedLines, std::uint64_t{2});
    }
};

QONTROLLER_GUILESS_TEST(LogWriterTest)
#include "tst_logwriter.moc"
