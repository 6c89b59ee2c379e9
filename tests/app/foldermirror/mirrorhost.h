// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "folders.h"

#include "app/plugins/foldermirror/mirrorparts.h"
#include "core/engine/host/host.h"

#include <memory>
#include <string>

namespace qontroller::test {

using namespace qontroller::foldermirror;

/// A mirror run by the real engine.
class MirrorHost
{
public:
    MirrorHost()
        : source(folder.path("source"))
        , target(folder.path("target"))
    {
        makeFolder(source);
    }

    [[nodiscard]] bool start(Duration resyncInterval = std::chrono::seconds(30))
    {
        ControllerOptions options;
        options.resyncInterval = resyncInterval;
        MirrorOptions mirror{source, target, {}, Durability::Left, {}, {}};
        mirror.deletionDelay = Duration::zero();
        auto parts = makeMirrorParts(mirror, options);
        if (!parts)
            return false;
        host = std::make_unique<Host>();
        return host->add({"mirror", "folder-mirror", *std::move(parts), options}).has_value();
    }
    void stop()
    {
        host->stop(std::chrono::seconds(30));
        host.reset();
    }

    [[nodiscard]] ControllerStatus status() const { return host->status().at(0); }
    [[nodiscard]] std::uint64_t inState(ItemState state) const
    {
        return status().gauges.states[static_cast<std::size_t>(state)];
    }

    /// Nothing is left to do and both folders are equal, for now.
    [[nodiscard]] bool isInSync() const
    {
        return status().isIdle() && status().troubled() == 0 && difference().empty();
    }
    [[nodiscard]] std::string difference() const { return firstDifference(source, target); }
    /// What of isInSync() does not hold.
    [[nodiscard]] std::string whyNotInSync() const
    {
        std::string why = difference();
        const ControllerStatus now = status();
        for (std::size_t state = 0; state < now.gauges.states.size(); ++state) {
            if (now.gauges.states[state] > 0)
                why += "; " + std::to_string(now.gauges.states[state]) + ' '
                       + std::string(name(static_cast<ItemState>(state)));
        }
        return why + "; " + now.lists.why;
    }
    [[nodiscard]] bool comesInSync() const
    {
        return waitFor([this] { return isInSync(); });
    }
    void listNow() { static_cast<void>(host->submit({0, ControllerVerb::Resync})); }

    [[nodiscard]] std::string in(const std::string &path) const { return source + '/' + path; }
    [[nodiscard]] std::string out(const std::string &path) const { return target + '/' + path; }

    TestFolder folder;
    std::string source;
    std::string target;
    std::unique_ptr<Host> host;
};

} // namespace qontroller::test
