// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/listerwatcher.h"
#include "core/members/run/firstlooks.h"
#include "core/members/run/sourcerecall.h"

#include <functional>
#include <memory>
#include <string>

namespace qontroller::consist {

/// The employers of a controller: those that its own source finds, and those that the store
/// knows and that source does not any more. Their resource has to be cleaned up.
class EmployerSource final : public ListerWatcher
{
public:
    using Predicate = std::function<bool(EventType, std::string_view id, Version)>;

    EmployerSource(std::shared_ptr<ListerWatcher> source, std::string controller,
                   std::shared_ptr<ConsistStore> store, std::shared_ptr<FirstLooks> firstLooks,
                   const ConsistOptions &options)
        : m_source(std::move(source))
        , m_controller(std::move(controller))
        , m_store(std::move(store))
        , m_firstLooks(std::move(firstLooks))
        , m_matters(options.employerPredicate)
        , m_recall(options.employerMemory, {m_controller, "employers"}, m_store)
    {}

    ListResult list(ListSink &sink, std::stop_token stop) override;
    WatchMode watchMode() const override { return m_source->watchMode(); }
    WatchEnd watch(WatchSink &sink, const std::string &cursor, std::stop_token stop) override;
    void takeOver() override { m_source->takeOver(); }

private:
    std::shared_ptr<ListerWatcher> m_source;
    std::string m_controller;
    std::shared_ptr<ConsistStore> m_store;
    std::shared_ptr<FirstLooks> m_firstLooks;
    Predicate m_matters; ///< empty: every change does
    SourceRecall m_recall;
};

} // namespace qontroller::consist
