// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/ctlline.h"
#include "core/remote/client/remotehost.h"

#include <string>
#include <string_view>

namespace qontroller {

/// Why a verb did not do what it was asked for.
struct CtlProblem
{
    CtlStatus status = CtlStatus::Failed;
    std::string sentence;
};

/// What a verb prints, or why it prints nothing.
using CtlAnswer = tl::expected<std::string, CtlProblem>;

/// One verb of the program.
struct Verb
{
    std::string_view name;
    CtlAnswer (*run)(const CtlLine &line, remote::RemoteHost &host); ///< null: `hosts` needs none
};

/// Null if there is none that is called \a name.
[[nodiscard]] const Verb *findVerb(std::string_view name);
/// Of all, for a sentence.
[[nodiscard]] std::string verbNames();

} // namespace qontroller
