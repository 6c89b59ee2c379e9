// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/filemirror.h"

#include "app/plugins/foldermirror/copier.h"
#include "app/plugins/foldermirror/pathcodec.h"
#include "app/plugins/foldermirror/rights.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <array>

namespace qontroller::foldermirror {

namespace {

constexpr auto AfterHaste = std::chrono::milliseconds(100);
constexpr std::int64_t LongAgo = 1'000'000'000'000'000'000; ///< 2001, which every file system keeps

Outcome stopped()
{
    return Outcome::retry("stopped before it was complete; nothing was changed");
}

bool isUnchanged(const Entry &before, const tl::expected<Entry, int> &after)
{
    return after && after->size == before.size && after->modified == before.modified
           && after->statusChanged == before.statusChanged;
}

} // namespace

// Where a file belongs: its path, and its folder in the target.
struct FileMirror::Place
{
    const std::string &path;
    std::string parentPath;
    std::string name;
    const TargetFolder &folder;
};

// A hasty copy is published with a time that is wrong, by 1 ns where that can be kept, so that it
// is made again even if this program ends before it can come back to it.
enum class FileMirror::Haste : unsigned char {
    None,
    Hasty,
};

Result<Outcome> FileMirror::add(const std::string &path, const Attempt &attempt)
{
    const auto [parentPath, name] = splitPath(path);
    const Result<TargetFolder> folder = m_mirror.target.makeFolder(parentPath);
    if (!folder)
        return tl::unexpected(folder.error());
    const Place place{path, std::string(parentPath), std::string(name), *folder};
    const auto existing = folder->lookUp(place.name);
    if (!existing)
        return tl::unexpected(existing.error());
    if (!*existing)
        return replace(place, attempt);
    if ((*existing)->kind == EntryKind::Directory) {
        if (const Result<void> free = m_mirror.target.checkName(path); !free)
            return tl::unexpected(free.error());
        auto remains = m_remover.makeRoom(*folder, path);
        if (!remains)
            return tl::unexpected(remains.error());
        return *remains ? Result<Outcome>(**std::move(remains)) : replace(place, attempt);
    }
    return update(place, attempt);
}

Result<Outcome> FileMirror::update(const Place &place, const Attempt &attempt)
{
    const Result<Entry> source = m_mirror.source.tree().lookUpWhole(place.path);
    if (source ? source->kind != EntryKind::File : saysAbsent(source.error().code))
        return waitForSource();
    if (!source)
        return tl::unexpected(source.error());
    const Result<Entry> copy = place.folder.lookUpWhole(place.name);
    if (!copy)
        return tl::unexpected(copy.error());
    const Difference difference = m_mirror.target.differenceOf(place.folder, *source, *copy);
    if (difference == Difference::Content)
        return replace(place, attempt);
    // Before the copy is touched, and rights before a long look at the content.
    const bool isDoubted = mustRead(place, *source, *copy, attempt);
    if (difference == Difference::Metadata) {
        if (const Result<void> free = m_mirror.target.checkName(place.path); !free)
            return tl::unexpected(free.error());
        const auto done = m_mirror.target.mirrorRights(place.folder, place.name, *source);
        if (!done)
            return tl::unexpected(done.error());
    }
    return isDoubted ? check(place, *source, attempt) : Outcome::done();
}

// The copy was changed when it was made, and is touched when it was compared. A source that was
// changed after that, without a new time, was put in place by somebody who keeps times.
bool FileMirror::mustRead(const Place &place, const Entry &source, const Entry &copy,
                          const Attempt &attempt) const
{
    if (m_mirror.contentCheck != ContentCheck::OfChanges)
        return m_mirror.contentCheck == ContentCheck::ByReading;
    if (m_mirror.doubts.isDoubted(place.path))
        return true;
    const bool isTouched = source.statusChanged >= copy.statusChanged
                           && source.statusChanged <= m_mirror.clock();
    return (isTouched || attempt.cause == AttemptCause::Changed)
           && !m_mirror.doubts.isSettled(place.path, versionOf(source));
}

Result<Outcome> FileMirror::check(const Place &place, const Entry &source, const Attempt &attempt)
{
    if (m_mirror.contentCheck == ContentCheck::OfChanges) {
        const Duration delay = m_mirror.doubts.turnOf(place.path, source.size,
                                                      m_mirror.steadyClock.now());
        if (delay > Duration::zero())
            return Outcome::wait("its turn to be compared with its copy: it was changed, and its "
                                 "size and time were not",
                                 delay);
    }
    const Result<ContentMatch> match = compareByReading(place, source, attempt);
    if (!match)
        return tl::unexpected(match.error());
    switch (*match) {
    case ContentMatch::Stopped: return stopped();
    case ContentMatch::Same: settle(place, source); return Outcome::done();
    case ContentMatch::Different: break;
    }
    attempt.event("content differed", "size and time were those of the source: copied anew");
    return replace(place, attempt);
}

// Touches the copy, so that it is newer than what it was compared with.
void FileMirror::settle(const Place &place, const Entry &source)
{
    const std::array<timespec, 2> times{timespec{0, UTIME_OMIT}, timespecOf(source.modified)};
    if (m_mirror.contentCheck == ContentCheck::OfChanges)
        static_cast<void>(
            ::utimensat(place.folder.fd(), place.name.c_str(), times.data(), AT_SYMLINK_NOFOLLOW));
    m_mirror.doubts.settle(place.path, versionOf(source));
}

Result<ContentMatch> FileMirror::compareByReading(const Place &place, const Entry &source,
                                                  const Attempt &attempt) const
{
    const Result<UniqueFd> from = m_mirror.source.tree().openFile(place.path);
    if (!from)
        return tl::unexpected(from.error());
    constexpr int Flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    const UniqueFd to(::openat(place.folder.fd(), place.name.c_str(), Flags));
    if (!to)
        return ContentMatch::Different;
    Result<ContentMatch> match = compareContent(from->get(), to.get(), source.size, attempt.stop);
    if (!match)
        return failed("compare with its copy", m_mirror.source.tree().fullPath(place.path),
                      match.error().code);
    return match;
}

Result<Outcome> FileMirror::replace(const Place &place, const Attempt &attempt)
{
    if (const Result<void> free = m_mirror.target.checkName(place.path); !free)
        return tl::unexpected(free.error());
    if (m_mirror.restless.rest(place.path, m_mirror.steadyClock.now()) > Duration::zero())
        return untilItRests(place);
    const Result<UniqueFd> from = m_mirror.source.tree().openFile(place.path);
    if (!from && saysAbsent(from.error().code))
        return waitForSource();
    if (!from)
        return tl::unexpected(from.error());
    const auto before = lookUpWholeFd(from->get());
    if (!before || before->kind != EntryKind::File)
        return waitForSource();

    switch (m_standStill.judge(place.path, before->modified, m_mirror.clock())) {
    case StandStill::Verdict::Wait:
        return Outcome::wait("the source to stand still: it is being written",
                             StandStill::QuietTime);
    case StandStill::Verdict::Copy: return copy(place, *from, *before, Haste::None, attempt);
    case StandStill::Verdict::CopyHastily: break;
    }
    return copy(place, *from, *before, Haste::Hasty, attempt);
}

Result<Outcome> FileMirror::copy(const Place &place, const UniqueFd &from, const Entry &before,
                                 Haste haste, const Attempt &attempt)
{
    Result<TemporaryFile> file = TemporaryFile::create(place.folder, m_mirror.names);
    if (!file)
        return tl::unexpected(file.error());

    const CopyOrders orders{before.size, attempt.stop, [&](std::uint64_t done) {
                                attempt.progress(done, before.size);
                                return isUnchanged(before, lookUpFd(from.get()));
                            }};
    const Result<CopyEnd> end = copyContent(from.get(), file->fd(), orders);
    if (!end)
        return failed(end.error().doing, place.folder.fullPathOf(place.name), end.error().code);
    if (*end == CopyEnd::Stopped)
        return stopped();
    if (*end == CopyEnd::SourceChanged || !isFaithful(from, *file, before, haste, attempt))
        return throwAway(place);
    if (const Result<void> done = publish(place, *file, before, haste); !done)
        return tl::unexpected(done.error());
    m_mirror.restless.forget(place.path);
    m_mirror.doubts.settle(place.path, versionOf(before));
    return haste == Haste::Hasty ? Outcome::requeueAfter(AfterHaste) : Outcome::done();
}

// Often enough it is an error, which is shown and counted.
Outcome FileMirror::throwAway(const Place &place)
{
    const unsigned copies = m_mirror.restless.note(place.path, m_mirror.steadyClock.now());
    return copies < Restless::Often
               ? untilItRests(place)
               : Outcome::retry("the source changes whenever it is copied: "
                                + std::to_string(copies)
                                + " copies were thrown away; mirror what it is at a time, as a "
                                  "snapshot has it, or leave it out with exclude");
}

Outcome FileMirror::untilItRests(const Place &place) const
{
    return Outcome::wait("the source to stay unchanged while it is copied",
                         m_mirror.restless.rest(place.path, m_mirror.steadyClock.now()));
}

// Whether the copy is what the source was at one moment.
bool FileMirror::isFaithful(const UniqueFd &from, const TemporaryFile &file, const Entry &before,
                            Haste haste, const Attempt &attempt)
{
    if (!isUnchanged(before, lookUpFd(from.get())))
        return false;
    if (haste == Haste::None)
        return true;
    // A change within one tick of the clock does not show: only another look tells.
    const auto match = compareContent(from.get(), file.fd(), before.size, attempt.stop);
    return match && *match == ContentMatch::Same && isUnchanged(before, lookUpFd(from.get()));
}

tl::expected<void, int> FileMirror::setTime(const TemporaryFile &file, std::int64_t modified,
                                            Haste haste)
{
    TargetAbilities &abilities = m_mirror.target.abilities();
    const auto right = setModified(file.fd(), modified, abilities);
    if (!right)
        return tl::unexpected(right.error());
    if (haste == Haste::None)
        return {};
    auto wrong = setModified(file.fd(), modified - 1, abilities);
    if (wrong && *wrong == *right) // which is nothing to the file system
        wrong = setModified(file.fd(), LongAgo, abilities);
    return wrong ? tl::expected<void, int>() : tl::unexpected(wrong.error());
}

Result<void> FileMirror::publish(const Place &place, TemporaryFile &file, const Entry &source,
                                 Haste haste)
{
    const bool flushed = m_mirror.target.durability() == Durability::Flushed;
    const std::string fullPath = place.folder.fullPathOf(place.name);
    if (applyRights(file.fd(), source, m_mirror.target.abilities()) != 0)
        return failed("set the permissions of", fullPath);
    if (const auto set = setTime(file, source.modified, haste); !set)
        return failed("set the times of", fullPath, set.error());
    if (flushed && ::fsync(file.fd()) != 0)
        return failed("write to the disk", fullPath);
    if (Result<void> published = file.publish(place.name); !published)
        return published;
    m_mirror.target.settle(place.parentPath);
    return flushed ? place.folder.flush() : Result<void>();
}

} // namespace qontroller::foldermirror
