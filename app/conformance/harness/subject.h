// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/plugins/json/parameters.h"

#include <QtCore/QJsonObject>

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <vector>

namespace qontroller::conformance {

using Words = std::vector<std::string>;

/// The commands that change and show a world: a program and its arguments each, with
/// placeholders. Empty: there is none.
struct WorldCommands
{
    Words make;
    Words unmake;
    Words change;
    Words desired;
    Words actual;
    Words spoil;
    Words garbage;
    Words away;
    Words back;
    Words traffic; ///< of a consist controller
};

/// What is tested: a plugin, with parameters and a world for it.
struct Subject
{
    std::string plugin;     ///< its file
    std::string file;       ///< where the rest was read from
    std::string folder;     ///< that file's: an absolute path
    QJsonObject parameters; ///< with placeholders
    std::optional<WorldCommands> world;
    bool namesLeftovers = true;
};

/// Reads and judges \a file. The error is a sentence that begins with its name.
[[nodiscard]] tl::expected<Subject, std::string> readSubject(const std::string &plugin,
                                                             const std::string &file);

/// What stands for {world} and {here}.
struct Places
{
    std::string world;
    std::string here;
};

[[nodiscard]] std::string filled(const std::string &text, const Places &places);

/// The parameters of \a subject for \a places, read as those of a session are: with the secrets
/// that they refer to. Paths of problems begin with `parameters`.
[[nodiscard]] ReadParameters parametersOf(const Subject &subject, const QJsonObject &schema,
                                          const Places &places);

} // namespace qontroller::conformance
