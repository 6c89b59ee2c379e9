// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "ui/history/ring.h"
#include "ui/state/operationref.h"
#include "ui/words/attentionwords.h"
#include "ui/words/marks.h"

#include <QtCore/QStringList>

#include <optional>
#include <string>
#include <vector>

namespace qontroller::ui {

/// Names a need for as long as it lasts.
struct NeedKey
{
    HostId host = 0;
    std::string of = {};                    ///< a controller, or a member; empty: the host
    std::optional<AttentionKind> kind = {}; ///< nothing: a host is not reached, or an alarm fires
    std::string cause = {};                 ///< tells those of one kind apart
    friend auto operator<=>(const NeedKey &, const NeedKey &) = default;
};

/// What a person may have to do something about, in words. A value.
struct Need
{
    NeedKey key;
    qontroller::Severity severity = qontroller::Severity::Fault;
    QString place = {}; ///< whose it is, as it is called here
    QString what = {};
    QString why = {};            ///< … or what more there is to say; may be empty
    std::uint64_t count = 0;     ///< of objects that the verbs are for; 0: they are for none
    TimePoint since = {};        ///< TimePoint{}: not known
    ControllerId controller = 0; ///< 0: it is of no controller that runs
    std::optional<OperationRef> operation = {}; ///< … or it is of this one
    std::vector<NeedVerb> verbs = {}; ///< that can be asked for here; the first helps most
    std::vector<std::string> hostKeys = {}; ///< its host's names for it; none: it is not reached
    std::optional<Acknowledgement> acknowledged = {};
    bool isAlarm = false; ///< a person is to be called for it

    /// A person has to do something, and nobody has said to have seen it.
    [[nodiscard]] bool isUrgent() const
    {
        return severity >= qontroller::Severity::Decision && !acknowledged;
    }
    friend bool operator==(const Need &, const Need &) = default;
};

/// What of \a attention the window shows, at \a now; \a until as for wordsOf(). Its host names it
/// as one of the controller \a key.of.
[[nodiscard]] Need needOf(NeedKey key, const QString &place, const Attention &attention,
                          TimePoint now, TimePoint until = {});

/// Worst first; of what is as bad, first what nobody has acknowledged, then the newest, and last
/// what began nobody knows when.
void sortNeeds(std::vector<Need> &needs);

/// How it is with a controller.
struct ControllerHealth
{
    ControllerId id = 0;
    QString name;
    KnownHealth health = Health::Healthy;
    QString why = {}; ///< empty: it is healthy
    std::uint64_t objects = 0;
    Tally tally = {};
    std::vector<RingPoint> trend = {}; ///< queue depth of the last minute
    QStringList differences = {};      ///< from its session, a line each
};

/// All that the Overview says, at one moment.
struct Outlook
{
    Moment moment;
    std::vector<Need> needs = {};                   ///< sorted
    std::vector<ControllerHealth> controllers = {}; ///< the worst first
    TimePoint quietSince = {};                      ///< TimePoint{}: it is not, or nobody knows
    QString whyNone = {};                           ///< there is no controller
    QString next = {};                              ///< … and what to do about that
};

[[nodiscard]] int urgentOf(const std::vector<Need> &needs);

} // namespace qontroller::ui
