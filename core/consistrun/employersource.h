// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/listerwatcher.h"
#include "core/consistrun/consiststore.h"

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

    /// \a matters may be empty: every change does.
    EmployerSource(std::shared_ptr<ListerWatcher> source, std::string controller,
                   std::shared_ptr<ConsistStore> store, Predicate matters)
        : m_source(std::move(source))
        , m_controller(std::move(controller))
        , m_store(std::move(store))
        , m_matters(std::move(matters))
    {}

    ListResult list(ListSink &sink, std::stop_token stop) override;
    WatchMode watchMode() const override { return m_source->watchMode(); }
    WatchEnd watch(WatchSink &sink, const std::string &cursor, std::stop_token stop) override;

private:
    std::shared_ptr<ListerWatcher> m_source;
    std::string m_controller;
    std::shared_ptr<ConsistStore> m_store;
    Predicate m_matters;
};

} // namespace qontroller::consist
