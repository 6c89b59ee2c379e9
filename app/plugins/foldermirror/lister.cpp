// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/lister.h"

#include "app/plugins/foldermirror/mirrorpaths.h"
#include "app/plugins/foldermirror/pathcodec.h"

namespace qontroller::foldermirror {

ListResult Lister::list(ListSink &sink, const std::stop_token &stop)
{
    const SafeTree &source = m_mirror.source.tree();
    if (auto wrong = validateFolders(source.root(), m_mirror.target.tree().root()))
        return ListResult::failed(*std::move(wrong));
    const Result<UniqueFd> root = source.openRoot();
    if (!root)
        return ListResult::failed(sentence(root.error()));

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
    const Unreadable unreadable = walkSource(source, root->get(), give, stop);
    if (stop.stop_requested())
        return ListResult::failed("stopped");
    if (!insideAt.empty())
        return ListResult::failed("target must not be inside source, but \""
                                  + source.fullPath(insideAt) + "\" is the target folder");

    const auto listed = lookUpFd(root->get());
    const Result<Entry> now = source.lookUpRoot();
    if (!listed || !now || !now->isSameFileAs(*listed))
        return ListResult::failed("the source folder \"" + source.root()
                                  + "\" was replaced by another one while it was listed");
    if (m_mirror.source.accept(*listed) == Source::Root::Replaced)
        m_mirror.announcements.suspectRoot();
    return nameLeftovers(sink, root->get(), unreadable, stop);
}

// Goes through the target even if nothing is to be named: stale temporary files go.
ListResult Lister::nameLeftovers(ListSink &sink, int root, const Unreadable &unreadable,
                                 const std::stop_token &stop)
{
    const bool areNamed = m_leftovers == Leftovers::Named && unreadable.count == 0;
    const auto name = [&](const std::string &path, const Entry &) {
        if (areNamed)
            sink.addLeftover(PathCodec::idOf(path));
        return true;
    };
    const Unreadable target = walkOrphans(m_mirror, root, name, stop);
    if (stop.stop_requested())
        return ListResult::failed("stopped");
    if (unreadable.count > 0)
        return ListResult::partial(unreadable.sentence());
    return target.count > 0 ? ListResult::partial(target.sentence()) : ListResult::complete();
}

} // namespace qontroller::foldermirror
