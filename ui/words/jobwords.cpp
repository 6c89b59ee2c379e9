// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/jobwords.h"

#include "ui/words/format.h"
#include "ui/words/outcomewords.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace qontroller::ui {

namespace {

struct JobsText
{
    Q_DECLARE_TR_FUNCTIONS(Jobs)
};

struct Reason
{
    std::string_view engine;
    const char *text;
};

// As core/engine/jobs has them; tst_jobs asks for each.
constexpr std::array Reasons{
    Reason{"running now", QT_TRANSLATE_NOOP("Jobs", "running now")},
    Reason{"held: keep or remove it first",
           QT_TRANSLATE_NOOP("Jobs", "held: keep or remove it first")},
    Reason{"gone: its removal is still tried",
           QT_TRANSLATE_NOOP("Jobs", "gone: its removal is still tried")},
    Reason{"paused: resume first", QT_TRANSLATE_NOOP("Jobs", "paused: resume first")},
    Reason{"paused already", QT_TRANSLATE_NOOP("Jobs", "paused already")},
    Reason{"not paused", QT_TRANSLATE_NOOP("Jobs", "not paused")},
    Reason{"another host owns it", QT_TRANSLATE_NOOP("Jobs", "another host owns it")},
    Reason{"not held", QT_TRANSLATE_NOOP("Jobs", "not held")},
    Reason{"held anew since: decide once more",
           QT_TRANSLATE_NOOP("Jobs", "held anew since: decide once more")},
    Reason{"paused anew since", QT_TRANSLATE_NOOP("Jobs", "paused anew since")},
    Reason{"not known", QT_TRANSLATE_NOOP("Jobs", "not known any more")},
    Reason{"its controller is paused", QT_TRANSLATE_NOOP("Jobs", "its controller is paused")},
    Reason{"its controller has no workers",
           QT_TRANSLATE_NOOP("Jobs", "its controller has no workers")},
    Reason{"its controller is being removed",
           QT_TRANSLATE_NOOP("Jobs", "its controller is being removed")},
    Reason{"the host stops", QT_TRANSLATE_NOOP("Jobs", "the host stops")},
    Reason{"its controller has not listed yet",
           QT_TRANSLATE_NOOP("Jobs", "its controller has not listed yet")},
    Reason{"its controller does not run", QT_TRANSLATE_NOOP("Jobs", "its controller does not run")},
};

void addTo(std::vector<JobSkipped> &sum, const std::vector<JobSkipped> &more)
{
    for (const JobSkipped &each : more) {
        const auto known = std::ranges::find(sum, each.why, &JobSkipped::why);
        if (known == sum.end())
            sum.push_back(each);
        else
            known->count += each.count;
    }
}

QString blockedText(const JobStatus &job)
{
    QString text;
    for (const JobSkipped &each : job.blocked)
        text += QStringLiteral(" · ")
                + JobsText::tr("%1 cannot run now: %2")
                      .arg(formatCount(each.count), reasonText(each.why));
    return text;
}

} // namespace

QString nameOf(ItemVerb verb)
{
    switch (verb) {
    case ItemVerb::Requeue: return JobsText::tr("Requeue");
    case ItemVerb::Pause: return JobsText::tr("Pause");
    case ItemVerb::Resume: return JobsText::tr("Resume");
    case ItemVerb::Discard: return JobsText::tr("Discard");
    case ItemVerb::Remove: return JobsText::tr("Remove");
    case ItemVerb::Keep: return JobsText::tr("Keep");
    }
    return {};
}

const char *iconOf(ItemVerb verb)
{
    switch (verb) {
    case ItemVerb::Requeue: return "view-refresh";
    case ItemVerb::Pause: return "media-playback-pause";
    case ItemVerb::Resume: return "media-playback-start";
    case ItemVerb::Discard: return "list-remove";
    case ItemVerb::Remove: return "edit-delete";
    case ItemVerb::Keep: return "dialog-ok-apply";
    }
    return "";
}

QString reasonText(std::string_view why)
{
    const auto found = std::ranges::find(Reasons, why, &Reason::engine);
    return found == Reasons.end() ? toLine(std::string(why)) : JobsText::tr(found->text);
}

JobStatus sumOf(const std::vector<HostJob> &jobs)
{
    JobStatus sum;
    sum.state = JobState::Ended;
    for (const auto &[key, job] : jobs) {
        sum.verb = job.verb;
        if (!job.hasEnded() || sum.state == JobState::Ended)
            sum.state = job.state; // one that goes on, else one that was stopped
        sum.eligible += job.eligible;
        sum.given += job.given;
        sum.succeeded += job.succeeded;
        sum.failed += job.failed;
        sum.notRun += job.notRun;
        sum.skippedSince += job.skippedSince;
        sum.pace += job.hasEnded() ? 0 : job.pace;
        addTo(sum.skipped, job.skipped);
        addTo(sum.blocked, job.blocked);
    }
    return sum;
}

QString progressText(const JobStatus &job)
{
    const QString text = JobsText::tr("%1: %2 of %3 ended")
                             .arg(nameOf(job.verb), formatCount(endedOf(job)),
                                  formatCount(job.eligible));
    if (job.given >= job.eligible || !job.blocked.empty())
        return text + blockedText(job);
    if (job.pace <= 0)
        return text;
    return JobsText::tr("%1 · all asked for in %2")
        .arg(text, formatSpan(timeFor(job.eligible - job.given, job.pace)));
}

QString outcomeText(const JobStatus &job)
{
    return outcomeText(partsOf(job));
}

Duration timeFor(std::uint64_t objects, double pace)
{
    return std::chrono::seconds(std::int64_t(std::ceil(double(objects) / pace)));
}

} // namespace qontroller::ui
