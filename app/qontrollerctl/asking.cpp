// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/asking.h"

#include "core/base/text/readabletext.h"

#include <iostream>

#include <unistd.h>

namespace qontroller {

bool isConfirmed(const std::string &what)
{
    if (::isatty(STDIN_FILENO) == 0)
        return false;
    std::cerr << readableText(what) << "? [y/N] " << std::flush;
    std::string answer;
    std::getline(std::cin, answer);
    return answer == "y" || answer == "yes";
}

CtlProblem notConfirmed(const std::string &what)
{
    return {CtlStatus::Refused, what + ": not confirmed: answer y at a terminal, or add --yes"};
}

} // namespace qontroller
