// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/listerwatcher.h"
#include "core/plugins/load/crashguard.h"

#include <memory>

namespace qontroller {

/// A plugin's ListerWatcher that keeps the plugin marked until its first list has
/// ended: a crash in the threads that a start brings counts as a crash of the start.
class GuardedLister final : public ListerWatcher
{
public:
    GuardedLister(std::shared_ptr<ListerWatcher> inner, std::shared_ptr<CrashMark> mark)
        : m_inner(std::move(inner))
        , m_mark(std::move(mark))
    {}

    ListResult list(ListSink &sink, std::stop_token stop) override
    {
        struct Release
        {
            CrashMark &mark;
            ~Release() { mark.succeed(); }
        } const atTheEnd{*m_mark};
        const SuspectCall suspect = CrashMark::suspectCall(m_mark.get());
        return m_inner->list(sink, std::move(stop));
    }
    [[nodiscard]] WatchMode watchMode() const override { return m_inner->watchMode(); }
    WatchEnd watch(WatchSink &sink, const std::string &cursor, std::stop_token stop) override
    {
        const SuspectCall suspect = CrashMark::suspectCall(m_mark.get());
        return m_inner->watch(sink, cursor, std::move(stop));
    }
    void takeOver() override { m_inner->takeOver(); }

private:
    std::shared_ptr<ListerWatcher> m_inner;
    std::shared_ptr<CrashMark> m_mark;
};

} // namespace qontroller
