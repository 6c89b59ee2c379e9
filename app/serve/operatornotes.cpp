// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/serve/operatornotes.h"

#include "app/log/log.h"
#include "core/engine/observe/feed/delta.h"

#include <algorithm>
#include <variant>

#include <unistd.h>

namespace qontroller {

namespace {

std::string nameOf(const Host &host, ControllerId id)
{
    for (const ControllerStatus &each : host.status()) {
        if (each.id == id)
            return each.name;
    }
    return {};
}

/// `58 × done · 2 × failed · a.jpg: no room; b.jpg: no room`.
std::string resultOf(const NotedJob &job)
{
    if (!job.hasEnded())
        return "begun";
    OutcomeParts parts = partsOf(job);
    for (const std::string &each : {pausedAnewText(job, job.startedAt), unwellText(job)}) {
        if (!each.empty())
            parts.push_back({OutcomePart::Kind::Said, 0, 0, each});
    }
    return inWords(parts);
}

void logLine(const OperatorLine &line, const std::string &text)
{
    qontroller::log(LogLevel::Info, {.controller = line.controller,
                                     .event = line.isRefused ? "command refused" : "command",
                                     .text = text + ", asked for by " + line.who});
}

} // namespace

OperatorNotes::OperatorNotes(Host &host, ControlPort &orders, HostJournal *journal)
    : m_host(host)
    , m_orders(orders)
    , m_journal(journal)
    , m_counts(std::make_shared<remote::ControlCounts>())
    , m_own{remote::nameOfUser(::getuid()) + " (window)", remote::Role::Operator}
    , m_jobs(
          host, host, host, SteadyClock::instance(), [this](const NotedJob &job) { noteJob(job); },
          [this](const Jobs::WorkersAgain &again) { noteWorkers(again); },
          [journal](const std::string &controller, const TemporaryWorkers &workers) {
              if (journal)
                  journal->setTemporary(controller, workers);
          },
          journal ? &journal->jobs() : nullptr,
          [journal] {
              if (journal)
                  static_cast<void>(journal->turns()->sync());
          })
    , m_ownJobs(m_jobs, m_own.who, [this](const Command &each) { note(m_own, each, 0); })
{
    if (!journal)
        return;
    readJournal();
    journal->setGoOn([this](const std::string &controller, const TemporaryWorkers &workers) {
        m_jobs.goOn(controller, workers);
    });
}

void OperatorNotes::readJournal()
{
    if (m_journal)
        m_log.addEarlier(m_journal->lines(remote::OperatorLog::Most));
}

void OperatorNotes::goOnWithJobs()
{
    for (KeptJob &each : m_journal->readJobs()) {
        const std::string number = std::to_string(each.id);
        const std::string who = each.who;
        if (const auto job = m_jobs.goOn(std::move(each)))
            write({{},
                   who,
                   job->controller,
                   "job " + std::to_string(job->id) + " goes on after " + std::to_string(job->given)
                       + " of " + std::to_string(job->eligible) + ": " + describe(*job),
                   false});
        else
            write({{}, who, {}, "job " + number + " does not go on: no thread can be had", false});
    }
}

void OperatorNotes::keep(OperatorLine line, std::uint64_t runs)
{
    line.number = m_log.add(line, runs);
    if (m_journal)
        m_journal->add(std::move(line));
}

void OperatorNotes::keepResults()
{
    if (!m_journal)
        return;
    MutexLock lock(m_mutex);
    for (OperatorLine &each : m_log.lines(m_resultsKept)) {
        m_resultsKept = std::max(m_resultsKept, each.changed);
        if (each.ticket != 0 && !each.result.empty())
            m_journal->setResult(each.number, std::move(each.result));
    }
}

void OperatorNotes::note(const remote::Caller &caller, const Command &command, Ticket ticket)
{
    OperatorLine line{{},
                      caller.who,
                      nameOf(m_host, command.controller),
                      describe(command.action) + (command.note ? ", " + *command.note : ""),
                      caller.role != remote::Role::Operator};
    line.ticket = ticket;
    std::uint64_t runs = 0;
    if (const auto *items = std::get_if<ItemsAction>(&command.action)) {
        line.idCount = items->ids.size();
        runs = factsOf(items->verb).asksForRuns ? line.idCount : 0;
        const auto shown = std::min(items->ids.size(), OperatorLine::MostIds);
        line.ids.assign(items->ids.begin(), items->ids.begin() + std::ptrdiff_t(shown));
    }
    write(std::move(line), runs);
    if (caller.role != remote::Role::Operator)
        return;
    if (command.undoes != 0 && ticket != 0)
        m_log.noteTakenBack(command.undoes);
    endTemporaryWorkers(command);
}

// A number that is to stay may be that of the moment.
void OperatorNotes::endTemporaryWorkers(const Command &command)
{
    const auto *const options = std::get_if<SetOptions>(&command.action);
    const bool setsWorkers = options && std::ranges::any_of(options->changes, [](const auto &each) {
                                 return each.option == &optionOf(&ControllerOptions::workers);
                             });
    if (m_journal && setsWorkers)
        m_journal->setTemporary(nameOf(m_host, command.controller), std::nullopt);
}

void OperatorNotes::noteRefusal(const remote::Caller &caller, const std::string &what)
{
    write({{}, caller.who, {}, what, true});
}

void OperatorNotes::noteNoRoom(const remote::Caller &caller, const std::string &what) const
{
    qontroller::log(LogLevel::Warning, {.event = "control", .text = caller.who + ": " + what});
}

void OperatorNotes::noteDone(const remote::Caller &caller, const std::string &what)
{
    noteDone(caller.who, what);
}

void OperatorNotes::noteDone(const std::string &who, const std::string &what)
{
    write({{}, who, {}, what, false});
}

void OperatorNotes::take(const Delta &delta)
{
    for (const ControllerDelta &controller : delta.controllers) {
        for (const EventRecord &event : controller.events) {
            m_log.note(event);
            if (event.kind == EventRecord::Kind::PauseEnded)
                notePauseEnd(controller.name, event);
        }
        for (const EventRecord &end : controller.ticketEnds)
            m_log.note(end);
    }
    keepResults();
}

void OperatorNotes::notePauseEnd(const std::string &controller, const EventRecord &end)
{
    const std::string said = inWords(end.said);
    OperatorLine line{SteadyClock::instance().wallNow(), "by itself", controller,
                      std::string(name(end.kind)) + (said.empty() ? "" : ": " + said), false};
    if (!end.id.empty()) {
        line.ids = {end.id};
        line.idCount = 1;
    }
    keep(std::move(line)); // the log has the event
}

void OperatorNotes::note(const std::string &who, const std::string &text)
{
    keep({SteadyClock::instance().wallNow(), who, {}, text, false});
}

void OperatorNotes::noteJob(const NotedJob &job)
{
    OperatorLine line{{},
                      job.who,
                      job.controller,
                      "job " + std::to_string(job.id) + ": " + orderText(job),
                      false};
    line.job = job.id;
    line.ids = job.ids;
    line.idCount = job.eligible;
    line.result = resultOf(job);
    line.at = SteadyClock::instance().wallNow();
    logLine(line, "job " + std::to_string(job.id) + ": " + describe(job));
    keep(std::move(line));
}

void OperatorNotes::noteWorkers(const Jobs::WorkersAgain &again)
{
    write({{}, again.who, again.controller, again.text, false});
}

void OperatorNotes::write(OperatorLine line, std::uint64_t runs)
{
    line.at = SteadyClock::instance().wallNow();
    logLine(line, line.text);
    if (line.isRefused)
        line.result = inWords(OutcomeParts{{OutcomePart::Kind::Refused}});
    keep(std::move(line), runs);
}

} // namespace qontroller
