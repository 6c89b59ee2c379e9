// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/ctlline.h"
#include "core/remote/client/hostcalls.h"
#include "core/remote/client/remotehost.h"

#include <string>
#include <string_view>

namespace qontroller {

/// Where a problem is printed.
enum class Shown : unsigned char {
    AsError,
    AsAnswer, ///< on standard output: for programs it is what they asked for
};

/// Why a verb did not do what it was asked for.
struct CtlProblem
{
    CtlStatus status = CtlStatus::Failed;
    std::string sentence;
    Shown shown = Shown::AsError;
};

/// What a verb prints, or why it prints nothing.
using CtlAnswer = tl::expected<std::string, CtlProblem>;

/// The host that a verb is for.
struct CtlHost
{
    remote::RemoteHost &ports;
    remote::HostCalls &calls;
};

/// One verb of the program.
struct Verb
{
    std::string_view name;
    CtlAnswer (*run)(const CtlLine &line, CtlHost host);  ///< null: it is for no one connection
    CtlAnswer (*runAlone)(const CtlLine &line) = nullptr; ///< … then this
    bool takesWords = true;                               ///< else it stands alone
    /// What it knows besides those for the host and the form of the output.
    std::string_view options = {};
};

/// The verb that \a name means: some have another name besides their own.
[[nodiscard]] std::string_view verbCalled(std::string_view name);
/// Null if there is none that is called \a name.
[[nodiscard]] const Verb *findVerb(std::string_view name);
/// Of all, for a sentence.
[[nodiscard]] std::string verbNames();

} // namespace qontroller
