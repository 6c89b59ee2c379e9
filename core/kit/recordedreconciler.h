// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/reconciler.h"

#include <memory>
#include <utility>

namespace qontroller {

/// A reconciler whose runs are told to a \a Record, and are left out if that says so.
///
/// The record hears of a run before its object is read, so the handler has seen what the record
/// took note of or something later. It forgets an object that is removed. Thread-safe if both are.
template<class Record>
class RecordedReconciler final : public Reconciler
{
public:
    RecordedReconciler(std::shared_ptr<Record> record, std::shared_ptr<Reconciler> reconciler)
        : m_record(std::move(record))
        , m_reconciler(std::move(reconciler))
    {}

    Fetched<void> get(const Attempt &attempt) override
    {
        m_record->beginReading(attempt.id);
        return m_reconciler->get(attempt);
    }
    Outcome add(const std::shared_ptr<const void> &object, const Attempt &attempt) override
    {
        if (m_record->leaveOut(attempt))
            return Outcome::Done();
        Outcome outcome = m_reconciler->add(object, attempt);
        m_record->end(attempt.id, outcome);
        return outcome;
    }
    Outcome remove(const Attempt &attempt) override
    {
        m_record->forget(attempt.id);
        return m_reconciler->remove(attempt);
    }

private:
    const std::shared_ptr<Record> m_record;
    const std::shared_ptr<Reconciler> m_reconciler;
};

} // namespace qontroller
