// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "folders.h"

#include "app/plugins/foldermirror/lister.h"
#include "app/plugins/foldermirror/mirrorhandler.h"
#include "app/plugins/foldermirror/pathcodec.h"
#include "core/sdk/testing/reconcile.h"
#include "core/sdk/testing/recordingattempt.h"
#include "core/sdk/testing/recordinglist.h"

#include <QtCore/QtGlobal>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace qontroller::test {

using namespace qontroller::foldermirror;

/// Says what it is else.
[[nodiscard]] inline bool isDone(const Outcome &outcome)
{
    if (outcome.kind() != Outcome::Kind::Done)
        qWarning("%s", outcome.text().c_str());
    return outcome.kind() == Outcome::Kind::Done;
}

/// A mirror without the engine: its parts are called by hand, on one thread.
class MirrorRig
{
public:
    explicit MirrorRig(ContentCheck check = ContentCheck::OfChanges)
        : source(folder.path("source"))
        , target(folder.path("target"))
    {
        makeFolder(source);
        options = {source, target, check, Durability::Left, {}, [this] { return now; }};
        options.steadyClock = &clock;
        options.deletionDelay = Duration::zero();
        restart();
    }

    /// Until restart().
    void end()
    {
        handler.reset();
        mirror.reset();
        known.clear();
    }
    /// What another life of the program knows: nothing but what is in the folders.
    void restart()
    {
        end();
        mirror = std::make_shared<Mirror>(options);
        handler = std::make_shared<MirrorHandler>(mirror);
    }

    [[nodiscard]] std::string in(std::string_view path) const
    {
        return source + '/' + std::string(path);
    }
    [[nodiscard]] std::string out(std::string_view path) const
    {
        return target + '/' + std::string(path);
    }

    /// What one list says, in \a listed.
    [[nodiscard]] ListResult list(RecordingList &listed)
    {
        return Lister(*mirror, Leftovers::Named).list(listed, {});
    }

    /// What a worker of the engine does for an id that is present.
    [[nodiscard]] Outcome run(const std::string &path, std::stop_token stop = {},
                              AttemptSink *sink = nullptr,
                              AttemptCause cause = AttemptCause::Resync)
    {
        const ObjectId id = PathCodec::idOf(path);
        Attempt attempt = attemptFor(id, std::move(stop));
        attempt.sink = std::shared_ptr<AttemptSink>(std::shared_ptr<void>(), sink ? sink : &said);
        attempt.cause = cause;
        return reconcile(*makeReconciler<Entry>(handler, handler), attempt);
    }
    /// … and for one that is absent.
    [[nodiscard]] Outcome remove(const std::string &path)
    {
        const ObjectId id = PathCodec::idOf(path);
        return handler->remove(attemptFor(id));
    }
    [[nodiscard]] Fetched<Entry> get(const std::string &path)
    {
        const ObjectId id = PathCodec::idOf(path);
        return handler->get(attemptFor(id));
    }

    /// Lists, and runs what was listed, until a whole round is done without waiting.
    /// False if that does not come to pass.
    [[nodiscard]] bool converge(Leftovers leftovers = Leftovers::Named)
    {
        Lister lister(*mirror, leftovers);
        for (int round = 0; round < 10; ++round) {
            RecordingList listed;
            if (lister.list(listed, {}).kind() == ListResult::Kind::Failed)
                return false; // of one in doubt an operator has said that all is to go
            bool quiet = true;
            known.insert(listed.ids.begin(), listed.ids.end());
            known.insert(listed.leftovers.begin(), listed.leftovers.end());
            for (const ObjectId &id : known)
                quiet = runId(id, listed.ids.contains(id)) && quiet;
            known = listed.ids;
            if (quiet)
                return true;
            clock.advance(std::chrono::seconds(1)); // for what waits for its turn
        }
        return false;
    }

    TestFolder folder;
    std::string source;
    std::string target;
    ManualClock clock;
    MirrorOptions options;
    RecordingAttempt said; ///< by runs without a sink of their own
    /// Far ahead of all files: none was changed a moment ago.
    std::int64_t now = std::int64_t(4'000'000'000) * 1'000'000'000;
    std::shared_ptr<Mirror> mirror;
    std::shared_ptr<MirrorHandler> handler;
    std::set<ObjectId> known;

private:
    [[nodiscard]] bool runId(const ObjectId &id, bool isListed)
    {
        const std::string path = *PathCodec::pathOf(id);
        const Outcome outcome = isListed ? run(path) : remove(path);
        return outcome.kind() == Outcome::Kind::Done;
    }
};

} // namespace qontroller::test
