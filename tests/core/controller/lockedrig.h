// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "enginerig.h"

namespace qontroller::test {

/// What a TestLock is and does.
struct LockScript
{
    std::uint64_t fence = 0;
    TimePoint validUntil = TimePoint::max();
    std::function<std::optional<Error>(std::stop_token)> onRelease = {};
    std::atomic<int> *alive = nullptr;    ///< counts those that exist
    std::atomic<int> *released = nullptr; ///< counts release()
};

/// A lock that does what the test says.
class TestLock final : public ObjectLock
{
public:
    explicit TestLock(LockScript script)
        : m_script(std::move(script))
    {
        if (m_script.alive)
            ++*m_script.alive;
    }
    ~TestLock() override
    {
        if (m_script.alive)
            --*m_script.alive;
    }
    std::uint64_t fence() const override { return m_script.fence; }
    TimePoint validUntil() const override { return m_script.validUntil; }
    std::optional<Error> release(std::stop_token stop) override
    {
        if (m_script.released)
            ++*m_script.released;
        return m_script.onRelease ? m_script.onRelease(std::move(stop)) : std::nullopt;
    }

private:
    LockScript m_script;
};

[[nodiscard]] inline LockResult granted(LockScript script = {})
{
    return LockResult::granted(std::make_unique<TestLock>(std::move(script)));
}

/// A locker whose answers are in the test's hand, and that keeps the sink of the last call.
class TestLocker final : public ObjectLocker
{
public:
    using Answer = std::function<LockResult()>;

    LockResult acquire(const ObjectId &, std::shared_ptr<LockSink> sink, std::stop_token) override
    {
        Answer answer;
        {
            const std::lock_guard lock(m_mutex);
            ++m_asked;
            m_sink = std::move(sink);
            answer = m_answer;
        }
        return answer();
    }
    void setAnswer(Answer answer)
    {
        const std::lock_guard lock(m_mutex);
        m_answer = std::move(answer);
    }
    [[nodiscard]] std::shared_ptr<LockSink> sink() const
    {
        const std::lock_guard lock(m_mutex);
        return m_sink;
    }
    [[nodiscard]] int asked() const
    {
        const std::lock_guard lock(m_mutex);
        return m_asked;
    }

private:
    mutable std::mutex m_mutex;
    Answer m_answer = [] { return granted(); };
    std::shared_ptr<LockSink> m_sink;
    int m_asked = 0;
};

/// One object, `a`, whose lock is asked for.
struct LockedRig : EngineRig
{
    LockedRig()
    {
        locker = testLocker;
        source->put("a");
    }
    std::shared_ptr<TestLocker> testLocker = std::make_shared<TestLocker>();
};

} // namespace qontroller::test
