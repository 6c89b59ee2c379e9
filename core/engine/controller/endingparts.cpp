// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/endingparts.h"

#include "core/base/threads/mutex.h"

#include <new>

namespace qontroller {

namespace {

struct Endings
{
    Mutex mutex;
    std::vector<const std::string *> names QONTROLLER_GUARDED_BY(mutex);
};

/// Never destroyed: a part may end after all that is static.
Endings &endings()
{
    static auto &all = *new Endings;
    return all;
}

} // namespace

EndingParts::~EndingParts()
{
    Endings &all = endings();
    MutexLock lock(all.mutex);
    std::erase(all.names, &m_name);
}

void EndingParts::begin() noexcept
{
    try {
        Endings &all = endings();
        MutexLock lock(all.mutex);
        all.names.push_back(&m_name);
    } catch (const std::bad_alloc &) {
    }
}

std::vector<std::string> EndingParts::names()
{
    Endings &all = endings();
    MutexLock lock(all.mutex);
    std::vector<std::string> names;
    for (const std::string *name : all.names)
        names.push_back(*name);
    return names;
}

} // namespace qontroller
