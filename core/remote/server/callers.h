// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/fileidentity.h"
#include "core/base/threads/mutex.h"
#include "core/remote/server/hostservice.h"

#include <tl/expected.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>

namespace qontroller::remote {

/// Who is at the other end of each connection that gRPC was given, and what answers them.
///
/// gRPC names a connection in each of its calls by the descriptor that it was given, and closes
/// that descriptor only after the last call on it is gone. So the number says who calls, and the
/// kernel gives it to another connection no sooner. Whether a connection has ended is seen by its
/// number being free or another file's: no copy of the descriptor is kept. Thread-safe.
class Callers
{
public:
    static constexpr std::size_t MostCallers = 32;      ///< at once
    static constexpr std::size_t MostConnections = 512; ///< of all callers
    static constexpr std::size_t MostConnectionsOfOne = 384;
    static constexpr int MostCallsOfOne = 64;     ///< at once
    static constexpr int MostCallsOfViewers = 64; ///< of all of them: the rest is for operators

    Callers(Served served, std::stop_token end)
        : m_served(std::move(served))
        , m_end(std::move(end))
    {}

    /// Notes that \a caller is at the other end of \a socket. The error says why there is no room
    /// for that, as the end of a sentence.
    [[nodiscard]] tl::expected<void, std::string> add(const Caller &caller, int socket);

    /// One call, and what answers it until it ends.
    struct Turn
    {
        std::shared_ptr<HostService> service;
        CallerPlaces::Place ofCaller;
        CallerPlaces::Place ofViewers; ///< null for an operator
    };
    /// \a peer is what gRPC calls the connection.
    [[nodiscard]] tl::expected<Turn, grpc::Status> begin(const std::string &peer) const;

    /// Forgets connections that have ended, and callers whose last one has.
    void forgetEnded();
    [[nodiscard]] std::size_t connections() const;

private:
    struct Known
    {
        explicit Known(const Served &served, const Caller &who, const std::stop_token &end)
            : caller(who)
            , service(served, who, end)
        {}
        const Caller caller;
        HostService service;
        CallerPlaces calls{MostCallsOfOne, "you have 64 calls under way already: end one"};
    };
    struct Connection
    {
        FileIdentity socket;
        std::shared_ptr<Known> caller;
    };

    void forgetEndedLocked() QONTROLLER_REQUIRES(m_mutex);
    [[nodiscard]] std::size_t connectionsOf(const Known &caller) const QONTROLLER_REQUIRES(m_mutex);
    [[nodiscard]] std::shared_ptr<Known> find(const Caller &caller) const
        QONTROLLER_REQUIRES(m_mutex);

    const Served m_served;
    const std::stop_token m_end;
    /// Outlives the server, for its calls end with it.
    mutable CallerPlaces m_viewers{MostCallsOfViewers,
                                   "viewers have 64 calls under way already: end one"};
    mutable Mutex m_mutex;
    std::map<int, Connection> m_connections QONTROLLER_GUARDED_BY(m_mutex); ///< by descriptor
};

} // namespace qontroller::remote
