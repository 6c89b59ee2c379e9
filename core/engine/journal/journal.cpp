// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/journal/journal.h"

#include <algorithm>
#include <array>
#include <ctime>
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
    for (const char *suffix : {"", "-wal", "-shm", "-journal"}) {
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
    restored.failed += item.standing == Standing::Failed || item.standing == Standing::Parked;
    restored.paused += item.paused;
    restored.withheld += isWithheld(item);
    restored.owed += item.existence == Existence::Deleted || item.existence == Existence::Missing;
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
        , m_controller(std::move(controller))
        , m_instead(std::move(instead))
        , m_note(std::move(note))
    {}

    void read(KnownSink &sink) override
    {
        const Restored restored = m_journal.restore(m_controller, m_instead ? nullptr : &sink);
        *m_keptUpTo = restored.last;
        if (m_instead)
            m_instead->read(sink);
        else if (m_note)
            m_note(m_controller.name, restored);
    }

    bool awaitKept(ItemKey key) override
    {
        const bool hasToWait = key > m_keptUpTo->load(std::memory_order_acquire);
        if (hasToWait)
            static_cast<void>(m_turns->sync());
        return hasToWait;
    }

private:
    Journal &m_journal;
    const KeptUpToPtr m_keptUpTo;
    const std::shared_ptr<WriteTurns> m_turns;
    const JournaledController m_controller;
    const std::shared_ptr<KnownItems> m_instead;
    const Journal::Note m_note;
};

tl::expected<Journal::Opened, StoreError> Journal::open(const std::filesystem::path &file,
                                                        Clock &clock)
{
    std::error_code ignored;
    Opened opened;
    opened.hadNoContent = std::filesystem::file_size(file, ignored) == 0 && !ignored;
    const bool hasNewest = std::filesystem::exists(file.string() + "-wal", ignored);
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
    const auto wasOpen = opened.journal->setOpen(true);
    if (!wasOpen)
        return tl::unexpected(StoreError(wasOpen.error()));
    opened.lacksItsEnd = *wasOpen && !hasNewest;
    return opened;
}

std::optional<StoreError> Journal::check()
{
    if (auto whole = m_store->check(); !whole)
        return std::move(whole.error());
    const auto read = m_store->transact([](Rows &rows) { return JournalFile::controllers(rows); });
    if (read)
        return std::nullopt;
    StoreError error(read.error());
    error.isDamaged = true; // each page can be read, and its rows are not what was written
    return error;
}

// On disk in the file itself: so a `-wal` that lacks is noticed.
Store::Result<bool> Journal::setOpen(bool isOpen)
{
    auto was = m_store->transact(
        [isOpen](Rows &rows) { return JournalFile::setOpen(rows, isOpen); });
    if (was) {
        m_isOpen = isOpen;
        if (auto settled = m_store->settle(); !settled)
            return tl::unexpected(settled.error());
    }
    return was;
}

Journal::~Journal()
{
    if (m_isOpen)
        static_cast<void>(setOpen(false)); // if it cannot be written, that was said
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
        m_keptUpTo.insert_or_assign(controller.name, keptUpTo);
    }
    return std::make_shared<JournaledItems>(*this, std::move(keptUpTo), std::move(controller),
                                            std::move(instead), std::move(note));
}

KeptUpToPtr Journal::keptUpTo(const std::string &controller)
{
    MutexLock lock(m_mutex);
    KeptUpToPtr &kept = m_keptUpTo[controller];
    if (!kept)
        kept = std::make_shared<KeptUpTo>(0);
    return kept;
}

Restored Journal::restore(const JournaledController &controller, KnownSink *sink)
{
    Restored restored;
    const auto read = m_store->transact([&](Rows &rows) {
        const auto known = JournalFile::controllers(rows);
        const auto before = std::ranges::find(known, controller.name, [](const auto &entry) {
            return entry.controller.name;
        });
        const bool isOfOther = before != known.end()
                               && before->controller.plugin != controller.plugin;
        const bool hasOtherObjects = before != known.end()
                                     && before->controller.objects != controller.objects;
        if (isOfOther) {
            restored.dropped = JournalFile::count(rows, before->number);
            JournalFile::forget(rows, before->number);
        }
        const JournalFile::Number number = JournalFile::enter(rows, controller);
        if (before == known.end() || isOfOther) // a number may be one that another had
            return JournalFile::forgetItems(rows, number);
        if (!sink)
            return;
        restored.damaged = JournalFile::readItems(rows, number, [&](KnownItem item) {
            auto passed = hasOtherObjects ? ofOtherObjects(item) : std::move(item);
            if (!passed) {
                ++restored.dropped;
                return;
            }
            count(*passed, restored);
            restored.last = passed->key;
            sink->add(*std::move(passed));
        });
        restored.pause = JournalFile::pause(rows, number);
        if (restored.pause.isPaused)
            sink->pause(restored.pause.until, restored.pause.reason);
    });
    if (!read)
        throw std::runtime_error(read.error().message);
    return restored;
}

Store::Result<std::vector<Journal::Forgotten>> Journal::keepOnly(const std::set<std::string> &named)
{
    return m_store->transact([&](Rows &rows) {
        std::vector<Forgotten> forgotten;
        for (const JournalFile::Entry &each : JournalFile::controllers(rows)) {
            if (named.contains(each.controller.name))
                continue;
            Forgotten gone{each.controller.name, {}};
            JournalFile::readItems(rows, each.number,
                                   [&gone](const KnownItem &item) { count(item, gone.known); });
            gone.known.pause = JournalFile::pause(rows, each.number);
            forgotten.push_back(std::move(gone));
            JournalFile::forget(rows, each.number);
        }
        return forgotten;
    });
}

} // namespace qontroller
