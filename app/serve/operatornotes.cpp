// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/serve/operatornotes.h"

#include "app/log/log.h"

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

} // namespace

OperatorNotes::OperatorNotes(Host &host, ControlPort &orders)
    : m_host(host)
    , m_orders(orders)
    , m_counts(std::make_shared<remote::ControlCounts>())
    , m_jobs(
          host, orders, host, SteadyClock::instance(),
          [this](const JobStatus &job) { noteJob(job); },
          [this](const Jobs::WorkersAgain &again) { noteWorkers(again); })
    , m_ownJobs(m_jobs, remote::nameOfUser(::getuid()))
{}

void OperatorNotes::note(const remote::Caller &caller, const Command &command)
{
    write({{},
           caller.who,
           nameOf(m_host, command.controller),
           describe(command.action) + (command.note ? ", " + *command.note : ""),
           caller.role != remote::Role::Operator});
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
    write({{}, caller.who, {}, what, false});
}

void OperatorNotes::note(const std::string &who, const std::string &text)
{
    m_log.add({SteadyClock::instance().wallNow(), who, {}, text, false});
}

void OperatorNotes::noteJob(const JobStatus &job)
{
    write({{},
           job.who,
           job.controller,
           "job " + std::to_string(job.id) + ": " + describe(job),
           false});
}

void OperatorNotes::noteWorkers(const Jobs::WorkersAgain &again)
{
    write({{}, again.who, again.controller, again.text, false});
}

void OperatorNotes::write(OperatorLine line)
{
    line.at = SteadyClock::instance().wallNow();
    qontroller::log(LogLevel::Info, {.controller = line.controller,
                                     .event = line.isRefused ? "command refused" : "command",
                                     .text = line.text + ", asked for by " + line.who});
    m_log.add(std::move(line));
}

} // namespace qontroller
