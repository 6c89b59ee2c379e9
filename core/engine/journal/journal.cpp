// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/journal/journal.h"

#include "core/engine/api/optiontable.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <iterator>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace qontroller {

namespace {

/// As in 2026-11-29T08-11-30Z.
std::string inFileName(WallTime time)
{
    const std::time_t seconds = time.time_since_epoch() / std::chrono::seconds(1);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H-%M-%SZ", &parts)};
}

/// Gives the file and what belongs to it other names, and says which the file has.
tl::expected<std::filesystem::path, StoreError> setAside(const std::filesystem::path &file,
                                                         WallTime now)
{
    const std::filesystem::path aside = file.string() + ".damaged-" + inFileName(now);
    for (const char *suffix : Store::Suffixes) {
        std::error_code error;
        std::filesystem::rename(file.string() + suffix, aside.string() + suffix, error);
        if (error && error != std::errc::no_such_file_or_directory)
            return tl::unexpected(
                StoreError(Error(file.string() + suffix
                                 + ": is damaged, and cannot be set aside: " + error.message())));
    }
    return aside;
}

bool isWithheld(const KnownItem &item)
{
    return item.existence == Existence::Held || item.existence == Existence::Kept;
}

void count(const KnownItem &item, Restored &restored)
{
    ++restored.objects;
    restored.failed += item.givenUp;
    restored.texts += !item.keptText.isEmpty();
    restored.paused += item.paused;
    restored.withheld += isWithheld(item);
    restored.owed += item.existence == Existence::Deleted || item.existence == Existence::Missing;
}

/// Of a controller as a whole; \a hasOtherObjects: than those of which the file tells.
void readWhole(Rows &rows, JournalFile::Number number, bool hasOtherObjects, Restored &restored,
               KnownSink &sink)
{
    const JournalFile::FoundPause pause = JournalFile::pause(rows, number);
    restored.pause = pause;
    restored.isPauseDamaged = pause.isDamaged;
    restored.isPaused = restored.pause.isPaused;
    sink.pause(pause);
    const auto wave = JournalFile::wave(rows, number);
    restored.isWaveDamaged = !wave;
    if (wave && !hasOtherObjects)
        sink.goOn(*wave);
}

/// \a workers if \a options have that number, which goes back by itself; else nothing.
std::optional<TemporaryWorkers> temporary(const std::optional<TemporaryWorkers> &workers,
                                          const ControllerOptions &options, WallTime now)
{
    const bool isSo = workers && workers->workers == options.workers && workers->until > now;
    return isSo ? workers : std::nullopt;
}

ControllerOptions withoutTime(ControllerOptions options,
                              const std::optional<TemporaryWorkers> &workers)
{
    if (workers)
        options.workers = workers->before;
    return options;
}

} // namespace

/// Is read when its controller starts.
class JournaledItems final : public KnownItems
{
public:
    JournaledItems(Journal &journal, KeptUpToPtr keptUpTo, JournaledController controller,
                   std::shared_ptr<KnownItems> instead, Journal::Note note)
        : m_journal(journal)
        , m_keptUpTo(std::move(keptUpTo))
        , m_turns(journal.turns())
        , m_ended(journal.m_ended)
        , m_controller(std::move(controller))
        , m_instead(std::move(instead))
        , m_note(std::move(note))
    {}

    void read(KnownSink &sink) override
    {
        const auto instead = m_instead ? m_instead : lastKnown();
        const Restored restored = m_journal.restore(m_controller, instead ? nullptr : &sink);
        *m_keptUpTo = restored.last;
        if (instead)
            instead->read(sink);
        else if (m_note)
            m_note(m_controller.name, restored);
        m_ended->forget(m_controller.name);
    }

    void end(const ControllerOptions &options,
             const std::function<void(KnownSink &)> &tell) override
    {
        if (m_turns->sync() || !m_turns->isOpen())
            return;
        auto known = std::make_shared<LastKnown>();
        tell(*known);
        m_ended->add({m_controller, m_journal.changesOf(m_controller.name, options),
                      std::move(known)});
        m_journal.noteEnd(m_controller.name, m_keptUpTo);
    }

    std::string awaitKeptText(ItemKey key, bool another) override
    {
        if (!another && !isUnwritten(key))
            return {};
        const bool isWritten = m_turns->sync() || !m_turns->isOpen();
        setUnwritten(key, !isWritten);
        if (isWritten)
            return {};
        const std::string why = m_turns->whyNotWritten();
        return why.empty() ? "the disk has not answered in time" : why;
    }

    bool awaitKept(ItemKey key) override
    {
        const bool hasToWait = key > m_keptUpTo->load(std::memory_order_acquire);
        if (hasToWait)
            static_cast<void>(m_turns->sync());
        return hasToWait;
    }

private:
    /// What one of its name knew that has ended, and that the file does not have; null: nothing.
    [[nodiscard]] std::shared_ptr<KnownItems> lastKnown() const
    {
        const auto before = m_ended->find(m_controller.name, m_controller.plugin);
        if (!before)
            return nullptr;
        if (before->controller.objects != m_controller.objects)
            before->known->becomeOfOthers();
        return before->known;
    }
    [[nodiscard]] bool isUnwritten(ItemKey key)
    {
        MutexLock lock(m_mutex);
        return m_unwritten.contains(key);
    }
    void setUnwritten(ItemKey key, bool isSo)
    {
        MutexLock lock(m_mutex);
        if (isSo)
            m_unwritten.insert(key);
        else
            m_unwritten.erase(key);
    }

    Journal &m_journal;
    Mutex m_mutex;
    std::set<ItemKey> m_unwritten QONTROLLER_GUARDED_BY(m_mutex); // whose texts may be
    const KeptUpToPtr m_keptUpTo;
    const std::shared_ptr<WriteTurns> m_turns;
    const std::shared_ptr<EndedControllers> m_ended;
    const JournaledController m_controller;
    const std::shared_ptr<KnownItems> m_instead;
    const Journal::Note m_note;
};

tl::expected<Journal::Opened, StoreError> Journal::open(const std::filesystem::path &file,
                                                        Clock &clock)
{
    std::error_code ignored;
    Opened opened;
    const auto isThere = [&](const char *suffix) {
        return std::filesystem::exists(file.string() + suffix, ignored);
    };
    const bool hasNewest = isThere(Store::NewestSuffix);
    opened.hadNoContent = isThere("") ? std::filesystem::file_size(file, ignored) == 0 && !ignored
                                      : hasNewest || isThere(StoreEnd::Suffix);
    const auto take = [&]() -> std::optional<StoreError> {
        auto store = Store::open(file, JournalFile::steps());
        if (!store)
            return std::move(store.error());
        opened.journal.reset(new Journal(*std::move(store), clock));
        return opened.journal->check();
    };
    auto error = take();
    if (error && !error->isDamaged)
        return tl::unexpected(*std::move(error));
    if (error) {
        opened.why = error->message;
        opened.journal.reset();
        auto renamed = setAside(file, clock.wallNow());
        if (!renamed)
            return tl::unexpected(std::move(renamed.error()));
        opened.setAside = *std::move(renamed);
        if ((error = take()))
            return tl::unexpected(*std::move(error));
    }
    const auto wasOpen = mark(*opened.journal->store(), true);
    if (!wasOpen)
        return tl::unexpected(StoreError(wasOpen.error()));
    {
        MutexLock lock(opened.journal->m_mutex);
        opened.journal->m_isOpen = true;
    }
    opened.lacksItsEnd = opened.journal->store()->lacksItsEnd().value_or(*wasOpen && !hasNewest);
    return opened;
}

std::optional<StoreError> Journal::check()
{
    const std::shared_ptr<Store> file = store();
    if (auto whole = file->check(); !whole)
        return std::move(whole.error());
    const auto read = file->transact(&JournalFile::controllers);
    if (read)
        return std::nullopt;
    StoreError error(read.error());
    error.isDamaged = true; // each page can be read, and its rows are not what was written
    return error;
}

// On disk in the file itself: so a `-wal` that lacks is noticed.
Store::Result<bool> Journal::mark(Store &store, bool isOpen)
{
    auto was = store.transact([isOpen](Rows &rows) { return JournalFile::setOpen(rows, isOpen); });
    if (!was)
        return was;
    if (auto settled = store.settle(); !settled)
        return tl::unexpected(settled.error());
    return was;
}

bool Journal::giveUp()
{
    MutexLock lock(m_mutex);
    return std::exchange(m_isOpen, false);
}

Journal::~Journal()
{
    if (giveUp())
        static_cast<void>(mark(*store(), false)); // if it cannot be written, that was said
}

std::unique_ptr<Journal> Journal::inMemory(Clock &clock)
{
    return std::unique_ptr<Journal>(
        new Journal(*Store::open(Store::InMemory, JournalFile::steps()), clock));
}

std::shared_ptr<KnownItems> Journal::known(JournaledController controller,
                                           std::shared_ptr<KnownItems> instead, Note note)
{
    auto keptUpTo = std::make_shared<KeptUpTo>(0); // keys of another life may be others here
    {
        MutexLock lock(m_mutex);
        Started &started = m_started[controller.name];
        started.controller = controller;
        started.keptUpTo = keptUpTo;
        if (!instead) // else it starts anew in this life, and its workers go back all the same
            started.temporary.reset();
    }
    return std::make_shared<JournaledItems>(*this, std::move(keptUpTo), std::move(controller),
                                            std::move(instead), std::move(note));
}

// Whoever still uses the controller does not keep it running.
void Journal::noteEnd(const std::string &controller, const KeptUpToPtr &keptUpTo)
{
    MutexLock lock(m_mutex);
    const auto found = m_started.find(controller);
    if (found != m_started.end() && found->second.keptUpTo.lock() == keptUpTo)
        found->second.keptUpTo.reset();
}

std::vector<JournaledController> Journal::running()
{
    std::vector<JournaledController> all;
    MutexLock lock(m_mutex);
    for (const auto &[name, each] : m_started) {
        if (!each.keptUpTo.expired())
            all.push_back(each.controller);
    }
    return all;
}

Store::Result<void> Journal::moveTo(std::unique_ptr<Journal> other)
{
    std::shared_ptr<Store> file = other->store();
    auto taken = file->transact([all = running()](Rows &rows) {
        for (const JournaledController &each : all)
            enterAnew(rows, each);
        return JobRows::numbers(rows);
    });
    if (!taken)
        return tl::unexpected(taken.error());
    bool isMarked = other->giveUp();
    std::string lost = other->lost();
    std::set<JobId> left;
    {
        MutexLock lock(m_mutex);
        std::swap(m_store, file);
        std::swap(m_isOpen, isMarked);
        m_written = {};
        m_whyNot.clear();
        m_lost.swap(lost);
        left = m_jobs.moveTo(!m_store->file().empty(), *std::move(taken));
        for (const auto &[name, each] : m_started) {
            if (const KeptUpToPtr keptUpTo = each.keptUpTo.lock())
                *keptUpTo = 0;
        }
    }
    static_cast<void>(m_turns->sync()); // the writer lets go of the file so far
    if (!isMarked)
        return {};
    // If they cannot be written, that was said.
    static_cast<void>(file->transact([&left](Rows &rows) {
        for (const JobId id : left)
            JobRows::remove(rows, id);
    }));
    static_cast<void>(mark(*file, false)); // as at the end
    return {};
}

// What was known of others under its name is of no use any more.
void Journal::enterAnew(Rows &rows, const JournaledController &controller)
{
    if (const auto before = JournalFile::find(rows, controller.name))
        JournalFile::forget(rows, before->number);
    static_cast<void>(JournalFile::enter(rows, controller));
}

Store::Result<ResumedChanges> Journal::resumeChanges(const JournaledController &controller)
{
    const std::shared_ptr<Store> file = store();
    using Found = std::pair<JournalFile::Number, JournalFile::FoundChanges>;
    const auto found = file->transact([&](Rows &rows) {
        const auto before = JournalFile::find(rows, controller.name);
        return before && before->controller.plugin == controller.plugin
                   ? Found(before->number, JournalFile::changes(rows, before->number))
                   : Found();
    });
    if (!found)
        return tl::unexpected(found.error());
    auto [number, read] = *found;
    if (auto before = m_ended->find(controller.name, controller.plugin); before && before->changes)
        read.changes = *std::move(before->changes);
    ResumedChanges resumed = resume(read.changes, *controller.given, m_clock.wallNow());
    resumed.damaged = read.damaged;
    // At once: a life that ends soon, or has options of its own, would leave them for the next. If
    // it cannot be written, the writer cannot write either, and says so.
    if (resumed.kept != read.changes || read.damaged > 0)
        static_cast<void>(file->transact(
            [&](Rows &rows) { JournalFile::writeChanges(rows, number, resumed.kept); }));
    return resumed;
}

// What status() tells is true at once, and the file with the next turn.
void Journal::give(const std::string &controller, const ControllerOptions &options)
{
    MutexLock lock(m_mutex);
    Started &started = m_started[controller];
    started.controller.given = options;
    std::erase_if(started.changes.options, [&options](const ChangedOption &each) {
        const ControllerOption *const option = findOption(each.name);
        return option && valueText(option->in(options)) == each.value;
    });
}

void Journal::addLost(const std::string &lost)
{
    MutexLock lock(m_mutex);
    m_lost += (m_lost.empty() || lost.empty() ? "" : "; ") + lost;
}

std::string Journal::lost()
{
    MutexLock lock(m_mutex);
    return m_lost;
}

void Journal::setTemporary(const std::string &controller,
                           const std::optional<TemporaryWorkers> &workers)
{
    MutexLock lock(m_mutex);
    m_started[controller].temporary = workers;
}

std::optional<ControllerOptions> Journal::toStay(const std::string &controller,
                                                 const ControllerOptions &options)
{
    MutexLock lock(m_mutex);
    const auto found = m_started.find(controller);
    if (found == m_started.end())
        return options;
    const Started &started = found->second;
    if (started.controller.isFleeting)
        return std::nullopt;
    return withoutTime(options, temporary(started.temporary, options, m_clock.wallNow()));
}

std::optional<ControllerChanges> Journal::changesOf(const std::string &controller,
                                                    const ControllerOptions &options)
{
    ControllerChanges changes;
    MutexLock lock(m_mutex);
    const auto found = m_started.find(controller);
    if (found == m_started.end() || !found->second.controller.given)
        return changes;
    Started &started = found->second;
    if (started.controller.isFleeting)
        return std::nullopt;
    changes.workers = temporary(started.temporary, options, m_clock.wallNow());
    const ControllerOptions toStay = withoutTime(options, changes.workers);
    for (const ControllerOption &each : optionTable()) {
        const OptionValue value = each.in(toStay);
        const OptionValue given = each.in(*started.controller.given);
        if (each.isLive && value != given)
            changes.options.push_back({each.fullName(), valueText(value), valueText(given)});
    }
    started.changes = changes;
    return changes;
}

void Journal::add(OperatorLine line)
{
    MutexLock lock(m_mutex);
    m_lines.push_back(std::move(line));
    if (m_lines.size() > MostUnwritten)
        m_lines.pop_front();
}

void Journal::setResult(std::uint64_t line, std::string result)
{
    MutexLock lock(m_mutex);
    m_results.insert_or_assign(line, std::move(result));
    if (m_results.size() > LineRows::MostPlaces)
        m_results.erase(m_results.begin());
}

Store::Result<std::vector<OperatorLine>> Journal::lines(std::size_t count)
{
    return store()->transact([count](Rows &rows) { return LineRows::read(rows, count); });
}

void Journal::take(Unwritten &unwritten)
{
    MutexLock lock(m_mutex);
    if (unwritten.lines.empty()) { // else they wait here, of which there are not too many
        unwritten.lines.assign(std::make_move_iterator(m_lines.begin()),
                               std::make_move_iterator(m_lines.end()));
        m_lines.clear();
        for (auto &[line, result] : std::exchange(m_results, {}))
            unwritten.results.insert_or_assign(line, std::move(result));
    }
    if (m_alarms)
        unwritten.alarms = std::exchange(m_alarms, std::nullopt);
}

KeptJobs::Changes Journal::takeJobs(const std::shared_ptr<Store> &store)
{
    MutexLock lock(m_mutex);
    return store == m_store ? m_jobs.take() : KeptJobs::Changes();
}

Store::Result<JobRows::Found> Journal::readJobs()
{
    auto found = store()->transact([](Rows &rows) {
        JobRows::Found all = JobRows::read(rows);
        for (const JobId id : all.damaged)
            JobRows::remove(rows, id);
        return all;
    });
    if (!found)
        return found;
    m_jobs.take(found->jobs);
    return found;
}

void Journal::keep(KeptAlarms alarms)
{
    MutexLock lock(m_mutex);
    m_alarms = std::move(alarms);
}

Store::Result<AlarmRows::Found> Journal::alarms()
{
    return store()->transact([](Rows &rows) { return AlarmRows::read(rows); });
}

std::shared_ptr<Store> Journal::store()
{
    MutexLock lock(m_mutex);
    return m_store;
}

void Journal::writeEnded(Rows &rows)
{
    if (m_ended->isEmpty()) // as in nearly every turn
        return;
    std::set<std::string> names;
    for (const JournaledController &each : running())
        names.insert(each.name);
    m_ended->write(rows, names);
}

void Journal::noteKept(const std::shared_ptr<Store> &store,
                       const std::map<std::string, ItemKey> &last)
{
    m_ended->noteWritten();
    MutexLock lock(m_mutex);
    if (store != m_store)
        return;
    for (const auto &[controller, key] : last) {
        const auto found = m_started.find(controller);
        if (found == m_started.end())
            continue;
        if (const KeptUpToPtr keptUpTo = found->second.keptUpTo.lock())
            *keptUpTo = std::max(key, keptUpTo->load());
    }
}

void Journal::noteTurn(bool anything, const std::string &whyNot)
{
    MutexLock lock(m_mutex);
    m_whyNot = whyNot;
    if (anything && whyNot.empty())
        m_written = m_clock.wallNow();
}

JournalStatus Journal::status()
{
    JournalStatus status;
    MutexLock lock(m_mutex);
    const std::shared_ptr<Store> store = m_store;
    status.written = m_written;
    status.whyNotWritten = m_whyNot;
    status.lost = m_lost;
    for (const auto &[name, each] : m_started) {
        if (each.keptUpTo.expired())
            continue;
        status.controllers.push_back({name, each.restored, each.changes});
        if (store->file().empty()) // nothing is written, and nobody looks for what has changed
            status.controllers.back().changes.workers = each.temporary;
    }
    lock.unlock();
    status.file = store->file();
    if (const Duration late = m_turns->late(); status.whyNotWritten.empty() && late > Duration{})
        status.whyNotWritten = status.file + ": the disk has not answered for "
                               + std::to_string(late / std::chrono::seconds(1)) + " s";
    status.bytes = store->size();
    return status;
}

tl::expected<void, Error> Journal::compact()
{
    return store()->compact();
}

Restored Journal::restore(const JournaledController &controller, KnownSink *sink)
{
    Restored restored;
    const auto read = store()->transact([&](Rows &rows) {
        const auto before = JournalFile::find(rows, controller.name);
        const bool isOfOther = before && before->controller.plugin != controller.plugin;
        const bool hasOtherObjects = before && before->controller.objects != controller.objects;
        if (isOfOther) {
            restored.dropped = JournalFile::count(rows, before->number);
            restored.droppedTexts = JournalFile::keptChecksums(rows, before->number).size();
            JournalFile::forget(rows, before->number);
        }
        const JournalFile::Number number = JournalFile::enter(rows, controller);
        if (!before || isOfOther) // a number may be one that another had
            return JournalFile::forgetItems(rows, number);
        if (!sink)
            return;
        const JournalFile::Damaged damaged =
            JournalFile::readItems(rows, number, [&](KnownItem item) {
                restored.droppedTexts += hasOtherObjects && !item.keptText.isEmpty();
                auto passed = hasOtherObjects ? ofOtherObjects(item) : std::move(item);
                if (!passed) {
                    ++restored.dropped;
                    return;
                }
                if (controller.isFleeting && passed->next == NextRun::BackOff)
                    passed->nextRun = {};
                count(*passed, restored);
                restored.last = passed->key;
                sink->add(*std::move(passed));
            });
        restored.damaged = damaged.items;
        restored.damagedTexts = damaged.texts;
        readWhole(rows, number, hasOtherObjects, restored, *sink);
    });
    if (!read)
        throw std::runtime_error(read.error().message);
    MutexLock lock(m_mutex);
    m_started[controller.name].restored = restored;
    return restored;
}

Store::Result<std::vector<Journal::Forgotten>> Journal::keepOnly(const std::set<std::string> &named)
{
    m_ended->keepOnly(named);
    auto forgotten = store()->transact([&](Rows &rows) {
        std::vector<Forgotten> all;
        for (const JournalFile::Entry &each : JournalFile::controllers(rows)) {
            if (named.contains(each.controller.name))
                continue;
            Forgotten gone{each.controller.name,
                           {},
                           JournalFile::changes(rows, each.number).changes};
            JournalFile::readItems(rows, each.number,
                                   [&gone](const KnownItem &item) { count(item, gone.known); });
            gone.known.isPaused = JournalFile::pause(rows, each.number).isPaused;
            all.push_back(std::move(gone));
            JournalFile::forget(rows, each.number);
        }
        return all;
    });
    if (forgotten)
        m_ended->noteKeptOnly();
    return forgotten;
}

} // namespace qontroller
