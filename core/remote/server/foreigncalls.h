// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/ownedthread.h"

#include <grpcpp/grpcpp.h>
#include <tl/expected.hpp>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>

namespace qontroller::remote {

/// Calls that wait for code of plugins, each on a thread of its own: one that does not return keeps
/// its thread, and so many at most. Thread-safe. The threads may outlive it.
class ForeignCalls
{
public:
    /// \a busy says what more than \a most of them at once are told.
    ForeignCalls(int most, std::string busy)
        : m_most(most)
        , m_busy(std::move(busy))
    {}

    /// What \a ask gives. It is told to stop if the caller is gone or \a end is requested, and is
    /// not waited for then. All that it uses is its own, or outlives every thread.
    template<class Ask>
    [[nodiscard]] auto call(const grpc::ServerContext &context, const std::stop_token &end,
                            Ask ask) const
        -> tl::expected<std::invoke_result_t<Ask &, std::stop_token>, grpc::Status>
    {
        using Answer = std::invoke_result_t<Ask &, std::stop_token>;
        const std::shared_ptr<void> place(nullptr, [taken = m_taken](void *) { --*taken; });
        if (++*m_taken > m_most)
            return tl::unexpected(grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, m_busy));
        struct Question
        {
            std::promise<Answer> answer;
            std::stop_source stop;
        };
        const auto question = std::make_shared<Question>();
        auto answer = question->answer.get_future();
        const OwnedThread thread(question, [question = question.get(), place,
                                            ask = std::optional(std::move(ask))]() mutable {
            Answer said = (*ask)(question->stop.get_token());
            ask.reset(); // what it holds is free before the answer is taken
            question->answer.set_value(std::move(said));
        });
        while (answer.wait_for(Glance) != std::future_status::ready) {
            if (context.IsCancelled() || end.stop_requested()) {
                question->stop.request_stop();
                return tl::unexpected(grpc::Status::CANCELLED);
            }
        }
        return answer.get();
    }

private:
    /// How often a call looks whether anybody still waits for it.
    static constexpr auto Glance = std::chrono::milliseconds(50);

    const int m_most;
    const std::string m_busy;
    std::shared_ptr<std::atomic<int>> m_taken = std::make_shared<std::atomic<int>>(0);
};

} // namespace qontroller::remote
