// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/lifecycleport.h"

#include <grpcpp/support/sync_stream.h>
#include <qontroller.pb.h>

#include <string>

namespace qontroller::remote {

/// Gives \a answer in messages of less than 4 MiB, at least one. False: the caller is gone.
[[nodiscard]] bool write(const consist::LifecycleAnswer &answer,
                         grpc::ServerWriter<v1::MembersReply> &stream);

/// `begin operation r1 of type restart on Server//s1`, for the operator log.
[[nodiscard]] std::string describe(const consist::EmployeeKey &member,
                                   const consist::Command &command);

} // namespace qontroller::remote
