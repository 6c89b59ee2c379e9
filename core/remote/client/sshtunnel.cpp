// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/client/sshtunnel.h"

#include "core/base/threads/clock.h"
#include "core/base/threads/wait.h"
#include "core/plugins/process/childprocess.h"
#include "core/plugins/process/environment.h"
#include "core/plugins/process/program.h"
#include "core/plugins/programs/programrun.h"
#include "core/plugins/programs/programtext.h"
#include "core/remote/client/unixconnection.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace qontroller::remote {

namespace {

/// How often it is tried to connect to the socket that ssh makes.
constexpr Duration Glance = std::chrono::milliseconds(20);
constexpr std::size_t LongestWords = 4096;

tl::unexpected<RemoteError> notReached(const Address &address, const std::string &what)
{
    return tl::unexpected(RemoteError{RemoteError::Kind::NotReached, address.text() + ": " + what});
}

/// What ssh said, as far as it tells a refusal from everything else.
tl::unexpected<RemoteError> failed(const Address &address, std::string_view words)
{
    const bool isRefusal = words.find("Permission denied") != std::string_view::npos
                           || words.find("Host key verification failed") != std::string_view::npos;
    return tl::unexpected(
        RemoteError{isRefusal ? RemoteError::Kind::NotAllowed : RemoteError::Kind::NotReached,
                    address.text() + ": ssh "
                        + (words.empty() ? "ended" : "says: " + std::string(words))});
}

/// The command line without what is to be done there. Nobody is asked anything, and no connection
/// is shared: it would outlive this one.
std::vector<std::string> commandTo(const Address &address, const std::vector<std::string> &options)
{
    std::vector<std::string> all{"ssh", "-T",
                                 "-o",  "BatchMode=yes",
                                 "-o",  "ControlMaster=no",
                                 "-o",  "ControlPath=none",
                                 "-o",  "ConnectTimeout=10",
                                 "-o",  "ServerAliveInterval=10",
                                 "-o",  "ServerAliveCountMax=2"};
    all.insert(all.end(), options.begin(), options.end());
    if (address.port != 0)
        all.insert(all.end(), {"-p", std::to_string(address.port)});
    if (!address.user.empty())
        all.insert(all.end(), {"-l", address.user});
    all.insert(all.end(), {"--", address.machine});
    return all;
}

Invocation invocation(const std::string &ssh, std::vector<std::string> arguments)
{
    return {ssh, std::move(arguments), assignments(environmentWith({})), {}, ChildScope::Group};
}

/// Prints the sockets that are there. A name has nothing in it that a shell knows.
std::string finder(const std::string &host)
{
    const std::string which = host.empty() ? "\"$d\"/*/control.sock"
                                           : "\"$d/" + host + "/control.sock\"";
    return "exec sh -c 'for d in /run/qontroller "
           "\"${XDG_RUNTIME_DIR:-/run/user/$(id -u)}/qontroller\"; do for s in "
           + which + R"(; do test -S "$s" && echo "$s"; done; done; true')";
}

std::vector<std::string> linesOf(const std::string &text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

std::string namesOf(const std::vector<std::string> &sockets)
{
    std::string names;
    for (const std::string &socket : sockets) {
        const std::filesystem::path folder = std::filesystem::path(socket).parent_path();
        names += (names.empty() ? "" : ", ") + folder.filename().string();
    }
    return names;
}

tl::expected<std::string, RemoteError> findSocket(const Address &address, const std::string &ssh,
                                                  const std::stop_token &stop)
{
    auto arguments = commandTo(address, {});
    arguments.push_back(finder(address.host));
    ProgramLimits limits;
    limits.timeout = SshTunnel::Patience;
    const ProgramEnd end = runToEnd(invocation(ssh, std::move(arguments)), {}, limits, stop);
    if (!end.exitedWith(0))
        return end.kind == ProgramEnd::Kind::Ended
                   ? failed(address, qontroller::lastWords(end))
                   : notReached(address, howItEnded("ssh", ssh, end, limits));
    const std::vector<std::string> found = linesOf(end.output);
    if (found.empty())
        return notReached(address, address.host.empty()
                                       ? "no host runs there whose socket you can see"
                                       : "no host is called \"" + address.host + "\" there");
    if (found.size() > 1)
        return notReached(address, "several hosts are there: name one behind the machine: "
                                       + namesOf(found));
    return found.front();
}

UniqueFd nothing()
{
    return UniqueFd(::open("/dev/null", O_RDWR | O_CLOEXEC));
}

/// In the folder of this user, or where temporary files are.
std::string makeFolder()
{
    const char *runtime = std::getenv("XDG_RUNTIME_DIR"); // NOLINT(concurrency-mt-unsafe)
    std::string folder = std::string(runtime && *runtime ? runtime : "/tmp")
                         + "/qontroller-ssh-XXXXXX";
    return ::mkdtemp(folder.data()) ? folder : std::string();
}

} // namespace

SshTunnel::SshTunnel(std::string folder)
    : m_folder(std::move(folder))
{}

SshTunnel::~SshTunnel()
{
    if (m_ssh && m_ssh->error() == 0) {
        m_ssh->signalGroup(SIGTERM);
        static_cast<void>(m_ssh->reap());
    }
    std::error_code error; // what is left is empty, and this user's
    std::filesystem::remove_all(m_folder, error);
}

std::string SshTunnel::socket() const
{
    return m_folder + "/s";
}

std::string SshTunnel::lastWords() const
{
    std::array<char, LongestWords> text{};
    const ssize_t size = ::pread(m_words.get(), text.data(), text.size(), 0);
    std::string words(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
    while (!words.empty() && static_cast<unsigned char>(words.back()) <= ' ')
        words.pop_back();
    return words;
}

tl::expected<std::unique_ptr<SshTunnel>, RemoteError> SshTunnel::open(const Address &address,
                                                                      const std::stop_token &stop)
{
    const auto ssh = findProgram("ssh", searchPath(), {});
    if (!ssh)
        return notReached(address, "ssh " + ssh.error());
    const auto there = findSocket(address, *ssh, stop);
    if (!there)
        return tl::unexpected(there.error());
    const std::string folder = makeFolder();
    if (folder.empty())
        return notReached(address, "no folder can be made for its socket ("
                                       + std::generic_category().message(errno) + ")");
    std::unique_ptr<SshTunnel> tunnel(new SshTunnel(folder));
    if (auto forwarded = tunnel->forward(address, *ssh, *there, stop); !forwarded)
        return tl::unexpected(std::move(forwarded.error()));
    return tunnel;
}

// `cat` there reads what this program holds open here, so ssh ends when this program does, also if
// it is killed. With -N it would stay.
tl::expected<void, RemoteError> SshTunnel::forward(const Address &address, const std::string &ssh,
                                                   const std::string &there,
                                                   const std::stop_token &stop)
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return notReached(address,
                          "no pipe can be had (" + std::generic_category().message(errno) + ")");
    UniqueFd input(ends[0]);
    m_alive = UniqueFd(ends[1]);
    m_words = UniqueFd(::memfd_create("ssh", MFD_CLOEXEC));
    auto arguments = commandTo(address, {"-o", "ExitOnForwardFailure=yes", "-o",
                                         "StreamLocalBindMask=0177", "-L", socket() + ':' + there});
    arguments.emplace_back("exec cat");
    ChildStreams streams{std::move(input), nothing(),
                         UniqueFd(::fcntl(m_words.get(), F_DUPFD_CLOEXEC, 0))};
    m_ssh = std::make_unique<ChildProcess>(invocation(ssh, std::move(arguments)),
                                           std::move(streams));
    if (m_ssh->error() != 0)
        return notReached(address, whyNotStarted(ssh, m_ssh->error()));
    Clock &clock = SteadyClock::instance();
    const TimePoint deadline = clock.now() + Patience;
    // A socket is in its folder a moment before anybody listens at it.
    while (true) {
        if (auto connection = connectToUnix(socket(), Patience)) {
            m_connection = *std::move(connection);
            return {};
        }
        if (m_ssh->hasEnded())
            return failed(address, lastWords());
        if (clock.now() >= deadline || waitFor(clock, Glance, stop) == WaitEnd::Stopped)
            return notReached(address, "ssh does not log in");
    }
}

} // namespace qontroller::remote
