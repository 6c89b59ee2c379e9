// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/metrics/familywriter.h"

#include <cmath>

namespace qontroller {

void FamilyWriter::begin(std::string name, std::string help, prometheus::MetricType type)
{
    prometheus::MetricFamily &family = m_families.emplace_back();
    family.name = std::move(name);
    family.help = std::move(help);
    family.type = type;
}

prometheus::ClientMetric &FamilyWriter::addSeries(const ControllerSample &sample,
                                                  const Labels &labels)
{
    prometheus::ClientMetric &series = m_families.back().metric.emplace_back();
    if (m_nameLabels == NameLabels::QueueAndController)
        series.label.push_back({"name", sample.status.name});
    series.label.push_back({"controller", sample.status.name});
    series.label.insert(series.label.end(), labels.begin(), labels.end());
    return series;
}

void FamilyWriter::addNumber(const ControllerSample &sample, const Labels &labels, double value)
{
    prometheus::ClientMetric &series = addSeries(sample, labels);
    if (m_families.back().type == prometheus::MetricType::Counter)
        series.counter.value = value;
    else
        series.gauge.value = value;
}

void FamilyWriter::addHistogram(const ControllerSample &sample, const SeriesHistogram &series,
                                const Bounds &bounds)
{
    prometheus::ClientMetric::Histogram &result = addSeries(sample, series.labels).histogram;
    result.sample_count = series.histogram.count();
    result.sample_sum = seconds(series.histogram.sum());
    result.bucket.reserve(bounds.size());
    for (const double bound : bounds) {
        const auto edge = Duration(std::llround(bound * 1e9));
        result.bucket.push_back({series.histogram.countUpTo(edge), bound});
    }
}

} // namespace qontroller
