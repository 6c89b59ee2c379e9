// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/testing/scriptedlocker.h"

#include <utility>

namespace qontroller::test {

namespace {

class ScriptedLock final : public ObjectLock
{
public:
    explicit ScriptedLock(LockScript script)
        : m_script(std::move(script))
    {
        if (m_script.alive)
            ++*m_script.alive;
    }
    ~ScriptedLock() override
    {
        if (m_script.alive)
            --*m_script.alive;
    }
    ScriptedLock(const ScriptedLock &) = delete;
    ScriptedLock &operator=(const ScriptedLock &) = delete;

    std::uint64_t fence() const override { return m_script.fence; }
    std::chrono::steady_clock::time_point validUntil() const override
    {
        return m_script.validUntil;
    }
    std::optional<Error> release(std::stop_token stop) override
    {
        if (m_script.released)
            ++*m_script.released;
        return m_script.onRelease ? m_script.onRelease(std::move(stop)) : std::nullopt;
    }

private:
    const LockScript m_script;
};

} // namespace

LockResult granted(LockScript script)
{
    return LockResult::granted(std::make_unique<ScriptedLock>(std::move(script)));
}

LockResult ScriptedLocker::acquire(const ObjectId &, std::shared_ptr<LockSink> sink,
                                   std::stop_token)
{
    Answer answer;
    {
        MutexLock lock(m_mutex);
        ++m_asked;
        m_sink = std::move(sink);
        answer = m_answer;
    }
    return answer();
}

void ScriptedLocker::setAnswer(Answer answer)
{
    MutexLock lock(m_mutex);
    m_answer = std::move(answer);
}

std::shared_ptr<LockSink> ScriptedLocker::sink() const
{
    MutexLock lock(m_mutex);
    return m_sink;
}

int ScriptedLocker::asked() const
{
    MutexLock lock(m_mutex);
    return m_asked;
}

} // namespace qontroller::test
