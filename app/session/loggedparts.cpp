// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/session/loggedparts.h"

#include "app/log/log.h"
#include "core/base/faults/linebudget.h"
#include "core/base/text/text.h"
#include "core/base/threads/mutex.h"

#include <memory>
#include <utility>

namespace qontroller {

namespace {

/// The engine tells of what failed or waits; of a success it only counts.
class LoggedReconciler final : public Reconciler
{
public:
    LoggedReconciler(std::string controller, std::shared_ptr<Reconciler> inner)
        : m_controller(std::move(controller))
        , m_inner(std::move(inner))
    {}
    ~LoggedReconciler() override { sayLeftOut(m_budget.takeLeftOut(TimePoint::max())); }
    LoggedReconciler(const LoggedReconciler &) = delete;
    LoggedReconciler &operator=(const LoggedReconciler &) = delete;

    Fetched<void> get(const Attempt &attempt) override { return m_inner->get(attempt); }
    Outcome add(const std::shared_ptr<const void> &object, const Attempt &attempt) override
    {
        return said("added", attempt, m_inner->add(object, attempt));
    }
    Outcome remove(const Attempt &attempt) override
    {
        return said("removed", attempt, m_inner->remove(attempt));
    }

private:
    Outcome said(const char *event, const Attempt &attempt, Outcome outcome)
    {
        const bool isDone = outcome.kind() == Outcome::Kind::Done
                            || outcome.kind() == Outcome::Kind::RequeueAfter;
        if (isDone && mayBeSaid())
            log(LogLevel::Debug, {.controller = m_controller,
                                  .event = event,
                                  .id = std::string(attempt.id),
                                  .text = cutText(outcome.text())});
        return outcome;
    }
    bool mayBeSaid()
    {
        const TimePoint now = SteadyClock::instance().now();
        std::uint64_t leftOut = 0;
        bool isTaken = false;
        {
            MutexLock lock(m_mutex);
            leftOut = m_budget.takeLeftOut(now);
            isTaken = m_budget.take(now);
        }
        sayLeftOut(leftOut);
        return isTaken;
    }
    void sayLeftOut(std::uint64_t number) const
    {
        if (number > 0)
            log(LogLevel::Debug,
                {.controller = m_controller,
                 .text = "and " + std::to_string(number) + " more objects were added or removed"});
    }

    const std::string m_controller;
    const std::shared_ptr<Reconciler> m_inner;
    Mutex m_mutex;
    LineBudget m_budget QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace

void logObjects(ControllerSpec &spec)
{
    std::shared_ptr<Reconciler> &reconciler = spec.parts.reconciler;
    if (isLogged(LogLevel::Debug))
        reconciler = std::make_shared<LoggedReconciler>(spec.name, std::move(reconciler));
}

} // namespace qontroller
