// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/faults/callforeign.h"
#include "core/plugins/isolation/engine/callbroker.h"

#include <tl/expected.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace qontroller::isolation {

/// One call of a part that is in the process: begin(), fields(), then await() until
/// its last answer. For one thread at a time.
class RemoteCall
{
public:
    [[nodiscard]] static tl::expected<std::unique_ptr<RemoteCall>, Unavailable> begin(
        CallBroker &calls, Message call, Patience patience, const std::stop_token &stop);
    /// Without a last answer the connection is given up.
    ~RemoteCall() = default;

    /// Where the fields of the call are written, before the first await().
    [[nodiscard]] FrameWriter &fields() { return m_lent.connection.writer; }

    enum class Step : unsigned char {
        More,       ///< another frame follows
        Pause,      ///< return from await(), which is called again for the rest
        Last,       ///< the call has ended
        Unexpected, ///< no such answer belongs to this call, or a field is wrong
    };
    using Take = std::function<Step(Frame &)>;

    /// Gives each answer to \a take until that says Pause or Last. Fails with the process.
    /// Throws what the part threw.
    [[nodiscard]] tl::expected<void, Failure> await(const std::stop_token &stop,
                                                    CallBroker::Grace grace, const Take &take);

private:
    RemoteCall(CallBroker &calls, CallBroker::Lent lent)
        : m_calls(calls)
        , m_lent(std::move(lent))
    {}
    [[nodiscard]] tl::expected<Step, std::string> exchange(const Take &take,
                                                           std::optional<Thrown> &thrown);

    CallBroker &m_calls;
    CallBroker::Lent m_lent;
    bool m_isSent = false;
};

} // namespace qontroller::isolation
