// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/observe/items/itemdetail.h"
#include "core/remote/attach/attachedhost.h"
#include "core/remote/attach/ondemand.h"

#include <memory>
#include <optional>

namespace qontroller::remote {

/// The details of the object of one host that a front end looks at, asked for in a thread of their
/// own. For one thread that asks.
class Details final
{
public:
    /// \a clock outlives this.
    Details(std::shared_ptr<AttachedHost> host, Clock &clock);

    /// As Feed::detail(). Nothing, too, if the answer is not there by \a deadline: the next call
    /// for the same object may have it.
    [[nodiscard]] std::optional<ItemDetail> take(ControllerId controller, const ObjectId &id,
                                                 TimePoint deadline);

private:
    struct Question
    {
        ControllerId controller = 0;
        ObjectId id;
        friend bool operator==(const Question &, const Question &) = default;
    };
    struct Answer
    {
        Question question;
        std::optional<ItemDetail> detail;
        TimePoint at; ///< when it came
    };

    [[nodiscard]] Answer make();

    const std::shared_ptr<AttachedHost> m_host;
    Clock &m_clock;
    Mutex m_mutex;
    Question m_question QONTROLLER_GUARDED_BY(m_mutex); ///< the latest
    OnDemand<Answer> m_answers;                         ///< last: its thread uses the others
};

} // namespace qontroller::remote
