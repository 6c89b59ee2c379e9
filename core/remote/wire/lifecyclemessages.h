// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/lifecycleport.h"

#include <qontroller.pb.h>

#include <optional>

/// Operations on members of employers.
namespace qontroller::remote {

void write(const consist::EmployerName &name, v1::EmployerName &message);
[[nodiscard]] consist::EmployerName read(const v1::EmployerName &message);

void write(const consist::LifecycleQuestion &question, v1::MembersRequest &message);
[[nodiscard]] consist::LifecycleQuestion read(const v1::MembersRequest &message);

void write(const consist::OperationView &view, v1::MemberOperation &message);
[[nodiscard]] consist::OperationView read(const v1::MemberOperation &message);

void write(const consist::EmployerSummary &employer, v1::EmployerSummary &message);
[[nodiscard]] consist::EmployerSummary read(const v1::EmployerSummary &message);

/// All but the members.
void write(const consist::EmployerView &employer, v1::Employer &message);
void write(const consist::MemberView &member, v1::Employer::Member &message);
[[nodiscard]] consist::EmployerView read(const v1::Employer &message);

/// Takes in \a part, which continues \a answer.
void add(const v1::MembersReply &part, consist::LifecycleAnswer &answer);

void write(const consist::EmployeeKey &member, const consist::Command &command,
           v1::OperationCommand &message);
/// Nothing if the message has no verb that this program knows. Who asks is not in it.
[[nodiscard]] std::optional<consist::Command> read(const v1::OperationCommand &message);

} // namespace qontroller::remote
