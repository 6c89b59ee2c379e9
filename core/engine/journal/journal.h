// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/journal/journalfile.h"
#include "core/engine/journal/writeturns.h"

#include <tl/expected.hpp>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace qontroller {

/// What a start finds of the objects of one controller.
struct Restored
{
    std::uint64_t objects = 0;
    std::uint64_t failed = 0; ///< or parked
    std::uint64_t paused = 0;
    std::uint64_t withheld = 0; ///< removals that are held, or that an operator refused
    std::uint64_t owed = 0;     ///< removals
    std::uint64_t damaged = 0;  ///< rows that are not what was written: nothing is known of these
    std::uint64_t dropped = 0;  ///< objects of another plugin, or that may be other objects by now
    KnownPause pause;           ///< of the controller
    ItemKey last = 0;           ///< the largest of its objects
};

/// Objects of a controller with keys up to this are on disk. Shared by who writes and who waits.
using KeptUpTo = std::atomic<ItemKey>;
using KeptUpToPtr = std::shared_ptr<KeptUpTo>;

/// What a host knows of its objects and what operators have said, in a SQLite file of its own, so
/// that the next life of the program knows it, too.
///
/// A JournalWriter writes it while controllers run, and a controller that starts reads it by
/// known(). Thread-safe.
class Journal
{
public:
    /// Tells what a controller has been given.
    using Note = std::function<void(const std::string &controller, const Restored &)>;
    struct Opened
    {
        std::unique_ptr<Journal> journal;
        /// The file was damaged: it has this name now, and nothing is known. Empty: it was not.
        std::filesystem::path setAside = {};
        std::string why = {};      ///< … what is wrong with it
        bool lacksItsEnd = false;  ///< what its last life wrote last was taken away
        bool hadNoContent = false; ///< it was there, and empty
    };

    /// Opens \a file or makes it. One that is damaged gets a name with the date, and a new one
    /// takes its place. An error is a sentence that begins with the file's path. \a clock outlives
    /// it and what it gives.
    [[nodiscard]] static tl::expected<Opened, StoreError> open(const std::filesystem::path &file,
                                                               Clock &clock);
    /// Kept nowhere: for tests.
    [[nodiscard]] static std::unique_ptr<Journal> inMemory(Clock &clock);
    /// Notes that nothing lacks, if it was opened as a whole.
    ~Journal();
    Journal(const Journal &) = delete;
    Journal &operator=(const Journal &) = delete;

    /// Gives a controller that starts what is known of its objects, or what \a instead knows. If
    /// its plugin is another one, nothing; if its objects are, see ofOtherObjects(). Nothing is
    /// written before it is read. The journal outlives the call of read(); \a note is called
    /// after it.
    [[nodiscard]] std::shared_ptr<KnownItems> known(JournaledController controller,
                                                    std::shared_ptr<KnownItems> instead = nullptr,
                                                    Note note = {});
    /// Forgets all controllers but those that are \a named, and says how many objects of which.
    struct Forgotten
    {
        std::string controller;
        Restored known;
    };
    [[nodiscard]] Store::Result<std::vector<Forgotten>> keepOnly(
        const std::set<std::string> &named);

    // For the writer.
    [[nodiscard]] Store &store() { return *m_store; }
    [[nodiscard]] const std::shared_ptr<WriteTurns> &turns() { return m_turns; }
    /// Of the last that known() was called for.
    [[nodiscard]] KeptUpToPtr keptUpTo(const std::string &controller);

private:
    Journal(std::unique_ptr<Store> store, Clock &clock)
        : m_store(std::move(store))
        , m_turns(std::make_shared<WriteTurns>(clock))
    {}
    friend class JournaledItems; // restore()
    [[nodiscard]] std::optional<StoreError> check();
    [[nodiscard]] Store::Result<bool> setOpen(bool isOpen);
    /// What is known of \a controller goes to \a sink; null: nothing does.
    [[nodiscard]] Restored restore(const JournaledController &controller, KnownSink *sink);

    const std::unique_ptr<Store> m_store;
    const std::shared_ptr<WriteTurns> m_turns;
    bool m_isOpen = false; ///< and the file says so
    Mutex m_mutex;
    std::map<std::string, KeptUpToPtr> m_keptUpTo QONTROLLER_GUARDED_BY(m_mutex); // by controller
};

} // namespace qontroller
