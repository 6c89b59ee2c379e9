// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/metrics/families.h"

#include <prometheus/client_metric.h>
#include <prometheus/metric_family.h>

#include <string>
#include <utility>
#include <vector>

namespace qontroller {

using Labels = std::vector<prometheus::ClientMetric::Label>;

/// One number of one series, with the labels it has besides the controller's.
struct SeriesValue
{
    Labels labels;
    double value = 0;
};

/// As SeriesValue, for a histogram. Lives no longer than the sample it points into.
struct SeriesHistogram
{
    Labels labels;
    const Histogram &histogram;
};

/// How the series of a family name their controller.
enum class NameLabels : unsigned char {
    Controller,         ///< `controller`
    QueueAndController, ///< `controller` and, as Kubernetes' queues have it, `name`
};

/// Upper bounds of histogram buckets in seconds, ascending.
using Bounds = std::vector<double>;

/// Makes metric families, one after the other, each with the series of every sample.
class FamilyWriter
{
public:
    /// \a samples outlives the writer.
    explicit FamilyWriter(const std::vector<ControllerSample> &samples)
        : m_samples(samples)
    {}

    void setNameLabels(NameLabels labels) { m_nameLabels = labels; }

    /// \a values makes a std::vector<SeriesValue> or a number of a ControllerSample.
    template<class Values>
    void counter(std::string name, std::string help, Values values)
    {
        begin(std::move(name), std::move(help), prometheus::MetricType::Counter);
        addNumbers(values);
    }

    /// As counter().
    template<class Values>
    void gauge(std::string name, std::string help, Values values)
    {
        begin(std::move(name), std::move(help), prometheus::MetricType::Gauge);
        addNumbers(values);
    }

    /// \a values makes a std::vector<SeriesHistogram> of a ControllerSample.
    template<class Values>
    void histogram(std::string name, std::string help, const Bounds &bounds, Values values)
    {
        begin(std::move(name), std::move(help), prometheus::MetricType::Histogram);
        for (const ControllerSample &sample : m_samples) {
            for (const SeriesHistogram &series : values(sample))
                addHistogram(sample, series, bounds);
        }
    }

    /// The metrics that authors named. Where two controllers have one name for a counter and for a
    /// gauge, the family has no type.
    void custom();

    [[nodiscard]] std::vector<prometheus::MetricFamily> take() { return std::move(m_families); }

private:
    template<class Values>
    void addNumbers(Values values)
    {
        for (const ControllerSample &sample : m_samples) {
            if constexpr (requires { static_cast<double>(values(sample)); }) {
                addNumber(sample, {}, static_cast<double>(values(sample)));
            } else {
                for (const SeriesValue &series : values(sample))
                    addNumber(sample, series.labels, series.value);
            }
        }
    }

    void begin(std::string name, std::string help, prometheus::MetricType type);
    void addNumber(const ControllerSample &sample, const Labels &labels, double value);
    void addHistogram(const ControllerSample &sample, const SeriesHistogram &series,
                      const Bounds &bounds);
    prometheus::ClientMetric &addSeries(const ControllerSample &sample, const Labels &labels);

    const std::vector<ControllerSample> &m_samples;
    std::vector<prometheus::MetricFamily> m_families;
    NameLabels m_nameLabels = NameLabels::Controller;
};

/// \a duration in seconds, the unit of every metric.
[[nodiscard]] inline double seconds(Duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

} // namespace qontroller
