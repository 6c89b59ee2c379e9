// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/listerwatcher.h"

#include <memory>
#include <utility>

namespace qontroller {

/// Gives the lists of another source, and no changes between them.
class UnwatchedSource final : public ListerWatcher
{
public:
    explicit UnwatchedSource(std::shared_ptr<ListerWatcher> inner)
        : m_inner(std::move(inner))
    {}

    ListResult list(ListSink &sink, std::stop_token stop) override
    {
        return m_inner->list(sink, std::move(stop));
    }

private:
    std::shared_ptr<ListerWatcher> m_inner;
};

} // namespace qontroller
