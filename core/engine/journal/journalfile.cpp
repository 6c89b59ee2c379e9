// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/journal/journalfile.h"

#include "core/engine/journal/alarmrows.h"
#include "core/engine/journal/jobrows.h"
#include "core/engine/journal/linerows.h"
#include "core/engine/journal/rowformat.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace qontroller {

namespace {

// Times are milliseconds since 1970, and 0 means never. In an item's row, to keep a million of them
// small, `first_seen` is in seconds, `last_success` is how long it was before `last_run` (-1:
// never), `since` how long after it, and `denied` is 1 if it is so, and 2 more if it is given up.
// The numbers of the enumerations are a part of this format.
constexpr const char *FirstTables = R"(
CREATE TABLE life (
    is_open INTEGER NOT NULL);
INSERT INTO life VALUES (0);
CREATE TABLE controller (
    number INTEGER PRIMARY KEY,
    checksum INTEGER NOT NULL,
    name TEXT NOT NULL UNIQUE,
    plugin TEXT NOT NULL,
    objects TEXT NOT NULL);
CREATE TABLE pause (
    controller INTEGER PRIMARY KEY,
    checksum INTEGER NOT NULL,
    until INTEGER NOT NULL,
    reason TEXT NOT NULL);
CREATE TABLE item (
    place INTEGER PRIMARY KEY,
    checksum INTEGER NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    existence INTEGER NOT NULL,
    denied INTEGER NOT NULL,
    standing INTEGER NOT NULL,
    next INTEGER NOT NULL,
    next_run INTEGER NOT NULL,
    band INTEGER NOT NULL,
    causes INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    said TEXT NOT NULL,
    error TEXT NOT NULL,
    last_error INTEGER NOT NULL,
    paused INTEGER NOT NULL,
    paused_until INTEGER NOT NULL,
    pause_reason TEXT NOT NULL,
    since INTEGER NOT NULL,
    first_seen INTEGER NOT NULL,
    last_run INTEGER NOT NULL,
    last_success INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    observed_generation INTEGER NOT NULL);
)";

// What operators have changed and said. Values of options are texts, as in a session.
constexpr const char *OperatorTables = R"(
CREATE TABLE option (
    controller INTEGER NOT NULL,
    name TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    value TEXT NOT NULL,
    given TEXT NOT NULL,
    PRIMARY KEY (controller, name)) WITHOUT ROWID;
CREATE TABLE temporary_workers (
    controller INTEGER PRIMARY KEY,
    checksum INTEGER NOT NULL,
    workers INTEGER NOT NULL,
    before INTEGER NOT NULL,
    until INTEGER NOT NULL,
    time INTEGER NOT NULL,
    who TEXT NOT NULL);
CREATE TABLE line (
    number INTEGER PRIMARY KEY,
    checksum INTEGER NOT NULL,
    at INTEGER NOT NULL,
    who TEXT NOT NULL,
    controller TEXT NOT NULL,
    said TEXT NOT NULL,
    refused INTEGER NOT NULL);
)";

constexpr const char *PauseSince = R"(
ALTER TABLE pause ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
)";

// What attempts have left with their objects, which few do: in the places of their items.
constexpr const char *KeptTable = R"(
CREATE TABLE kept (
    place INTEGER PRIMARY KEY,
    checksum INTEGER NOT NULL,
    said TEXT NOT NULL);
)";

// What the mass-deletion guard has counted, while a wave goes on.
constexpr const char *WaveTable = R"(
CREATE TABLE wave (
    controller INTEGER PRIMARY KEY,
    checksum INTEGER NOT NULL,
    known INTEGER NOT NULL,
    gone INTEGER NOT NULL,
    last INTEGER NOT NULL);
)";

// Of an item that is held, or paused.
constexpr const char *SpellColumns = R"(
ALTER TABLE item ADD COLUMN hold INTEGER NOT NULL DEFAULT 0;
ALTER TABLE item ADD COLUMN pause INTEGER NOT NULL DEFAULT 0;
)";

constexpr std::array Layouts{FirstTables,
                             OperatorTables,
                             KeptTable,
                             WaveTable,
                             JobRows::Tables,
                             AlarmRows::AcknowledgementTable,
                             AlarmRows::SinceTable,
                             AlarmRows::GoneColumns,
                             PauseSince,
                             LineRows::ObjectsTable,
                             AlarmRows::ToldTable,
                             SpellColumns,
                             JobRows::SpellsColumn};

static_assert(int(Existence::Kept) == 4 && int(Standing::Parked) == 3
              && int(NextRun::RetryLimit) == 6 && int(Band::Resync) == 3
              && int(Cause::Handler) == 12);

/// A controller's items are side by side in one table, so that a row needs no second key.
constexpr int KeyBits = 44;

std::int64_t placeOf(JournalFile::Number number, ItemKey key)
{
    return (number << KeyBits) | static_cast<std::int64_t>(key);
}

ItemKey keyOf(std::int64_t place)
{
    return static_cast<ItemKey>(place) & ((ItemKey{1} << KeyBits) - 1);
}

/// The columns of a row behind its checksum.
auto columnsOf(const KnownItem &item)
{
    const auto number = [](auto value) { return static_cast<std::int64_t>(value); };
    const std::int64_t lastRun = milliseconds(item.lastRun);
    const std::int64_t sinceSuccess = item.lastSuccess == WallTime{}
                                          ? -1
                                          : lastRun - milliseconds(item.lastSuccess);
    return std::make_tuple(std::cref(item.id), number(item.version), number(item.existence),
                           number(item.denied) | number(item.givenUp) << 1, number(item.standing),
                           number(item.next), milliseconds(item.nextRun), number(item.band),
                           number(item.causes), number(item.errors), std::cref(item.text),
                           std::cref(item.error), milliseconds(item.lastError), number(item.paused),
                           milliseconds(item.pausedUntil), std::cref(item.pauseReason),
                           milliseconds(item.since) - lastRun, milliseconds(item.firstSeen) / 1000,
                           lastRun, sinceSuccess, number(item.generation),
                           number(item.observedGeneration));
}

auto columnsOf(const JournaledController &controller)
{
    return std::make_tuple(std::cref(controller.name), std::cref(controller.plugin),
                           std::cref(controller.objects));
}

auto columnsOf(const KnownPause &pause)
{
    return std::make_tuple(milliseconds(pause.until), std::cref(pause.reason));
}

auto columnsOf(const KnownWave &wave)
{
    return std::make_tuple(std::int64_t(wave.known), std::int64_t(wave.gone),
                           milliseconds(wave.last));
}

auto columnsOf(const ChangedOption &changed)
{
    return std::make_tuple(std::cref(changed.name), std::cref(changed.value),
                           std::cref(changed.given));
}

auto columnsOf(const TemporaryWorkers &workers)
{
    return std::make_tuple(std::int64_t(workers.workers), std::int64_t(workers.before),
                           milliseconds(workers.until), std::int64_t(workers.time.count()),
                           std::cref(workers.who));
}

/// The columns of a row of `kept` behind its checksum.
auto columnsOf(const KeptText &text)
{
    return std::make_tuple(std::cref(text.text()));
}

std::int64_t sumOf(JournalFile::Number number, const KnownPause &pause)
{
    return withLater(checksumOf(number, columnsOf(pause)), milliseconds(pause.since));
}

/// Rows from before there were spells have none.
std::int64_t sumOf(std::int64_t place, const KnownItem &item)
{
    const std::int64_t sum = checksumOf(place, columnsOf(item));
    if (item.hold == 0 && item.pause == 0)
        return sum;
    return std::int64_t(
        mixed(mixed(std::uint64_t(sum), std::int64_t(item.hold)), std::int64_t(item.pause)));
}

/// Until somebody has looked: what the pause was for is not known any more.
constexpr const char *DamagedPause = "its pause is damaged in the journal: look what it was for";

/// What a column holds, where the enumeration has \a count values.
template<class Enumeration>
std::optional<Enumeration> valueOf(const SQLite::Column &column, std::size_t count)
{
    const std::int64_t number = column.getInt64();
    if (number < 0 || std::uint64_t(number) >= count)
        return std::nullopt;
    return static_cast<Enumeration>(number);
}

/// Nothing: what is there is not what was written.
std::optional<KnownItem> itemOf(SQLite::Statement &row)
{
    int column = 1;
    const auto next = [&] { return row.getColumn(++column); };
    const auto number = [&] { return next().getInt64(); };
    KnownItem item;
    item.key = keyOf(row.getColumn(0).getInt64());
    item.id = next().getString();
    item.version = static_cast<Version>(number());
    const auto existence = valueOf<Existence>(next(), ExistenceCount);
    const std::int64_t marks = number();
    item.denied = (marks & 1) != 0;
    item.givenUp = (marks & 2) != 0;
    const auto standing = valueOf<Standing>(next(), std::size_t(Standing::Parked) + 1);
    const auto nextRun = valueOf<NextRun>(next(), std::size_t(NextRun::RetryLimit) + 1);
    item.nextRun = wallTime(number());
    const auto band = valueOf<Band>(next(), BandCount);
    item.causes = static_cast<std::uint16_t>(number());
    item.errors = static_cast<std::uint32_t>(number());
    item.text = next().getString();
    item.error = next().getString();
    item.lastError = wallTime(number());
    item.paused = number() != 0;
    item.pausedUntil = wallTime(number());
    item.pauseReason = next().getString();
    const std::int64_t since = number();
    item.firstSeen = wallTime(number() * 1000);
    const std::int64_t lastRun = number();
    const std::int64_t sinceSuccess = number();
    item.since = wallTime(lastRun + since);
    item.lastRun = wallTime(lastRun);
    item.lastSuccess = sinceSuccess < 0 ? WallTime{} : wallTime(lastRun - sinceSuccess);
    item.generation = static_cast<std::uint64_t>(number());
    item.observedGeneration = static_cast<std::uint64_t>(number());
    item.hold = static_cast<Spell>(number());
    item.pause = static_cast<Spell>(number());
    if (!existence || !standing || !nextRun || !band)
        return std::nullopt;
    item.existence = *existence;
    item.standing = *standing;
    item.next = *nextRun;
    item.band = *band;
    const bool isWhole = sumOf(row.getColumn(0).getInt64(), item) == row.getColumn(1).getInt64();
    return isWhole ? std::optional(std::move(item)) : std::nullopt;
}

/// A row of `kept`.
struct KeptRow
{
    ItemKey key = 0;
    KeptText text;
    std::int64_t checksum = 0;
    bool isWhole = false; ///< it is what was written
};

template<class Visit>
void eachKept(Rows &rows, JournalFile::Number number, Visit visit)
{
    rows.each(
        "SELECT place, checksum, said FROM kept WHERE place BETWEEN ? AND ?",
        [&visit](SQLite::Statement &row) {
            const std::int64_t place = row.getColumn(0).getInt64();
            const std::int64_t checksum = row.getColumn(1).getInt64();
            const KeptText text(row.getColumn(2).getString());
            visit(KeptRow{keyOf(place), text, checksum,
                          checksumOf(place, columnsOf(text)) == checksum});
        },
        placeOf(number, 0), placeOf(number + 1, 0) - 1);
}

} // namespace

std::span<const char *const> JournalFile::steps()
{
    return Layouts;
}

std::vector<JournalFile::Entry> JournalFile::controllers(Rows &rows)
{
    std::vector<Entry> all;
    rows.each("SELECT number, checksum, name, plugin, objects FROM controller ORDER BY number",
              [&all](SQLite::Statement &row) {
                  Entry entry{row.getColumn(0).getInt64(),
                              {row.getColumn(2).getString(), row.getColumn(3).getString(),
                               row.getColumn(4).getString()}};
                  if (checksumOf(entry.number, columnsOf(entry.controller))
                      != row.getColumn(1).getInt64())
                      throw SQLite::Exception("the row of a controller is not what was written",
                                              SQLITE_CORRUPT);
                  all.push_back(std::move(entry));
              });
    return all;
}

std::optional<JournalFile::Entry> JournalFile::find(Rows &rows, const std::string &name)
{
    for (Entry &each : controllers(rows)) {
        if (each.controller.name == name)
            return std::move(each);
    }
    return std::nullopt;
}

JournalFile::Number JournalFile::enter(Rows &rows, const JournaledController &controller)
{
    Number number = 0;
    Number last = 0;
    for (const Entry &each : controllers(rows)) {
        if (each.controller.name == controller.name)
            number = each.number;
        last = each.number;
    }
    if (number == 0)
        number = last + 1;
    rows.run("INSERT OR REPLACE INTO controller VALUES (?, ?, ?, ?, ?)", number,
             checksumOf(number, columnsOf(controller)), controller.name, controller.plugin,
             controller.objects);
    return number;
}

void JournalFile::forgetItems(Rows &rows, Number number)
{
    for (const char *statement : {"DELETE FROM item WHERE place BETWEEN ? AND ?",
                                  "DELETE FROM kept WHERE place BETWEEN ? AND ?"})
        rows.run(statement, placeOf(number, 0), placeOf(number + 1, 0) - 1);
}

void JournalFile::forget(Rows &rows, Number number)
{
    forgetItems(rows, number);
    rows.run("DELETE FROM pause WHERE controller = ?", number);
    rows.run("DELETE FROM wave WHERE controller = ?", number);
    writeChanges(rows, number, {});
    rows.run("DELETE FROM controller WHERE number = ?", number);
}

void JournalFile::writePause(Rows &rows, Number number, const KnownPause &pause)
{
    if (!pause.isPaused)
        return rows.run("DELETE FROM pause WHERE controller = ?", number);
    rows.run("INSERT OR REPLACE INTO pause VALUES (?, ?, ?, ?, ?)", number, sumOf(number, pause),
             milliseconds(pause.until), pause.reason, milliseconds(pause.since));
}

void JournalFile::writeWave(Rows &rows, Number number, const KnownWave &wave)
{
    if (wave.known == 0)
        return rows.run("DELETE FROM wave WHERE controller = ?", number);
    writeRow(rows, "INSERT OR REPLACE INTO wave VALUES (?, ?, ?, ?, ?)", number, columnsOf(wave));
}

void JournalFile::writeChanges(Rows &rows, Number number, const ControllerChanges &changes)
{
    rows.run("DELETE FROM option WHERE controller = ?", number);
    for (const ChangedOption &each : changes.options)
        rows.run("INSERT INTO option VALUES (?, ?, ?, ?, ?)", number, each.name,
                 checksumOf(number, columnsOf(each)), each.value, each.given);
    rows.run("DELETE FROM temporary_workers WHERE controller = ?", number);
    if (!changes.workers)
        return;
    writeRow(rows, "INSERT INTO temporary_workers VALUES (?, ?, ?, ?, ?, ?, ?)", number,
             columnsOf(*changes.workers));
}

JournalFile::FoundChanges JournalFile::changes(Rows &rows, Number number)
{
    FoundChanges found;
    rows.each(
        "SELECT checksum, name, value, given FROM option WHERE controller = ? ORDER BY name",
        [&](SQLite::Statement &row) {
            ChangedOption option{row.getColumn(1).getString(), row.getColumn(2).getString(),
                                 row.getColumn(3).getString()};
            if (checksumOf(number, columnsOf(option)) == row.getColumn(0).getInt64())
                found.changes.options.push_back(std::move(option));
            else
                ++found.damaged;
        },
        number);
    rows.each(
        "SELECT checksum, workers, before, until, time, who FROM temporary_workers"
        " WHERE controller = ?",
        [&](SQLite::Statement &row) {
            TemporaryWorkers workers{row.getColumn(1).getInt(), row.getColumn(2).getInt(),
                                     wallTime(row.getColumn(3).getInt64()),
                                     Duration(row.getColumn(4).getInt64()),
                                     row.getColumn(5).getString()};
            if (checksumOf(number, columnsOf(workers)) == row.getColumn(0).getInt64())
                found.changes.workers = std::move(workers);
            else
                ++found.damaged;
        },
        number);
    return found;
}

void JournalFile::writeItem(Rows &rows, Number number, const KnownItem &item)
{
    const auto columns = columnsOf(item);
    const std::int64_t place = placeOf(number, item.key);
    const std::int64_t checksum = sumOf(place, item);
    std::apply(
        [&](const auto &...column) {
            rows.run("INSERT INTO item VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
                     " ON CONFLICT (place) DO UPDATE SET checksum = excluded.checksum,"
                     " id = excluded.id, version = excluded.version,"
                     " existence = excluded.existence, denied = excluded.denied,"
                     " standing = excluded.standing, next = excluded.next,"
                     " next_run = excluded.next_run, band = excluded.band,"
                     " causes = excluded.causes, errors = excluded.errors, said = excluded.said,"
                     " error = excluded.error, last_error = excluded.last_error,"
                     " paused = excluded.paused, paused_until = excluded.paused_until,"
                     " pause_reason = excluded.pause_reason, since = excluded.since,"
                     " first_seen = excluded.first_seen, last_run = excluded.last_run,"
                     " last_success = excluded.last_success, generation = excluded.generation,"
                     " observed_generation = excluded.observed_generation,"
                     " hold = excluded.hold, pause = excluded.pause"
                     " WHERE checksum <> excluded.checksum",
                     place, checksum, column..., std::int64_t(item.hold), std::int64_t(item.pause));
        },
        columns);
}

void JournalFile::removeItem(Rows &rows, Number number, ItemKey key)
{
    rows.run("DELETE FROM item WHERE place = ?", placeOf(number, key));
}

JournalFile::KeptChecksums JournalFile::keptChecksums(Rows &rows, Number number)
{
    KeptChecksums all;
    eachKept(rows, number, [&all](const KeptRow &row) {
        all.emplace(row.key, row.isWhole ? row.checksum : ~row.checksum); // that is written anew
    });
    return all;
}

void JournalFile::writeKept(Rows &rows, Number number, ItemKey key, const KeptText &text,
                            KeptChecksums &written)
{
    const auto before = written.find(key);
    const std::int64_t place = placeOf(number, key);
    if (text.isEmpty()) {
        if (before == written.end())
            return;
        rows.run("DELETE FROM kept WHERE place = ?", place);
        written.erase(before);
        return;
    }
    const std::int64_t checksum = checksumOf(place, columnsOf(text));
    if (before != written.end() && before->second == checksum)
        return;
    rows.run("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", place, checksum, text.text());
    written.insert_or_assign(key, checksum);
}

JournalFile::FoundPause JournalFile::pause(Rows &rows, Number number)
{
    FoundPause pause;
    rows.each(
        "SELECT checksum, until, reason, since FROM pause WHERE controller = ?",
        [&](SQLite::Statement &row) {
            pause = {{true, wallTime(row.getColumn(1).getInt64()), row.getColumn(2).getString(),
                      wallTime(row.getColumn(3).getInt64())}};
            if (sumOf(number, pause) != row.getColumn(0).getInt64())
                pause = {{true, {}, DamagedPause}, true};
        },
        number);
    return pause;
}

std::optional<KnownWave> JournalFile::wave(Rows &rows, Number number)
{
    std::optional<KnownWave> wave{std::in_place};
    rows.each(
        "SELECT checksum, known, gone, last FROM wave WHERE controller = ?",
        [&](SQLite::Statement &row) {
            wave = KnownWave{std::uint64_t(row.getColumn(1).getInt64()),
                             std::uint64_t(row.getColumn(2).getInt64()),
                             wallTime(row.getColumn(3).getInt64())};
            if (checksumOf(number, columnsOf(*wave)) != row.getColumn(0).getInt64())
                wave.reset();
        },
        number);
    return wave;
}

bool JournalFile::setOpen(Rows &rows, bool isOpen)
{
    bool wasOpen = false;
    rows.each("SELECT is_open FROM life",
              [&wasOpen](SQLite::Statement &row) { wasOpen = row.getColumn(0).getInt() != 0; });
    rows.run("UPDATE life SET is_open = ?", int(isOpen));
    return wasOpen;
}

std::vector<ItemKey> JournalFile::keys(Rows &rows, Number number)
{
    std::vector<ItemKey> keys;
    rows.each(
        "SELECT place FROM item WHERE place BETWEEN ? AND ? ORDER BY place",
        [&keys](SQLite::Statement &row) { keys.push_back(keyOf(row.getColumn(0).getInt64())); },
        placeOf(number, 0), placeOf(number + 1, 0) - 1);
    return keys;
}

JournalFile::Damaged JournalFile::readItems(Rows &rows, Number number,
                                            const std::function<void(KnownItem)> &take)
{
    Damaged damaged;
    std::unordered_map<ItemKey, KeptText> kept;
    eachKept(rows, number, [&](const KeptRow &row) {
        if (row.isWhole)
            kept.emplace(row.key, row.text);
        else
            ++damaged.texts;
    });
    rows.each(
        "SELECT * FROM item WHERE place BETWEEN ? AND ? ORDER BY place",
        [&](SQLite::Statement &row) {
            auto item = itemOf(row);
            if (!item) {
                ++damaged.items;
                return;
            }
            if (const auto left = kept.find(item->key); left != kept.end())
                item->keptText = left->second;
            take(*std::move(item));
        },
        placeOf(number, 0), placeOf(number + 1, 0) - 1);
    return damaged;
}

std::uint64_t JournalFile::count(Rows &rows, Number number)
{
    std::uint64_t count = 0;
    rows.each(
        "SELECT count(*) FROM item WHERE place BETWEEN ? AND ?",
        [&count](SQLite::Statement &row) { count = std::uint64_t(row.getColumn(0).getInt64()); },
        placeOf(number, 0), placeOf(number + 1, 0) - 1);
    return count;
}

} // namespace qontroller
