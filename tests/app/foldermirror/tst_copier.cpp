// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/copier.h"
#include "app/plugins/foldermirror/entry.h"
#include "core/base/files/uniquefd.h"
#include "folders.h"
#include "testprogram.h"

#include <QtTest/QtTest>

#include <fcntl.h>
#include <sys/stat.h>

using namespace qontroller;
using namespace qontroller::foldermirror;
using namespace qontroller::test;
using Method = CopyOrders::Method;

namespace {

struct Pair
{
    explicit Pair(const TestFolder &folder)
        : from(::open(folder.path("from").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644))
        , to(::open(folder.path("to").c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644))
    {}
    UniqueFd from;
    UniqueFd to;
};

std::uint64_t blocksOf(int fd)
{
    FileStatus status{};
    ::fstat(fd, &status);
    return static_cast<std::uint64_t>(status.st_blocks) * 512;
}

std::uint64_t sizeOf(int fd)
{
    FileStatus status{};
    ::fstat(fd, &status);
    return static_cast<std::uint64_t>(status.st_size);
}

std::string noise(std::size_t size)
{
    std::string text(size, '\0');
    std::uint32_t state = 1;
    for (char &c : text) {
        state = state * 1664525U + 1013904223U;
        c = static_cast<char>(state >> 24);
    }
    return text;
}

} // namespace

class CopierTest final : public QObject
{
    Q_OBJECT

private slots:
    void copiesEveryByte_data()
    {
        QTest::addColumn<qulonglong>("size");
        QTest::addColumn<Method>("method");
        for (const qulonglong size : {0ULL, 1ULL, 4096ULL, 262145ULL, 20'000'001ULL}) {
            QTest::addRow("%llu, best", size) << size << Method::Best;
            QTest::addRow("%llu, read and write", size) << size << Method::ReadWrite;
        }
    }
    void copiesEveryByte()
    {
        QFETCH(qulonglong, size);
        QFETCH(Method, method);
        const TestFolder folder;
        const std::string content = noise(size);
        writeFile(folder.path("from"), content);
        const Pair files(folder);
        std::uint64_t last = 0;
        bool grows = true;
        const auto end = copyContent(files.from.get(), files.to.get(),
                                     {size,
                                      {},
                                      [&](std::uint64_t done) {
                                          grows = grows && done > last;
                                          last = done;
                                          return true;
                                      },
                                      method});
        QVERIFY(end && *end == CopyEnd::Complete);
        QVERIFY(readFile(folder.path("to")) == content);
        QVERIFY(grows);
        QVERIFY(last == size || last == 0); // 0: the file system shares the blocks
        const auto match = compareContent(files.from.get(), files.to.get(), size, {});
        QVERIFY(match && *match == ContentMatch::Same);
    }

    void keepsTheHolesOfAHugeFile_data()
    {
        QTest::addColumn<qulonglong>("size");
        QTest::addColumn<Method>("method");
        for (const qulonglong gigabytes : {2ULL, 41ULL}) {
            QTest::addRow("%llu GB, best", gigabytes) << (gigabytes << 30) + 5 << Method::Best;
            QTest::addRow("%llu GB, read and write", gigabytes)
                << (gigabytes << 30) + 5 << Method::ReadWrite;
        }
    }
    void keepsTheHolesOfAHugeFile()
    {
        QFETCH(qulonglong, size);
        QFETCH(Method, method);
        const auto middle = static_cast<off_t>(size / 2);
        const TestFolder folder;
        const Pair files(folder);
        QCOMPARE(::ftruncate(files.from.get(), static_cast<off_t>(size)), 0);
        QCOMPARE(::pwrite(files.from.get(), "middle", 6, middle), ssize_t(6));
        if (::lseek(files.from.get(), 0, SEEK_HOLE) != 0)
            QSKIP("this file system does not say where a file has holes");
        const auto end = copyContent(files.from.get(), files.to.get(), {size, {}, {}, method});
        QVERIFY(end && *end == CopyEnd::Complete);
        QCOMPARE(sizeOf(files.to.get()), std::uint64_t(size));
        QVERIFY(blocksOf(files.to.get()) <= 64U << 10);
        char text[6] = {};
        QCOMPARE(::pread(files.to.get(), text, 6, middle), ssize_t(6));
        QVERIFY(std::string_view(text, 6) == "middle");
    }

    void noticesASourceThatShrank()
    {
        const TestFolder folder;
        writeFile(folder.path("from"), "12345");
        const Pair files(folder);
        const auto end = copyContent(files.from.get(), files.to.get(),
                                     {10, {}, {}, Method::ReadWrite});
        // The missing end reads as a hole where the file system knows them; the
        // caller sees from the size that it changed.
        QVERIFY(end);
        QVERIFY(*end == CopyEnd::SourceChanged || sizeOf(files.from.get()) != 10);
    }

    void stopsBetweenChunks()
    {
        const TestFolder folder;
        writeFile(folder.path("from"), noise(1'000'000));
        const Pair files(folder);
        std::stop_source stop;
        const auto end = copyContent(files.from.get(), files.to.get(),
                                     {1'000'000, stop.get_token(),
                                      [&](std::uint64_t) { return stop.request_stop(); },
                                      Method::ReadWrite});
        QVERIFY(end && *end == CopyEnd::Stopped);
        QVERIFY(sizeOf(files.to.get()) < 1'000'000);
    }

    void givesUpWhenToldThatTheSourceChanged()
    {
        const TestFolder folder;
        writeFile(folder.path("from"), noise(1'000'000));
        const Pair files(folder);
        const auto end =
            copyContent(files.from.get(), files.to.get(),
                        {1'000'000, {}, [](std::uint64_t) { return false; }, Method::ReadWrite});
        QVERIFY(end && *end == CopyEnd::SourceChanged);
        QVERIFY(sizeOf(files.to.get()) < 1'000'000);
    }

    void saysWhichSideFailed()
    {
        const TestFolder folder;
        writeFile(folder.path("from"), "12345");
        const Pair files(folder);
        const UniqueFd readOnly(::open(folder.path("to").c_str(), O_RDONLY | O_CLOEXEC));
        const auto writing = copyContent(files.from.get(), readOnly.get(),
                                         {5, {}, {}, Method::Best});
        QVERIFY(!writing && writing.error().code == EBADF);
        QVERIFY(writing.error().doing == "write the copy of");
        const UniqueFd writeOnly(::open(folder.path("from").c_str(), O_WRONLY | O_CLOEXEC));
        const auto reading = copyContent(writeOnly.get(), files.to.get(),
                                         {5, {}, {}, Method::Best});
        QVERIFY(!reading && reading.error().doing == "read");
    }

    void findsTheFirstByteThatDiffers()
    {
        const TestFolder folder;
        std::string content = noise(600'000);
        writeFile(folder.path("from"), content);
        content.back() ^= 1;
        writeFile(folder.path("other"), content);
        const Pair files(folder);
        const UniqueFd other(::open(folder.path("other").c_str(), O_RDONLY | O_CLOEXEC));
        const auto match = compareContent(files.from.get(), other.get(), content.size(), {});
        QVERIFY(match && *match == ContentMatch::Different);
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = compareContent(files.from.get(), other.get(), content.size(),
                                            stop.get_token());
        QVERIFY(stopped && *stopped == ContentMatch::Stopped);
    }
};

QONTROLLER_GUILESS_TEST(CopierTest)
#include "tst_copier.moc"
