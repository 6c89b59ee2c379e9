// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <pthread.h>

#include <cstddef>

namespace qontroller::test {

/// While it lives, no thread can be started: its stack would not fit in memory.
class NoThreads
{
public:
    NoThreads()
    {
        pthread_attr_init(&m_before);
        pthread_getattr_default_np(&m_before);
        pthread_attr_t huge;
        pthread_attr_init(&huge);
        pthread_attr_setstacksize(&huge, std::size_t(1) << 46);
        pthread_setattr_default_np(&huge);
        pthread_attr_destroy(&huge);
    }
    ~NoThreads()
    {
        pthread_setattr_default_np(&m_before);
        pthread_attr_destroy(&m_before);
    }
    NoThreads(const NoThreads &) = delete;
    NoThreads &operator=(const NoThreads &) = delete;

private:
    pthread_attr_t m_before{};
};

} // namespace qontroller::test
