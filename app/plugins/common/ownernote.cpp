// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/common/ownernote.h"

#include "core/base/text/readabletext.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>

namespace qontroller {

namespace {

constexpr std::string_view MarkTitle = "qontroller-owner 1";

struct NoteField
{
    std::string_view key;
    std::string OwnerNote::*value;
};
constexpr std::array NoteFields{
    NoteField{"owner", &OwnerNote::owner},
    NoteField{"machine", &OwnerNote::machine},
    NoteField{"session", &OwnerNote::session},
    NoteField{"state", &OwnerNote::stateFolder},
    NoteField{"controller", &OwnerNote::controller},
    NoteField{"work", &OwnerNote::work},
    NoteField{"boot", &OwnerNote::boot},
    NoteField{"process", &OwnerNote::life},
};

/// In milliseconds since 1970, with as many digits as any has until the year 5138.
std::string timeText(WallTime time)
{
    const auto since = std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch());
    std::array<char, 24> text{};
    const long long number = std::clamp<long long>(since.count(), 0, 99'999'999'999'999);
    const int size = std::snprintf(text.data(), text.size(), "%014lld", number);
    return {text.data(), static_cast<std::size_t>(size)};
}

std::optional<WallTime> timeIn(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    // What is later than 2262 has no place in a number of nanoseconds.
    constexpr std::int64_t Last = 9'000'000'000'000;
    if (error != std::errc() || end != text.data() + text.size() || number < 0 || number > Last)
        return std::nullopt;
    return WallTime(std::chrono::milliseconds(number));
}

bool readNoteLine(std::string_view line, OwnerNote &to)
{
    const std::string_view key = takeWord(line);
    if (key == "since" || key == "renewed") {
        const auto time = timeIn(line);
        if (time)
            (key == "since" ? to.since : to.renewed) = *time;
        return time.has_value();
    }
    const auto *const field = std::ranges::find(NoteFields, key, &NoteField::key);
    if (field == NoteFields.end())
        return false;
    to.*field->value = line;
    return true;
}

std::string inQuotes(std::string_view text)
{
    return '"' + readableText(text) + '"';
}

/// The number of the process that wrote it.
std::string numberOf(const OwnerNote &note)
{
    return readableText(note.life.substr(0, note.life.find('.')));
}

/// `controller mirror of this host`; with its process if that is another one.
std::string nameHere(const MarkSight &sight)
{
    const std::string name = "controller " + readableText(sight.note->controller) + " of this host";
    return sight.process == MarkSight::Process::Ours
               ? name
               : name + " (process " + numberOf(*sight.note) + ')';
}

/// `host-b (controller mirror of "/srv/b.json", process 4711, state in "/var/lib/b")`
std::string nameOf(const OwnerNote &note)
{
    std::string text = readableText(note.machine) + " (controller " + readableText(note.controller);
    if (!note.session.empty())
        text += " of " + inQuotes(note.session);
    text += ", process " + numberOf(note);
    if (!note.stateFolder.empty())
        text += ", state in " + inQuotes(note.stateFolder);
    return text + ')';
}

std::string ageInWords(Duration age)
{
    return age < Duration::zero() ? "in the future: one of the two clocks is wrong"
                                  : spanInWords(age) + " ago";
}

} // namespace

std::string OwnerNote::text() const
{
    std::string lines(MarkTitle);
    for (const NoteField &field : NoteFields)
        lines.append("\n").append(field.key).append(" ").append(readableText(this->*field.value));
    return lines.append("\nsince ").append(timeText(since)).append("\n").append(renewal());
}

std::string OwnerNote::renewal() const
{
    return std::string("renewed ").append(timeText(renewed)).append("\n");
}

std::optional<OwnerNote> OwnerNote::of(std::string_view text)
{
    OwnerNote note;
    const auto takeLine = [&text] {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(line.size() + 1);
        return line;
    };
    if (!text.ends_with('\n') || takeLine() != MarkTitle)
        return std::nullopt;
    while (!text.empty()) {
        if (!readNoteLine(takeLine(), note))
            return std::nullopt;
    }
    const bool isWhole = !note.owner.empty() && note.renewed != WallTime{};
    return isWhole ? std::optional(std::move(note)) : std::nullopt;
}

Duration ageOf(const MarkSight &sight)
{
    const auto believed = [&sight](Duration age) {
        return age < Duration::zero() ? sight.isUnchanged : age;
    };
    const Duration byFile = believed(sight.byFile);
    return sight.note ? std::min(believed(sight.byNote), byFile) : byFile;
}

MarkStanding judge(const MarkSight &sight, std::string_view owner)
{
    using enum MarkStanding;
    if (!sight.isThere)
        return Free;
    const bool isOurs = sight.note && sight.note->owner == owner && !sight.isOfClone;
    if (sight.note && sight.process == MarkSight::Process::Runs)
        return Foreign;
    if (isOurs || (sight.note && sight.isLeft))
        return Ours;
    if (sight.note && sight.process == MarkSight::Process::Ours) // another controller of ours
        return Foreign;
    return ageOf(sight) >= MarkAge ? Abandoned : Foreign;
}

std::string whoseMark(const std::string &place, const MarkSight &sight, WallTime now)
{
    const std::string quoted = inQuotes(place);
    if (!sight.note)
        return quoted + " cannot be read: another host may be writing it, so it counts until it is "
               + lengthInWords(MarkAge) + " old";
    const Duration since = std::max(now - sight.note->since, Duration::zero());
    std::string text = quoted + " is that of "
                       + (sight.isOfThisHost ? nameHere(sight) : nameOf(*sight.note)) + ", made "
                       + spanInWords(since) + " ago and renewed " + ageInWords(sight.byNote);
    if (sight.process == MarkSight::Process::Ended)
        text += "; that process has ended";
    if (sight.isOfClone)
        text += "; it has the id of this host, as a cloned machine or a copied state folder has: "
                "remove host-id from the state folder of one of them, and start that one anew";
    return text + "; end that one, or take over here with qontrollerctl take";
}

} // namespace qontroller
