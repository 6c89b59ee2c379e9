// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"

#include <grpcpp/grpcpp.h>

#include <set>

namespace qontroller::remote {

/// The calls that are under way, so that they can be ended. Thread-safe.
class CallsUnderWay final
{
public:
    /// One of them, for as long as it lives.
    class Call
    {
    public:
        explicit Call(CallsUnderWay &calls)
            : m_calls(calls)
        {
            MutexLock lock(m_calls.m_mutex);
            m_calls.m_contexts.insert(&m_context);
            if (m_calls.m_closed)
                m_context.TryCancel();
        }
        ~Call()
        {
            MutexLock lock(m_calls.m_mutex);
            m_calls.m_contexts.erase(&m_context);
        }
        Call(const Call &) = delete;
        Call &operator=(const Call &) = delete;

        [[nodiscard]] grpc::ClientContext &context() { return m_context; }

    private:
        CallsUnderWay &m_calls;
        grpc::ClientContext m_context;
    };

    /// Ends all of them, and those that begin from now on.
    void close()
    {
        MutexLock lock(m_mutex);
        m_closed = true;
        for (grpc::ClientContext *context : m_contexts)
            context->TryCancel();
    }

private:
    Mutex m_mutex;
    std::set<grpc::ClientContext *> m_contexts QONTROLLER_GUARDED_BY(m_mutex);
    bool m_closed QONTROLLER_GUARDED_BY(m_mutex) = false;
};

} // namespace qontroller::remote
