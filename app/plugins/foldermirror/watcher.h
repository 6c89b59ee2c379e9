// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/common/markbeat.h"
#include "app/plugins/foldermirror/mirror.h"
#include "app/plugins/foldermirror/watchedtree.h"
#include "core/engine/api/listerwatcher.h"

#include <sys/inotify.h>

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller::foldermirror {

/// Reports changes of the source as they happen: one inotify watch for each folder.
///
/// A folder is watched before it is read, so nothing that appears in it is missed.
/// Where the kernel's events and what is on the disk now differ, the disk is
/// believed. When the kernel's queue runs over, all watches are made anew before
/// a list is asked for. What cannot be watched is left to the lists, and said.
///
/// For one run() on one thread.
class Watcher final
{
public:
    Watcher(Mirror &mirror, WatchSink &sink)
        : m_mirror(mirror)
        , m_sink(sink)
    {}

    /// As ListerWatcher::watch().
    [[nodiscard]] WatchEnd run(const std::stop_token &stop);

private:
    // A folder that was moved away; where to is in an event that may follow.
    struct Departed
    {
        std::uint32_t cookie;
        int wd;
        std::string path;
        bool isOld = false; ///< more events were read since
    };
    enum class Report : unsigned char {
        Nothing,
        All, ///< each entry as added
    };

    [[nodiscard]] std::optional<WatchEnd> start();
    [[nodiscard]] std::optional<WatchEnd> cycle(int stopFd, MarkBeat &beat,
                                                const std::stop_token &stop);
    [[nodiscard]] std::optional<WatchEnd> passOnNews();

    [[nodiscard]] std::optional<WatchEnd> readEvents();
    [[nodiscard]] std::optional<WatchEnd> handle(const inotify_event &event, const char *name);
    void handleFolder(const inotify_event &event, const std::string &name, const std::string &path);
    [[nodiscard]] std::optional<WatchEnd> startAfresh(std::string_view why);
    void forgetDeparted();

    void cover(const std::string &path, int parent, Report report,
               const std::optional<std::string> &formerPath = std::nullopt);
    struct Uncovered
    {
        std::string path;
        int parent;
    };
    void coverOne(const Uncovered &folder, Report report, const std::string &path,
                  const std::optional<std::string> &formerPath, std::vector<Uncovered> &more);
    [[nodiscard]] int watch(int folder, const std::string &path);
    void sayThatLimitIsReached(const std::string &path);

    void tell(EventType type, std::string_view path);

    Mirror &m_mirror;
    WatchSink &m_sink;
    UniqueFd m_inotify;
    Entry m_root;
    WatchedTree m_tree;
    std::vector<Departed> m_departed;
    bool m_limitSaid = false;
};

} // namespace qontroller::foldermirror
