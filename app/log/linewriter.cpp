// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/log/linewriter.h"

#include "core/base/threads/mutex.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <system_error>
#include <thread>
#include <utility>

#include <poll.h>
#include <unistd.h>

namespace qontroller {

namespace {

/// Waits until \a descriptor takes at least PIPE_BUF bytes; \a milliseconds: -1 for ever.
bool isReady(int descriptor, int milliseconds)
{
    pollfd asked{descriptor, POLLOUT, 0};
    return ::poll(&asked, 1, milliseconds) > 0;
}

constexpr const char *NotRead = "nothing reads it";

enum class Written : unsigned char {
    All,
    NotYet, ///< the descriptor takes no more now
    Never,  ///< an error: the disk is full, the reader has gone
};

/// Writes what \a descriptor takes without waiting and removes it from \a text.
Written writeReady(int descriptor, std::string_view &text)
{
    while (!text.empty()) {
        if (!isReady(descriptor, 0))
            return Written::NotYet;
        const auto written = ::write(descriptor, text.data(),
                                     std::min<std::size_t>(text.size(), PIPE_BUF));
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return errno == EAGAIN ? Written::NotYet : Written::Never;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return Written::All;
}

} // namespace

/// What the writer and its thread share.
class LineWriter::Waiting : public std::enable_shared_from_this<Waiting>
{
public:
    Waiting(int descriptor, Note note)
        : m_descriptor(descriptor)
        , m_note(std::move(note))
    {}

    void write(std::string_view lines)
    {
        MutexLock lock(m_mutex);
        if (m_text.size() + lines.size() > MostWaiting) {
            drop(lines, NotRead);
            return;
        }
        if (m_unsaid > 0 && m_note)
            m_text += m_note(m_unsaid);
        m_unsaid = 0;
        m_text += lines;
        if (!m_runs)
            writeWhatCanBe();
        if (!m_text.empty())
            startThread();
    }

    [[nodiscard]] std::uint64_t dropped() const
    {
        MutexLock lock(m_mutex);
        return m_dropped;
    }

    [[nodiscard]] std::string whyDropped() const
    {
        MutexLock lock(m_mutex);
        return m_why;
    }

    [[nodiscard]] std::uint64_t waiting() const
    {
        MutexLock lock(m_mutex);
        return linesIn(m_text);
    }

    bool finish(Duration patience)
    {
        const TimePoint deadline = SteadyClock::instance().now() + patience;
        MutexLock lock(m_mutex);
        while (!m_text.empty() && SteadyClock::instance().now() < deadline)
            SteadyClock::instance().waitUntil(m_changed, lock, deadline);
        return m_text.empty();
    }

private:
    static std::uint64_t linesIn(std::string_view text)
    {
        return static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
    }

    void drop(std::string_view lines, const std::string &why) QONTROLLER_REQUIRES(m_mutex)
    {
        m_dropped += linesIn(lines);
        m_unsaid += linesIn(lines);
        m_why = why;
    }

    void writeWhatCanBe() QONTROLLER_REQUIRES(m_mutex)
    {
        std::string_view rest = m_text;
        if (writeReady(m_descriptor, rest) == Written::Never) {
            drop(rest, std::generic_category().message(errno));
            rest = {};
        }
        m_text.erase(0, m_text.size() - rest.size());
    }

    /// If there is no thread to be had, the next line tries again.
    void startThread() QONTROLLER_REQUIRES(m_mutex)
    {
        if (m_runs)
            return;
        try {
            std::thread([self = shared_from_this()] { self->run(); }).detach();
            m_runs = true;
        } catch (const std::system_error &) {
            // said by nothing: this is what says things
        }
    }

    /// Until nothing waits any more.
    void run()
    {
        for (bool isOver = false; !isOver;) {
            isReady(m_descriptor, -1);
            MutexLock lock(m_mutex);
            writeWhatCanBe();
            isOver = m_text.empty();
            if (isOver) {
                m_runs = false;
                m_changed.notifyAll();
            }
        }
    }

    const int m_descriptor;
    const Note m_note;
    mutable Mutex m_mutex;
    Condition m_changed;
    std::string m_text QONTROLLER_GUARDED_BY(m_mutex);
    std::string m_why QONTROLLER_GUARDED_BY(m_mutex); // of the last that were dropped
    std::uint64_t m_dropped QONTROLLER_GUARDED_BY(m_mutex) = 0;
    std::uint64_t m_unsaid QONTROLLER_GUARDED_BY(m_mutex) = 0; // of them no note has told yet
    bool m_runs QONTROLLER_GUARDED_BY(m_mutex) = false;
};

LineWriter::LineWriter(int descriptor, Note note)
    : m_waiting(std::make_shared<Waiting>(descriptor, std::move(note)))
{}

LineWriter::~LineWriter() = default;

void LineWriter::write(std::string_view lines)
{
    m_waiting->write(lines);
}

std::uint64_t LineWriter::dropped() const
{
    return m_waiting->dropped();
}

std::string LineWriter::whyDropped() const
{
    return m_waiting->whyDropped();
}

std::uint64_t LineWriter::waiting() const
{
    return m_waiting->waiting();
}

bool LineWriter::finish(Duration patience)
{
    return m_waiting->finish(patience);
}

} // namespace qontroller
