// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/common/ownersmark.h"
#include "core/base/threads/mutex.h"

#include <map>
#include <memory>
#include <string>

namespace qontroller::loadbalancer {

/// The marks of folders that controllers of this process work with: several may have one, for a
/// HAProxy each, so the mark is the host's and goes with the last of them. Thread-safe.
class FolderMarks
{
public:
    static FolderMarks &ofThisProcess();

    /// The one of \a folder; \a options are of who asks first.
    [[nodiscard]] std::shared_ptr<OwnersMark> of(const std::string &folder, MarkOptions options);

private:
    Mutex m_mutex;
    std::map<std::string, std::weak_ptr<OwnersMark>> m_marks QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::loadbalancer
