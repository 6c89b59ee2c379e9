// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/session.h"
#include "ui/applicationport.h"

#include <tl/expected.hpp>

#include <cstddef>
#include <string>

/// A session in which one controller has other parameters.
namespace qontroller {

/// The session \a json, and where its controller is whose parameters were changed.
struct ChangedText
{
    std::string json;
    std::size_t place = 0;
};
/// \a change in the session \a json of a host, which may have more in it than this program knows.
/// The error is a sentence.
[[nodiscard]] tl::expected<ChangedText, std::string> changed(const std::string &json,
                                                             const ui::ParameterChange &change);

/// \a change in \a session; gives the place of its controller. The error is a sentence.
[[nodiscard]] tl::expected<std::size_t, std::string> change(Session &session,
                                                            const ui::ParameterChange &change);

/// What \a controller runs with, by the session \a json of a host and \a plugins that it has found.
[[nodiscard]] ui::RunningParameters parametersIn(const std::string &json,
                                                 const std::vector<FoundPlugin> &plugins,
                                                 const QString &controller);

/// Why nothing can be said of \a controller, as a sentence.
[[nodiscard]] QString notOfSession(const QString &controller);

/// Problems with the controller at \a place of a session begin at that controller.
[[nodiscard]] ApplyStatus seenFromController(ApplyStatus status, std::size_t place);

/// What has ended, because of \a why.
[[nodiscard]] ApplyStatus refused(const std::string &why);

} // namespace qontroller
