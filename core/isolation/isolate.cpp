// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/isolation/isolate.h"

#include "core/isolation/partsprocess.h"
#include "core/isolation/remotereconciler.h"
#include "core/isolation/remotesource.h"

#include <system_error>
#include <utility>

namespace qontroller {

using namespace isolation;

namespace {

/// Null when there is no thread for it.
std::shared_ptr<PartsProcess> start(IsolationSettings settings, Clock &clock)
{
    try {
        return std::make_shared<PartsProcess>(std::move(settings), clock);
    } catch (const std::system_error &) {
        return nullptr;
    }
}

} // namespace

tl::expected<IsolatedController, Refusal> isolate(IsolationSettings settings, Clock &clock)
{
    const auto process = start(std::move(settings), clock);
    if (!process)
        return tl::unexpected(Refusal{Culprit::Process, "its process cannot be started: this one "
                                                        "has no more threads"});
    const auto shape = process->firstStart();
    if (!shape)
        return tl::unexpected(shape.error());
    IsolatedController made;
    made.process = process;
    made.bringsLocker = shape->hasLocker;
    made.parts.reconciler = std::make_shared<RemoteReconciler>(process);
    if (shape->hasDescriber)
        made.parts.describer = std::make_shared<RemoteDescriber>(process);
    for (std::uint32_t i = 0; i < shape->sources.size(); ++i) {
        auto source = std::make_shared<RemoteSource>(process, i, shape->sources[i]);
        if (i == 0)
            made.parts.listerWatcher = std::move(source);
        else
            made.parts.related.push_back(
                {std::move(source), std::make_shared<RemoteOwners>(process, i)});
    }
    return made;
}

} // namespace qontroller
