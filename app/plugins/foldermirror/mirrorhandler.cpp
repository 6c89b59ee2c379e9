// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/mirrorhandler.h"

#include "app/plugins/foldermirror/mirrorrecord.h"
#include "app/plugins/foldermirror/pathcodec.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <array>

namespace qontroller::foldermirror {

namespace {

constexpr int TriesAtOnce = 3;

} // namespace

MirrorHandler::MirrorHandler(std::shared_ptr<Mirror> mirror)
    : m_mirror(std::move(mirror))
    , m_remover(*m_mirror)
    , m_fileMirror(*m_mirror, m_remover)
{}

Fetched<Entry> MirrorHandler::get(const Attempt &attempt)
{
    const std::optional<std::string> path = PathCodec::pathOf(attempt.id);
    if (!path || isOurs(splitPath(*path).name))
        return Fetched<Entry>::ignored();
    const bool isAsListed = attempt.cause == AttemptCause::New
                            || attempt.cause == AttemptCause::Resync;
    auto entry = m_mirror->source.find(*path, Source::Belief::Concluded,
                                       isAsListed ? Source::Names::InAnyCase
                                                  : Source::Names::AsSpelled);
    if (!entry)
        return Fetched<Entry>::failed(sentence(entry.error()));
    const bool isFolder = *entry ? (*entry)->kind == EntryKind::Directory : isFolderInTarget(*path);
    if (m_mirror->excludes.contain(*path, isFolder))
        return Fetched<Entry>::ignored();
    if (!*entry) {
        if (m_mirror->departures.contain(*path)) // its folder may have gone unread
            m_mirror->announcements.addDeleted(attempt.id);
        return Fetched<Entry>::gone();
    }
    if ((*entry)->kind == EntryKind::Special)
        return isInTarget(*path) ? Fetched<Entry>::gone() : Fetched<Entry>::ignored();
    return Fetched<Entry>::found(std::make_shared<const Entry>(**std::move(entry)));
}

bool MirrorHandler::isInTarget(const std::string &path)
{
    return m_mirror->target.tree().lookUp(path).has_value();
}

bool MirrorHandler::isFolderInTarget(const std::string &path)
{
    const Result<Entry> entry = m_mirror->target.tree().lookUp(path);
    return entry && entry->kind == EntryKind::Directory;
}

void MirrorHandler::forget(const std::string &path)
{
    m_mirror->absences.forget(path);
    m_mirror->restless.forget(path);
}

bool MirrorHandler::mayComeBack(const std::string &path)
{
    const auto isAway = [&](std::string_view one) {
        const auto entry = m_mirror->source.find(one, Source::Belief::Listed);
        return entry && !*entry; // what is not known, the remover says
    };
    if (m_mirror->absences.patience() == Duration::zero() || !isAway(path) || !isInTarget(path))
        return false;
    std::string_view top = path;
    for (std::string_view above = splitPath(top).parent; !above.empty() && isAway(above);
         above = splitPath(top).parent)
        top = above;
    return hasChangedLately(splitPath(top).parent)
           && !m_mirror->absences.isAwayForLong(std::string(top));
}

// Else what is not in it has gone before that, which needs no memory. Some folders change always.
bool MirrorHandler::hasChangedLately(std::string_view folder) const
{
    const SafeTree &tree = m_mirror->source.tree();
    const Result<Entry> entry = folder.empty() ? tree.lookUpRoot() : tree.lookUp(folder);
    return !entry || Duration(m_mirror->clock() - entry->modified) < m_mirror->absences.patience();
}

Outcome MirrorHandler::add(const Entry &source, const Attempt &attempt)
{
    const std::optional<std::string> path = PathCodec::pathOf(attempt.id);
    if (!path)
        return Outcome::park("\"" + attempt.id + "\" is not the id of any path");
    m_mirror->absences.forget(*path);
    // A folder that another worker removes just now is worth another try at once.
    for (int tries = 1;; ++tries) {
        Result<Outcome> outcome = addAny(*path, source, attempt);
        for (const std::string &news : m_mirror->target.abilities().takeNews())
            attempt.event("target", news);
        if (outcome)
            return *std::move(outcome);
        if (outcome.error().code != ENOENT || tries == TriesAtOnce)
            return outcomeOf(outcome.error());
    }
}

Outcome MirrorHandler::remove(const Attempt &attempt)
{
    const std::optional<std::string> path = PathCodec::pathOf(attempt.id);
    if (!path)
        return Outcome::done();
    if (mayComeBack(*path))
        return Outcome::wait("its absence to last", m_mirror->absences.patience());
    Result<Outcome> outcome = m_remover.remove(*path);
    if (outcome && outcome->kind() == Outcome::Kind::Done)
        forget(*path);
    return outcome ? *std::move(outcome) : outcomeOf(outcome.error());
}

Result<Outcome> MirrorHandler::addAny(const std::string &path, const Entry &source,
                                      const Attempt &attempt)
{
    switch (source.kind) {
    case EntryKind::Directory: return addFolder(path);
    case EntryKind::Symlink: return addLink(path, source);
    case EntryKind::File: return m_fileMirror.add(path, attempt);
    case EntryKind::Special: break;
    }
    return Outcome::done();
}

Result<Outcome> MirrorHandler::addFolder(const std::string &path)
{
    if (const Result<void> free = m_mirror->target.checkName(path); !free)
        return tl::unexpected(free.error());
    const Result<TargetFolder> folder = m_mirror->target.makeFolder(path);
    if (!folder)
        return tl::unexpected(folder.error());
    const Result<void> mirrored = m_mirror->target.mirrorMetadata(*folder, path);
    if (!mirrored && saysAbsent(mirrored.error().code))
        return waitForSource();
    if (!mirrored)
        return tl::unexpected(mirrored.error());
    return Outcome::done();
}

Result<Outcome> MirrorHandler::addLink(const std::string &path, const Entry &source)
{
    const auto [parentPath, nameView] = splitPath(path);
    const std::string name(nameView);
    const Result<TargetFolder> folder = m_mirror->target.makeFolder(parentPath);
    if (!folder)
        return tl::unexpected(folder.error());
    const auto existing = folder->lookUp(name);
    if (!existing)
        return tl::unexpected(existing.error());
    if (*existing && m_mirror->target.differenceOf(*folder, source, **existing) == Difference::None)
        return Outcome::done();
    if (const Result<void> free = m_mirror->target.checkName(path); !free)
        return tl::unexpected(free.error());
    if (*existing && (*existing)->kind == EntryKind::Directory) {
        auto remains = m_remover.makeRoom(*folder, path);
        if (!remains)
            return tl::unexpected(remains.error());
        if (*remains)
            return **std::move(remains);
    }
    const Result<void> published = publishLink(*folder, name, source);
    if (!published)
        return tl::unexpected(published.error());
    m_mirror->target.settle(parentPath);
    return Outcome::done();
}

void MirrorHandler::setLinkTime(const TargetFolder &folder, const std::string &name,
                                const Entry &source)
{
    const std::array<timespec, 2> times{timespec{0, UTIME_OMIT}, timespecOf(source.modified)};
    const bool isSet = ::utimensat(folder.fd(), name.c_str(), times.data(), AT_SYMLINK_NOFOLLOW)
                       == 0;
    const auto now = lookUpAt(folder.fd(), name);
    if (!now || source.modified == now->modified)
        return;
    TargetAbilities &abilities = m_mirror->target.abilities();
    if (isSet && KeptTimes::isWorthALook(source.modified, now->modified))
        abilities.learnTime(now->device, source.modified, now->modified);
    else
        abilities.learnLack(now->device, Ability::LinkTimes);
}

Result<void> MirrorHandler::publishLink(const TargetFolder &folder, const std::string &name,
                                        const Entry &source)
{
    const std::string temporary = m_mirror->names.next();
    Result<void> done = folder.createLink(source.linkTarget, temporary);
    if (!done)
        return done;
    // Best effort: not every file system has owners and times of links.
    if (m_mirror->target.ownership() == FileOwnership::Mirrored)
        static_cast<void>(::fchownat(folder.fd(), temporary.c_str(), source.owner, source.group,
                                     AT_SYMLINK_NOFOLLOW)
                          == 0);
    setLinkTime(folder, temporary, source);
    done = folder.rename(temporary, name);
    if (!done)
        static_cast<void>(folder.removeFile(temporary));
    else if (m_mirror->target.durability() == Durability::Flushed)
        done = folder.flush();
    return done;
}

} // namespace qontroller::foldermirror
