// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/requeueresults.h"

#include "ui/actions/donewords.h"
#include "ui/actions/operatorlogmodel.h"
#include "ui/overview/overview.h"
#include "ui/state/livestate.h"
#include "ui/views/detailspane.h"
#include "ui/words/format.h"

#include <utility>

namespace qontroller::ui {

RequeueResults::RequeueResults(const OperatorLogModel &log, const LiveState &state,
                               Overview &overview, DetailsPane &details)
    : m_log(log)
    , m_state(state)
    , m_overview(overview)
    , m_details(details)
{
    connect(&log, &OperatorLogModel::resultMoved, this, &RequeueResults::show);
    connect(&state, &LiveState::updated, this, &RequeueResults::showWaiting);
}

std::function<void(int entry)> RequeueResults::of(const Need &need)
{
    return follow(need.controller, [this, key = need.key](const QString &result) {
        m_overview.setResult(key, result);
    });
}

std::function<void(int entry)> RequeueResults::of(const ItemRef &item)
{
    return follow(item.controller,
                  [this, item](const QString &result) { m_details.setResult(item, result); });
}

std::function<void(int entry)> RequeueResults::follow(ControllerId controller, Place place)
{
    const auto at = formatMoment(QDateTime::currentDateTime(), QStringLiteral("HH:mm:ss"));
    return [this, controller, at, place = std::move(place)](int entry) {
        m_places[entry] = {controller, [at, place](const QString &result) {
                               place(tr("Requeued at %1: %2").arg(at, result));
                           }};
        if (m_places.size() > Most) {
            m_waiting.erase(m_places.begin()->first);
            m_places.erase(m_places.begin());
        }
        show(entry);
    };
}

void RequeueResults::show(int entry)
{
    const auto followed = m_places.find(entry);
    QString result = m_log.resultOf(entry);
    if (followed == m_places.end() || result.isEmpty())
        return;
    const auto &[controller, place] = followed->second;
    m_waiting.erase(entry);
    if (m_log.isToRun(entry)) {
        m_waiting.insert(entry);
        if (const QString text = waitingText(controller); !text.isEmpty())
            result = text;
    }
    place(result);
}

void RequeueResults::showWaiting()
{
    for (const int entry : std::set(m_waiting))
        show(entry);
}

QString RequeueResults::waitingText(ControllerId controller) const
{
    const ControllerView *view = latestController(m_state, controller);
    if (!view)
        return {};
    const QString title = m_state.titleOf(controller);
    if (view->gauges.workers == 0)
        return tr("queued; runs when %1 has workers").arg(title);
    return isPaused(*view) ? tr("queued; runs when %1 is resumed").arg(title) : QString();
}

} // namespace qontroller::ui
