// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/api/objectlocker.h"

#include <atomic>
#include <functional>
#include <memory>

namespace qontroller::test {

/// What a lock is and does.
struct LockScript
{
    std::uint64_t fence = 0;
    std::chrono::steady_clock::time_point validUntil =
        std::chrono::steady_clock::time_point::max();
    std::function<std::optional<Error>(std::stop_token)> onRelease = {}; ///< empty: it succeeds
    std::atomic<int> *alive = nullptr;    ///< counts those that exist
    std::atomic<int> *released = nullptr; ///< counts release()
};

/// The right to an id, with a lock that does what \a script says.
[[nodiscard]] LockResult granted(LockScript script = {});

/// A locker whose answers are in the test's hand; grants everything until it is told otherwise.
/// Keeps the sink of the last call. Thread-safe.
class ScriptedLocker final : public ObjectLocker
{
public:
    using Answer = std::function<LockResult()>;

    LockResult acquire(const ObjectId &id, std::shared_ptr<LockSink> sink,
                       std::stop_token stop) override;

    void setAnswer(Answer answer);
    /// Null before the first call.
    [[nodiscard]] std::shared_ptr<LockSink> sink() const;
    /// How often it was asked.
    [[nodiscard]] int asked() const;

private:
    mutable Mutex m_mutex;
    Answer m_answer QONTROLLER_GUARDED_BY(m_mutex) = [] { return granted(); };
    std::shared_ptr<LockSink> m_sink QONTROLLER_GUARDED_BY(m_mutex);
    int m_asked QONTROLLER_GUARDED_BY(m_mutex) = 0;
};

} // namespace qontroller::test
