// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/requeueresults.h"

#include "ui/actions/operatorlogmodel.h"
#include "ui/overview/overview.h"
#include "ui/views/detailspane.h"
#include "ui/words/format.h"

#include <utility>

namespace qontroller::ui {

RequeueResults::RequeueResults(const OperatorLogModel &log, Overview &overview,
                               DetailsPane &details)
    : m_log(log)
    , m_overview(overview)
    , m_details(details)
{
    connect(&log, &OperatorLogModel::resultMoved, this, &RequeueResults::show);
}

std::function<void(int entry)> RequeueResults::of(const NeedKey &need)
{
    return follow([this, need](const QString &result) { m_overview.setResult(need, result); });
}

std::function<void(int entry)> RequeueResults::of(const ItemRef &item)
{
    return follow([this, item](const QString &result) { m_details.setResult(item, result); });
}

std::function<void(int entry)> RequeueResults::follow(Place place)
{
    const auto at = formatMoment(QDateTime::currentDateTime(), QStringLiteral("HH:mm:ss"));
    return [this, at, place = std::move(place)](int entry) {
        m_places[entry] = [at, place](const QString &result) {
            place(tr("Requeued at %1: %2").arg(at, result));
        };
        if (m_places.size() > Most)
            m_places.erase(m_places.begin());
        show(entry);
    };
}

void RequeueResults::show(int entry)
{
    const auto place = m_places.find(entry);
    const QString result = m_log.resultOf(entry);
    if (place != m_places.end() && !result.isEmpty())
        place->second(result);
}

} // namespace qontroller::ui
