// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/session/sessionfile.h"

#include "app/session/sessionfolder.h"

#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QSaveFile>

#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace qontroller {

namespace {

constexpr qint64 LargestSession = qint64{16} * 1024 * 1024; ///< bytes

std::string folderOf(const std::string &file)
{
    return QFileInfo(QString::fromStdString(file)).absolutePath().toStdString();
}

/// What \a path is instead of a file; empty: it may be one. A pipe would hold everything up until
/// somebody writes.
std::string notAFile(const std::string &path)
{
    std::error_code error;
    switch (std::filesystem::status(path, error).type()) {
    case std::filesystem::file_type::directory: return "a folder";
    case std::filesystem::file_type::fifo: return "a pipe, not a file";
    default: return {};
    }
}

/// Copies access lists and what users have noted with \a file to what is open as \a fd.
std::error_code copyAttributes(const std::string &file, int fd)
{
    constexpr std::size_t Largest = std::size_t{64} << 10; // the kernel has no larger ones
    std::string names(Largest, '\0');
    std::string value(Largest, '\0');
    const ssize_t length = ::listxattr(file.c_str(), names.data(), names.size());
    for (std::string_view left(names.data(), std::size_t(std::max<ssize_t>(length, 0)));
         !left.empty();) {
        const std::string name(left.substr(0, left.find('\0')));
        left.remove_prefix(std::min(name.size() + 1, left.size()));
        if (!name.starts_with("user.") && name != "system.posix_acl_access")
            continue;
        const ssize_t size = ::getxattr(file.c_str(), name.c_str(), value.data(), value.size());
        if (size >= 0 && ::fsetxattr(fd, name.c_str(), value.data(), std::size_t(size), 0) != 0)
            return {errno, std::generic_category()};
    }
    return {};
}

/// What is open as \a fd takes the place of \a file: gives it that one's owner, its mode, which may
/// be less than this program's user could do, and its attributes.
std::error_code takePlaceOf(const std::string &file, int fd)
{
    struct stat before = {};
    if (::stat(file.c_str(), &before) != 0)
        return {};
    // A group that this user is not in is no reason to save nothing.
    if ((::fchown(fd, before.st_uid, before.st_gid) != 0 && before.st_uid != ::geteuid())
        || ::fchmod(fd, before.st_mode & 07777) != 0)
        return {errno, std::generic_category()};
    return copyAttributes(file, fd);
}

} // namespace

std::string sentence(const std::string &file, const JsonProblems &problems)
{
    return (file.empty() ? "" : file + ": ")
           + (problems.empty() ? "is in order" : problems.front().sentence());
}

std::vector<std::string> sentences(const std::string &file, const JsonProblems &problems)
{
    std::vector<std::string> all;
    for (const JsonProblem &problem : problems)
        all.push_back(sentence(file, {problem}));
    return all;
}

tl::expected<QByteArray, JsonProblems> readSessionBytes(const std::string &file)
{
    const auto problem = [](std::string text) {
        return tl::unexpected(JsonProblems{{{}, std::move(text)}});
    };
    if (file.empty())
        return problem("this host has no session file of its own");
    if (const std::string kind = notAFile(file); !kind.empty())
        return problem("is " + kind + ": name a session file");
    QFile input(QString::fromStdString(file));
    if (!input.open(QIODevice::ReadOnly))
        return problem("cannot be read (" + input.errorString().toStdString() + "): "
                       + (QFile::exists(input.fileName())
                              ? "this program's user must be able to read it"
                              : "name a session file that exists"));
    QByteArray text = input.read(LargestSession + 1);
    if (text.size() > LargestSession)
        return problem("is larger than 16 MiB: name a session file");
    return text;
}

SessionReading readSessionFile(const std::string &file)
{
    auto text = readSessionBytes(file);
    return text ? readSessionText(*text, file) : SessionReading{{}, std::move(text.error())};
}

SessionReading readWanted(const std::optional<std::string> &json, const std::string &file)
{
    return json ? readSessionText(QByteArray::fromStdString(*json), file) : readSessionFile(file);
}

SessionReading readSessionText(const QByteArray &json, const std::string &file)
{
    SessionReading reading = readSession(json);
    const std::string folder = folderOf(file);
    for (SessionController &controller : reading.session.controllers)
        controller.folder = folder;
    return reading;
}

tl::expected<Session, std::string> loadSession(const std::string &file)
{
    SessionReading reading = readSessionFile(file);
    if (!reading.problems.empty())
        return tl::unexpected(sentence(file, reading.problems));
    return std::move(reading.session);
}

tl::expected<void, std::string> writeSessionBytes(const std::string &file, const QByteArray &text,
                                                  const QByteArray *before)
{
    const auto cannot = [&file](const std::string &why) {
        return tl::unexpected(file + ": cannot be written (" + why
                              + "): choose a folder that can be");
    };
    QSaveFile output(QString::fromStdString(file));
    if (!output.open(QIODevice::WriteOnly) || output.write(text) != text.size()
        || !output.flush()) // commit() does not look at what a full disk leaves in its buffer
        return cannot(output.errorString().toStdString());
    if (const std::error_code error = takePlaceOf(file, output.handle()))
        return cannot("its owner or its access list would not stay: " + error.message());
    if (before && readSessionBytes(file) != *before)
        return tl::unexpected(file + ": has changed meanwhile: try again");
    if (!output.commit())
        return cannot(output.errorString().toStdString());
    return {};
}

tl::expected<void, std::string> saveSession(const std::string &file, const Session &session)
{
    const std::string folder = folderOf(file);
    Session moved = session;
    for (SessionController &controller : moved.controllers) {
        if (controller.folder != folder)
            controller = withSessionFolder(std::move(controller));
    }
    return writeSessionBytes(file, writeSession(moved));
}

} // namespace qontroller
