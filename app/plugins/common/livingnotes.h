// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/common/ownernote.h"
#include "core/base/threads/mutex.h"

#include <set>
#include <string>

namespace qontroller {

/// The notes by which controllers of this process work: one of this process that is not among them
/// was left by a controller that has ended, or has another place by now. Thread-safe.
class LivingNotes final
{
public:
    [[nodiscard]] static LivingNotes &ofThisProcess();

    [[nodiscard]] bool has(const OwnerNote &note) const;

    /// A controller works by \a note, whenever that is renewed, until this ends.
    class Stay final
    {
    public:
        Stay() = default;
        explicit Stay(const OwnerNote &note);
        ~Stay();
        Stay(Stay &&other) noexcept;
        Stay &operator=(Stay &&other) noexcept;

    private:
        std::string m_note; ///< empty: by none
    };

private:
    [[nodiscard]] static std::string lasting(const OwnerNote &note);

    mutable Mutex m_mutex;
    std::multiset<std::string> m_notes QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
