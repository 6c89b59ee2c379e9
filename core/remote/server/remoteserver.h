// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/remote/server/hostservice.h"

#include <tl/expected.hpp>

#include <memory>
#include <string>

namespace qontroller::remote {

/// Where a server listens, and who may connect.
struct Door
{
    std::string socket; ///< path of a Unix socket
    mode_t mode = 0600; ///< of the socket: who may not write may not connect
    /// Instead of a socket: ADDR:PORT, for callers whose certificates are trusted.
    std::string address = {};
    std::string certificates = {}; ///< the folder of them, for an address: see Certificates::ofHost
    /// Told of each caller at the address who is turned away, in the thread of the connection.
    std::function<void(const std::string &sentence)> noteRefusal = {};
    enum class News : unsigned char {
        Renewed, ///< the socket was removed, and is there again
        Lost,    ///< it was removed, and cannot be made again: said once
    };
    /// Told of the socket, in the thread of the server.
    std::function<void(News news, const std::string &sentence)> noteSocket = {};
};

/// Serves a host to front ends outside of the program: to whoever may open the socket, who are all
/// operators and are named by their user, or to whoever has a certificate that makes them an
/// operator or a viewer, and that names them.
///
/// A socket that is removed is made again within two seconds. One thread accepts connections, and
/// each one with TLS has a thread of its own. gRPC has 80 threads from the start, of which Room
/// leaves some for calls that end soon, one caller gets 64 at the most, and viewers together. While
/// 32 callers or 512 connections (384 of one caller, 256 with TLS) are there, or hardly any
/// descriptors or memory are left, others are turned away, are told why, and are counted. The
/// destructor ends all calls and joins all threads, except those that plugins do not give back.
class RemoteServer final
{
public:
    /// What gRPC begins and opens with it, and ends the program without.
    static constexpr int Threads = 96;
    static constexpr int Descriptors = 8;

    /// Takes the place that \a door says; who comes there waits until welcome(). The error is a
    /// sentence for the operator.
    [[nodiscard]] static tl::expected<std::unique_ptr<RemoteServer>, std::string> start(
        const Door &door, Served served);
    ~RemoteServer();

    /// Lets callers in, from now on: call it when the host has its controllers, or the first one
    /// would see a host without any.
    void welcome();

    /// Where it listens: the path of the socket, or the address with the port that it has.
    [[nodiscard]] const std::string &place() const;
    RemoteServer(const RemoteServer &) = delete;
    RemoteServer &operator=(const RemoteServer &) = delete;

private:
    class Private;
    explicit RemoteServer(std::unique_ptr<Private> priv);
    std::unique_ptr<Private> d;
};

} // namespace qontroller::remote
