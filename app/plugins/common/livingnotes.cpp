// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/common/livingnotes.h"

#include <utility>

namespace qontroller {

LivingNotes &LivingNotes::ofThisProcess()
{
    static LivingNotes notes;
    return notes;
}

bool LivingNotes::has(const OwnerNote &note) const
{
    MutexLock lock(m_mutex);
    return m_notes.contains(lasting(note));
}

std::string LivingNotes::lasting(const OwnerNote &note)
{
    const std::string text = note.text();
    return text.substr(0, text.size() - note.renewal().size());
}

LivingNotes::Stay::Stay(const OwnerNote &note)
    : m_note(lasting(note))
{
    LivingNotes &all = ofThisProcess();
    MutexLock lock(all.m_mutex);
    all.m_notes.insert(m_note);
}

LivingNotes::Stay::~Stay()
{
    if (m_note.empty())
        return;
    LivingNotes &all = ofThisProcess();
    MutexLock lock(all.m_mutex);
    all.m_notes.erase(all.m_notes.find(m_note));
}

LivingNotes::Stay::Stay(Stay &&other) noexcept
    : m_note(std::exchange(other.m_note, {}))
{}

LivingNotes::Stay &LivingNotes::Stay::operator=(Stay &&other) noexcept
{
    std::swap(m_note, other.m_note);
    return *this;
}

} // namespace qontroller
