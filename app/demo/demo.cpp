// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/demo/demo.h"

#include "core/base/threads/wait.h"

#include <cstdlib>
#include <exception>
#include <optional>
#include <system_error>
#include <utility>

namespace qontroller {

namespace fs = std::filesystem;

namespace {

using namespace std::chrono_literals;

constexpr const char *ServersName = "servers";
constexpr Duration LookInterval = 50ms;

tl::expected<fs::path, std::string> makeTemporaryFolder()
{
    std::error_code error;
    const fs::path parent = fs::temp_directory_path(error);
    std::string pattern = (parent / "qontroller-demo-XXXXXX").string();
    if (!error && ::mkdtemp(pattern.data()))
        return fs::path(pattern);
    return tl::unexpected("the demonstration needs a temporary folder, but none can be made in \""
                          + parent.string() + "\": set TMPDIR to a folder that can be written");
}

SessionController mirror(const fs::path &folder)
{
    const auto path = [&folder](const char *name) { return QString::fromStdString(folder / name); };
    SessionController mirror;
    mirror.name = "photos";
    mirror.plugin = "folder-mirror";
    mirror.parameters = {{"source", path("source")},
                         {"target", path("target")},
                         {"durable", false}};
    mirror.options = {{"resyncInterval", "5s"}};
    return mirror;
}

/// Every state that an item can have is seen within seconds.
SessionController servers(std::uint64_t seed)
{
    const QJsonObject faults{{"errorRate", 0.06},
                             {"panicRate", 0.02},
                             {"stuckRate", 0.01},
                             {"stuckFor", "6s"}};
    // The vanishing ones are more than 10 and more than 10 %, or the guard would let them go.
    const QJsonObject shares{{"broken", 0.05},   {"parked", 0.04},  {"waiting", 0.04},
                             {"renewing", 0.06}, {"ignored", 0.04}, {"contested", 0.05},
                             {"vanishing", 0.18}};
    SessionController servers;
    servers.name = ServersName;
    servers.plugin = "simulator";
    servers.parameters = {{"objects", 90},
                          {"changesPerSecond", 8},
                          {"deletions", 0.02},
                          {"seed", static_cast<qint64>(seed)},
                          {"latency", QJsonObject{{"p50", "30ms"}, {"p99", "600ms"}}},
                          {"faults", faults},
                          {"shares", shares}};
    servers.options = {{"resyncInterval", "4s"},
                       {"maxRetries", 2},
                       {"backoff", QJsonObject{{"base", "400ms"}, {"max", "5s"}}},
                       {"handlerTimeout", "1s"}};
    return servers;
}

/// A rolling restart, in which one drain gets stuck now and then.
SessionController fleet()
{
    SessionController fleet;
    fleet.name = "fleet";
    fleet.plugin = "simulated-fleet";
    fleet.parameters = {{"services", 3}, {"servers", 6}};
    return fleet;
}

/// Nothing as long as the controller's first list is not known.
std::optional<ControllerId> findListed(const Host &host, const std::string &name)
{
    for (const ControllerStatus &status : host.status()) {
        if (status.name == name && status.hasListed)
            return status.id;
    }
    return std::nullopt;
}

} // namespace

tl::expected<std::unique_ptr<Demo>, std::string> Demo::create(std::uint64_t seed)
{
    const auto folder = makeTemporaryFolder();
    if (!folder)
        return tl::unexpected(folder.error());
    try {
        return std::unique_ptr<Demo>(new Demo(*folder, seed));
    } catch (const fs::filesystem_error &error) {
        std::error_code ignored;
        fs::remove_all(*folder, ignored);
        return tl::unexpected("the demonstration cannot fill its folder: "
                              + std::string(error.what()));
    }
}

Demo::Demo(fs::path folder, std::uint64_t seed)
    : m_folder(std::move(folder))
    , m_seed(seed)
    , m_mutator(m_folder / "source", seed)
{}

Demo::~Demo()
{
    finish();
    removeFolder();
}

Session Demo::session() const
{
    return {{mirror(m_folder), servers(m_seed), fleet()}};
}

void Demo::start(Host &host)
{
    m_mutator.run();
    m_operator = std::jthread([&host](const std::stop_token &stop) {
        Clock &clock = SteadyClock::instance();
        while (waitFor(clock, LookInterval, stop) == WaitEnd::TimeIsUp) {
            if (const auto id = findListed(host, ServersName)) {
                host.submit({*id, ItemsAction{ItemVerb::Pause,
                                              {"mail-022", "cache-044"},
                                              {{}, "the audit is still going on"}}});
                return;
            }
        }
    });
}

void Demo::finish()
{
    m_operator.request_stop();
    if (m_operator.joinable())
        m_operator.join();
    m_mutator.end();
}

void Demo::removeFolder()
{
    std::error_code ignored;
    fs::remove_all(m_folder, ignored);
}

} // namespace qontroller
