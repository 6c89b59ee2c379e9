// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/mirrorparts.h"

#include "app/plugins/foldermirror/lister.h"
#include "app/plugins/foldermirror/mirrorhandler.h"
#include "app/plugins/foldermirror/mirrorpaths.h"
#include "app/plugins/foldermirror/pathcodec.h"
#include "app/plugins/foldermirror/watcher.h"

#include <utility>

namespace qontroller::foldermirror {

namespace {

class MirrorListerWatcher final : public ListerWatcher
{
public:
    MirrorListerWatcher(std::shared_ptr<Mirror> mirror, Leftovers leftovers)
        : m_mirror(std::move(mirror))
        , m_lister(*m_mirror, leftovers)
    {}

    ListResult list(ListSink &sink, std::stop_token stop) override
    {
        return m_lister.list(sink, stop);
    }
    WatchMode watchMode() const override { return WatchMode::Live; }
    WatchEnd watch(WatchSink &sink, const std::string &, std::stop_token stop) override
    {
        return Watcher(*m_mirror, sink).run(stop);
    }
    void takeOver() override { m_mirror->mark.takeOver(); }

private:
    std::shared_ptr<Mirror> m_mirror;
    Lister m_lister;
};

class MirrorDescriber final : public Describer
{
public:
    explicit MirrorDescriber(std::shared_ptr<Mirror> mirror)
        : m_mirror(std::move(mirror))
    {}

    std::string desired(const ObjectId &id, std::stop_token) override
    {
        return describeIn(m_mirror->source.tree(), id);
    }
    std::string actual(const ObjectId &id, std::stop_token) override
    {
        return describeIn(m_mirror->target.tree(), id);
    }

private:
    std::string describeIn(const SafeTree &tree, const ObjectId &id) const
    {
        const std::optional<std::string> path = PathCodec::pathOf(id);
        if (!path)
            return "not the id of any path\n";
        Result<Entry> entry = tree.lookUp(*path);
        if (entry && entry->kind != EntryKind::Symlink)
            entry = tree.lookUpWhole(*path);
        if (entry)
            return describe(*entry, m_mirror->target.ownership());
        return saysAbsent(entry.error().code) ? "absent\n" : sentence(entry.error()) + '\n';
    }

    std::shared_ptr<Mirror> m_mirror;
};

} // namespace

tl::expected<ControllerParts, std::string> makeMirrorParts(const MirrorOptions &mirror,
                                                           const ControllerOptions &controller)
{
    if (auto wrong = validateFolders(mirror.source, mirror.target))
        return tl::unexpected(*std::move(wrong));
    const auto shared = std::make_shared<Mirror>(mirror);
    const auto handler = std::make_shared<MirrorHandler>(shared);
    const auto leftovers = controller.detectDeletions ? Leftovers::Named : Leftovers::Left;

    ControllerParts parts;
    parts.listerWatcher = std::make_shared<MirrorListerWatcher>(shared, leftovers);
    parts.reconciler = qontroller::makeReconciler<Entry>(handler, handler);
    parts.describer = std::make_shared<MirrorDescriber>(shared);
    return parts;
}

} // namespace qontroller::foldermirror
