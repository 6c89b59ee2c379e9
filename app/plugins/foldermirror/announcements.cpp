// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/announcements.h"

#include <utility>

namespace qontroller::foldermirror {

void Announcements::put(std::vector<ObjectId> &ids, ObjectId id)
{
    if (!m_listening)
        return;
    ids.push_back(std::move(id));
    if (ids.size() == 1)
        m_event.wake();
}

void Announcements::add(ObjectId id)
{
    MutexLock lock(m_mutex);
    put(m_news.ids, std::move(id));
}

void Announcements::addDeleted(ObjectId id)
{
    MutexLock lock(m_mutex);
    put(m_news.deleted, std::move(id));
}

void Announcements::suspectRoot()
{
    MutexLock lock(m_mutex);
    m_news.rootIsSuspect = m_listening;
    m_event.wake();
}

void Announcements::suspectMounts()
{
    MutexLock lock(m_mutex);
    m_news.mountsAreSuspect = m_listening;
    m_event.wake();
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
    m_event.clear();
    return std::exchange(m_news, {});
}

} // namespace qontroller::foldermirror
