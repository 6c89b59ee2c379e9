// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/control/controlport.h"
#include "core/engine/controller/controllerspec.h"
#include "core/engine/controller/controllerstatus.h"
#include "core/engine/observe/items/lastknown.h"
#include "core/engine/observe/feed/feed.h"
#include "core/engine/observe/items/objectrows.h"

#include <tl/expected.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace qontroller {

class Controller;
class Farewell;

/// Runs any number of controllers side by side. They share nothing: one that
/// blocks, throws or floods does not slow another.
///
/// Thread-safe. The destructor stops what still runs, with a deadline of 0. Calls that do
/// not return outlive it, and keep what they touch.
class Host final : public ControlPort, public Feed, public ObjectRows
{
public:
    /// \a clock outlives the host, and the calls that do not return.
    explicit Host(Clock &clock = SteadyClock::instance());
    ~Host() override;

    /// Starts a controller. The error is a sentence: a name that is taken, options
    /// that do not hold (see validate()), a part that is missing. What a journal knows is read
    /// before: that takes a second or two for a million ids.
    [[nodiscard]] tl::expected<ControllerId, std::string> add(ControllerSpec spec);

    /// Drains every controller at once, those that are being removed too, until \a deadline from
    /// now, then asks what still runs to stop and waits for it, Controller::StopGrace at the
    /// most: the reports name the calls that have not returned. Second and later calls return at
    /// once.
    std::vector<StopReport> stop(Duration deadline);

    /// After stop(): waits for the parts of controllers that were being removed, however long their
    /// end takes, as the destructor does for those of the others. Calls that do not return are not
    /// waited for.
    void awaitRemoved();

    /// Ends a stop() under way as if its deadline had come. Not for signal handlers.
    void stopNow();

    /// Removes a controller as a command does, with \a note for its event log. What it knew is in
    /// what comes back as soon as leaving() does not name it; nothing, if it is gone already.
    [[nodiscard]] std::shared_ptr<LastKnown> replace(ControllerId controller,
                                                     const std::string &note);

    /// Names of controllers that a command removes, until nothing of them is left: calls that do
    /// not return keep one here that status() shows no more.
    [[nodiscard]] std::vector<std::string> leaving() const;

    [[nodiscard]] std::vector<ControllerStatus> status() const;
    [[nodiscard]] LatencyBreakdown latencies(ControllerId id) const;

    Ticket submit(Command command) override;
    ReaderId attach(Reads reads) override;
    Delta pull(ReaderId reader) override;
    void detach(ReaderId reader) override;
    Sample sample() override;
    std::optional<ItemDetail> detail(ControllerId controller, const ObjectId &id) override;
    std::optional<Description> describe(ControllerId controller, const ObjectId &id,
                                        std::stop_token stop) override;
    std::vector<ObjectId> held(ControllerId controller) override;
    [[nodiscard]] TimePoint now() const override;
    std::vector<NamedController> controllers() override;
    void forEachRow(ControllerId controller, unsigned states,
                    const std::function<bool(const ItemRow &)> &look) override;
    std::vector<ItemRow> rows(ControllerId controller, std::span<const ObjectId> ids) override;

private:
    struct Private;
    /// Why it does not run; nothing: it does.
    [[nodiscard]] std::optional<std::string> start(const std::shared_ptr<Controller> &controller,
                                                   const std::shared_ptr<Farewell> &farewell);

    std::shared_ptr<Private> d; // threads that remove controllers share it
};

} // namespace qontroller
