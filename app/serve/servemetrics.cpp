// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/serve/servemetrics.h"

#include "app/log/log.h"
#include "app/serve/metricfamily.h"
#include "app/serve/metricsusers.h"
#include "app/serve/processmetrics.h"
#include "app/serve/supply.h"
#include "core/engine/metrics/hostcollector.h"
#include "core/remote/tls/certificates.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

namespace qontroller {

namespace {

/// How many connections were ended to make room.
using Crowded = std::shared_ptr<std::atomic<std::uint64_t>>;

/// \a value for each of its labels.
prometheus::MetricFamily gaugeFamily(const char *name, const char *help,
                                     const std::map<std::vector<std::string>, double> &values,
                                     const std::vector<std::string> &labels)
{
    prometheus::MetricFamily family{name, help, prometheus::MetricType::Gauge, {}};
    for (const auto &[texts, value] : values) {
        prometheus::ClientMetric metric;
        for (std::size_t i = 0; i < labels.size(); ++i)
            metric.label.push_back({labels[i], texts[i]});
        metric.gauge.value = value;
        family.metric.push_back(std::move(metric));
    }
    return family;
}

prometheus::MetricFamily needFamily(const std::vector<Need> &needs)
{
    std::map<std::vector<std::string>, double> counts;
    for (const Need &each : needs) {
        if (!each.acknowledged)
            ++counts[{each.controller, std::string(each.facts().name),
                      std::string(name(each.facts().severity))}];
    }
    return gaugeFamily("qontroller_needs",
                       "What needs a person and nobody has acknowledged, by controller (empty: the "
                       "host), kind and severity.",
                       counts, {"controller", "kind", "severity"});
}

prometheus::MetricFamily firingFamily(const std::vector<Alarm> &firing)
{
    std::map<std::vector<std::string>, double> alarms;
    for (const Alarm &each : firing)
        alarms[{each.rule, each.controller}] = 1; // there may be several
    return gaugeFamily("qontroller_alarm_firing",
                       "1 for each rule that alarms, by the controller that it alarms of; empty: "
                       "the host.",
                       alarms, {"alarm", "controller"});
}

/// What the host counts, and what the program does.
class ProgramCollector final : public prometheus::Collectable
{
public:
    ProgramCollector(const Host &host, ConsistCounts consist, SessionFacts session, Crowded crowded)
        : m_host(host)
        , m_consist(std::move(consist))
        , m_session(std::move(session))
        , m_crowded(std::move(crowded))
    {}

    [[nodiscard]] std::vector<prometheus::MetricFamily> Collect() const override
    {
        auto families = m_host.Collect();
        if (const auto counts = m_consist ? m_consist() : std::nullopt)
            std::ranges::move(consistFamilies(*counts), std::back_inserter(families));
        families.push_back(
            metricFamily("qontroller_log_lines_dropped_total",
                         "Lines of the log that were not written: nothing read them, the "
                         "disk was full, or plugins said too much.",
                         prometheus::MetricType::Counter, double(droppedLogLines())));
        families.push_back(
            metricFamily("qontroller_log_lines_waiting",
                         "Lines of the log that wait, for nothing reads it. They are lost "
                         "when the program ends.",
                         prometheus::MetricType::Gauge, double(waitingLogLines())));
        families.push_back(
            metricFamily("qontroller_controllers_in_crash_backoff",
                         "Controllers of the session that are not started, for their "
                         "plugins crashed the program again and again, or their own "
                         "processes before they were made.",
                         prometheus::MetricType::Gauge, double(m_session.waiting())));
        families.push_back(
            metricFamily("qontroller_session_applied",
                         "1 if the session that was asked for last was applied, 0 if it "
                         "was wrong or not all of it could be done.",
                         prometheus::MetricType::Gauge, double(m_session.isApplied())));
        families.push_back(metricFamily("qontroller_control_refused_total",
                                        "Calls and jobs of front ends that there was no room for.",
                                        prometheus::MetricType::Counter,
                                        double(m_session.control->refused)));
        families.push_back(
            metricFamily("qontroller_control_events_missed_total",
                         "Events that front ends who follow them did not get, for they "
                         "read them more slowly than they came.",
                         prometheus::MetricType::Counter, double(m_session.control->eventsMissed)));
        families.push_back(
            metricFamily("qontroller_metrics_connections_ended_total",
                         "Connections for metrics that were ended because too many were open.",
                         prometheus::MetricType::Counter, double(*m_crowded)));
        addJournal(families);
        addAlarms(families);
        std::ranges::move(processMetrics(), std::back_inserter(families));
        return families;
    }

private:
    void addJournal(std::vector<prometheus::MetricFamily> &families) const
    {
        const auto journal = m_session.journal();
        if (!journal)
            return;
        families.push_back(metricFamily("qontroller_journal_healthy",
                                        "1 if what a restart is to know is written, 0 if it "
                                        "cannot be.",
                                        prometheus::MetricType::Gauge, double(journal->isWritten)));
        families.push_back(metricFamily("qontroller_journal_whole",
                                        "1 if the start found all that earlier lives had written, "
                                        "0 if some of that is lost.",
                                        prometheus::MetricType::Gauge, double(journal->isWhole)));
    }

    void addAlarms(std::vector<prometheus::MetricFamily> &families) const
    {
        const AlarmFacts facts = m_session.alarms();
        families.push_back(needFamily(facts.needs));
        families.push_back(firingFamily(facts.firing));
        families.push_back(metricFamily("qontroller_alarm_notify_failures_total",
                                        "How often the notify command of the session could not be "
                                        "told of alarms.",
                                        prometheus::MetricType::Counter,
                                        double(facts.notifyFailures)));
    }

    HostCollector m_host;
    ConsistCounts m_consist;
    SessionFacts m_session;
    const Crowded m_crowded;
};

/// Why not all controllers do their work, a line each.
std::string reasonsOf(const Host &host, std::size_t waiting)
{
    std::string reasons;
    for (const ControllerStatus &each : host.status()) {
        if (!each.hasListed)
            reasons += each.name + ": no list has succeeded yet"
                       + (each.lists.why.empty() ? "" : ": " + each.lists.why) + '\n';
    }
    if (waiting > 0)
        reasons += std::to_string(waiting) + " not started, for their plugins crashed\n";
    return reasons;
}

/// The library has a few threads, each with descriptors, and does not say which of them lack.
constexpr Supply OfPages{.threads = 5, .descriptors = 10};

using MayRead = decltype(MetricsPages::mayRead);

tl::expected<MayRead, std::string> whoMayRead(const std::string &passwords)
{
    if (passwords.empty())
        return MayRead();
    auto users = MetricsUsers::read(passwords);
    if (!users)
        return tl::unexpected("--metrics-password-file: " + passwords + ' ' + users.error());
    return [users = *std::move(users)](std::string_view authorization) {
        return users.mayRead(authorization);
    };
}

tl::expected<MetricsTls, std::string> readTls(const std::string &folder)
{
    if (folder.empty())
        return MetricsTls{};
    auto own = remote::readOwnCertificate(folder);
    if (!own)
        return tl::unexpected("--metrics-tls: " + own.error());
    return MetricsTls{std::move(own->certificates), std::move(own->key)};
}

} // namespace

tl::expected<std::unique_ptr<MetricsServer>, MetricsServer::NotStarted> serveMetrics(
    const MetricsPlace &place, const Host &host, ConsistCounts consist, const SessionFacts &session)
{
    if (place.address.empty())
        return nullptr;
    if (const std::string lack = whatLacks(OfPages); !lack.empty())
        return tl::unexpected(MetricsServer::NotStarted{"--metrics: " + lack, true});
    auto mayRead = whoMayRead(place.passwords);
    if (!mayRead)
        return tl::unexpected(MetricsServer::NotStarted{std::move(mayRead.error())});
    const auto tls = readTls(place.tls);
    if (!tls)
        return tl::unexpected(MetricsServer::NotStarted{tls.error()});
    const auto whyNotReady = [&host, waiting = session.waiting] {
        return reasonsOf(host, waiting());
    };
    const auto crowded = std::make_shared<std::atomic<std::uint64_t>>(0);
    const auto warn = [](const std::string &sentence) {
        log(LogLevel::Warning, {.event = "metrics", .text = sentence});
    };
    const auto noteCrowd = [crowded, warn](const std::string &sentence) {
        ++*crowded;
        warn(sentence);
    };
    auto server = MetricsServer::start(place.address,
                                       {std::make_shared<ProgramCollector>(host, std::move(consist),
                                                                           session, crowded),
                                        whyNotReady, std::move(*mayRead), noteCrowd, warn},
                                       *tls);
    if (server) {
        log(LogLevel::Info, "metrics are served at " + (*server)->url());
        return server;
    }
    std::string why = server.error().sentence;
    if (why.ends_with('.'))
        why.pop_back();
    return tl::unexpected(
        MetricsServer::NotStarted{"--metrics: " + why
                                      + "; choose another address, or --metrics off",
                                  server.error().isShortage});
}

} // namespace qontroller
