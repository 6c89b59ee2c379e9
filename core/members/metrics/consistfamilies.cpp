// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/metrics/consistfamilies.h"

#include "core/engine/metrics/familywriter.h"
#include "core/members/consist/sidesync.h"

#include <chrono>
#include <string>
#include <utility>

namespace qontroller {

namespace {

using consist::LifecycleCounts;
using consist::MemberState;
using consist::MemberStateCount;
using consist::name;
using consist::Phase;
using consist::PhaseCount;
using consist::PhaseTimes;
using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

MetricFamily family(std::string name, std::string help, MetricType type)
{
    MetricFamily made;
    made.name = std::move(name);
    made.help = std::move(help);
    made.type = type;
    return made;
}

ClientMetric &addTo(MetricFamily &family, Labels labels)
{
    ClientMetric &series = family.metric.emplace_back();
    series.label = std::move(labels);
    return series;
}

MetricFamily number(std::string name, std::string help, std::size_t value)
{
    MetricFamily made = family(std::move(name), std::move(help), MetricType::Gauge);
    addTo(made, {}).gauge.value = static_cast<double>(value);
    return made;
}

template<class Word>
std::string wordOf(Word word)
{
    return std::string(name(word));
}

MetricFamily members(const LifecycleCounts &counts)
{
    MetricFamily made = family("qontroller_consist_members", "Members of employers by state.",
                               MetricType::Gauge);
    for (const auto &[controller, one] : counts.controllers) {
        for (int state = 0; state < MemberStateCount; ++state)
            addTo(made, {{"controller", controller}, {"state", wordOf(MemberState(state))}})
                .gauge.value = static_cast<double>(one.members.at(static_cast<std::size_t>(state)));
    }
    return made;
}

MetricFamily employers(const LifecycleCounts &counts)
{
    MetricFamily made = family("qontroller_consist_employers",
                               "Employers by how their last pass ended. What is said of the "
                               "members of one in trouble may be old.",
                               MetricType::Gauge);
    for (const auto &[controller, one] : counts.controllers) {
        addTo(made, {{"controller", controller}, {"state", "in order"}}).gauge.value =
            static_cast<double>(one.employersInOrder);
        addTo(made, {{"controller", controller}, {"state", "in trouble"}}).gauge.value =
            static_cast<double>(one.employersInTrouble);
    }
    return made;
}

MetricFamily heldMembers(const LifecycleCounts &counts)
{
    MetricFamily made = family("qontroller_consist_held_members",
                               "Members that have vanished and are held until a person decides.",
                               MetricType::Gauge);
    for (const auto &[controller, one] : counts.controllers)
        addTo(made, {{"controller", controller}}).gauge.value = static_cast<double>(
            one.heldMembers);
    return made;
}

MetricFamily failures(const LifecycleCounts &counts)
{
    MetricFamily made = family("qontroller_consist_failures_total",
                               "Items that a call to the provider could not change.",
                               MetricType::Counter);
    for (const auto &[controller, one] : counts.controllers) {
        for (int side = 0; side < ConsistSideCount; ++side) {
            for (int verb = 0; verb < ConsistVerbCount; ++verb) {
                const auto count = one.failures.at(static_cast<std::size_t>(side))
                                       .at(static_cast<std::size_t>(verb));
                addTo(made, {{"controller", controller},
                             {"side", wordOf(ConsistSide(side))},
                             {"call", wordOf(ConsistVerb(verb))}})
                    .counter.value = static_cast<double>(count);
            }
        }
    }
    return made;
}

MetricFamily failedCalls(const LifecycleCounts &counts)
{
    MetricFamily made = family("qontroller_consist_commands_failed_total",
                               "Commands of rules and operations that have failed.",
                               MetricType::Counter);
    for (const auto &[call, count] : counts.failedCalls)
        addTo(made, {{"command", call}}).counter.value = static_cast<double>(count);
    return made;
}

MetricFamily intrusions(const LifecycleCounts &counts)
{
    MetricFamily made = family("qontroller_consist_intrusions_total",
                               "Passes that found traffic at a member that was operated on.",
                               MetricType::Counter);
    for (const auto &[controller, one] : counts.controllers)
        addTo(made, {{"controller", controller}}).counter.value = static_cast<double>(
            one.intrusions);
    return made;
}

MetricFamily operations(const LifecycleCounts &counts)
{
    MetricFamily made = family("qontroller_consist_operations", "Operations on members by phase.",
                               MetricType::Gauge);
    for (int phase = 0; phase < PhaseCount; ++phase)
        addTo(made, {{"phase", wordOf(Phase(phase))}}).gauge.value = static_cast<double>(
            counts.operations.at(static_cast<std::size_t>(phase)));
    return made;
}

ClientMetric::Histogram histogramOf(const PhaseTimes &times)
{
    ClientMetric::Histogram histogram;
    for (std::size_t i = 0; i < times.counts.size(); ++i) {
        histogram.sample_count += times.counts.at(i);
        if (i < PhaseTimes::Bounds.size())
            histogram.bucket.push_back(
                {histogram.sample_count, static_cast<double>(PhaseTimes::Bounds.at(i))});
    }
    histogram.sample_sum = std::chrono::duration<double>(times.sum).count();
    return histogram;
}

MetricFamily phaseTimes(const LifecycleCounts &counts)
{
    MetricFamily made = family("qontroller_consist_phase_duration_seconds",
                               "How long operations were in a phase that they have left.",
                               MetricType::Histogram);
    for (int phase = 0; phase < PhaseCount; ++phase)
        addTo(made, {{"phase", wordOf(Phase(phase))}}).histogram = histogramOf(
            counts.times.at(static_cast<std::size_t>(phase)));
    return made;
}

} // namespace

std::vector<MetricFamily> consistFamilies(const LifecycleCounts &counts)
{
    return {employers(counts),
            members(counts),
            heldMembers(counts),
            failures(counts),
            failedCalls(counts),
            intrusions(counts),
            operations(counts),
            number("qontroller_consist_wishes_unserved",
                   "Members whose object asks for an operation that cannot begin.",
                   counts.unservedWishes),
            number("qontroller_consist_drains_stuck",
                   "Drains that take longer than their deadline.", counts.stuck),
            phaseTimes(counts),
            number("qontroller_consist_controllers_absent",
                   "Controllers that do not run, for which operations on members wait.",
                   counts.absentControllers)};
}

} // namespace qontroller
