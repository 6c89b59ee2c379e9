// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/process/lifegroup.h"

#include "core/plugins/process/processstat.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>

namespace qontroller {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view Prefix = "qontroller-";
constexpr char BeforeLife = '@';
/// What forks faster than it is killed is given up after so many looks.
constexpr int KillRounds = 100;

std::string contentOf(const std::string &file)
{
    std::ifstream opened(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(opened), {}};
}

/// Below the part of the hierarchy that the mount shows.
std::optional<std::string> below(const std::string &mountPoint, const std::string &root,
                                 std::string_view own)
{
    const std::string_view shown = root == "/" ? std::string_view() : std::string_view(root);
    if (!own.starts_with(shown) || own.find("/..") != std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = own.substr(shown.size());
    if (!rest.empty() && !rest.starts_with('/'))
        return std::nullopt;
    return mountPoint + std::string(rest == "/" ? std::string_view() : rest);
}

/// systemd says so of a cgroup, and of none that programs share.
bool isDelegated(const std::string &folder)
{
    char value = '0';
    return ::getxattr(folder.c_str(), "user.delegate", &value, 1) == 1 && value == '1';
}

tl::expected<std::string, std::string> ownFolder()
{
    const auto folder = cgroupFolder(contentOf("/proc/self/mountinfo"),
                                     contentOf("/proc/self/cgroup"));
    if (!folder)
        return tl::unexpected(std::string("the system has no cgroup2 for it"));
    return *folder;
}

/// The life with the session of the process, which names what it starts.
std::string ownLife()
{
    return lifeOf(::getpid()) + '.' + std::to_string(::getsid(0));
}

bool moveInto(const std::string &group)
{
    const UniqueFd file(::open((group + "/cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
    return file && ::write(file.get(), "0", 1) == 1;
}

/// Those of \a group that belong to \a session.
void addProcesses(const std::string &group, pid_t session, std::vector<EarlierProcess> &found)
{
    std::istringstream numbers(contentOf(group + "/cgroup.procs"));
    for (pid_t pid = 0; numbers >> pid;) {
        // The descriptor first: if it still runs after the look, that was of this process.
        EarlierProcess one{pid, openProcess(pid)};
        const auto stat = processStat(pid);
        if (stat && stat->session == session && !hasEnded(one))
            found.push_back(std::move(one));
    }
}

} // namespace

std::optional<std::string> cgroupFolder(std::string_view mounts, std::string_view cgroups)
{
    std::string own;
    std::istringstream memberships{std::string(cgroups)};
    for (std::string line; std::getline(memberships, line);) {
        if (line.starts_with("0::"))
            own = line.substr(3);
    }
    std::istringstream lines{std::string(mounts)};
    for (std::string line; !own.empty() && std::getline(lines, line);) {
        std::istringstream fields(line);
        std::string skipped;
        std::string root;
        std::string mountPoint;
        fields >> skipped >> skipped >> skipped >> root >> mountPoint;
        if (line.find(" - cgroup2 ") != std::string::npos)
            return below(mountPoint, root, own);
    }
    return std::nullopt;
}

tl::expected<LifeGroup, std::string> LifeGroup::enter(std::string_view name)
{
    const auto folder = ownFolder();
    if (!folder)
        return tl::unexpected(folder.error());
    if (!isDelegated(*folder))
        return tl::unexpected("its cgroup " + *folder
                              + " is not its alone (the unit has no Delegate=yes)");
    // Nothing there could be told from a service.
    if (::getsid(0) <= 0)
        return tl::unexpected(std::string("its session is that of another pid namespace"));
    return make(*folder, std::string(Prefix).append(name) + BeforeLife);
}

tl::expected<void, std::string> LifeGroup::enterBeside()
{
    const auto folder = ownFolder();
    const std::string name = folder ? fs::path(*folder).filename().string() : std::string();
    const std::size_t life = name.rfind(BeforeLife);
    const std::string parent = folder ? fs::path(*folder).parent_path().string() : std::string();
    if (!name.starts_with(Prefix) || life == std::string::npos || !isDelegated(parent))
        return {};
    const auto made = make(parent, name.substr(0, life + 1));
    return made ? tl::expected<void, std::string>() : tl::unexpected(made.error());
}

tl::expected<LifeGroup, std::string> LifeGroup::make(const std::string &parent,
                                                     const std::string &start)
{
    LifeGroup made(parent, start + ownLife());
    const std::string path = made.path();
    made.removeEmpty();
    if (::mkdir(path.c_str(), 0755) == 0 && moveInto(path))
        return made;
    std::string why = path + ": " + std::generic_category().message(errno);
    ::rmdir(path.c_str());
    return tl::unexpected(std::move(why));
}

std::vector<std::string> LifeGroup::earlier() const
{
    const std::string start = m_own.substr(0, m_own.rfind(BeforeLife) + 1);
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator it(m_parent, error), end; !error && it != end;
         it.increment(error)) {
        std::string name = it->path().filename().string();
        const std::size_t session = name.rfind('.');
        if (name.starts_with(start) && session > start.size() && session != std::string::npos
            && isOver(name.substr(start.size(), session - start.size())))
            names.push_back(std::move(name));
    }
    return names;
}

std::vector<EarlierProcess> LifeGroup::leftAtWork() const
{
    std::vector<EarlierProcess> found;
    for (const std::string &name : earlier()) {
        pid_t session = 0;
        std::from_chars(name.data() + name.rfind('.') + 1, name.data() + name.size(), session);
        if (session > 0)
            addProcesses(m_parent + '/' + name, session, found);
    }
    return found;
}

EarlierEnd LifeGroup::endEarlier() const
{
    std::vector<EarlierProcess> left = leftAtWork();
    EarlierEnd end{left.size()};
    if (!left.empty())
        static_cast<void>(haveEndedWhenAsked(left, signalProcess, {}));
    left = leftAtWork(); // with what they have started meanwhile
    for (int round = 0; !left.empty() && round < KillRounds; ++round) {
        if (!haveEndedWhenKilled(left, signalProcess))
            break;
        left = leftAtWork();
    }
    end.haveEnded = left.empty();
    removeEmpty();
    return end;
}

void LifeGroup::removeEmpty() const
{
    for (const std::string &name : earlier())
        ::rmdir((m_parent + '/' + name).c_str()); // not as long as a process is in it
}

} // namespace qontroller
