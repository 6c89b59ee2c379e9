// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/temporaryfile.h"

#include "app/plugins/foldermirror/safetree.h"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <random>
#include <utility>

namespace qontroller::foldermirror {

namespace {

constexpr std::string_view Prefix = ".qontroller-mirror-";
constexpr std::string_view Suffix = ".tmp";
constexpr std::size_t NonceLength = 16;

std::string newPrefix()
{
    std::random_device random;
    const std::uint64_t nonce = (std::uint64_t(random()) << 32) | random();
    std::array<char, NonceLength + 1> text{};
    static_cast<void>(std::snprintf(text.data(), text.size(), "%016lx", nonce));
    return std::string(Prefix) + text.data() + '-';
}

bool isHex(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Whether \a name still is the file that \a fd is open on.
bool isAt(const TargetFolder &folder, const std::string &name, int fd)
{
    const auto named = lookUpAt(folder.fd(), name);
    const auto opened = lookUpFd(fd);
    return named && opened && named->isSameFileAs(*opened);
}

} // namespace

TemporaryNames::TemporaryNames()
    : m_prefix(newPrefix())
{}

std::string TemporaryNames::next()
{
    std::array<char, 24> number{};
    static_cast<void>(std::snprintf(number.data(), number.size(), "%lu", m_counter.fetch_add(1)));
    return m_prefix + number.data() + std::string(Suffix);
}

bool TemporaryNames::isOwn(std::string_view name) const
{
    return isTemporary(name) && name.starts_with(m_prefix);
}

bool TemporaryNames::isTemporary(std::string_view name)
{
    if (!name.starts_with(Prefix) || !name.ends_with(Suffix))
        return false;
    name.remove_prefix(Prefix.size());
    name.remove_suffix(std::min(Suffix.size(), name.size()));
    return name.size() > NonceLength + 1 && name[NonceLength] == '-'
           && isHex(name.substr(0, NonceLength)) && isHex(name.substr(NonceLength + 1));
}

TemporaryFile::TemporaryFile(const TargetFolder &folder, UniqueFd fd, std::string name)
    : m_folder(&folder)
    , m_fd(std::move(fd))
    , m_name(std::move(name))
{}

TemporaryFile::TemporaryFile(TemporaryFile &&other) noexcept
    : m_folder(other.m_folder)
    , m_fd(std::move(other.m_fd))
    , m_name(std::exchange(other.m_name, {}))
{}

TemporaryFile::~TemporaryFile()
{
    if (!m_name.empty())
        static_cast<void>(m_folder->removeFile(m_name));
}

Result<TemporaryFile> TemporaryFile::create(const TargetFolder &folder, TemporaryNames &names)
{
    while (true) {
        std::string name = names.next();
        Result<UniqueFd> fd = folder.createFile(name);
        if (!fd)
            return tl::unexpected(fd.error());
        // Without locks on this file system, removeIfStale() cannot get one either.
        static_cast<void>(::flock(fd->get(), LOCK_EX));
        TemporaryFile file(folder, *std::move(fd), std::move(name));
        // Another process may have taken it for stale before it was locked.
        FileStatus status{};
        if (::fstat(file.fd(), &status) != 0)
            return failed("look at", folder.fullPathOf(file.m_name));
        if (status.st_nlink > 0)
            return file;
    }
}

Result<void> TemporaryFile::publish(const std::string &name)
{
    Result<void> result = m_folder->rename(m_name, name);
    if (result)
        m_name.clear();
    return result;
}

void removeIfStale(const TargetFolder &folder, const std::string &name, const TemporaryNames &own)
{
    const UniqueFd file(::openat(folder.fd(), name.c_str(),
                                 O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC));
    if (file) {
        if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0 && isAt(folder, name, file.get()))
            static_cast<void>(folder.removeFile(name));
    } else if ((errno == ELOOP || errno == EACCES) && !own.isOwn(name)) {
        static_cast<void>(folder.removeFile(name));
    }
}

} // namespace qontroller::foldermirror
