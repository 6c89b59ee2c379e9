// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/lister.h"

#include "app/plugins/foldermirror/casing.h"
#include "app/plugins/foldermirror/mirrorpaths.h"
#include "app/plugins/foldermirror/pathcodec.h"

#include <fcntl.h>

#include <algorithm>
#include <system_error>
#include <utility>

namespace qontroller::foldermirror {

ListResult Lister::list(ListSink &sink, const std::stop_token &stop)
{
    const SafeTree &source = m_mirror.source.tree();
    const std::string &target = m_mirror.target.tree().root();
    auto wrong = validateFolders(source.root(), target);
    if (!wrong)
        wrong = whyNoFolder("source", source.root());
    if (!wrong)
        wrong = whyNoFolder("target", target);
    if (wrong)
        return ListResult::failed(*std::move(wrong));
    const Result<UniqueFd> root = source.openRoot();
    if (!root)
        return ListResult::failed(sentence(root.error()));
    const std::optional<FolderIdentity> identity = FolderIdentity::of(root->get());
    if (!identity)
        return ListResult::failed(sentence({errno, "look at the folder", source.root()}));

    if (auto refused = takeTarget(stop))
        return *std::move(refused);
    // Paths may hide it: a bind mount, for one.
    const Result<Entry> targetRoot = m_mirror.target.tree().lookUpRoot();
    std::string insideAt;
    const auto give = [&](const std::string &path, const Entry &entry) {
        if (targetRoot && entry.isSameFileAs(*targetRoot)) {
            insideAt = path;
            return false;
        }
        sink.add(PathCodec::idOf(path), versionOf(entry));
        return true;
    };
    ListFacts facts;
    recall(facts);
    facts.source = PathCodec::idOf(source.root());
    facts.root = *identity;
    const bool isSame = facts.before && facts.before->root == facts.root;
    const SourceWalked walked = walkSource(m_mirror, root->get(),
                                           isSame ? facts.before->mounts : Mounts(), give, stop);
    if (stop.stop_requested())
        return ListResult::failed("stopped");
    if (!insideAt.empty())
        return ListResult::failed("target must not be inside source, but \""
                                  + source.fullPath(insideAt) + "\" is the target folder");
    return conclude(sink, root->get(), facts, walked, stop);
}

ListResult Lister::conclude(ListSink &sink, int root, ListFacts &facts, const SourceWalked &source,
                            const std::stop_token &stop)
{
    const SafeTree &tree = m_mirror.source.tree();
    const auto listed = lookUpFd(root);
    const Result<Entry> now = tree.lookUpRoot();
    if (!listed || !now || !now->isSameFileAs(*listed))
        return ListResult::failed("the source folder \"" + tree.root()
                                  + "\" was replaced by another one while it was listed");
    TargetWalked target = walkTarget(m_mirror, root, stop); // stale temporary files go with that
    if (stop.stop_requested())
        return ListResult::failed("stopped");

    facts.mounts = source.mounts;
    facts.gone = source.gone;
    facts.unreadable = (source.unreadable.count > 0 ? source.unreadable : target.unreadable)
                           .sentence();
    facts.below = source.unreadable.below;
    facts.below.insert(facts.below.end(), target.unreadable.below.begin(),
                       target.unreadable.below.end());
    facts.surplus = std::move(target.surplus);
    std::erase_if(facts.surplus, [&](const std::string &path) {
        return std::any_of(facts.gone.begin(), facts.gone.end(),
                           [&](const std::string &mount) { return isAtOrBelow(path, mount); });
    });
    Judgement judgement = judge(facts);
    switch (m_mirror.source.accept(*listed, judgement.record.mounts, tellsCase(root))) {
    case Source::Change::None: break;
    case Source::Change::OtherRoot: m_mirror.announcements.suspectRoot(); break;
    case Source::Change::OtherMounts: m_mirror.announcements.suspectMounts(); break;
    }
    if (m_leftovers == Leftovers::Named) {
        for (const std::string &path : facts.surplus)
            sink.addLeftover(PathCodec::idOf(path));
    }
    remember(judgement.record);
    return std::move(judgement.result);
}

// What else is wrong with it is said by what is done there.
std::optional<ListResult> Lister::takeTarget(const std::stop_token &stop)
{
    TargetTree &target = m_mirror.target;
    std::string wrong = whyNoTarget(target.tree().lookUpRoot());
    if (!wrong.empty()) {
        target.refuse(ESTALE);
        return ListResult::failed(std::move(wrong));
    }
    if (std::string others = target.use() == TargetUse::Alone ? whyAnothers(stop) : "";
        !others.empty()) {
        target.refuse(UsedByAnother);
        return ListResult::foreign(std::move(others));
    }
    target.learnCase();
    return std::nullopt;
}

// The mark is first: who sees it gone lets the lock go. A target that was not there has none yet.
std::string Lister::whyAnothers(const std::stop_token &stop)
{
    if (auto claimed = m_mirror.mark.claim(stop); !claimed)
        return std::move(claimed.error());
    const Result<TargetFolder> folder = m_mirror.target.makeFolder({});
    if (!folder)
        return folder.error().code == UsedByAnother ? sentence(folder.error()) : std::string();
    auto claimed = m_mirror.mark.claim(stop);
    return claimed ? std::string() : std::move(claimed.error());
}

// The place where a disk is not mounted is an empty folder, and would be filled with copies.
std::string Lister::whyNoTarget(const Result<Entry> &root)
{
    TargetTree &target = m_mirror.target;
    const bool hasMark = root && hasRecord(AT_FDCWD, target.tree().root());
    if (!hasMark && m_mirror.newTarget == NewTarget::Refused)
        return "the target \"" + target.tree().root()
               + "\" was no mirror's so far: check that its disk is mounted, or allow "
                 "newTarget for the first run";
    if (!root)
        return {};
    if (!hasMark && !target.isAccepted(*root))
        return "the target \"" + target.tree().root()
               + "\" is another folder than before, and no mirror's: check that its disk is "
                 "mounted, or restart the controller if that is meant";
    target.accept(*root);
    return {};
}

// What this program has left counts as its own only as long as the target has it: another mirror,
// or another target, has something else.
void Lister::recall(ListFacts &facts)
{
    facts.before = readRecord(m_mirror.target);
    if (!m_isWritten && m_last)
        facts.before = m_last;
    facts.isOwn = m_last && facts.before == m_last;
}

void Lister::remember(const MirrorRecord &record)
{
    if (m_mirror.target.use() == TargetUse::Look)
        return;
    const bool isKnown = m_last == record && m_isWritten && readRecord(m_mirror.target) == record;
    const int code = isKnown ? 0 : writeRecord(m_mirror.target, record);
    m_isWritten = code == 0;
    m_last = record;
    if (!m_isWritten)
        m_mirror.target.abilities().tell(
            "cannot be told what it is a copy of (" + std::generic_category().message(code)
            + "): after a restart removals wait for somebody to decide");
}

} // namespace qontroller::foldermirror
