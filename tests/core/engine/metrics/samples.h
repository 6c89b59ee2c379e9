// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/metrics/families.h"

#include <prometheus/collectable.h>

#include <string>
#include <utility>
#include <vector>

namespace qontroller::test {

/// A controller that has done nothing yet.
inline ControllerSample freshSample(std::string name)
{
    ControllerSample sample;
    sample.status.id = 1;
    sample.status.name = std::move(name);
    return sample;
}

/// Gives the families of samples that do not change.
class FixedCollectable final : public prometheus::Collectable
{
public:
    explicit FixedCollectable(std::vector<ControllerSample> samples)
        : m_samples(std::move(samples))
    {}
    std::vector<prometheus::MetricFamily> Collect() const override
    {
        return metricFamilies(m_samples);
    }

private:
    std::vector<ControllerSample> m_samples;
};

} // namespace qontroller::test
