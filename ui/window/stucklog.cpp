// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/stucklog.h"

#include "ui/state/livestate.h"
#include "ui/words/format.h"
#include "ui/words/lifecycledetails.h"
#include "ui/words/lifecyclewords.h"

#include <set>
#include <utility>

namespace qontroller::ui {

void StuckLog::follow(const OperationViews &operations)
{
    std::set<OperationRef> stuck;
    for (const HostOperation &view : operations) {
        if (!needsAPerson(view))
            continue;
        const OperationRef ref = OperationRef::of(view);
        stuck.insert(ref);
        Said &said = m_said[ref];
        said.employers = view.employers;
        const QString sentence = sentenceOf(view);
        if (std::exchange(said.sentence, sentence) != sentence)
            write(ref, view.employers, EventRecord::Kind::Stuck, sentence);
    }
    std::erase_if(m_said, [&](const auto &said) {
        const auto &[ref, what] = said;
        if (stuck.contains(ref))
            return false;
        if (ref.host == 0 || m_state.hosts().find(ref.host)) // else it is not shown any more
            write(ref, what.employers, EventRecord::Kind::Recovered,
                  tr("Settled: this operation goes on."));
        return true;
    });
}

QString StuckLog::sentenceOf(const HostOperation &view) const
{
    const QString member = m_state.hosts().labels().titleOf(view.host, nameOf(view.employee));
    const QString id = toLine(view.operation.id);
    return view.waiting.isStuck
               ? tr("%1: operation %2 makes no progress in drain since %3. It waits for %4.")
                     .arg(member, id, clockTime(view.waiting.since), waitingText(view))
               : tr("%1: the work of operation %2 fails and is tried again: %3. The member stays "
                    "out of service.")
                     .arg(member, id, toLine(view.failure));
}

void StuckLog::write(const OperationRef &operation, const Employers &employers,
                     EventRecord::Kind kind, const QString &sentence)
{
    EventRecord event;
    event.kind = kind;
    event.id = consist::EmployeeKey::fromText(operation.member).qualifiedName();
    event.said = qontroller::Said(sentence.toStdString());
    std::set<std::string> controllers;
    for (const consist::EmployerName &employer : employers)
        controllers.insert(employer.controller);
    if (controllers.empty())
        controllers.insert(std::string());
    for (const std::string &controller : controllers)
        m_state.addEvent(operation.host, controller, event);
}

} // namespace qontroller::ui
