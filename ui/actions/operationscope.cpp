// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/operationscope.h"

#include <QtCore/QCoreApplication>

namespace qontroller::ui {

namespace {

using consist::OperationView;
using consist::Phase;

struct OperationScopeText
{
    Q_DECLARE_TR_FUNCTIONS(OperationScope)
};

QString whyNotStart(const OperationView &view)
{
    if (view.operation.isDeletion)
        return OperationScopeText::tr("A deletion starts by itself.");
    if (view.operation.phase == Phase::Drained)
        return {};
    return view.operation.phase > Phase::Drained ? OperationScopeText::tr("It has been started.")
                                                 : OperationScopeText::tr("It is not drained yet.");
}

QString whyNotFinish(const OperationView &view)
{
    if (view.operation.isDeletion)
        return OperationScopeText::tr("A deletion finishes by itself.");
    const Phase phase = view.operation.phase;
    if (phase == Phase::Operating || phase == Phase::Undoing)
        return {};
    return phase < Phase::Operating ? OperationScopeText::tr("It has not been started.")
                                    : OperationScopeText::tr("It has been finished.");
}

QString whyNotUndo(const OperationView &view)
{
    const Phase phase = view.operation.phase;
    if (phase == Phase::Undoing)
        return OperationScopeText::tr(
            "It is being undone: finish it once the work on its member has ended.");
    if (phase == Phase::Restoring)
        return OperationScopeText::tr("Its member is on its way back already.");
    if (view.operation.isDeletion && phase == Phase::Operating)
        return OperationScopeText::tr("The member is being deleted.");
    return {};
}

QString whyNotForce(const OperationView &view)
{
    if (view.waiting.isStuck || view.operation.phase == Phase::Undoing)
        return {};
    return OperationScopeText::tr(
        "Its drain makes progress, and it is not being undone: there is nothing to force.");
}

} // namespace

QString whyNot(OperationVerb verb, const OperationView &operation)
{
    switch (verb) {
    case OperationVerb::Start: return whyNotStart(operation);
    case OperationVerb::Finish: return whyNotFinish(operation);
    case OperationVerb::Undo: return whyNotUndo(operation);
    case OperationVerb::Force: return whyNotForce(operation);
    }
    return {};
}

OperationScope OperationScope::of(OperationVerb verb, const OperationViews &operations,
                                  const WhyNot &whyNotHost)
{
    OperationScope scope{verb, {}, {}};
    for (const HostOperation &operation : operations) {
        QString why = whyNotHost ? whyNotHost(operation.host) : QString();
        if (why.isEmpty())
            why = whyNot(verb, operation);
        if (why.isEmpty())
            scope.eligible.push_back(operation);
        else
            ++scope.skipped[why];
    }
    return scope;
}

QString OperationScope::whyNone() const
{
    if (!eligible.empty())
        return {};
    return skipped.empty() ? OperationScopeText::tr("No operation is selected.")
                           : skipped.begin()->first;
}

} // namespace qontroller::ui
