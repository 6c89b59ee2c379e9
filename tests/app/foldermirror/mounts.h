// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "folders.h"

#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

/// File systems of other kinds, in a name space of mounts that is gone with its process.
namespace qontroller::test {

/// What a child returns if this machine does not permit what the test needs.
inline constexpr int NotPermitted = 77;

// An ordinary user may mount in a name space of its own, once that knows who it is.
[[nodiscard]] inline bool becomeMaster()
{
    const std::string user = "0 " + std::to_string(::getuid()) + " 1";
    const std::string group = "0 " + std::to_string(::getgid()) + " 1";
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
        return false;
    writeFile("/proc/self/setgroups", "deny");
    writeFile("/proc/self/uid_map", user);
    writeFile("/proc/self/gid_map", group);
    return true;
}

/// Runs \a function in a process whose mounts are its own; NotPermitted if that is not permitted.
template<class Function>
[[nodiscard]] int withOwnMounts(Function function)
{
    return inChild([&] {
        if (::unshare(CLONE_NEWNS) != 0 && !becomeMaster())
            return NotPermitted;
        if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
            return NotPermitted;
        return function();
    });
}

/// Runs a program of the system's administrator; whether it ended well.
[[nodiscard]] inline bool runProgram(std::vector<std::string> words)
{
    std::vector<char *> arguments;
    for (std::string &word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::string path = "PATH=/usr/sbin:/usr/bin:/sbin:/bin";
    std::array<char *, 2> environment{path.data(), nullptr};
    // Of administrators: not on every user's path. NOLINTNEXTLINE(concurrency-mt-unsafe)
    ::setenv("PATH", path.c_str() + std::strlen("PATH="), 1);
    pid_t child = -1;
    if (::posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environment.data())
        != 0)
        return false;
    int status = -1;
    return ::waitpid(child, &status, 0) == child && status == 0;
}

/// A file system that is mounted at a path, which is made if it is not there, as long as this
/// object lives. Make it after the rig whose folders it stands in.
class Mounted
{
public:
    /// An empty one of \a type.
    Mounted(std::string path, const char *type, const char *options = nullptr)
        : m_path(std::move(path))
    {
        makeFolder(m_path);
        m_isThere = ::mount("none", m_path.c_str(), type, 0, options) == 0;
    }
    /// The folder \a from, once more.
    static Mounted again(const std::string &from, std::string path)
    {
        makeFolder(path);
        const bool done = ::mount(from.c_str(), path.c_str(), nullptr, MS_BIND, nullptr) == 0;
        return {std::move(path), done};
    }
    /// An ext4 as it was made before 2008: whole seconds, from 1901 to 2038. Its image is \a image.
    static Mounted oldExt4(std::string path, const std::string &image)
    {
        makeFolder(path);
        writeFile(image, "");
        const bool done = ::truncate(image.c_str(), 16 << 20) == 0
                          && runProgram({"mkfs.ext4", "-q", "-I", "128", image})
                          && runProgram({"mount", "-o", "loop", image, path});
        return {std::move(path), done};
    }
    /// An exFAT, which does not tell upper from lower case; for its owner alone. Its image is \a
    /// image.
    static Mounted exfat(std::string path, const std::string &image)
    {
        makeFolder(path);
        writeFile(image, "");
        const bool done = ::truncate(image.c_str(), 16 << 20) == 0
                          && runProgram({"sh", "-c", "mkfs.exfat \"$0\" >/dev/null", image})
                          && runProgram(
                              {"mount", "-t", "exfat-fuse", "-o", "loop,umask=077", image, path});
        return {std::move(path), done};
    }
    ~Mounted() { unmount(); }
    Mounted(const Mounted &) = delete;
    Mounted &operator=(const Mounted &) = delete;

    void unmount()
    {
        if (m_isThere)
            ::umount2(m_path.c_str(), MNT_DETACH);
        m_isThere = false;
    }
    /// False: this machine does not permit it.
    explicit operator bool() const { return m_isThere; }

private:
    Mounted(std::string path, bool isThere)
        : m_path(std::move(path))
        , m_isThere(isThere)
    {}

    std::string m_path;
    bool m_isThere = false;
};

} // namespace qontroller::test

/// What withOwnMounts() gave is 0, or not permitted. NOLINTNEXTLINE(*-macro-usage)
#define ENDED_WELL(status, whyNot) \
    if ((status) == NotPermitted) \
        QSKIP(whyNot); \
    QCOMPARE(status, 0)
