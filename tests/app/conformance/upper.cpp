// SPDX-License-Identifier: LGPL-3.0-or-later
#include <QtCore/QObject>

#include "core/base/threads/wait.h"
#include "core/engine/api/functions.h"
#include "core/plugins/api/controllerplugin.h"

#include <fcntl.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

namespace qontroller {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::string contents(const fs::path &file)
{
    std::ifstream input(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(input), {}};
}

std::string upper(std::string text)
{
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

/// Blocks for ever.
void hang()
{
    std::promise<void>().get_future().wait();
}

/// Keeps an upper-case copy of each file of `source` in `target`. Right in all, but for
/// the one fault that it is told to have.
class Upper final : public ListerWatcher, public Storage<std::string>, public Handler<std::string>
{
public:
    Upper(const QJsonObject &parameters)
        : m_source(parameters.value("source").toString().toStdString())
        , m_target(parameters.value("target").toString().toStdString())
        , m_fault(parameters.value("fault").toString().toStdString())
        , m_key(parameters.value("key").toString().toStdString())
    {
        if (has("leaves-open"))
            leaveOpen();
    }

    ListResult list(ListSink &sink, std::stop_token stop) override
    {
        if (has("shows-its-key"))
            return ListResult::failed("wrong key: " + m_key);
        if (!fs::exists(m_source) && !has("outage-empty"))
            return ListResult::failed("there is no " + m_source.string());
        const std::set<std::string> existing = namesIn(m_source);
        std::size_t count = 0;
        for (const std::string &name : existing) {
            if (has("lists-five") && ++count > 5)
                return ListResult::complete();
            if (stop.stop_requested())
                return has("cut-list-complete") ? ListResult::complete()
                                                : ListResult::failed("stopped");
            sink.add(name);
        }
        if (has("not-utf8"))
            sink.add("caf\xE9");
        if (has("lists-what-is-not"))
            sink.add("ghost.txt");
        for (const std::string &name : namesIn(m_target)) {
            if (!existing.contains(name) && !has("no-leftovers"))
                sink.addLeftover(name);
        }
        return ListResult::complete();
    }

    WatchMode watchMode() const override { return WatchMode::Live; }

    WatchEnd watch(WatchSink &sink, const std::string &, std::stop_token stop) override
    {
        if (has("ends-its-watch"))
            return WatchEnd::failed("no connection");
        if (has("ready-too-early"))
            sink.ready();
        std::map<std::string, std::string> before = files();
        if (!has("never-ready") && !has("ready-too-early"))
            sink.ready();
        if (has("watches-empty"))
            sink.event(EventType::Added, "");
        if (has("watches-not-utf8"))
            sink.event(EventType::Added, "caf\xE9");
        if (has("deaf"))
            hang();
        while (waitFor(SteadyClock::instance(), 5ms, stop) == WaitEnd::TimeIsUp) {
            std::map<std::string, std::string> now = files();
            if (now != before && has("ready-twice"))
                sink.ready();
            if (!has("chokes") || !fs::exists(m_source / ".garbage"))
                tell(sink, before, now);
            before = std::move(now);
        }
        return WatchEnd::closed();
    }

    Fetched<std::string> get(const Attempt &attempt) override
    {
        if (has("throws-nothing-said") && ++m_gets % 3 == 0)
            throw std::runtime_error("");
        if (!fs::exists(m_source) && !has("outage-empty"))
            return Fetched<std::string>::failed("there is no " + m_source.string());
        if (!fs::exists(m_source / attempt.id) && !has("finds-deleted"))
            return Fetched<std::string>::gone();
        return Fetched<std::string>::found(
            std::make_shared<const std::string>(contents(m_source / attempt.id)));
    }

    Outcome add(const std::string &object, const Attempt &attempt) override
    {
        const fs::path file = m_target / attempt.id;
        if (has("leaves-open-what-it-adds") && !fs::exists(file))
            leaveOpen();
        if (has("hangs"))
            hang();
        if (has("leaves-running") && !fs::exists(file))
            std::thread(hang).detach();
        if (has("fails-again") && contents(file) == upper(object))
            return Outcome::retry("it is there already");
        if (has("half-done") && attempt.stop.stop_requested())
            return halfDone(attempt.id);
        if (has("half-done") && fs::exists(m_target / (attempt.id + ".part")))
            return Outcome::done(); // taken for another's work
        if (has("remembers") && !isFirst(attempt.id))
            return Outcome::done();
        if (has("resumes") && isResumed(object, attempt))
            return Outcome::done();
        const fs::path note = file.string() + ".note";
        if (has("trusts-notes") && contents(note) == object)
            return Outcome::done(); // whatever is there
        write(file, has("never-right") ? "never " + object : object);
        if (has("eats"))
            fs::remove(m_source / attempt.id);
        if (has("mutates"))
            const_cast<std::string &>(object).clear(); // it is the fault
        if (has("trusts-notes"))
            std::ofstream(note) << object;
        return Outcome::done();
    }

    Outcome remove(const Attempt &attempt) override
    {
        const fs::path file = m_target / attempt.id;
        if (has("leaves-open-what-it-removes") && fs::exists(file))
            leaveOpen();
        const bool isUnheardOf = file.extension() != ".txt";
        if (has("crashes") && isUnheardOf)
            std::abort();
        if (has("throws") && isUnheardOf && isFirst(attempt.id))
            throw 42; // NOLINT(hicpp-exception-baseclass): it is the fault
        if (has("exits") && isUnheardOf)
            std::exit(0); // NOLINT(concurrency-mt-unsafe): it is the fault
        if (has("removes-all")) {
            for (const std::string &name : namesIn(m_target))
                fs::remove(m_target / name);
        }
        if (!has("loses-deletions"))
            fs::remove(file);
        fs::remove(file.string() + ".note");
        return Outcome::done();
    }

private:
    void leaveOpen() const
    {
        static_cast<void>(::open(m_source.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    }

    [[nodiscard]] bool has(std::string_view fault) const { return m_fault == fault; }

    static std::set<std::string> namesIn(const fs::path &folder)
    {
        std::set<std::string> names;
        std::error_code error;
        for (fs::directory_iterator it(folder, error), end; !error && it != end;
             it.increment(error)) {
            if (it->path().extension() == ".txt")
                names.insert(it->path().filename().string());
        }
        return names;
    }

    [[nodiscard]] std::map<std::string, std::string> files() const
    {
        std::map<std::string, std::string> all;
        for (const std::string &name : namesIn(m_source))
            all[name] = contents(m_source / name);
        return all;
    }

    void tell(WatchSink &sink, const std::map<std::string, std::string> &before,
              const std::map<std::string, std::string> &now) const
    {
        for (const auto &[name, text] : now) {
            const auto it = before.find(name);
            const bool isChanged = it != before.end() && it->second != text;
            if (it == before.end() || (isChanged && !has("swallows-changes")))
                sink.event(isChanged && has("tells-of-deletions") ? EventType::Deleted
                                                                  : EventType::Modified,
                           name);
        }
        for (const auto &[name, text] : before) {
            if (!now.contains(name) && !has("swallows-deletions"))
                sink.event(EventType::Deleted, name);
        }
    }

    void write(const fs::path &file, const std::string &text) const
    {
        if (has("appends")) {
            std::ofstream(file, std::ios::app) << upper(text);
            return;
        }
        // Whole or not at all; a name of its own for each, as attempts may overlap.
        const fs::path part = file.string() + ".new";
        std::ofstream(part) << upper(text);
        fs::rename(part, file);
    }

    Outcome halfDone(const ObjectId &id) const
    {
        std::ofstream(m_target / (id + ".part")) << "begun";
        return Outcome::retry("stopped");
    }

    /// A retry goes on where the attempt before has ended, and what it made is never looked at.
    [[nodiscard]] bool isResumed(const std::string &object, const Attempt &attempt) const
    {
        const fs::path mark = m_target / (attempt.id + ".resumed");
        if (attempt.number > 1) {
            std::ofstream(m_target / attempt.id, std::ios::app) << upper(object);
            std::ofstream(mark) << "resumed";
        }
        return fs::exists(mark);
    }

    [[nodiscard]] bool isFirst(const ObjectId &id)
    {
        const std::lock_guard lock(m_mutex);
        return m_done.insert(id).second;
    }

    const fs::path m_source;
    const fs::path m_target;
    const std::string m_fault;
    const std::string m_key;
    std::atomic<unsigned> m_gets = 0;
    std::mutex m_mutex;
    std::set<ObjectId> m_done;
};

} // namespace

/// Makes controllers that are right, or wrong in one way.
class UpperPlugin final : public QObject, public ControllerPlugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID "org.qontroller.ControllerPlugin/3" FILE "upper.json")
    Q_INTERFACES(qontroller::ControllerPlugin)

public:
    tl::expected<ControllerParts, std::string> create(const QJsonObject &parameters,
                                                      const ControllerContext &) override
    {
        const std::string fault = parameters.value("fault").toString().toStdString();
        const auto upper = std::make_shared<Upper>(parameters);
        if (fault == "changes-folder")
            fs::current_path("/");
        if (fault == "touches")
            std::ofstream(parameters.value("target").toString().toStdString() + "/.touched");
        ControllerParts parts;
        parts.listerWatcher = upper;
        if (fault != "no-reconciler")
            parts.reconciler = makeReconciler<std::string>(upper, upper);
        return parts;
    }
};

} // namespace qontroller

#include "upper.moc"
