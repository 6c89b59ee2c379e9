// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/control/controlport.h"
#include "core/engine/observe/feed/feed.h"
#include "core/remote/attach/attachment.h"

#include <map>
#include <memory>

namespace qontroller::remote {

/// The two ports of an attached host.
///
/// While there is no connection, everything gives nothing. pull() often, and the host is back soon
/// after it can be reached: a reader then gets a whole snapshot, and the controllers of an earlier
/// run are removed.
///
/// Ids of controllers name the host and its run. Thread-safe; each call waits for the host,
/// Attachment::Patience at the most, except pull(), which waits until the host answers or the
/// connection is lost, and describe(), which waits for a plugin.
class AttachedFeed final : public Feed, public ControlPort
{
public:
    explicit AttachedFeed(AttachmentPtr host);
    ~AttachedFeed() override;

    [[nodiscard]] ReaderId attach(Reads reads) override;
    [[nodiscard]] Delta pull(ReaderId reader) override;
    void detach(ReaderId reader) override;
    [[nodiscard]] Sample sample() override;
    [[nodiscard]] std::optional<ItemDetail> detail(ControllerId controller,
                                                   const ObjectId &id) override;
    [[nodiscard]] std::optional<Description> describe(ControllerId controller, const ObjectId &id,
                                                      std::stop_token stop) override;
    [[nodiscard]] std::vector<ObjectId> held(ControllerId controller) override;
    /// 0: it was not submitted, as far as is known: it may have been if the host did not answer.
    Ticket submit(Command command) override;

private:
    struct Reader;
    using ReaderPtr = std::shared_ptr<Reader>;

    [[nodiscard]] ReaderPtr find(ReaderId reader) const;
    [[nodiscard]] Delta now(Delta delta) const;
    /// What \a call gets of the run of the host that knows \a controller, which is then called as
    /// that one calls it; blank if it is not connected.
    template<class Call>
    [[nodiscard]] auto call(ControllerId &controller, Call call)
        -> decltype(call(std::declval<RemoteHost &>()));

    const AttachmentPtr m_host;
    mutable Mutex m_mutex;
    std::map<ReaderId, ReaderPtr> m_readers QONTROLLER_GUARDED_BY(m_mutex);
    ReaderId m_lastReader QONTROLLER_GUARDED_BY(m_mutex) = 0;
};

} // namespace qontroller::remote
