// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/logwriter/filesink.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

namespace qontroller::supervision {

namespace {

constexpr mode_t Mode = 0640;

/// Another sink of the same path is done in no time; what others lock holds nothing up.
bool lock(int fd)
{
    constexpr int Tries = 100;
    constexpr int PauseMilliseconds = 10;
    for (int i = 0; i < Tries; ++i) {
        if (::flock(fd, LOCK_EX | LOCK_NB) == 0)
            return true;
        ::poll(nullptr, 0, PauseMilliseconds);
    }
    return false;
}

} // namespace

std::size_t fitting(std::string_view text, std::uint64_t size, std::uint64_t limit)
{
    const std::uint64_t room = limit > size ? limit - size : 0;
    if (text.size() <= room)
        return text.size();
    const std::size_t lines = text.substr(0, static_cast<std::size_t>(room)).rfind('\n') + 1;
    return lines > 0 || size > 0 ? lines : static_cast<std::size_t>(room);
}

FileSink::FileSink(std::string path, std::uint64_t limit, unsigned count)
    : m_path(std::move(path))
    , m_limit(limit)
    , m_count(count)
{
    removeSurplus();
}

Taken FileSink::write(std::string_view text)
{
    const std::size_t all = text.size();
    int error = 0;
    while (!text.empty() && error == 0)
        error = isInPlace() ? writeSome(text) : open();
    if (error == 0)
        return {all, {}};
    return {all - text.size(), "the log \"" + m_path + "\" cannot be written: "
                                   + std::generic_category().message(error)};
}

int FileSink::writeSome(std::string_view &text)
{
    struct stat status
    {
    };
    if (::fstat(m_fd.get(), &status) != 0)
        return errno;
    const std::size_t count = fitting(text, static_cast<std::uint64_t>(status.st_size), m_limit);
    if (count == 0)
        return rotate();
    const ssize_t written = ::write(m_fd.get(), text.data(), count);
    if (written < 0)
        return errno == EINTR ? 0 : errno;
    text.remove_prefix(static_cast<std::size_t>(written));
    return 0;
}

// Never a link, nor waiting for one that reads. Appending: after the file was emptied a writer goes
// on at its beginning.
int FileSink::open()
{
    m_fd.reset(::open(m_path.c_str(),
                      O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, Mode));
    struct stat status
    {
    };
    if (!m_fd || ::fstat(m_fd.get(), &status) != 0)
        return errno;
    return S_ISREG(status.st_mode) ? 0 : EEXIST;
}

bool FileSink::isInPlace() const
{
    struct stat ours
    {
    };
    struct stat there
    {
    };
    return m_fd && ::fstat(m_fd.get(), &ours) == 0 && ::lstat(m_path.c_str(), &there) == 0
           && S_ISREG(there.st_mode) && ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
}

// The file itself is locked: a second sink of this path that waits for it opens the next one.
int FileSink::rotate()
{
    if (!lock(m_fd.get()))
        return EBUSY;
    if (!isInPlace())
        return 0;
    if (const int error = moveUp(); error != 0) {
        static_cast<void>(::flock(m_fd.get(), LOCK_UN));
        return error;
    }
    removeSurplus();
    return open();
}

int FileSink::moveUp() const
{
    if (m_count == 0)
        return ::unlink(m_path.c_str()) == 0 ? 0 : errno;
    for (unsigned number = m_count; number > 1; --number) {
        if (::rename(numbered(number - 1).c_str(), numbered(number).c_str()) != 0
            && errno != ENOENT)
            return errno;
    }
    return ::rename(m_path.c_str(), numbered(1).c_str()) == 0 ? 0 : errno;
}

void FileSink::removeSurplus() const
{
    for (unsigned number = m_count + 1; ::unlink(numbered(number).c_str()) == 0; ++number) {
    }
}

std::string FileSink::numbered(unsigned number) const
{
    return m_path + '.' + std::to_string(number);
}

} // namespace qontroller::supervision
