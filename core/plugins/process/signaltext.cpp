// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/process/signaltext.h"

#include <cstring>

namespace qontroller {

std::string signalText(int number)
{
    const char *const name = ::sigdescr_np(number); // unlike strsignal() it is for many threads
    return std::to_string(number) + (name ? " (" + std::string(name) + ')' : "");
}

} // namespace qontroller
