// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/faults/shortage.h"

#include <cerrno>

namespace qontroller {

bool isShortage(int error)
{
    return error == EMFILE || error == ENFILE || error == ENOMEM || error == EAGAIN;
}

bool isShortage(const std::error_code &error)
{
    const bool isErrno = error.category() == std::generic_category()
                         || error.category() == std::system_category();
    return isErrno && isShortage(error.value());
}

} // namespace qontroller
