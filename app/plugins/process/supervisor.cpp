// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/supervisor.h"

#include "app/plugins/process/launch.h"
#include "app/plugins/process/notedprocess.h"
#include "app/plugins/process/probe.h"

#include <QtCore/QtGlobal>

#include <poll.h>
#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace qontroller::supervision {

namespace {

/// While all are stopped at the end: a SIGKILL that is due comes no later than this.
constexpr int EndPollMs = 50;

} // namespace

Supervisor::Supervisor(std::string stateFolder, std::string logWriter, OnStop onStop,
                       StateFolder::Use use, Clock &clock, std::shared_ptr<const void> mark)
    : m_mark(std::move(mark))
    , m_onStop(onStop)
    , m_clock(clock)
    , m_state(std::move(stateFolder), use)
    , m_tools{std::move(logWriter)}
    , m_epoll(::epoll_create1(EPOLL_CLOEXEC))
{
    if (!m_epoll)
        throw std::system_error(errno, std::generic_category(), "processes cannot be watched");
}

Supervisor::~Supervisor()
{
    if (m_onStop == OnStop::Stop)
        stopAll();
}

tl::expected<void, std::string> Supervisor::takeState()
{
    MutexLock lock(m_taking);
    return m_state.take();
}

void Supervisor::begin()
{
    {
        MutexLock lock(m_taking);
        m_isAtWork = true;
    }
    static_cast<void>(takeState()); // a list says what is wrong
}

void Supervisor::adopt()
{
    MutexLock lock(m_taking);
    if (!m_isAtWork)
        return;
    for (const ObjectId &id : remembered()) {
        if (!find(id))
            look(id);
    }
}

// One that it has met has let go of a copy: each list would read all notes for nothing.
std::vector<ObjectId> Supervisor::remembered() const
{
    std::vector<ObjectId> noted = m_state.ids();
    std::erase_if(noted, [this](const ObjectId &id) { return !has(id) && m_state.isCopy(id); });
    return noted;
}

std::size_t Supervisor::leftAlone() const
{
    const std::vector<ObjectId> noted = remembered();
    return static_cast<std::size_t>(std::ranges::count_if(noted, [this](const ObjectId &id) {
        const auto record = has(id) ? std::nullopt : m_state.load(id).value_or(std::nullopt);
        return record && findNoted(*record);
    }));
}

Outcome Supervisor::keep(const ObjectId &id, const ProcessSpec &spec, const std::stop_token &stop)
{
    m_tools.left.reapEnded();
    const auto entry = entryOf(id);
    MutexLock lock(entry->mutex);
    watch(id, *entry);
    auto outcome = entry->supervised.keep(spec);
    watch(id, *entry);
    if (outcome)
        return *std::move(outcome);
    lock.unlock(); // a call of describe() does not wait for the probe
    const auto whyNot = probe(spec, environmentOf(spec, id), stop);
    lock.lock();
    return entry->supervised.takeReadiness(spec.readiness, whyNot);
}

Outcome Supervisor::stop(const ObjectId &id, const std::string &why)
{
    const auto entry = entryOf(id);
    MutexLock lock(entry->mutex);
    watch(id, *entry);
    Outcome outcome = entry->supervised.stop(why);
    watch(id, *entry);
    return outcome;
}

std::string Supervisor::whyNotWanted(const ObjectId &id)
{
    const auto entry = entryOf(id);
    MutexLock lock(entry->mutex);
    return entry->supervised.whyNotWanted(false);
}

void Supervisor::yield(const std::string &why)
{
    for (const ObjectId &id : all())
        static_cast<void>(stop(id, why));
}

void Supervisor::say(const ObjectId &id, const std::string &sentence)
{
    const auto entry = entryOf(id);
    MutexLock lock(entry->mutex);
    entry->supervised.say(sentence);
}

std::vector<ObjectId> Supervisor::all() const
{
    std::vector<ObjectId> ids;
    MutexLock lock(m_mutex);
    for (const auto &[id, entry] : m_entries)
        ids.push_back(id);
    return ids;
}

void Supervisor::forget(const ObjectId &id)
{
    MutexLock lock(m_mutex);
    m_entries.erase(id);
}

void Supervisor::look(const ObjectId &id)
{
    const auto entry = entryOf(id);
    MutexLock lock(entry->mutex);
    entry->supervised.look();
    watch(id, *entry);
}

ProcessNews Supervisor::takeNews(const ObjectId &id)
{
    const auto entry = find(id);
    if (!entry)
        return {};
    MutexLock lock(entry->mutex);
    return entry->supervised.takeNews();
}

std::string Supervisor::describe(const ObjectId &id) const
{
    const auto entry = find(id);
    if (!entry)
        return "state: not looked at yet\n";
    MutexLock lock(entry->mutex);
    return entry->supervised.describe();
}

std::vector<ObjectId> Supervisor::takeEnded()
{
    std::array<epoll_event, 64> events{};
    const int count = ::epoll_wait(m_epoll.get(), events.data(), events.size(), 0);
    std::vector<ObjectId> ended;
    MutexLock lock(m_mutex);
    for (int i = 0; i < count; ++i) {
        if (auto node = m_watched.extract(events[static_cast<std::size_t>(i)].data.u64)) {
            if (const auto entry = m_entries.find(node.mapped()); entry != m_entries.end())
                ++entry->second->ends;
            ended.push_back(std::move(node.mapped()));
        }
    }
    return ended;
}

std::uint64_t Supervisor::ends(const ObjectId &id) const
{
    MutexLock lock(m_mutex);
    const auto entry = m_entries.find(id);
    return entry == m_entries.end() ? 0 : entry->second->ends;
}

std::shared_ptr<Supervisor::Entry> Supervisor::entryOf(const ObjectId &id)
{
    MutexLock lock(m_mutex);
    std::shared_ptr<Entry> &entry = m_entries[id];
    if (!entry)
        entry = std::make_shared<Entry>(Supervised(id, m_state, m_tools, m_clock));
    return entry;
}

std::shared_ptr<Supervisor::Entry> Supervisor::find(const ObjectId &id) const
{
    MutexLock lock(m_mutex);
    const auto it = m_entries.find(id);
    return it == m_entries.end() ? nullptr : it->second;
}

void Supervisor::watch(const ObjectId &id, Entry &entry)
{
    watch(id, entry.supervised.run(), entry.run);
    watch(id, entry.supervised.writer(), entry.writer);
}

/// A descriptor that was closed has left the epoll set by itself.
void Supervisor::watch(const ObjectId &id, const RunningProcess *process, Watched &watched)
{
    const ProcessIdentity identity = process ? process->process() : ProcessIdentity();
    if (identity == watched.process)
        return;
    watched.process = identity;
    MutexLock lock(m_mutex);
    m_watched.erase(watched.key);
    if (!process)
        return;
    watched.key = ++m_lastKey;
    epoll_event event{};
    event.events = EPOLLIN | EPOLLONESHOT;
    event.data.u64 = watched.key;
    // Where the kernel has no such descriptor the end is seen at the next look.
    if (::epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, process->fd(), &event) == 0)
        m_watched.emplace(watched.key, id);
}

void Supervisor::stopAll()
{
    std::vector<ObjectId> left = all();
    while (true) {
        std::erase_if(left, [this](const ObjectId &id) {
            const Outcome outcome = stop(id);
            if (outcome.kind() == Outcome::Kind::Retry)
                qWarning("%s: is not stopped: %s", id.c_str(), outcome.text().c_str());
            const ProcessNews news = takeNews(id);
            for (const std::string &why : news.asked)
                qWarning("%s: %s", id.c_str(), why.c_str());
            for (const std::string &why : news.left)
                qWarning("%s: %s", id.c_str(), why.c_str());
            for (const std::string &how : news.ends)
                qWarning("%s: ended: %s", id.c_str(), how.c_str());
            for (const std::string &sentence : news.output.sentences)
                qWarning("%s: %s", id.c_str(), sentence.c_str());
            return outcome.kind() != Outcome::Kind::Wait;
        });
        if (left.empty())
            return;
        pollfd waiting{m_epoll.get(), POLLIN, 0};
        static_cast<void>(::poll(&waiting, 1, EndPollMs));
        static_cast<void>(takeEnded());
    }
}

} // namespace qontroller::supervision
