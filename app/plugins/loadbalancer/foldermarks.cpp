// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/foldermarks.h"

#include <utility>

namespace qontroller::loadbalancer {

FolderMarks &FolderMarks::ofThisProcess()
{
    static FolderMarks marks;
    return marks;
}

std::shared_ptr<OwnersMark> FolderMarks::of(const std::string &folder, MarkOptions options)
{
    if (options.host.id.empty())
        return OwnersMark::none();
    MutexLock lock(m_mutex);
    std::weak_ptr<OwnersMark> &known = m_marks[folder];
    auto mark = known.lock();
    if (!mark) {
        options.owner = MarkOptions::Owner::Host;
        mark = std::make_shared<OwnersMark>(folder + '/' + markNameOf("load-balancer"),
                                            std::move(options));
        known = mark;
    }
    return mark;
}

} // namespace qontroller::loadbalancer
