// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/serve/operatornotes.h"
#include "core/members/consist/lifecycleport.h"
#include "core/remote/server/memberreplies.h"

#include <memory>
#include <utility>

namespace qontroller {

/// What a front end in this program does with operations on members, which is written down as what
/// is done from elsewhere is. Thread-safe.
class NotedMembers final : public consist::LifecyclePort
{
public:
    /// \a notes outlives it.
    NotedMembers(std::shared_ptr<LifecyclePort> members, OperatorNotes &notes)
        : m_members(std::move(members))
        , m_notes(notes)
    {}

    [[nodiscard]] tl::expected<consist::LifecycleAnswer, Error> look(
        const consist::LifecycleQuestion &question) override
    {
        return m_members->look(question);
    }
    tl::expected<void, Error> submit(const consist::EmployeeKey &key,
                                     const consist::Command &command) override
    {
        return note(remote::describe(key, command), m_members->submit(key, command));
    }
    tl::expected<void, Error> forget(const consist::EmployerName &employer,
                                     const std::string &by) override
    {
        return note("forget employer " + employer.text(), m_members->forget(employer, by));
    }

private:
    tl::expected<void, Error> note(const std::string &what, tl::expected<void, Error> done)
    {
        m_notes.noteDone(m_notes.own(), what + (done ? "" : ": refused: " + done.error().message));
        return done;
    }

    const std::shared_ptr<LifecyclePort> m_members;
    OperatorNotes &m_notes;
};

} // namespace qontroller
