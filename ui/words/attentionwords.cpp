// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/attentionwords.h"

#include "ui/words/format.h"
#include "ui/words/pausewords.h"

#include <QtCore/QCoreApplication>

namespace qontroller::ui {

namespace {

struct AttentionText
{
    Q_DECLARE_TR_FUNCTIONS(Attentions)
};

/// Of those that are told apart by their cause, the cause says what it is, and the text is one of
/// many like it.
AttentionWords byCause(const QString &what, const Attention &attention)
{
    if (attention.cause.empty())
        return {withText(what, attention.text), {}};
    return {withText(what, attention.cause),
            attention.text == attention.cause ? QString() : toLine(attention.text)};
}

AttentionWords held(const Attention &attention)
{
    const QString what = AttentionText::tr("%n removal(s) held", nullptr, int(attention.count));
    if (attention.heldBy == HeldList::Kind::Restored)
        return {what, AttentionText::tr("from before the controller started")};
    const QString missing = formatCount(attention.lacked);
    const QString present = formatCount(attention.of);
    QStringList more{AttentionText::tr("too many at once to be believed")};
    if (attention.before > 0)
        more += AttentionText::tr("%1 of them had gone or were held before")
                    .arg(formatCount(attention.before));
    else if (attention.lacked > attention.count)
        more += AttentionText::tr("no longer held: %1 (they run, or an operator has decided)")
                    .arg(formatCount(attention.lacked - attention.count));
    if (!attention.text.empty())
        more += toLine(attention.text);
    const QString why = attention.heldBy == HeldList::Kind::Storage
                            ? AttentionText::tr("the storage denies %1 of %2 objects")
                            : AttentionText::tr("a list lacked %1 of %2 objects");
    return {what + QStringLiteral(": ") + why.arg(missing, present),
            more.join(QStringLiteral("; "))};
}

AttentionWords retrying(const Attention &attention)
{
    const QString what = AttentionText::tr("%n object(s) in back-off", nullptr,
                                           int(attention.count));
    if (attention.limited == 0)
        return {what, {}};
    return {what, AttentionText::tr("%1 of them wait for the retry rate, about %2")
                      .arg(formatCount(attention.limited), formatCountdown(attention.wait))};
}

AttentionWords paused(const Attention &attention, TimePoint now, TimePoint until)
{
    return {withText(AttentionText::tr("Paused"), attention.text), pauseText({}, until, now)};
}

AttentionWords cannotList(const Attention &attention)
{
    return {withText(AttentionText::tr("Cannot list"), attention.text),
            attention.count > 1 ? AttentionText::tr("%n list(s) in a row have failed", nullptr,
                                                    int(attention.count))
                                : QString()};
}

QString pausedObjects(const Attention &attention)
{
    return attention.count == attention.of
               ? AttentionText::tr("All of its objects are paused")
               : AttentionText::tr("%n object(s) paused", nullptr, int(attention.count));
}

} // namespace

QString nameOf(qontroller::Severity severity)
{
    switch (severity) {
    case qontroller::Severity::Normal: return AttentionText::tr("Normal");
    case qontroller::Severity::Notice: return AttentionText::tr("Notice");
    case qontroller::Severity::Decision: return AttentionText::tr("Decision");
    case qontroller::Severity::Fault: return AttentionText::tr("Fault");
    }
    return {};
}

QString keyOf(qontroller::Severity severity)
{
    switch (severity) {
    case qontroller::Severity::Normal: return QStringLiteral("healthy");
    case qontroller::Severity::Notice: return QStringLiteral("notice");
    case qontroller::Severity::Decision: return QStringLiteral("decision");
    case qontroller::Severity::Fault: return QStringLiteral("failed");
    }
    return {};
}

Severity weightOf(qontroller::Severity severity)
{
    switch (severity) {
    case qontroller::Severity::Normal:
    case qontroller::Severity::Notice: return Severity::Quiet;
    case qontroller::Severity::Decision: return Severity::Degraded;
    case qontroller::Severity::Fault: return Severity::Bad;
    }
    return Severity::Normal;
}

QString nameOf(KnownHealth health)
{
    if (!health)
        return AttentionText::tr("unknown");
    switch (*health) {
    case Health::Healthy: return AttentionText::tr("healthy");
    case Health::Working: return AttentionText::tr("working");
    case Health::Degraded: return AttentionText::tr("degraded");
    case Health::Failing: return AttentionText::tr("failing");
    }
    return {};
}

QString keyOf(KnownHealth health)
{
    if (!health)
        return QStringLiteral("stale");
    switch (*health) {
    case Health::Healthy: return QStringLiteral("healthy");
    case Health::Working: return QStringLiteral("waiting");
    case Health::Degraded: return QStringLiteral("degraded");
    case Health::Failing: return QStringLiteral("failed");
    }
    return {};
}

Severity weightOf(KnownHealth health)
{
    if (!health)
        return Severity::Bad;
    switch (*health) {
    case Health::Healthy:
    case Health::Working: return Severity::Quiet;
    case Health::Degraded: return Severity::Degraded;
    case Health::Failing: return Severity::Bad;
    }
    return Severity::Normal;
}

int rankOf(KnownHealth health)
{
    return health ? int(*health) : int(Health::Failing) + 1;
}

QString textOf(NeedVerb verb, std::uint64_t count)
{
    const QString number = count == 0 ? QString() : formatCount(count);
    switch (verb) {
    case NeedVerb::Show: return AttentionText::tr("Show");
    case NeedVerb::Requeue: return AttentionText::tr("Requeue %1").arg(number);
    case NeedVerb::Keep: return AttentionText::tr("Keep %1…").arg(number);
    case NeedVerb::Remove: return AttentionText::tr("Remove %1…").arg(number);
    case NeedVerb::Pause: return AttentionText::tr("Pause %1").arg(number);
    case NeedVerb::Resume: // of a controller, it has no number
        return AttentionText::tr("Resume %1").arg(number).trimmed();
    case NeedVerb::List: return AttentionText::tr("List Now");
    case NeedVerb::SetWorkers: return AttentionText::tr("Set Workers…");
    case NeedVerb::TakeOver: return AttentionText::tr("Take Over…");
    case NeedVerb::Force: return AttentionText::tr("Force…");
    case NeedVerb::Apply: return AttentionText::tr("Apply Session…");
    case NeedVerb::Save: return AttentionText::tr("Save Session");
    case NeedVerb::Reconnect: return AttentionText::tr("Try Now");
    case NeedVerb::Acknowledge: return AttentionText::tr("Acknowledge…");
    case NeedVerb::Withdraw: return AttentionText::tr("Take Back Acknowledgement");
    case NeedVerb::KeepSetting: return AttentionText::tr("Keep");
    case NeedVerb::GoBack: return AttentionText::tr("Go Back Now");
    }
    return {};
}

std::vector<NeedVerb> verbsOf(AttentionKind kind)
{
    using Kind = AttentionKind;
    switch (kind) {
    case Kind::CannotList:
    case Kind::PartialList: return {NeedVerb::List, NeedVerb::Show};
    case Kind::Failed: return {NeedVerb::Requeue, NeedVerb::Show};
    case Kind::Held: return {NeedVerb::Keep, NeedVerb::Remove, NeedVerb::Show};
    case Kind::Looping: return {NeedVerb::Pause, NeedVerb::Show};
    case Kind::Paused:
    case Kind::ObjectsPaused: return {NeedVerb::Resume, NeedVerb::Show};
    case Kind::NoWorkers: return {NeedVerb::SetWorkers, NeedVerb::Show};
    case Kind::Temporary: return {NeedVerb::GoBack, NeedVerb::KeepSetting, NeedVerb::Show};
    case Kind::OwnedElsewhere: return {NeedVerb::TakeOver, NeedVerb::Show};
    case Kind::StuckDrain: return {NeedVerb::Force, NeedVerb::Show};
    case Kind::NotApplied:
    case Kind::NotStarted: return {NeedVerb::Apply};
    case Kind::NotSaved: return {NeedVerb::Save, NeedVerb::Apply};
    case Kind::JournalNotWritten:
    case Kind::JournalNotWhole: return {};
    case Kind::LocksAway:
    case Kind::Leaving:
    case Kind::SlowList:
    case Kind::FirstList:
    case Kind::Stuck:
    case Kind::Shortage:
    case Kind::WatchDown:
    case Kind::Retrying:
    case Kind::FailingOperation: break;
    }
    return {NeedVerb::Show};
}

AttentionWords wordsOf(const Attention &attention, TimePoint now, TimePoint until)
{
    using Kind = AttentionKind;
    const int count = int(attention.count);
    const QString text = toLine(attention.text);
    switch (attention.kind) {
    case Kind::JournalNotWritten:
        return {AttentionText::tr("A restart would forget what happens now, commands too"), text};
    case Kind::JournalNotWhole:
        return {AttentionText::tr("The start has not found all that was before it"), text};
    case Kind::NotApplied:
        return {AttentionText::tr("The session that was asked for last is not applied"), text};
    case Kind::NotStarted: return {AttentionText::tr("It does not run"), text};
    case Kind::NotSaved:
        return {AttentionText::tr("A restart goes back to the session's file"), text};
    case Kind::LocksAway:
        return {AttentionText::tr("The lock service is away, so nothing runs"), text};
    case Kind::Leaving:
        return {attention.hostStops ? AttentionText::tr("The host stops")
                                    : AttentionText::tr("It is being removed"),
                {}};
    case Kind::NoWorkers: return {AttentionText::tr("It has no workers, so nothing runs"), {}};
    case Kind::Paused: return paused(attention, now, until);
    case Kind::OwnedElsewhere:
        return {AttentionText::tr("Another controller owns what it works on"), text};
    case Kind::CannotList: return cannotList(attention);
    case Kind::SlowList: return {AttentionText::tr("A list takes long"), {}};
    case Kind::PartialList:
        return {AttentionText::tr("The last list was not complete, so deletions wait"), text};
    case Kind::FirstList: return {AttentionText::tr("The first list has not ended yet"), {}};
    case Kind::Held: return held(attention);
    case Kind::Stuck:
        return {AttentionText::tr("%n object(s) past the deadline, and still running", nullptr,
                                  count),
                {}};
    case Kind::Failed:
        return byCause(attention.parked == attention.count
                           ? AttentionText::tr("%n object(s) parked", nullptr, count)
                           : AttentionText::tr("%n object(s) failed", nullptr, count),
                       attention);
    case Kind::Shortage: return {AttentionText::tr("The host is short of something"), text};
    case Kind::WatchDown:
        return {AttentionText::tr("The watch is down, so only lists see changes"), text};
    case Kind::Looping:
        return {AttentionText::tr("%n object(s) run again and again, and nothing has changed",
                                  nullptr, count),
                {}};
    case Kind::Retrying: return retrying(attention);
    case Kind::ObjectsPaused: return {pausedObjects(attention), {}};
    case Kind::Temporary:
        return {AttentionText::tr("%n worker(s) for a time, then %1 again", nullptr, count)
                    .arg(formatCount(attention.of)),
                text.isEmpty() ? QString() : AttentionText::tr("set by %1").arg(text)};
    case Kind::StuckDrain: return {AttentionText::tr("The drain makes no progress"), text};
    case Kind::FailingOperation:
        return {AttentionText::tr("The work of an operation fails, and is tried again"), text};
    }
    return {};
}

QString roughAge(Duration age)
{
    const bool isShort = age < std::chrono::minutes(1);
    return isShort ? formatAge(age) : formatTerm(std::chrono::floor<std::chrono::minutes>(age));
}

QString textOf(const Acknowledgement &acknowledgement)
{
    const auto clock = [](WallTime time) {
        return formatMoment(localTime(time), QStringLiteral("HH:mm"));
    };
    QString text = AttentionText::tr("acknowledged by %1").arg(toLine(acknowledgement.who));
    text += QLatin1Char(' ') + AttentionText::tr("at %1").arg(clock(acknowledgement.at));
    if (acknowledgement.until != WallTime{})
        text += QLatin1Char(' ') + AttentionText::tr("until %1").arg(clock(acknowledgement.until));
    return withText(text, acknowledgement.reason);
}

} // namespace qontroller::ui
