// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/beneath.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>

#include <climits>

namespace qontroller::foldermirror {

namespace {

constexpr int StepFlags = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

UniqueFd openByKernel(int root, const std::string &path, int flags)
{
    open_how how{};
    how.flags = static_cast<std::uint64_t>(flags);
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    return UniqueFd(static_cast<int>(::syscall(SYS_openat2, root, path.c_str(), &how, sizeof how)));
}

UniqueFd openPart(int folder, std::string_view name, int flags)
{
    if (name.empty() || name == "..") {
        errno = EINVAL;
        return {};
    }
    return UniqueFd(::openat(folder, std::string(name).c_str(), flags));
}

UniqueFd openByStep(int root, std::string_view path, int flags)
{
    UniqueFd folder;
    int at = root;
    for (std::size_t slash = path.find('/'); slash != std::string_view::npos;
         slash = path.find('/')) {
        UniqueFd next = openPart(at, path.substr(0, slash), StepFlags);
        if (!next)
            return {};
        folder = std::move(next);
        at = folder.get();
        path.remove_prefix(slash + 1);
    }
    return openPart(at, path, flags);
}

// An old kernel, a seccomp filter, a race that the kernel gives up on, a long path.
bool isWorthStepping(int code)
{
    return code == ENOSYS || code == EPERM || code == EAGAIN || code == ENAMETOOLONG
           || code == E2BIG;
}

} // namespace

UniqueFd openBeneath(int root, std::string_view path, int flags, Resolver resolver)
{
    flags |= O_NOFOLLOW | O_CLOEXEC;
    if (path.empty())
        return UniqueFd(::openat(root, ".", flags));
    if (resolver == Resolver::Kernel && path.size() < PATH_MAX) {
        UniqueFd fd = openByKernel(root, std::string(path), flags);
        if (fd || !isWorthStepping(errno))
            return fd;
    }
    return openByStep(root, path, flags);
}

std::string procPathOf(int fd)
{
    return "/proc/self/fd/" + std::to_string(fd);
}

} // namespace qontroller::foldermirror
