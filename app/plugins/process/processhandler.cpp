// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/processhandler.h"

#include "app/plugins/common/smallfile.h"
#include "app/plugins/process/specfile.h"

#include <utility>

namespace qontroller::supervision {

namespace {

/// An id may be anything that an operator types.
bool isName(const ObjectId &id)
{
    return !id.empty() && id.find('/') == std::string::npos;
}

} // namespace

Fetched<SpecOrProblem> ProcessHandler::get(const Attempt &attempt)
{
    if (!isName(attempt.id))
        return Fetched<SpecOrProblem>::ignored();
    const std::string path = m_folder->fileOf(attempt.id);
    const auto content = readSmallFile(path);
    if (!content)
        return Fetched<SpecOrProblem>::failed(path + ' ' + content.error());
    if (!*content) {
        if (m_folder->isStillThere())
            return away(attempt.id);
        return Fetched<SpecOrProblem>::failed("the folder of specs \"" + m_folder->path()
                                              + "\" is not the one that was listed: bring it back, "
                                                "or wait for the next list");
    }
    auto spec = readSpec(QByteArray::fromStdString(**content));
    if (!spec)
        spec = tl::unexpected(path + ": " + spec.error());
    return Fetched<SpecOrProblem>::found(
        keep(attempt.id, std::make_shared<const SpecOrProblem>(std::move(spec))));
}

ProcessHandler::Spec ProcessHandler::keep(const ObjectId &id, Spec spec)
{
    m_folder->absences().noteThere(id);
    MutexLock lock(m_mutex);
    return m_last[id] = std::move(spec);
}

Fetched<SpecOrProblem> ProcessHandler::away(const ObjectId &id)
{
    const bool hasGone = m_folder->absences().hasGone(id);
    MutexLock lock(m_mutex);
    const auto last = m_last.find(id);
    if (!hasGone && last != m_last.end())
        return Fetched<SpecOrProblem>::found(last->second);
    if (last != m_last.end())
        m_last.erase(last);
    return hasGone
               ? Fetched<SpecOrProblem>::gone()
               : Fetched<SpecOrProblem>::failed("the spec was there and is not: it is looked at "
                                                "again before that is taken for a deletion");
}

void ProcessHandler::warn(const Attempt &attempt, const std::vector<std::string> &warnings)
{
    {
        MutexLock lock(m_mutex);
        if (warnings.empty())
            m_said.erase(attempt.id);
        else if (std::exchange(m_said[attempt.id], warnings) == warnings)
            return;
    }
    for (const std::string &warning : warnings)
        attempt.log(LogLevel::Warning, warning);
}

Outcome ProcessHandler::add(const SpecOrProblem &spec, const Attempt &attempt)
{
    warn(attempt, spec ? spec->warnings : std::vector<std::string>());
    const auto step = [&] {
        if (!m_mark->holds())
            return yield(attempt.id);
        if (spec)
            return m_supervisor->keep(attempt.id, *spec, attempt.stop);
        m_supervisor->look(attempt.id);
        return Outcome::park(spec.error());
    };
    Outcome outcome = step();
    tell(m_supervisor->takeNews(attempt.id), attempt);
    return outcome;
}

Outcome ProcessHandler::yield(const ObjectId &id)
{
    constexpr auto AfterNextList = std::chrono::seconds(2);
    const std::string whose = "the folder of specs: " + m_mark->whose();
    if (m_mark->isLost() && m_supervisor->has(id)) {
        Outcome outcome = m_supervisor->stop(id,
                                             "it is ended, because another works with " + whose);
        if (outcome.kind() != Outcome::Kind::Done)
            return outcome;
    }
    return Outcome::wait(whose, AfterNextList);
}

void ProcessHandler::tell(const ProcessNews &news, const Attempt &attempt)
{
    for (const std::string &why : news.asked)
        attempt.event("asked to end", why);
    for (const std::string &why : news.left)
        attempt.event("left alone", why);
    for (const std::string &how : news.ends)
        attempt.event("ended", how);
    if (!news.ends.empty())
        attempt.count("supervised_process_ends_total", static_cast<double>(news.ends.size()));
    for (const std::string &sentence : news.output.sentences)
        attempt.event("output", sentence);
    if (news.output.droppedLines > 0)
        attempt.count("supervised_output_lines_dropped_total",
                      static_cast<double>(news.output.droppedLines));
}

Outcome ProcessHandler::remove(const Attempt &attempt)
{
    warn(attempt, {});
    if (!isName(attempt.id))
        return Outcome::done();
    Outcome outcome = m_mark->holds()
                          ? m_supervisor->stop(attempt.id, m_supervisor->whyNotWanted(attempt.id))
                          : yield(attempt.id);
    tell(m_supervisor->takeNews(attempt.id), attempt);
    if (outcome.kind() == Outcome::Kind::Done)
        m_supervisor->forget(attempt.id);
    return outcome;
}

} // namespace qontroller::supervision
