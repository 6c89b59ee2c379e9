// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/entry.h"

#include "app/plugins/foldermirror/pathcodec.h"

#include <array>
#include <cstdio>
#include <ctime>
#include <limits>

#include <sys/stat.h>

namespace qontroller::foldermirror {

namespace {

constexpr std::int64_t NanosecondsPerSecond = 1'000'000'000;
constexpr unsigned GroupBits = 0070;
constexpr unsigned OtherBits = 0007;

EntryKind kindOf(mode_t mode)
{
    if (S_ISREG(mode))
        return EntryKind::File;
    if (S_ISDIR(mode))
        return EntryKind::Directory;
    return S_ISLNK(mode) ? EntryKind::Symlink : EntryKind::Special;
}

// The finalizer of splitmix64 (S. Vigna): every input bit reaches every output bit.
std::uint64_t mixed(std::uint64_t seed, std::uint64_t value)
{
    std::uint64_t x = seed ^ (value + 0x9E3779B97F4A7C15U + (seed << 6) + (seed >> 2));
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31);
}

std::string utcTime(std::int64_t nanoseconds)
{
    const timespec time = timespecOf(nanoseconds);
    std::tm parts{};
    if (::gmtime_r(&time.tv_sec, &parts) == nullptr)
        return std::to_string(time.tv_sec);
    std::array<char, 32> text{};
    std::array<char, 48> full{};
    const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
    static_cast<void>(std::snprintf(full.data(), full.size(), "%.*s.%09ldZ",
                                    static_cast<int>(length), text.data(), time.tv_nsec));
    return full.data();
}

std::string octal(unsigned mode)
{
    std::array<char, 16> text{};
    static_cast<void>(std::snprintf(text.data(), text.size(), "%04o", mode));
    return text.data();
}

const char *nameOf(EntryKind kind)
{
    switch (kind) {
    case EntryKind::File: return "file";
    case EntryKind::Directory: return "folder";
    case EntryKind::Symlink: return "symbolic link";
    case EntryKind::Special: break;
    }
    return "special file";
}

bool hasSameOwner(const Entry &a, const Entry &b, FileOwnership ownership)
{
    return ownership == FileOwnership::Left || (a.owner == b.owner && a.group == b.group);
}

} // namespace

timespec timespecOf(std::int64_t nanoseconds)
{
    std::int64_t seconds = nanoseconds / NanosecondsPerSecond;
    std::int64_t rest = nanoseconds % NanosecondsPerSecond;
    if (rest < 0) {
        --seconds;
        rest += NanosecondsPerSecond;
    }
    return {seconds, rest};
}

std::int64_t nanosecondsOf(timespec time)
{
    std::int64_t sum = 0;
    if (__builtin_mul_overflow(std::int64_t(time.tv_sec), NanosecondsPerSecond, &sum)
        || __builtin_add_overflow(sum, std::int64_t(time.tv_nsec), &sum))
        sum = time.tv_sec < 0 ? std::numeric_limits<std::int64_t>::min()
                              : std::numeric_limits<std::int64_t>::max();
    return sum;
}

Entry entryOf(const FileStatus &status)
{
    Entry entry;
    entry.kind = kindOf(status.st_mode);
    entry.mode = status.st_mode & 07777U;
    entry.owner = status.st_uid;
    entry.group = status.st_gid;
    entry.size = static_cast<std::uint64_t>(status.st_size);
    entry.modified = nanosecondsOf(status.st_mtim);
    entry.statusChanged = nanosecondsOf(status.st_ctim);
    entry.device = status.st_dev;
    entry.inode = status.st_ino;
    return entry;
}

Version versionOf(const Entry &entry)
{
    std::uint64_t hash = mixed(static_cast<std::uint64_t>(entry.kind) + 1, entry.mode);
    hash = mixed(hash, (std::uint64_t(entry.owner) << 32) | entry.group);
    // A folder's size says nothing of it and depends on the file system.
    hash = mixed(hash, entry.kind == EntryKind::Directory ? 0 : entry.size);
    hash = mixed(hash, static_cast<std::uint64_t>(entry.modified));
    hash = mixed(hash, static_cast<std::uint64_t>(entry.statusChanged));
    hash = mixed(hash, entry.inode);
    return hash == 0 ? 1 : hash;
}

Rights rightsOfCopy(const Entry &source, std::uint32_t owner, std::uint32_t group,
                    const Abilities &abilities)
{
    Rights rights{source.mode, {}};
    const bool isOfGroup = group == source.group;
    for (const auto &[name, value] : source.attributes) {
        const Ability ability = abilityFor(name);
        if (abilities.has(ability) && (ability != Ability::AccessLists || isOfGroup))
            rights.attributes.emplace(name, value);
    }
    const auto list = source.attributes.find(std::string(AccessList));
    if (list != source.attributes.end() && !rights.attributes.contains(list->first))
        rights.mode = modeWithoutList(rights.mode, list->second);
    if (!isOfGroup) // its members are others to the source
        rights.mode &= ~GroupBits | (rights.mode & OtherBits) << 3U;
    if (source.kind == EntryKind::Directory)
        return rights;
    if (owner != source.owner)
        rights.mode &= ~unsigned(S_ISUID);
    if (!isOfGroup)
        rights.mode &= ~unsigned(S_ISGID);
    return rights;
}

bool hasRights(const Entry &copy, const Entry &source, const Abilities &abilities)
{
    const Rights rights = rightsOfCopy(source, copy.owner, copy.group, abilities);
    const bool hasMode = rights.mode == copy.mode
                         || (!abilities.has(Ability::Modes)
                             && !isWider(source.kind, copy.mode, rights.mode));
    return hasMode && rights.attributes == copy.attributes
           && hasSameOwner(source, copy, abilities.ownership);
}

bool isWider(EntryKind kind, unsigned mode, unsigned wanted)
{
    const unsigned that = kind == EntryKind::Directory ? 0077U : 0066U;
    return (mode & ~wanted & that) != 0;
}

Difference compare(const Entry &source, const Entry &target, const Abilities &abilities)
{
    if (source.kind != target.kind)
        return Difference::Content;
    const bool sameTime = abilities.times.isKept(source.modified, target.modified);
    if (source.kind == EntryKind::File && (source.size != target.size || !sameTime))
        return Difference::Content;
    const bool sameOwner = hasSameOwner(source, target, abilities.ownership);
    if (source.kind == EntryKind::Symlink)
        return source.linkTarget == target.linkTarget && sameOwner
                       && (sameTime || !abilities.has(Ability::LinkTimes))
                   ? Difference::None
                   : Difference::Content;
    return sameTime && hasRights(target, source, abilities) ? Difference::None
                                                            : Difference::Metadata;
}

std::string describe(const Entry &entry, FileOwnership ownership)
{
    std::string text = std::string("type: ") + nameOf(entry.kind) + '\n';
    if (entry.kind == EntryKind::File)
        text += "size: " + std::to_string(entry.size) + '\n';
    if (entry.kind == EntryKind::Symlink)
        text += "leads to: " + PathCodec::idOf(entry.linkTarget) + '\n';
    else
        text += "mode: " + octal(entry.mode) + '\n';
    for (const auto &[name, value] : entry.attributes)
        text += "attribute: " + PathCodec::idOf(name) + ", " + std::to_string(value.size())
                + " bytes\n";
    if (ownership == FileOwnership::Mirrored)
        text += "owner: " + std::to_string(entry.owner) + ':' + std::to_string(entry.group) + '\n';
    return text + "modified: " + utcTime(entry.modified) + '\n';
}

} // namespace qontroller::foldermirror
