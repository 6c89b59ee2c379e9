// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/alarms/alarmport.h"
#include "core/engine/api/error.h"
#include "core/engine/control/controlport.h"
#include "core/engine/control/journalport.h"
#include "core/engine/control/operatorline.h"
#include "core/engine/jobs/jobport.h"
#include "core/engine/observe/feed/feed.h"
#include "core/members/consist/lifecycleport.h"
#include "core/remote/link/hoststatus.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace qontroller {

/// One host as a front end sees and steers it, be it in the front end's own program or elsewhere.
///
/// What a host has is a port here, which ends with the link; what it lacks is null. Thread-safe.
class HostLink
{
public:
    virtual ~HostLink() = default;

    /// The ids of its controllers and jobs name it by this number. 0: it is in the front end's own
    /// program.
    [[nodiscard]] virtual HostId id() const = 0;
    /// Its name is the host's own, which another one may have, too. Blank of the front end's own
    /// program.
    [[nodiscard]] virtual HostStatus status() const = 0;

    [[nodiscard]] virtual Feed &feed() = 0;
    [[nodiscard]] virtual ControlPort &control() = 0;
    [[nodiscard]] virtual JobPort &jobs() = 0;
    [[nodiscard]] virtual AlarmPort &alarms() = 0;
    /// What keeps the operations on members. Null: no consist controller has run there yet; of a
    /// host elsewhere its answers say so.
    [[nodiscard]] virtual std::shared_ptr<consist::LifecyclePort> members() = 0;

    /// What operators have asked for lately, oldest first: the lines whose OperatorLine::changed is
    /// more than \a after. An older host numbers nothing, and tells all. Waits for the host; the
    /// error says why there is no answer.
    [[nodiscard]] virtual tl::expected<std::vector<OperatorLine>, Error> operatorLog(
        std::uint64_t after) = 0;
    /// Whether it keeps what happens for its next life. Waits for the host, too.
    [[nodiscard]] virtual tl::expected<JournalStatus, Error> journal() = 0;

    /// Does not wait until it is due to connect again.
    virtual void tryNow() {}
    /// Ends all that is under way; nothing is done from now on.
    virtual void close() {}
};
using HostLinkPtr = std::shared_ptr<HostLink>;

/// The hosts that a front end shows. Thread-safe, and waits for none of them.
class HostLinks
{
public:
    virtual ~HostLinks() = default;

    /// In the order in which they were named.
    [[nodiscard]] virtual std::vector<HostLinkPtr> links() const = 0;

    /// Null: it is not shown (any more).
    [[nodiscard]] HostLinkPtr find(HostId host) const;
    /// How it stands with those elsewhere. Those that would be called alike are called by their
    /// addresses, too.
    [[nodiscard]] std::vector<HostStatus> elsewhere() const;
};

/// Why nothing is asked of a host that HostLinks::find() does not have.
[[nodiscard]] std::string notShown();

} // namespace qontroller
