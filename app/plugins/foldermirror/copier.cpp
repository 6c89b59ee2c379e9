// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/copier.h"

#include "app/plugins/foldermirror/entry.h"
#include "core/base/files/uniquefd.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace qontroller::foldermirror {

namespace {

constexpr std::uint64_t KernelChunk = 8U << 20;
constexpr std::size_t BufferSize = 256U << 10;

constexpr std::string_view Reading = "read";
constexpr std::string_view Writing = "write the copy of";

struct Range
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

class Copy
{
public:
    Copy(int from, int to, const CopyOrders &orders)
        : m_from(from)
        , m_to(to)
        , m_orders(orders)
        , m_useKernel(orders.method == CopyOrders::Method::Best)
    {}

    Result<CopyEnd> run();

private:
    bool shareBlocks() const;
    Range nextData(std::uint64_t offset) const;
    Result<CopyEnd> copyRange(Range range);
    Result<std::uint64_t> copyChunk(Range range);
    Result<std::uint64_t> readAndWrite(Range range);

    int m_from;
    int m_to;
    const CopyOrders &m_orders;
    bool m_useKernel;
    std::vector<char> m_buffer;
};

// Both files then have the same blocks until one of them is written to.
bool Copy::shareBlocks() const
{
    FileStatus status{};
    return ::ioctl(m_to, FICLONE, m_from) == 0 && ::fstat(m_to, &status) == 0
           && static_cast<std::uint64_t>(status.st_size) == m_orders.size;
}

// Where data begins at or after \a offset, and where it ends.
Range Copy::nextData(std::uint64_t offset) const
{
    const std::uint64_t size = m_orders.size;
    const off_t data = ::lseek(m_from, static_cast<off_t>(offset), SEEK_DATA);
    if (data < 0)
        return errno == ENXIO ? Range{size, size} : Range{offset, size};
    const off_t hole = ::lseek(m_from, data, SEEK_HOLE);
    const auto end = hole < 0 ? size : static_cast<std::uint64_t>(hole);
    return {std::min(static_cast<std::uint64_t>(data), size), std::min(end, size)};
}

Result<std::uint64_t> Copy::readAndWrite(Range range)
{
    m_buffer.resize(BufferSize);
    const std::size_t wanted = std::min<std::uint64_t>(BufferSize, range.end - range.begin);
    const ssize_t got = ::pread(m_from, m_buffer.data(), wanted, static_cast<off_t>(range.begin));
    if (got < 0)
        return failed(Reading, {});
    for (ssize_t done = 0; done < got;) {
        const ssize_t written = ::pwrite(m_to, m_buffer.data() + done,
                                         static_cast<std::size_t>(got - done),
                                         static_cast<off_t>(range.begin) + done);
        if (written < 0)
            return failed(Writing, {});
        done += written;
    }
    return static_cast<std::uint64_t>(got);
}

// How much of the beginning of \a range was copied; 0 when the source ends there.
Result<std::uint64_t> Copy::copyChunk(Range range)
{
    if (m_useKernel) {
        auto in = static_cast<off64_t>(range.begin);
        auto out = in;
        const std::size_t wanted = std::min(KernelChunk, range.end - range.begin);
        const ssize_t copied = ::copy_file_range(m_from, &in, m_to, &out, wanted, 0);
        if (copied > 0)
            return static_cast<std::uint64_t>(copied);
        // Of the errors only these are certainly not the reader's or the disk's:
        if (copied < 0 && (errno == ENOSPC || errno == EDQUOT || errno == EFBIG || errno == EIO))
            return failed(Writing, {});
        m_useKernel = false; // not between these two; some file systems just say 0
    }
    return readAndWrite(range);
}

Result<CopyEnd> Copy::copyRange(Range range)
{
    while (range.begin < range.end) {
        if (m_orders.stop.stop_requested())
            return CopyEnd::Stopped;
        const Result<std::uint64_t> copied = copyChunk(range);
        if (!copied)
            return tl::unexpected(copied.error());
        if (*copied == 0)
            return CopyEnd::SourceChanged;
        range.begin += *copied;
        if (m_orders.progress && !m_orders.progress(range.begin))
            return CopyEnd::SourceChanged;
    }
    return CopyEnd::Complete;
}

Result<CopyEnd> Copy::run()
{
    if (m_orders.stop.stop_requested())
        return CopyEnd::Stopped;
    if (m_useKernel && m_orders.size > 0 && shareBlocks())
        return CopyEnd::Complete;
    for (std::uint64_t offset = 0; offset < m_orders.size;) {
        const Range range = nextData(offset);
        Result<CopyEnd> end = copyRange(range);
        if (!end || *end != CopyEnd::Complete)
            return end;
        offset = std::max(range.end, range.begin);
    }
    // Sets the length when the file ends with a hole.
    if (::ftruncate(m_to, static_cast<off_t>(m_orders.size)) != 0)
        return failed(Writing, {});
    return CopyEnd::Complete;
}

// Reads until \a size bytes are there or the file ends.
ssize_t readFully(int fd, char *buffer, std::size_t size, std::uint64_t offset)
{
    std::size_t done = 0;
    while (done < size) {
        const ssize_t got = ::pread(fd, buffer + done, size - done,
                                    static_cast<off_t>(offset + done));
        if (got < 0)
            return got;
        if (got == 0)
            break;
        done += static_cast<std::size_t>(got);
    }
    return static_cast<ssize_t>(done);
}

} // namespace

Result<CopyEnd> copyContent(int from, int to, const CopyOrders &orders)
{
    return Copy(from, to, orders).run();
}

Result<ContentMatch> compareContent(int a, int b, std::uint64_t size, const std::stop_token &stop)
{
    std::vector<char> left(BufferSize);
    std::vector<char> right(BufferSize);
    for (std::uint64_t offset = 0; offset < size; offset += BufferSize) {
        if (stop.stop_requested())
            return ContentMatch::Stopped;
        const ssize_t gotLeft = readFully(a, left.data(), BufferSize, offset);
        const ssize_t gotRight = gotLeft < 0 ? -1 : readFully(b, right.data(), BufferSize, offset);
        if (gotRight < 0)
            return failed(Reading, {});
        if (gotLeft != gotRight
            || std::memcmp(left.data(), right.data(), static_cast<std::size_t>(gotLeft)) != 0)
            return ContentMatch::Different;
    }
    return ContentMatch::Same;
}

} // namespace qontroller::foldermirror
