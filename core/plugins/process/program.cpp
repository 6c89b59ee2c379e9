// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/process/program.h"

#include "core/base/faults/shortage.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace qontroller {

namespace {

constexpr std::string_view SystemPath =
    "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";

tl::unexpected<std::string> notAProgram(const std::string &name, const std::string &why)
{
    return tl::unexpected("must name a program, but \"" + name + "\" " + why);
}

/// Empty if \a path can be executed.
std::string whyNotExecutable(const std::string &path)
{
    struct stat status
    {
    };
    if (::stat(path.c_str(), &status) != 0)
        return errno == ENOENT || errno == ENOTDIR
                   ? "does not exist: install it or correct the path"
                   : "cannot be looked at: " + std::generic_category().message(errno);
    if (!S_ISREG(status.st_mode))
        return S_ISDIR(status.st_mode) ? "is a folder: name a program in it"
                                       : "is not a file: name a program";
    if (::faccessat(AT_FDCWD, path.c_str(), X_OK, AT_EACCESS) != 0)
        return "is not executable for this user: run chmod +x on it";
    return {};
}

tl::expected<std::string, std::string> findInPath(const std::string &name, std::string_view folders)
{
    std::string reason;
    for (std::string_view rest = folders; !rest.empty();) {
        const std::size_t end = rest.find(':');
        const std::string path = std::string(rest.substr(0, end)) + '/' + name;
        const std::string why = whyNotExecutable(path);
        // A relative folder would mean another one after the child has changed its own.
        if (why.empty() && path.front() == '/' && end != 0)
            return path;
        if (::access(path.c_str(), F_OK) == 0 && reason.empty())
            reason = "is " + path + ", which " + why;
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    return notAProgram(name, reason.empty()
                                 ? "is in none of the folders of PATH (" + std::string(folders)
                                       + "): install it or write its whole path"
                                 : reason);
}

std::string_view advice(int code)
{
    switch (code) {
    case ENOENT: return "it, the interpreter in its first line or its working directory is missing";
    case EACCES:
        return "make it executable for this user (chmod +x), on a file system without noexec";
    case ENOEXEC: return "a script needs a first line such as #!/bin/sh";
    case E2BIG: return "the id or the environment is longer than an argument may be";
    case EFBIG: return "the object is larger than a file may be: raise ulimit -f";
    case EMFILE:
    case ENFILE: return "raise the limit of open files (ulimit -n)";
    case EAGAIN: return "raise the limit of processes (ulimit -u)";
    case ENOMEM: return "there is not enough memory";
    case ETXTBSY: return "it is still open for writing";
    default: return {};
    }
}

} // namespace

tl::expected<std::string, std::string> findProgram(const std::string &name,
                                                   std::string_view searchPath,
                                                   const std::string &folder)
{
    if (name.empty())
        return tl::unexpected(std::string("must name a program, but is empty"));
    if (name.find('/') == std::string::npos)
        return findInPath(name, searchPath.empty() ? SystemPath : searchPath);
    const std::string path = name.front() == '/' || folder.empty() ? name : folder + '/' + name;
    if (const std::string why = whyNotExecutable(path); !why.empty())
        return notAProgram(path, why);
    return path;
}

std::string whyNotWorkingFolder(const std::string &folder)
{
    struct stat status
    {
    };
    if (folder.empty())
        return {};
    if (folder.front() != '/')
        return "must be an absolute path, but is \"" + folder + '"';
    const bool isSeen = ::stat(folder.c_str(), &status) == 0;
    if (isSeen ? !S_ISDIR(status.st_mode) : errno != EACCES)
        return "must be a folder, but there is none at \"" + folder + '"';
    if (::faccessat(AT_FDCWD, folder.c_str(), X_OK, AT_EACCESS) != 0)
        return "must be a folder that this program's user may enter, but is \"" + folder + '"';
    return {};
}

std::string whyNotStarted(const std::string &program, int code)
{
    std::string text = "cannot start \"" + program + "\": " + std::generic_category().message(code);
    if (const std::string_view what = advice(code); !what.empty())
        text.append("; ").append(what);
    return text;
}

void throwIfShort(const std::string &program, int code)
{
    if (isShortage(code))
        throw HostShortage(whyNotStarted(program, code));
}

} // namespace qontroller
