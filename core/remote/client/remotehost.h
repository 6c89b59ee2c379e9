// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/control/controlport.h"
#include "core/engine/observe/feed/feed.h"
#include "core/remote/client/address.h"
#include "core/remote/client/remoteerror.h"

#include <tl/expected.hpp>

#include <memory>
#include <string>

namespace grpc {
class Channel;
}

namespace qontroller::remote {

/// What a host says of itself, and of who asks.
struct Introduction
{
    std::string name;
    std::string version;  ///< of its program
    std::string instance; ///< another one after its program was started anew; empty: an old program
    std::string who;      ///< the caller, as the host's operator log names it
    bool maySteer = false;
};

/// A host in another process, as if it were in this one, through one connection: to one run of its
/// program, for what is lost is not made again. Thread-safe; each call waits for the host, \c
/// patience at the most.
///
/// Times that it gives are those of the clock here. A call that fails gives nothing, and problem()
/// says why until one succeeds.
class RemoteHost final : public Feed, public ControlPort
{
public:
    static constexpr Duration Patience = std::chrono::seconds(10);

    /// Waits for the host until \a stop is requested. Not for an address that is only a name.
    [[nodiscard]] static tl::expected<std::unique_ptr<RemoteHost>, RemoteError> connect(
        const Address &address, const std::stop_token &stop = {}, Duration patience = Patience);
    /// \a socket is the path of a host's Unix socket.
    [[nodiscard]] static tl::expected<std::unique_ptr<RemoteHost>, RemoteError> connect(
        const std::string &socket);
    ~RemoteHost() override;

    [[nodiscard]] const Introduction &introduction() const;
    /// As a person has given it.
    [[nodiscard]] const std::string &address() const;
    /// For other calls to the same host. Ends with this.
    [[nodiscard]] std::shared_ptr<grpc::Channel> channel() const;
    /// What was wrong with the last call of any thread; nothing if it succeeded.
    [[nodiscard]] std::optional<RemoteError> problem() const;
    /// Why the connection is lost, for good; nothing: it is not.
    [[nodiscard]] std::optional<RemoteError> loss() const;

    /// Ends all calls that are under way, and lets none begin any more.
    void close();

    [[nodiscard]] ReaderId attach(Reads reads) override;
    /// After the connection is lost: a Delta with nothing but the time.
    [[nodiscard]] Delta pull(ReaderId reader) override;
    void detach(ReaderId reader) override;
    /// The controllers as they are now, without their objects and events. A host answers this also
    /// while many follow it.
    [[nodiscard]] tl::expected<Delta, RemoteError> snapshot();
    [[nodiscard]] Sample sample() override;
    [[nodiscard]] std::optional<ItemDetail> detail(ControllerId controller,
                                                   const ObjectId &id) override;
    [[nodiscard]] std::optional<Description> describe(ControllerId controller, const ObjectId &id,
                                                      std::stop_token stop) override;
    [[nodiscard]] std::vector<ObjectId> held(ControllerId controller) override;
    /// 0: it was not submitted, as far as is known: it may have been if the host did not answer.
    Ticket submit(Command command) override;

private:
    class Private;
    explicit RemoteHost(std::unique_ptr<Private> priv);
    std::unique_ptr<Private> d;
};

} // namespace qontroller::remote
