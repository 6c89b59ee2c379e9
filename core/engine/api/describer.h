// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/objectid.h"

#include <stop_token>
#include <string>

namespace qontroller {

/// Optional: tells an operator what an object should be and what it is, as text
/// that can be compared line by line. Called from several threads, never from
/// a worker; may block; may throw.
class Describer
{
public:
    virtual ~Describer() = default;
    /// What the object should be. It may throw; the window shows what it says.
    [[nodiscard]] virtual std::string desired(const ObjectId &id, std::stop_token stop) = 0;
    /// What it is. As desired().
    [[nodiscard]] virtual std::string actual(const ObjectId &id, std::stop_token stop) = 0;
};

} // namespace qontroller
