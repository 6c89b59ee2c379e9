// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/control/acknowledgement.h"
#include "core/engine/observe/controllers/attention.h"
#include "ui/words/names.h"

#include <optional>
#include <vector>

/// Attentions, severity and health in the operator's language.
namespace qontroller::ui {

[[nodiscard]] QString nameOf(qontroller::Severity severity);
/// The icon file.
[[nodiscard]] QString keyOf(qontroller::Severity severity);
/// How much it wants an operator's eye.
[[nodiscard]] Severity weightOf(qontroller::Severity severity);

/// Nothing: it is not known, for its host is not reached.
using KnownHealth = std::optional<Health>;
[[nodiscard]] QString nameOf(KnownHealth health);
[[nodiscard]] QString keyOf(KnownHealth health);
[[nodiscard]] Severity weightOf(KnownHealth health);
/// The worse is the greater.
[[nodiscard]] int rankOf(KnownHealth health);

/// What a person may do about an attention here.
enum class NeedVerb {
    Show, ///< leads to what it is about
    Requeue,
    Keep,
    Remove,
    Pause,
    Resume,
    List,
    SetWorkers,
    TakeOver,
    Force,
    Apply, ///< a session
    Save,  ///< what runs, to the session's file
    Reconnect,
    Acknowledge,
    Withdraw,    ///< an acknowledgement
    KeepSetting, ///< that is for a time
    GoBack,      ///< from it
};
inline constexpr int NeedVerbCount = int(NeedVerb::GoBack) + 1;

/// As a button says it of \a count objects: `Requeue 6`. One that asks back before ends with "…".
[[nodiscard]] QString textOf(NeedVerb verb, std::uint64_t count);
/// What helps most first, and Show last, if there is something to show.
[[nodiscard]] std::vector<NeedVerb> verbsOf(AttentionKind kind);

/// What it is, and why or what more there is to say: may be empty. No sentence has its end.
struct AttentionWords
{
    QString what;
    QString why;
};
/// \a until: when what is paused resumes; TimePoint{}: not by itself.
[[nodiscard]] AttentionWords wordsOf(const Attention &attention, TimePoint now,
                                     TimePoint until = {});

/// Since when, for a list that is read at a glance: `40 s`, `4 min`, `2 h 05 min`.
[[nodiscard]] QString roughAge(Duration age);

/// `acknowledged by oncall at 13:02: ticket 42`.
[[nodiscard]] QString textOf(const Acknowledgement &acknowledgement);

} // namespace qontroller::ui
