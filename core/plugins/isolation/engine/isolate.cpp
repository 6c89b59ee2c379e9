// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/isolation/engine/isolate.h"

#include "core/plugins/isolation/engine/processkeeper.h"
#include "core/plugins/isolation/engine/remotereconciler.h"
#include "core/plugins/isolation/engine/remotesource.h"

#include <system_error>
#include <utility>

namespace qontroller {

using namespace isolation;

namespace {

/// Null when there is no thread for it.
std::shared_ptr<ProcessKeeper> start(IsolationSettings settings, Clock &clock)
{
    try {
        return std::make_shared<ProcessKeeper>(std::move(settings), clock);
    } catch (const std::system_error &) {
        return nullptr;
    }
}

} // namespace

tl::expected<IsolatedController, Refusal> isolate(IsolationSettings settings, Clock &clock)
{
    const auto keeper = start(std::move(settings), clock);
    if (!keeper)
        return tl::unexpected(Refusal{Culprit::Shortage, "its process cannot be started: this "
                                                         "one has no more threads"});
    const auto shape = keeper->firstStart();
    if (!shape)
        return tl::unexpected(shape.error());
    const std::shared_ptr<CallBroker> calls(keeper, &keeper->calls()); // keeps the process, too
    IsolatedController made;
    made.process = keeper;
    made.bringsLocker = shape->hasLocker;
    made.parts.afterBurst = shape->afterBurst;
    made.parts.reconciler = std::make_shared<RemoteReconciler>(calls);
    if (shape->hasDescriber)
        made.parts.describer = std::make_shared<RemoteDescriber>(calls);
    for (std::uint32_t i = 0; i < shape->sources.size(); ++i) {
        auto source = std::make_shared<RemoteSource>(calls, i, shape->sources[i]);
        if (i == 0)
            made.parts.listerWatcher = std::move(source);
        else
            made.parts.related.push_back(
                {std::move(source), std::make_shared<RemoteOwners>(calls, i)});
    }
    return made;
}

} // namespace qontroller
