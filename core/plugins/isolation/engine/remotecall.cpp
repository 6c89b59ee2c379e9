// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/isolation/engine/remotecall.h"

#include "core/base/faults/shortage.h"
#include "core/base/text/text.h"

#include <atomic>
#include <stdexcept>
#include <utility>

namespace qontroller::isolation {

tl::expected<std::unique_ptr<RemoteCall>, Unavailable> RemoteCall::begin(
    CallBroker &calls, Message call, Patience patience, const std::stop_token &stop)
{
    auto lent = calls.lend(patience, stop);
    if (!lent)
        return tl::unexpected(std::move(lent.error()));
    std::unique_ptr<RemoteCall> made(new RemoteCall(calls, std::move(*lent)));
    NumberedConnection &connection = made->m_lent.connection;
    connection.writer.begin(call).number(++connection.call);
    return made;
}

tl::expected<void, Failure> RemoteCall::await(const std::stop_token &stop, CallBroker::Grace grace,
                                              const Take &take)
{
    std::atomic<bool> isCancelled = false;
    std::optional<Thrown> thrown;
    auto step = [&] {
        const std::stop_callback onStop(stop, [&] {
            isCancelled = true;
            m_calls.cancel(m_lent, grace);
        });
        try {
            return exchange(take, thrown);
        } catch (...) { // ours: the call goes on there, and must not beside the next
            static_cast<void>(m_calls.fail(m_lent, "gave an answer that could not be taken"));
            throw;
        }
    }();
    if (!step)
        return tl::unexpected(m_calls.fail(m_lent, step.error()));
    if (isCancelled && *step == Step::Last)
        m_calls.returned(m_lent);
    if (*step == Step::Last)
        m_lent.child->giveBack(std::move(m_lent.connection));
    if (thrown && thrown->isShortage())
        throw HostShortage(thrown->text);
    if (thrown)
        throw std::runtime_error(thrown->text);
    return {};
}

tl::expected<RemoteCall::Step, std::string> RemoteCall::exchange(const Take &take,
                                                                 std::optional<Thrown> &thrown)
{
    Connection &stream = m_lent.connection.stream;
    if (!std::exchange(m_isSent, true)) {
        if (auto sent = stream.send(fields()); !sent)
            return tl::unexpected(std::move(sent.error()));
    }
    for (;;) {
        auto frame = stream.receive();
        if (!frame)
            return tl::unexpected(std::move(frame.error()));
        const auto call = frame->fields.number<std::uint64_t>();
        if (frame->fields.isGood() && call != m_lent.connection.call)
            return tl::unexpected("does not keep to the protocol: it answered call "
                                  + std::to_string(call) + " instead of call "
                                  + std::to_string(m_lent.connection.call));
        Step step = Step::Last;
        if (frame->type == Message::Threw) {
            const auto kind = frame->fields.oneOf(Thrown::Kind::Shortage);
            thrown = {cutText(frame->fields.text()), kind};
            if (!frame->fields.isWhole())
                step = Step::Unexpected;
        } else {
            step = take(*frame);
        }
        if (step == Step::Unexpected)
            return tl::unexpected("does not keep to the protocol: an answer of type "
                                  + std::to_string(static_cast<int>(frame->type))
                                  + " is wrong or was not asked for");
        if (step != Step::More)
            return step;
    }
}

} // namespace qontroller::isolation
