// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/demo/patience.h"
#include "core/host/host.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace qontroller {

/// What becomes of one of Flaky's objects.
enum class Temper : unsigned char {
    Calm,
    Renewing,  ///< asks for another look after a while
    Moody,     ///< fails now and then, and recovers
    Broken,    ///< always fails
    Hopeless,  ///< parks itself
    Expecting, ///< waits for something else
    Slow,
    Stuck,     ///< runs past the handler's deadline
    Contested, ///< another host mostly holds its lock
    Foreign,   ///< the storage says that it is for somebody else
    Vanishing, ///< shown by the first list only
    Resting,   ///< like Calm; the demonstration pauses it
};

/// A controller of pretended servers, made from functions, with which every state
/// that an item can have is seen within seconds. Seeded: each object does the same
/// in every run. Thread-safe.
class Flaky
{
public:
    /// \a patience outlives this; when it is lost, everything ends well at once.
    Flaky(std::uint64_t seed, Patience &patience);

    /// What the host runs. This object outlives the controller.
    [[nodiscard]] ControllerSpec spec();

    [[nodiscard]] std::vector<ObjectId> ids(Temper temper) const;

    /// Waits until something is handled: from then on every id is known to the host.
    void waitUntilHandled() const { m_handled.wait(false); }
    /// Ends waitUntilHandled() in any case.
    void giveUpWaiting();

private:
    struct Server
    {
        ObjectId id;
        Temper temper = Temper::Calm;
        std::atomic<std::uint64_t> turns{0};
    };

    [[nodiscard]] Server &server(const ObjectId &id);
    [[nodiscard]] std::uint64_t roll(Server &server) const;
    ListResult list(ListSink &sink);
    WatchEnd watch(WatchSink &sink, const std::stop_token &stop);
    Fetched<std::string> get(const ObjectId &id);
    Outcome add(const Attempt &attempt);
    Outcome work(Server &server, const Attempt &attempt);
    Outcome workSlowly(Server &server, const Attempt &attempt);
    Outcome hang();
    LockResult lock(const ObjectId &id);

    const std::uint64_t m_seed;
    Patience &m_patience;
    std::vector<std::unique_ptr<Server>> m_servers;
    std::atomic<int> m_lists{0};
    std::atomic<bool> m_handled{false};
};

} // namespace qontroller
