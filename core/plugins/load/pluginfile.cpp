// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/load/pluginfile.h"

#include "core/base/files/otherwriters.h"

#include <QtCore/QCryptographicHash>
#include <QtCore/QFile>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace qontroller {

namespace {

std::string message(int error)
{
    return std::generic_category().message(error);
}

long nanoseconds(const timespec &time)
{
    constexpr long Second = 1'000'000'000;
    return time.tv_sec * Second + time.tv_nsec;
}

} // namespace

std::string canonicalPath(const std::string &file)
{
    std::error_code ignored;
    const std::filesystem::path path = std::filesystem::weakly_canonical(file, ignored);
    return path.empty() ? file : path.string();
}

bool isSha256(const std::string &text)
{
    constexpr std::size_t Digits = 64;
    return text.size() == Digits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::string whoElseCanWrite(const std::string &file)
{
    std::string others = whoElseWrites(file, "it");
    if (others.empty())
        others = whoElseWrites(std::filesystem::path(file).parent_path().string(), "its folder");
    return others;
}

PluginFile::PluginFile(std::string file)
    : m_file(std::move(file))
    , m_fd(::open(m_file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK))
    , m_identity(identityOf(m_fd))
    , m_error(m_identity ? 0 : errno)
{}

std::optional<PluginFile::Identity> PluginFile::identityOf(const UniqueFd &opened)
{
    struct stat status = {};
    if (!opened || ::fstat(opened.get(), &status) != 0)
        return std::nullopt;
    return Identity{status.st_dev, status.st_ino, status.st_size, nanoseconds(status.st_mtim),
                    nanoseconds(status.st_ctim)};
}

std::optional<PluginFile::Identity> PluginFile::identityOf(const std::string &file)
{
    return identityOf(UniqueFd(::open(file.c_str(), O_PATH | O_CLOEXEC)));
}

tl::expected<std::string, std::string> PluginFile::sha256() const
{
    QFile file;
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (m_error != 0)
        return tl::unexpected("cannot be read: " + message(m_error));
    if (!file.open(m_fd.get(), QIODevice::ReadOnly) || !file.seek(0) || !hash.addData(&file))
        return tl::unexpected("cannot be read: " + file.errorString().toStdString());
    return hash.result().toHex().toStdString();
}

bool PluginFile::isUnchanged() const
{
    return m_identity && identityOf(m_fd) == m_identity && identityOf(m_file) == m_identity;
}

} // namespace qontroller
