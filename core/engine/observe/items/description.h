// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>

namespace qontroller {

/// What an object should be and what it is, in its plugin's words.
struct Description
{
    std::string desired;
    std::string actual;
    std::string problem; ///< why there is nothing: in words; empty if there is
};

} // namespace qontroller
