// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/lister.h"

#include "app/plugins/foldermirror/mirrorpaths.h"
#include "app/plugins/foldermirror/pathcodec.h"

namespace qontroller {

namespace {

// As many removals as the engine's mass-deletion guard lets through unasked.
constexpr std::uint64_t FewRemovals = 10;

bool areFew(std::uint64_t removals, std::uint64_t known)
{
    return removals <= FewRemovals || removals * 10 <= known;
}

} // namespace

ListResult Lister::list(ListSink &sink, const std::stop_token &stop)
{
    const SafeTree &source = m_mirror.source.tree();
    if (auto wrong = validateFolders(source.root(), m_mirror.target.tree().root()))
        return ListResult::failed(*std::move(wrong));
    const Result<UniqueFd> root = source.openRoot();
    if (!root)
        return ListResult::failed(sentence(root.error()));

    std::uint64_t found = 0;
    const auto give = [&](const std::string &path, const Entry &entry) {
        ++found;
        m_mirror.source.remember(path);
        sink.add(PathCodec::idOf(path), versionOf(entry));
        return true;
    };
    const Unreadable unreadable = walkSource(source, root->get(), give, stop);
    if (stop.stop_requested())
        return ListResult::failed("stopped");

    const auto listed = lookUpFd(root->get());
    const Result<Entry> now = source.lookUpRoot();
    if (!listed || !now || !now->isSameFileAs(*listed))
        return ListResult::failed("the source folder \"" + source.root()
                                  + "\" was replaced by another one while it was listed");
    const bool isDoubted = unreadable.count == 0 && isDoubtful(root->get(), found, stop);
    const auto trust = isDoubted ? Source::Trust::Doubted : Source::Trust::Full;
    if (m_mirror.source.accept(*listed, trust) == Source::Root::Replaced)
        m_mirror.announcements.suspectRoot();
    if (isDoubted) {
        if (m_mirror.source.remembersAny())
            return ListResult::complete(); // the engine's guard holds the removals back
        return ListResult::failed("the source folder \"" + source.root() + "\" is empty but the target \""
                                  + m_mirror.target.tree().root()
                                  + "\" is not: mount or fill the source; or, if all is to be removed, "
                                    "empty the target or turn the option massDeletionGuard off");
    }
    return listOrphans(sink, root->get(), found, unreadable, stop);
}

bool Lister::isDoubtful(int root, std::uint64_t found, const std::stop_token &stop)
{
    if (found > 0 || !m_rules.doubtEmptySource)
        return false;
    std::uint64_t orphans = 0;
    const auto count = [&](const std::string &, const Entry &) { return ++orphans <= FewRemovals; };
    static_cast<void>(walkOrphans(m_mirror, root, count, stop));
    return orphans > FewRemovals;
}

ListResult Lister::listOrphans(ListSink &sink, int root, std::uint64_t found, Unreadable unreadable,
                               const std::stop_token &stop)
{
    const bool isPartial = unreadable.count > 0;
    std::uint64_t missed = 0;
    std::vector<std::string> missedPaths;
    const auto give = [&](const std::string &path, const Entry &entry) {
        if (!m_rules.removeOrphans)
            return true;
        if (!m_mirror.source.remembers(path))
            sink.add(PathCodec::idOf(path), versionOf(entry));
        else if (isPartial && areFew(++missed, found))
            missedPaths.push_back(path);
        return true;
    };
    const Unreadable target = walkOrphans(m_mirror, root, give, stop);
    if (stop.stop_requested())
        return ListResult::failed("stopped");

    // The engine concludes nothing from a partial list, but these are surely gone.
    if (areFew(missed, found)) {
        for (const std::string &path : missedPaths)
            sink.add(PathCodec::idOf(path));
    }
    if (!isPartial && target.count == 0)
        return ListResult::complete();
    return ListResult::partial(isPartial ? unreadable.sentence() : target.sentence());
}

} // namespace qontroller
