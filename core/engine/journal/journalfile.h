// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/options.h"
#include "core/engine/control/journalport.h"
#include "core/engine/observe/items/knownitem.h"
#include "core/engine/store/store.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace qontroller {

/// A controller whose objects a journal knows.
struct JournaledController
{
    std::string name;
    std::string plugin;
    std::string objects; ///< any text that is another one when an id means another object
    /// That the session gives it. Nothing: nobody says, so none of its options is kept.
    std::optional<ControllerOptions> given = {};
    /// It runs with options of this life alone, as with --once: what operators have changed stays
    /// in the file, and what waits for its next try is due.
    bool isFleeting = false;
};

/// The tables of a journal. Each function is called in a transaction and throws what Rows throws.
class JournalFile
{
public:
    /// A controller in this file.
    using Number = std::int64_t;

    /// For Store::open().
    [[nodiscard]] static std::span<const char *const> steps();

    struct Entry
    {
        Number number = 0;
        JournaledController controller; ///< as it was written last
    };
    /// Throws if one is not what was written.
    [[nodiscard]] static std::vector<Entry> controllers(Rows &rows);
    /// The one that is called \a name. Throws likewise.
    [[nodiscard]] static std::optional<Entry> find(Rows &rows, const std::string &name);
    /// What is known of \a controller from now on is of that plugin and of those objects.
    [[nodiscard]] static Number enter(Rows &rows, const JournaledController &controller);
    static void forgetItems(Rows &rows, Number number);
    /// … and \a number, which another controller may get.
    static void forget(Rows &rows, Number number);

    static void writePause(Rows &rows, Number number, const KnownPause &pause);
    static void writeWave(Rows &rows, Number number, const KnownWave &wave);
    /// Under its key, which no other item of the controller has. Writes nothing if it is so.
    static void writeItem(Rows &rows, Number number, const KnownItem &item);
    static void removeItem(Rows &rows, Number number, ItemKey key);

    /// In place of what was written before.
    static void writeChanges(Rows &rows, Number number, const ControllerChanges &changes);
    struct FoundChanges
    {
        ControllerChanges changes;
        std::uint64_t damaged = 0; ///< rows that are not what was written, and left out
    };
    [[nodiscard]] static FoundChanges changes(Rows &rows, Number number);

    /// Which items have a kept text in the file, and its checksum there: so that none is looked
    /// for in vain or written twice.
    using KeptChecksums = std::unordered_map<ItemKey, std::int64_t>;
    [[nodiscard]] static KeptChecksums keptChecksums(Rows &rows, Number number);
    /// KnownItem::keptText of the item under \a key, or of one that is gone: none. \a written is
    /// what keptChecksums() gave, and is brought up to date.
    static void writeKept(Rows &rows, Number number, ItemKey key, const KeptText &text,
                          KeptChecksums &written);

    struct FoundPause : KnownPause
    {
        bool isDamaged = false; ///< it is on then, for nobody knows what it was
    };
    [[nodiscard]] static FoundPause pause(Rows &rows, Number number);
    /// Nothing: it is not what was written.
    [[nodiscard]] static std::optional<KnownWave> wave(Rows &rows, Number number);
    /// Whether a program uses the file. Gives what was so before.
    static bool setOpen(Rows &rows, bool isOpen);
    /// In their order.
    [[nodiscard]] static std::vector<ItemKey> keys(Rows &rows, Number number);
    /// What is not as it was written, and is left out.
    struct Damaged
    {
        std::uint64_t items = 0;
        std::uint64_t texts = 0; ///< kept ones
    };
    /// Calls \a take with each item in the order of their keys.
    static Damaged readItems(Rows &rows, Number number, const std::function<void(KnownItem)> &take);
    /// How many there are.
    [[nodiscard]] static std::uint64_t count(Rows &rows, Number number);
};

} // namespace qontroller
