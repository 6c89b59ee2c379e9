// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/explaining.h"

#include "ui/words/format.h"
#include "ui/words/names.h"
#include "ui/words/pausewords.h"

#include <QtCore/QCoreApplication>

namespace qontroller::ui {

namespace {

struct ExplainingText
{
    Q_DECLARE_TR_FUNCTIONS(Explaining)
};

QString paused(const QString &words, const Explanation &fact, TimePoint now)
{
    const QString terms = pauseText(fact.text, fact.until, now);
    return terms.isEmpty() ? words + QLatin1Char('.')
                           : words + QStringLiteral(": ") + terms + QLatin1Char('.');
}

/// What \a fact is held for, as \a words say it, and what an operator can do.
QString held(QString words, const Explanation &fact)
{
    if (fact.before > 0)
        words += QStringLiteral("; ")
                 + ExplainingText::tr("%1 of them had gone or were held before")
                       .arg(formatCount(fact.before));
    return withText(words, fact.text) + QStringLiteral(". ")
           + ExplainingText::tr("Keep it or remove it.");
}

QString waitsForWorker(const Explanation &fact, const QString &ago)
{
    QString words = ExplainingText::tr(
                        "Ready since %1, with priority %2. Ready in all: %3; running now: %4.")
                        .arg(ago, nameOf(fact.band), formatCount(fact.number),
                             formatCount(fact.running));
    if (fact.stuck > 0)
        words += QLatin1Char(' ')
                 + ExplainingText::tr("%n of them ran past their deadline.", nullptr,
                                      int(fact.stuck));
    return words;
}

/// \a in: until its turn comes; empty: it is next. %3 and %4 are left for what is ready and runs.
QString afterBurst(const QString &in, const QString &ago)
{
    return in.isEmpty()
               ? ExplainingText::tr("Asked for %1 ago. It runs as soon as a worker is free. Ready "
                                    "in all: %3; running now: %4.")
                     .arg(ago)
               : ExplainingText::tr("Asked for %1 ago. It runs when no other object is ready or "
                                    "running, at the latest in %2. Ready in all: %3; running "
                                    "now: %4.")
                     .arg(ago, in);
}

} // namespace

QString wordsOf(const Explanation &fact, TimePoint now)
{
    using Kind = Explanation::Kind;
    const QString in = formatCountdown(fact.until - now);
    const QString ago = formatAge(now - fact.since);
    switch (fact.kind) {
    case Kind::NoListYet:
        return ExplainingText::tr("Nothing runs before the first list of the source.");
    case Kind::ControllerPaused:
        return paused(ExplainingText::tr("The controller is paused"), fact, now);
    case Kind::LockServiceAway:
        return ExplainingText::tr("%1; asked again in %2.")
            .arg(withText(ExplainingText::tr(
                              "The lock service is away: nothing runs until it is back"),
                          fact.text),
                 in);
    case Kind::InSync:
        return ExplainingText::tr(
            "In sync. Nothing asks for a run: the next event or resync will.");
    case Kind::AnotherLook:
        return ExplainingText::tr("In sync. Its handler wants another look in %1.").arg(in);
    case Kind::KeptByOperator:
        return ExplainingText::tr(
            "An operator keeps it although lists do not show it. It runs when its "
            "source speaks of it or when it is requeued.");
    case Kind::WaitsForWorker: return waitsForWorker(fact, ago);
    case Kind::RemovalGoesOn:
        return ExplainingText::tr("Its removal is not done yet; its handler goes on in %1.")
            .arg(in);
    case Kind::WaitsFor:
        return ExplainingText::tr("%1; looked at again in %2.")
            .arg(withText(ExplainingText::tr("Waits for something else"), fact.text), in);
    case Kind::Running:
        return ExplainingText::tr("Runs on worker %1 since %2.").arg(fact.number).arg(ago);
    case Kind::Stuck:
        return ExplainingText::tr("Runs past its deadline since %1. It was asked to stop; until it "
                                  "returns no second run can start.")
            .arg(ago);
    case Kind::BackOff:
        return ExplainingText::tr("Failed %n time(s); tried again in %1.", nullptr,
                                  int(fact.number))
            .arg(in);
    case Kind::RetryLimit:
        return ExplainingText::tr("Failed %n time(s). Its back-off is over; so many wait for the "
                                  "retry rate: %1. Tried again %2.",
                                  nullptr, int(fact.number))
            .arg(formatCount(fact.missing), fact.until <= now
                                                ? ExplainingText::tr("soon")
                                                : ExplainingText::tr("in about %1").arg(in));
    case Kind::Looping:
        return ExplainingText::tr(
                   "Runs again and again although nothing says that it has changed, so it runs "
                   "once a second. Last reason: %1.")
            .arg(namesOfCauses(static_cast<std::uint16_t>(fact.number)));
    case Kind::LockHeld:
        return ExplainingText::tr("Its lock is held elsewhere; asked again in %1.").arg(in);
    case Kind::Failed:
        return ExplainingText::tr(
            "All retries failed. The next resync, event or requeue tries once more.");
    case Kind::Parked:
        return fact.until == TimePoint{}
                   ? ExplainingText::tr(
                       "Its handler said that trying again is of no use. It runs when the object "
                       "changes or when it is requeued.")
                   : ExplainingText::tr(
                         "Its handler said that trying again is of no use. Its source tells of no "
                         "changes, so it is tried again in %1 or when it is requeued.")
                         .arg(in);
    case Kind::HeldFromBefore:
        return ExplainingText::tr("Its removal is held from before its controller started. "
                                  "Keep it or remove it.");
    case Kind::Held:
        return held(ExplainingText::tr("The list %1 ago lacked %2 of %3 objects, too many at once "
                                       "to be believed")
                        .arg(ago, formatCount(fact.missing), formatCount(fact.number)),
                    fact);
    case Kind::DeniedByStorage:
        return held(ExplainingText::tr(
                        "Its storage says that it is gone, while lists show it; so it says of %1 "
                        "of %2 objects, too many to be believed")
                        .arg(formatCount(fact.missing), formatCount(fact.number)),
                    fact);
    case Kind::Paused: return paused(ExplainingText::tr("Paused"), fact, now);
    case Kind::RunsOnResume: return ExplainingText::tr("One run follows on resume.");
    case Kind::Ignored:
        return ExplainingText::tr("The storage says that it is not for this controller.");
    case Kind::NoWorkers:
        return ExplainingText::tr(
            "The controller has no workers, so nothing runs until it is given some.");
    case Kind::AfterBurst:
        return afterBurst(fact.until > now ? in : QString(), ago)
            .arg(formatCount(fact.number), formatCount(fact.running));
    case Kind::OwnedElsewhere: return ExplainingText::tr("Another host owns it and handles it.");
    }
    return {};
}

QString wordsOf(const Said &said)
{
    switch (said.kind) {
    case Said::Kind::Text:
    case Said::Kind::ProcessLost:
    case Said::Kind::Taken: return toLine(said.text);
    case Said::Kind::Done: return withText(ExplainingText::tr("done"), said.text);
    case Said::Kind::Removed: return withText(ExplainingText::tr("removed"), said.text);
    case Said::Kind::Ignored: return ExplainingText::tr("ignored");
    case Said::Kind::DoneForNow:
        return withText(ExplainingText::tr("done, looked at again in %1")
                            .arg(formatSpan(said.span)),
                        said.text);
    case Said::Kind::WaitsFor: return withText(ExplainingText::tr("waits"), said.text);
    case Said::Kind::Failed: return withText(ExplainingText::tr("failed"), said.text);
    case Said::Kind::Parked: return withText(ExplainingText::tr("parked"), said.text);
    case Said::Kind::LockRefused:
        return withText(ExplainingText::tr("lock held elsewhere"), said.text);
    case Said::Kind::LockServiceAway:
        return withText(ExplainingText::tr("the lock service is away"), said.text);
    case Said::Kind::LockLost: return ExplainingText::tr("lock lost while running");
    case Said::Kind::Withheld:
        return said.text.empty()
                   ? ExplainingText::tr("its storage says that it is gone; the removal is held")
                   : ExplainingText::tr(
                       "its storage says that it is gone; it is kept by an operator");
    case Said::Kind::OwnedElsewhere: return ExplainingText::tr("not run: another host owns it");
    case Said::Kind::NotHeld: return ExplainingText::tr("not run: no removal of it is held");
    case Said::Kind::NotRun: return ExplainingText::tr("not run: the controller stops");
    case Said::Kind::NotReturned:
        return ExplainingText::tr("the controller has stopped, and its call has not returned");
    case Said::Kind::Discarded: return ExplainingText::tr("discarded");
    case Said::Kind::RemainsLeft:
        return ExplainingText::tr(
            "discarded although its removal failed: what is left of it stays");
    case Said::Kind::RemovalsHeld:
        return withText(
            ExplainingText::tr("%n object(s) vanished: their removal waits for an operator",
                               nullptr, int(said.number)),
            said.text);
    case Said::Kind::RemovalsRestored:
        return ExplainingText::tr("removals from before the controller started wait for an "
                                  "operator: %1")
            .arg(formatCount(said.number));
    case Said::Kind::AskedToStop:
        return ExplainingText::tr("has run for %1; it was asked to stop")
            .arg(formatSpan(said.span));
    case Said::Kind::NoReplacements:
        return ExplainingText::tr(
            "too many attempts are stuck: no more workers are started in their place "
            "until some return");
    case Said::Kind::StorageDenies:
        return ExplainingText::tr(
            "the storage says of many listed objects that they are gone: their removal "
            "waits for an operator");
    case Said::Kind::ListPartial: return withText(ExplainingText::tr("deletions wait"), said.text);
    case Said::Kind::ListFailed:
        return said.text.empty() ? ExplainingText::tr("no reason was given") : toLine(said.text);
    case Said::Kind::ListComplete:
        return ExplainingText::tr("after %n list(s) that were not", nullptr, int(said.number));
    case Said::Kind::ChangesMissed:
        return withText(ExplainingText::tr("changes were missed"), said.text);
    case Said::Kind::ClosedBySource: return ExplainingText::tr("closed by the source");
    case Said::Kind::CursorExpired:
        return ExplainingText::tr(
            "the source no longer has all changes since the last one that was read");
    case Said::Kind::PausesEnded:
        return ExplainingText::tr("%n object(s) go on", nullptr, int(said.number));
    case Said::Kind::PartsOwned:
        return ExplainingText::tr("%n part(s) of the ids are owned here", nullptr,
                                  int(said.number));
    case Said::Kind::HostIsShort:
        return withText(ExplainingText::tr("this computer has no more of something"), said.text);
    case Said::Kind::LockServiceBack:
        return ExplainingText::tr("the lock service is back after %1").arg(formatSpan(said.span));
    case Said::Kind::IdsRefused:
        return withText(
            ExplainingText::tr("%n id(s) refused, which are empty or longer than 64 KiB", nullptr,
                               int(said.number)),
            said.text);
    case Said::Kind::ItemsLeft:
        return ExplainingText::tr("%n object(s) left", nullptr, int(said.number));
    case Said::Kind::Vanished:
        return ExplainingText::tr("%n object(s) missing from a list: removed unless in storage",
                                  nullptr, int(said.number));
    case Said::Kind::LetGo:
        return ExplainingText::tr("%n removal(s) held no more: source or storage have said what "
                                  "has become of the object(s)",
                                  nullptr, int(said.number));
    case Said::Kind::Looping:
        return ExplainingText::tr("ran more than %1 times a minute although nothing says that it "
                                  "has changed: from now on it runs once a second")
            .arg(formatCount(said.number));
    case Said::Kind::NoticesDropped:
        return ExplainingText::tr("%n notice(s) left out: handlers say too many a second", nullptr,
                                  int(said.number));
    }
    return {};
}

} // namespace qontroller::ui
