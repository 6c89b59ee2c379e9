// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "bench.h"

#include <atomic>
#include <functional>

namespace qontroller::benchmarks {

struct EventLoad
{
    Duration length{};      ///< a thousand events each second
    std::size_t listed = 0; ///< ids that the list shows, none of them an event's
    Duration handlerTime{}; ///< of each add()
    int workers = 2;
    Duration resyncInterval = std::chrono::hours(1); ///< the list comes again after it
    std::function<void(Duration)> onLatency = [](Duration) {
    };                                     ///< from an event to its handler; any worker
    std::function<void()> onPause = [] {}; ///< between two events, on the watch thread
};

struct EventLoadEnd
{
    std::uint64_t unhandled = 0; ///< events whose handler did not begin within 10 s of the last
    std::uint64_t waiting = 0;   ///< ids that waited for a worker when the last event was sent
    Histogram handler;           ///< how long the handlers took
};

namespace detail {

/// The other half of a controller under an EventLoad.
class EventLoadRun
{
public:
    explicit EventLoadRun(const EventLoad &load)
        : m_load(load)
        , m_ids(makeIds(load.listed))
        , m_sentAt(static_cast<std::size_t>(load.length / Period) + 1)
    {}

    EventLoadEnd run()
    {
        Host host;
        ControllerSpec spec = makeSpec(makeSource(),
                                       handleBy([this](const Attempt &a) { handle(a); }),
                                       m_load.workers);
        spec.options.resyncInterval = m_load.resyncInterval;
        spec.options.detectDeletions = false; // the lists do not show what the events name
        addTo(host, std::move(spec));
        waitUntilSynced(host);
        m_go = true;
        m_go.notify_all();
        m_allSent.wait(false);
        EventLoadEnd end;
        end.waiting = host.status().front().gauges.depth;
        const auto last = BenchClock::now();
        while (m_received < m_sentAt.size() && secondsSince(last) < 10)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        end.unhandled = m_sentAt.size() - m_received;
        m_handlers.addTo(end.handler);
        return end;
    }

private:
    static constexpr Duration Period = std::chrono::milliseconds(1);

    std::shared_ptr<ListerWatcher> makeSource()
    {
        return makeListerWatcher(
            [this](ListSink &sink, std::stop_token) {
                for (const std::string &id : m_ids)
                    sink.add(id);
                return ListResult::complete();
            },
            [this](WatchSink &sink, const std::string &, std::stop_token stop) {
                sink.ready();
                m_go.wait(false);
                sendAll(sink);
                m_allSent = true;
                m_allSent.notify_all();
                while (!stop.stop_requested())
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                return WatchEnd::closed();
            });
    }

    void sendAll(WatchSink &sink)
    {
        auto next = BenchClock::now();
        for (std::size_t i = 0; i < m_sentAt.size(); ++i) {
            next += Period / 2;
            std::this_thread::sleep_until(next);
            m_sentAt[i] = BenchClock::now();
            sink.event(EventType::Modified, "event-" + std::to_string(i));
            next += Period / 2;
            std::this_thread::sleep_until(next);
            m_load.onPause();
        }
    }

    void handle(const Attempt &attempt)
    {
        const auto begun = BenchClock::now();
        if (attempt.id.starts_with("event-")) {
            m_load.onLatency(begun - m_sentAt[std::stoul(attempt.id.substr(6))].load());
            ++m_received;
        }
        if (m_load.handlerTime > Duration::zero())
            std::this_thread::sleep_for(m_load.handlerTime);
        m_handlers.record(BenchClock::now() - begun);
    }

    const EventLoad &m_load;
    const std::vector<std::string> m_ids;
    std::vector<std::atomic<BenchClock::time_point>> m_sentAt;
    std::atomic<bool> m_go{false};
    std::atomic<bool> m_allSent{false};
    std::atomic<std::size_t> m_received{0};
    SharedHistogram m_handlers;
};

} // namespace detail

/// Runs a controller under \a load.
inline EventLoadEnd runEvents(const EventLoad &load)
{
    return detail::EventLoadRun(load).run();
}

} // namespace qontroller::benchmarks
