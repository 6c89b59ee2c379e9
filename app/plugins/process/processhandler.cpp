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
    const std::string path = m_folder->path() + '/' + attempt.id + std::string(SpecSuffix);
    const auto content = readSmallFile(path);
    if (!content)
        return Fetched<SpecOrProblem>::failed(path + ' ' + content.error());
    if (!*content) {
        if (m_folder->isStillThere())
            return Fetched<SpecOrProblem>::gone();
        return Fetched<SpecOrProblem>::failed("the folder of specs \"" + m_folder->path()
                                              + "\" is not the one that was listed: bring it back, "
                                                "or wait for the next list");
    }
    auto spec = readSpec(QByteArray::fromStdString(**content));
    if (!spec)
        spec = tl::unexpected(path + ": " + spec.error());
    return Fetched<SpecOrProblem>::found(std::make_shared<const SpecOrProblem>(std::move(spec)));
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
    if (spec)
        return m_supervisor->keep(attempt.id, *spec, attempt.stop);
    m_supervisor->takeEnd(attempt.id);
    return Outcome::park(spec.error());
}

Outcome ProcessHandler::remove(const Attempt &attempt)
{
    warn(attempt, {});
    return isName(attempt.id) ? m_supervisor->stop(attempt.id) : Outcome::done();
}

} // namespace qontroller::supervision
