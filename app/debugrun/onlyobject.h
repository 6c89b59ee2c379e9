// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/listerwatcher.h"

#include <memory>
#include <string>

namespace qontroller {

/// Shows one object of another source. A list without it says so and fails: that nothing is
/// removed because an id was mistyped.
class OnlyObject final : public ListerWatcher
{
public:
    OnlyObject(std::shared_ptr<ListerWatcher> inner, std::string controller, ObjectId id)
        : m_inner(std::move(inner))
        , m_controller(std::move(controller))
        , m_id(std::move(id))
    {}

    ListResult list(ListSink &sink, std::stop_token stop) override;
    [[nodiscard]] WatchMode watchMode() const override { return m_inner->watchMode(); }
    WatchEnd watch(WatchSink &sink, const std::string &cursor, std::stop_token stop) override;

private:
    std::shared_ptr<ListerWatcher> m_inner;
    const std::string m_controller;
    const ObjectId m_id;
    bool m_wasSeen = false; ///< on the thread that lists
};

} // namespace qontroller
