// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/demo/flaky.h"

#include "app/demo/dice.h"
#include "core/api/functions.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace qontroller {

using namespace std::chrono_literals;

namespace {

struct Share
{
    Temper temper;
    int count;
};

/// The vanishing ones are more than 10 and more than 10 %, or the guard would let them go.
constexpr std::array Shares{
    Share{Temper::Calm, 28},   Share{Temper::Renewing, 5},   Share{Temper::Moody, 12},
    Share{Temper::Broken, 4},  Share{Temper::Hopeless, 3},   Share{Temper::Expecting, 3},
    Share{Temper::Slow, 6},    Share{Temper::Stuck, 1},      Share{Temper::Contested, 4},
    Share{Temper::Foreign, 3}, Share{Temper::Vanishing, 14}, Share{Temper::Resting, 2},
};

constexpr std::array Roles{"web", "mail", "db", "cache", "queue"};

std::vector<Temper> shuffledTempers(std::uint64_t seed)
{
    std::vector<Temper> tempers;
    for (const Share &share : Shares)
        tempers.insert(tempers.end(), static_cast<std::size_t>(share.count), share.temper);
    for (std::size_t i = tempers.size() - 1; i > 0; --i)
        std::swap(tempers[i], tempers[dice(seed, i, 0) % (i + 1)]);
    return tempers;
}

ObjectId idOf(std::size_t number)
{
    const std::string digits = std::to_string(number + 1);
    return std::string(Roles[number % Roles.size()]) + '-'
           + std::string(digits.size() < 3 ? 3 - digits.size() : 0, '0') + digits;
}

std::string errorText(std::uint64_t chance)
{
    switch (chance % 4) {
    case 0: return "connection to 10.0.7." + std::to_string(chance % 250) + ":22 timed out";
    case 1: return "certificate expired " + std::to_string(1 + chance % 40) + " days ago";
    case 2: return "disk quota exceeded: 0 of " + std::to_string(10 + chance % 90) + " GB free";
    default: return "package manager is locked by process " + std::to_string(1000 + chance % 9000);
    }
}

ControllerOptions flakyOptions()
{
    ControllerOptions options;
    options.workers = 4;
    options.resyncInterval = 4s;
    options.maxRetries = 2;
    options.backoffBase = 400ms;
    options.backoffMax = 5s;
    options.handlerTimeout = 1s;
    return options;
}

} // namespace

Flaky::Flaky(std::uint64_t seed, Patience &patience)
    : m_seed(seed)
    , m_patience(patience)
{
    const std::vector<Temper> tempers = shuffledTempers(seed);
    for (std::size_t i = 0; i < tempers.size(); ++i) {
        m_servers.push_back(std::make_unique<Server>());
        m_servers.back()->id = idOf(i);
        m_servers.back()->temper = tempers[i];
    }
}

ControllerSpec Flaky::spec()
{
    ControllerParts parts;
    parts.listerWatcher = makeListerWatcher([this](ListSink &sink,
                                                   const std::stop_token &) { return list(sink); },
                                            [this](WatchSink &sink, const std::string &,
                                                   const std::stop_token &stop) {
                                                return watch(sink, stop);
                                            });
    parts.reconciler = makeReconciler<std::string>(
        makeStorage<std::string>(
            [this](const Attempt &attempt) { return get(attempt.id); }),
        makeHandler<std::string>([this](const std::string &,
                                        const Attempt &attempt) { return add(attempt); },
                                 [](const Attempt &) { return Outcome::Done(); }));
    parts.locker = makeLocker([this](const ObjectId &id, const std::function<void()> &,
                                     const std::stop_token &) { return lock(id); });
    parts.describer =
        makeDescriber([](const ObjectId &id,
                         const std::stop_token &) { return "name: " + id + "\npackages: 3\n"; },
                      [](const ObjectId &id, const std::stop_token &) {
                          return "name: " + id + "\npackages: 2\n";
                      });
    return {"flaky", "built in", std::move(parts), flakyOptions()};
}

std::vector<ObjectId> Flaky::ids(Temper temper) const
{
    std::vector<ObjectId> found;
    for (const auto &each : m_servers) {
        if (each->temper == temper)
            found.push_back(each->id);
    }
    return found;
}

void Flaky::giveUpWaiting()
{
    m_handled = true;
    m_handled.notify_all();
}

Flaky::Server &Flaky::server(const ObjectId &id)
{
    const auto it = std::ranges::find_if(m_servers,
                                         [&](const auto &each) { return each->id == id; });
    if (it == m_servers.end())
        throw std::out_of_range("there is no server " + id);
    return **it;
}

std::uint64_t Flaky::roll(Server &server) const
{
    return dice(m_seed, std::hash<std::string>()(server.id), ++server.turns);
}

ListResult Flaky::list(ListSink &sink)
{
    const bool first = m_lists++ == 0;
    for (const auto &each : m_servers) {
        if (first || each->temper != Temper::Vanishing)
            sink.add(each->id);
    }
    return ListResult::complete();
}

WatchEnd Flaky::watch(WatchSink &sink, const std::stop_token &stop)
{
    sink.ready();
    for (std::uint64_t turn = 0; m_patience.wait(150ms, stop) == Patience::End::TimeIsUp; ++turn) {
        const std::uint64_t events = turn % 40 == 39 ? 25 : dice(m_seed, 1, turn) % 3;
        for (std::uint64_t i = 0; i < events; ++i) {
            const Server &changed = *m_servers[dice(m_seed, turn, i + 2) % m_servers.size()];
            const bool lively = changed.temper == Temper::Calm || changed.temper == Temper::Moody
                                || changed.temper == Temper::Slow
                                || changed.temper == Temper::Resting;
            if (lively)
                sink.event(EventType::Modified, changed.id);
        }
    }
    m_patience.waitForStop(stop); // a watch that ends sooner would be taken up again
    return WatchEnd::closed();
}

Fetched<std::string> Flaky::get(const ObjectId &id)
{
    if (server(id).temper == Temper::Foreign)
        return Fetched<std::string>::ignored();
    return Fetched<std::string>::found(std::make_shared<const std::string>(id));
}

Outcome Flaky::add(const Attempt &attempt)
{
    if (!m_handled.exchange(true))
        m_handled.notify_all();
    return m_patience.isLost() ? Outcome::Done() : work(server(attempt.id), attempt);
}

Outcome Flaky::work(Server &server, const Attempt &attempt)
{
    const std::uint64_t chance = roll(server);
    m_patience.wait(std::chrono::milliseconds(5 + chance % 60), attempt.stop);
    switch (server.temper) {
    case Temper::Renewing: return Outcome::RequeueAfter(std::chrono::seconds(3 + chance % 5));
    case Temper::Moody:
        if (chance % 5 == 0)
            throw std::runtime_error("unexpected reply: status "
                                     + std::to_string(500 + chance % 4));
        return chance % 3 == 0 ? Outcome::Retry(errorText(chance)) : Outcome::Done();
    case Temper::Broken: return Outcome::Retry(errorText(chance));
    case Temper::Hopeless:
        return Outcome::Park("operating system " + std::to_string(7 + chance % 3)
                             + " is not supported");
    case Temper::Expecting: return Outcome::Wait("a maintenance window", 3s);
    case Temper::Slow: return workSlowly(server, attempt);
    case Temper::Stuck: return hang();
    case Temper::Calm:
    case Temper::Contested:
    case Temper::Foreign:
    case Temper::Vanishing:
    case Temper::Resting: break;
    }
    return Outcome::Done();
}

Outcome Flaky::workSlowly(Server &server, const Attempt &attempt)
{
    constexpr std::uint64_t Steps = 10;
    const auto step = std::chrono::milliseconds(40 + roll(server) % 40);
    for (std::uint64_t done = 0; done < Steps; ++done) {
        attempt.progress(done, Steps);
        if (m_patience.wait(step, attempt.stop) == Patience::End::Stopped)
            break;
    }
    return Outcome::Done();
}

/// Deaf to its stop token for a while, as a bad handler is.
Outcome Flaky::hang()
{
    m_patience.wait(8s, {});
    return Outcome::Retry("no answer from the management board");
}

LockResult Flaky::lock(const ObjectId &id)
{
    class Granted final : public ObjectLock
    {
    };
    Server &wanted = server(id);
    if (wanted.temper == Temper::Contested && !m_patience.isLost() && roll(wanted) % 6 != 0)
        return LockResult::refused("rack-2.example");
    return LockResult::granted(std::make_unique<Granted>());
}

} // namespace qontroller
