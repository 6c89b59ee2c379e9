// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"
#include "core/engine/api/reconciler.h"

#include <memory>
#include <utility>

namespace qontroller {

/// A time after which nothing happens in such a run any more.
inline constexpr Duration LongerThanAnyRun = std::chrono::hours(24 * 365);

/// Logs what another reconciler has done, and asks for no second look, at other objects neither.
/// What failed is the engine's to tell, whose option maxRetries is 0 then.
class NarratedReconciler final : public Reconciler
{
public:
    enum class Does : unsigned char {
        Everything,
        Nothing, ///< but read: it says what would be added and removed
    };

    NarratedReconciler(std::shared_ptr<Reconciler> inner, Does does)
        : m_inner(std::move(inner))
        , m_does(does)
    {}

    Fetched<void> get(const Attempt &attempt) override;
    Outcome add(const std::shared_ptr<const void> &object, const Attempt &attempt) override;
    Outcome remove(const Attempt &attempt) override;

private:
    std::shared_ptr<Reconciler> m_inner;
    Does m_does;
};

} // namespace qontroller
