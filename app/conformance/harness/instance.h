// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/conformance/harness/notes.h"
#include "app/conformance/harness/watchedadapter.h"
#include "core/engine/api/controllerparts.h"
#include "core/members/run/operationmover.h"

#include <functional>
#include <optional>
#include <set>
#include <stop_token>
#include <string>

namespace qontroller::conformance {

using IdSet = std::set<ObjectId>;

/// What one list gave.
struct Listing
{
    ListResult result = ListResult::failed({});
    IdSet ids;
    IdSet leftovers;
};

/// What a consist controller has besides its parts. Nothing is null.
struct ConsistAccess
{
    std::shared_ptr<WatchedAdapter> adapter;
    std::shared_ptr<consist::OperationMover> mover;
    std::string controller; ///< the adapter's name for it
    bool followsLifecycle = true;
};

/// The parts that a plugin made for one world, called directly. An exception becomes
/// what the engine makes of it, and is noted. Thread-safe as far as the parts are.
class Instance
{
public:
    Instance(ControllerParts parts, std::optional<ConsistAccess> consist, Notes &notes)
        : m_parts(std::move(parts))
        , m_consist(std::move(consist))
        , m_notes(notes)
    {}

    [[nodiscard]] const ControllerParts &parts() const { return m_parts; }
    /// Nothing: it is no consist controller.
    [[nodiscard]] const std::optional<ConsistAccess> &consist() const { return m_consist; }

    /// \a onId is called after each id; it does not throw.
    [[nodiscard]] Listing list(const std::stop_token &stop = {},
                               const std::function<void()> &onId = {});
    /// What comes is told to \a sink, from any thread.
    WatchEnd watch(WatchSink &sink, const std::string &cursor, const std::stop_token &stop);
    /// What the last complete list said of an object.
    enum class Listed : unsigned char {
        Yes,
        No,
    };
    [[nodiscard]] Fetched<void> get(const ObjectId &id, const std::stop_token &stop = {},
                                    Listed listed = Listed::Yes);
    [[nodiscard]] Outcome add(const ObjectId &id, const std::shared_ptr<const void> &object,
                              const std::stop_token &stop = {});
    [[nodiscard]] Outcome remove(const ObjectId &id, const std::stop_token &stop = {});
    /// The same for the engine's own \a attempt; those above are a first one.
    [[nodiscard]] Fetched<void> get(const Attempt &attempt);
    [[nodiscard]] Outcome add(const std::shared_ptr<const void> &object, const Attempt &attempt);
    [[nodiscard]] Outcome remove(const Attempt &attempt);
    /// What an attempt does with an id that a list showed: get, and add or remove.
    [[nodiscard]] Outcome handle(const ObjectId &id, const std::stop_token &stop = {});
    /// Nothing without a describer.
    void describe(const ObjectId &id, const std::stop_token &stop = {});

private:
    template<class Function>
    [[nodiscard]] auto call(std::string name, Function function);

    ControllerParts m_parts;
    std::optional<ConsistAccess> m_consist;
    Notes &m_notes;
};

} // namespace qontroller::conformance
