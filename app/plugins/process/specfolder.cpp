// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/specfolder.h"

#include "app/plugins/common/folderchanges.h"
#include "app/plugins/common/folderwatch.h"
#include "app/plugins/common/markbeat.h"
#include "app/plugins/process/notedprocess.h"
#include "core/plugins/process/earlierlife.h"

#include <QtCore/QUtf8StringView>
#include <QtCore/QtGlobal>

#include <sys/stat.h>

#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

namespace qontroller::supervision {

namespace fs = std::filesystem;

namespace {

bool isUtf8(std::string_view text)
{
    return QUtf8StringView(text.data(), static_cast<qsizetype>(text.size())).isValidUtf8();
}

/// Another one after each change of the file and each end of its process: with \a ends, what comes
/// of a process counts as a change. 0 if there is no file; a link to nowhere is one.
Version versionOf(const std::string &path, std::uint64_t ends)
{
    struct stat status
    {
    };
    if (::stat(path.c_str(), &status) != 0 && ::lstat(path.c_str(), &status) != 0)
        return 0;
    Version version = 1469598103934665603U; // FNV-1a over what a change changes
    for (const auto part :
         {static_cast<Version>(status.st_ino), static_cast<Version>(status.st_size),
          static_cast<Version>(status.st_mtim.tv_sec), static_cast<Version>(status.st_mtim.tv_nsec),
          ends})
        version = (version ^ part) * 1099511628211U;
    return version == 0 ? 1 : version;
}

/// Of what the state folder \a path has started, or has a note of, and runs on this machine: one
/// that was moved has notes of what another path has started.
std::set<std::string> startsOf(const std::string &path)
{
    const StateFolder folder(path, StateFolder::Use::Look);
    const std::vector<std::string> noted = folder.startsOfNoted();
    std::set<std::string> starts(noted.begin(), noted.end());
    for (EarlierWork &work : StateFolder::workOf(path))
        starts.insert(std::move(work.what));
    return starts;
}

} // namespace

ListResult SpecFolder::list(ListSink &sink, std::stop_token stop)
{
    if (const auto taken = m_supervisor->takeState(); !taken)
        return ListResult::failed(taken.error());
    if (auto refused = takeFolder(stop))
        return *std::move(refused);
    if (m_before.path.empty())
        m_before = m_supervisor->state().specs();
    const ListedPlace place = m_folder->note(m_before);
    auto found = read(place);
    if (found && !away(*found).empty() && m_folder->absences().await(stop))
        found = read(place);
    if (!found) {
        addRunning(sink);
        return ListResult::failed(std::move(found.error()));
    }
    for (ObjectId &id : away(*found)) // the watch has yet to tell
        found->versions.emplace(std::move(id), 0);
    for (const auto &[id, version] : found->versions)
        sink.add(id, version);
    if (found->unusable > 0)
        return ListResult::partial(std::to_string(found->unusable) + " files of \""
                                   + m_folder->path()
                                   + "\" have names that are not UTF-8: rename them");
    return conclude(sink, *found, place);
}

std::optional<ListResult> SpecFolder::takeFolder(const std::stop_token &stop)
{
    if (m_supervisor->state().use() == StateFolder::Use::Look)
        return std::nullopt;
    if (auto claimed = m_mark->claim(stop); !claimed) {
        if (m_mark->isLost())
            m_supervisor->yield("it is ended, because another works with the folder of specs: "
                                + claimed.error());
        return ListResult::foreign(std::move(claimed.error()) + leftAlone());
    }
    dropCopies();
    m_supervisor->adopt();
    if (auto ended = endFormer(stop); !ended)
        return ListResult::failed(std::move(ended.error()));
    return std::nullopt;
}

// The next life of this host goes on with it, if this one is killed before that is noted.
tl::expected<void, std::string> SpecFolder::endFormer(const std::stop_token &stop)
{
    const auto former = m_mark->former();
    if (!former)
        return {};
    const std::string original = originalOf(*former);
    if (!original.empty())
        qWarning("the folder of specs \"%s\" and its mark are a copy of \"%s\": what was started "
                 "for that by the state folder \"%s\" is left alone",
                 m_folder->path().c_str(), original.c_str(), former->work.c_str());
    else if (!endWorkOf(former->work, stop))
        return tl::unexpected("what the former owner of the folder of specs has started by the "
                              "state folder \""
                              + former->work + "\" does not end");
    return m_mark->forgetFormer();
}

std::string SpecFolder::leftAlone() const
{
    const std::size_t number = m_supervisor->leftAlone();
    return number == 0
               ? std::string()
               : "; until then what runs by the state folder \"" + m_supervisor->state().path()
                     + "\" is left alone (" + std::to_string(number) + ')';
}

// All of it is started here, too, but for what goes on here since its note was brought along.
bool SpecFolder::endWorkOf(const std::string &state, const std::stop_token &stop) const
{
    bool haveEnded = true;
    for (const std::string &start : startsOf(state)) {
        if (m_supervisor->state().knows(start))
            continue;
        const ObjectId id = StateFolder::idIn(start);
        const std::string sentence = "what the former owner of the folder of specs has started by "
                                     "the state folder \""
                                     + state + "\" is ended";
        if (versionOf(m_folder->fileOf(id), 0) != 0)
            m_supervisor->say(id, sentence);
        else
            qWarning("%s: %s", id.c_str(), sentence.c_str());
        haveEnded = endEarlier(start, EarlierKind::Leaders, stop).haveEnded && haveEnded;
    }
    return haveEnded;
}

// Where a folder was moved its mark comes along, and where a host has restarted since the copy was
// made the mark there is a later one.
std::string SpecFolder::originalOf(const OwnerNote &former) const
{
    const ListedPlace specs = StateFolder(former.work, StateFolder::Use::Look).specs();
    if (specs.path.empty() || m_folder->isAt(specs))
        return {};
    const auto content = MarkFile(specs.path + '/' + markNameOf("process")).read();
    const auto mark = content && *content ? OwnerNote::of((*content)->text) : std::nullopt;
    const bool isAtWork = mark && mark->work == former.work && mark->since >= former.since;
    return isAtWork ? specs.path : std::string();
}

// Those that have a spec are let go when they are looked at.
void SpecFolder::dropCopies() const
{
    const StateFolder &state = m_supervisor->state();
    for (const ObjectId &id : state.ids()) {
        if (m_supervisor->has(id) || versionOf(m_folder->fileOf(id), 0) != 0)
            continue;
        const auto record = state.load(id).value_or(std::nullopt);
        const std::string original = record ? state.originalOf(*record) : std::string();
        if (original.empty())
            continue;
        if (findNoted(*record))
            qWarning("%s: %s", id.c_str(), whyLeftAlone(*record, original).c_str());
        state.forget(id);
    }
}

ListResult SpecFolder::conclude(ListSink &sink, const Found &found, const ListedPlace &place)
{
    const std::vector<ObjectId> running = m_supervisor->remembered();
    std::size_t left = 0;
    for (const ObjectId &id : running) {
        if (found.versions.contains(id))
            continue;
        sink.addLeftover(id);
        ++left;
    }
    if (left == 0) // else the next host is to doubt, too, until somebody has decided
        m_supervisor->state().noteSpecs(place);
    ListResult result = completeList(m_before, place);
    // The engine cannot tell by itself: it takes what this list shows for what was known.
    const bool isFirst = !std::exchange(m_hasListed, true);
    if (isFirst && left > 0 && left == running.size() && result.doubt().empty())
        return ListResult::replaced("none of the processes that run has a spec in \""
                                    + m_folder->path() + '"');
    return result;
}

void SpecFolder::addRunning(ListSink &sink) const
{
    if (m_folder->isStillThere())
        return;
    for (const ObjectId &id : m_supervisor->remembered())
        sink.add(id);
}

tl::expected<SpecFolder::Found, std::string> SpecFolder::read(const ListedPlace &place) const
{
    Found found;
    std::error_code error;
    for (fs::directory_iterator it(m_folder->path(), error), end; !error && it != end;
         it.increment(error)) {
        const std::string name = it->path().filename().string();
        const ObjectId id(nameOfJsonFile(name));
        const Version version = id.empty() ? 0
                                           : versionOf(it->path().string(), m_supervisor->ends(id));
        found.unusable += isUtf8(id) ? 0 : 1;
        if (version == 0 || !isUtf8(id))
            continue;
        m_folder->absences().noteThere(id);
        found.versions.emplace(id, version);
    }
    if (error)
        return tl::unexpected("the folder of specs \"" + m_folder->path()
                              + "\" cannot be read: " + error.message());
    if (!m_folder->isAt(place))
        return tl::unexpected("the folder of specs \"" + m_folder->path()
                              + "\" was replaced while it was listed");
    return found;
}

/// Those that were there and may only be away for a moment.
std::vector<ObjectId> SpecFolder::away(const Found &found) const
{
    std::vector<ObjectId> ids = m_folder->absences().known();
    std::erase_if(ids, [&](const ObjectId &id) {
        return found.versions.contains(id) || m_folder->absences().hasGone(id);
    });
    return ids;
}

WatchEnd SpecFolder::watch(WatchSink &sink, const std::string &, std::stop_token stop)
{
    m_supervisor->begin();
    if (m_mark->holds())
        m_supervisor->adopt();
    const auto changed = [&](const ObjectId &id, bool hasGone) { tell(sink, id, hasGone); };
    const auto tellEnds = [&] {
        for (const ObjectId &id : m_supervisor->takeEnded())
            tell(sink, id, false);
    };
    MarkBeat beat(*m_mark, sink);
    return watchFolder("the folder of specs", *m_folder, changed, sink, stop,
                       {{m_supervisor->fd(), tellEnds}, {beat.fd(), [&beat] { beat.look(); }}});
}

/// The disk is believed, not the event: it may be older.
void SpecFolder::tell(WatchSink &sink, const ObjectId &id, bool hasGone) const
{
    if (!isUtf8(id))
        return sink.error("the name of a new file is not UTF-8: rename it");
    const Version version = versionOf(m_folder->fileOf(id), m_supervisor->ends(id));
    if (version != 0)
        m_folder->absences().noteThere(id);
    else if (!hasGone && !m_folder->absences().hasGone(id))
        return; // it is told of again
    sink.event(version == 0 ? EventType::Deleted : EventType::Modified, id, version);
}

} // namespace qontroller::supervision
