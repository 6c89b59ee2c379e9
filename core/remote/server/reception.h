// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"
#include "core/remote/server/callers.h"
#include "core/remote/server/frontservice.h"

#include <grpcpp/grpcpp.h>

#include <memory>
#include <stop_token>
#include <string>

namespace qontroller::remote {

/// Hands connections to gRPC, and turns those away that it could not carry.
///
/// gRPC ends the program where it finds no thread, no descriptor or no memory. So all its threads
/// are made with the reception, and a connection reaches gRPC only while there is a reserve of
/// descriptors and memory. Who is turned away learns why, and so do the log and the metrics. For
/// one thread, but take() and turnAway() for any. The destructor ends all calls.
class Reception
{
public:
    /// Of gRPC's for calls. Room leaves 32 of them for calls that end soon.
    static constexpr int Threads = 80;

    Reception(Served served, std::stop_token end);
    ~Reception();
    Reception(const Reception &) = delete;
    Reception &operator=(const Reception &) = delete;

    void take(const Caller &caller, UniqueFd socket);
    /// Says so to who is at the other end of \a socket, and to those who look after the host.
    void turnAway(const Caller &caller, const std::string &why, UniqueFd socket = {}) const;
    /// Sees which connections have ended.
    void look() { m_callers.forgetEnded(); }

private:
    const Served m_served;
    Callers m_callers;
    FrontService m_service;
    std::unique_ptr<grpc::Server> m_server;
};

} // namespace qontroller::remote
