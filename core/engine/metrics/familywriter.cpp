// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/metrics/familywriter.h"

#include <cmath>
#include <map>

namespace qontroller {

namespace {

prometheus::MetricType typeOf(CustomMetric::Kind kind)
{
    return kind == CustomMetric::Kind::Counter ? prometheus::MetricType::Counter
                                               : prometheus::MetricType::Gauge;
}

} // namespace

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

void FamilyWriter::custom()
{
    struct Series
    {
        const ControllerSample *sample;
        double value;
    };
    struct Custom
    {
        prometheus::MetricType type;
        std::vector<Series> series;
    };
    std::map<std::string, Custom> families;
    for (const ControllerSample &sample : m_samples) {
        for (const CustomMetric &metric : sample.status.customMetrics) {
            const auto type = typeOf(metric.kind);
            Custom &family = families.try_emplace(metric.name, Custom{type, {}}).first->second;
            if (family.type != type)
                family.type = prometheus::MetricType::Untyped;
            family.series.push_back({&sample, metric.value});
        }
    }
    for (const auto &[name, family] : families) {
        begin(name, "Counted by the handlers of a controller.", family.type);
        for (const Series &series : family.series)
            addNumber(*series.sample, {}, series.value);
    }
}

void FamilyWriter::addNumber(const ControllerSample &sample, const Labels &labels, double value)
{
    prometheus::ClientMetric &series = addSeries(sample, labels);
    switch (m_families.back().type) {
    case prometheus::MetricType::Counter: series.counter.value = value; return;
    case prometheus::MetricType::Untyped: series.untyped.value = value; return;
    default: series.gauge.value = value;
    }
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
