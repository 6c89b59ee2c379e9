// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/locknews.h"

#include <utility>

namespace qontroller {

class LockNews::Sink final : public LockSink
{
public:
    Sink(std::shared_ptr<LockNews> news, std::weak_ptr<Run> run, ObjectId id)
        : m_news(std::move(news))
        , m_run(std::move(run))
        , m_id(std::move(id))
    {}

    void lost() override
    {
        if (const auto run = m_run.lock(); run && run->lose(Loss::Lock))
            m_news->m_stops->request(run->stop(), m_id);
    }
    void renewed(std::chrono::steady_clock::time_point until) override
    {
        if (const auto run = m_run.lock())
            run->setLeaseEnd(m_news->m_clock.fromSteadyClock(until), m_news->m_clock.now());
    }
    void freed(const ObjectId &id) override { m_news->freed(id); }

private:
    const std::shared_ptr<LockNews> m_news;
    const std::weak_ptr<Run> m_run; // which has the lock, which may have this
    const ObjectId m_id;
};

std::shared_ptr<LockSink> LockNews::sinkFor(Run &run, const ObjectId &id)
{
    return std::make_shared<Sink>(shared_from_this(),
                                  std::static_pointer_cast<Run>(run.shared_from_this()), id);
}

void LockNews::close()
{
    MutexLock lock(m_mutex);
    m_queue = nullptr;
}

void LockNews::freed(const ObjectId &id)
{
    MutexLock lock(m_mutex);
    if (m_queue)
        m_queue->update<Runs>([&id](Runs &runs, TimePoint now) { runs.lockFreed(id, now); });
}

} // namespace qontroller
