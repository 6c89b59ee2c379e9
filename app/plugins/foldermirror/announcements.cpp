// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/announcements.h"

#include <sys/eventfd.h>

#include <utility>

namespace qontroller::foldermirror {

Announcements::Announcements()
    : m_event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{}

void Announcements::add(ObjectId id)
{
    MutexLock lock(m_mutex);
    if (!m_listening)
        return;
    m_news.ids.push_back(std::move(id));
    if (m_news.ids.size() == 1)
        static_cast<void>(::eventfd_write(m_event.get(), 1));
}

void Announcements::suspectRoot()
{
    MutexLock lock(m_mutex);
    m_news.rootIsSuspect = m_listening;
    static_cast<void>(::eventfd_write(m_event.get(), 1));
}

bool Announcements::isHeard() const
{
    MutexLock lock(m_mutex);
    return m_listening;
}

void Announcements::startListening()
{
    MutexLock lock(m_mutex);
    m_listening = true;
}

void Announcements::stopListening()
{
    MutexLock lock(m_mutex);
    m_listening = false;
    m_news = {};
}

Announcements::News Announcements::take()
{
    MutexLock lock(m_mutex);
    eventfd_t ignored = 0;
    static_cast<void>(::eventfd_read(m_event.get(), &ignored));
    return std::exchange(m_news, {});
}

} // namespace qontroller::foldermirror
