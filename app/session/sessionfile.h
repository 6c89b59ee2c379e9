// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/session/session.h"

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <vector>

namespace qontroller {

/// The first of \a problems as one sentence that begins with the file's name:
/// `session.json: controllers[0].options.workers: must be …`.
[[nodiscard]] std::string sentence(const std::string &file, const JsonProblems &problems);

/// All of \a problems as such sentences.
[[nodiscard]] std::vector<std::string> sentences(const std::string &file,
                                                 const JsonProblems &problems);

/// The text of a session file. The error is one problem.
[[nodiscard]] tl::expected<QByteArray, JsonProblems> readSessionBytes(const std::string &file);

/// Reads a session from a file, as far as it can be read; its controllers know the file's folder.
/// A file that cannot be read is one problem.
[[nodiscard]] SessionReading readSessionFile(const std::string &file);

/// What a host is asked to run: \a json, as if its own \a file had it, or (nothing) that file.
[[nodiscard]] SessionReading readWanted(const std::optional<std::string> &json,
                                        const std::string &file);

/// Reads \a json as if \a file had it.
[[nodiscard]] SessionReading readSessionText(const QByteArray &json, const std::string &file);

/// As readSessionFile(); the error is such a sentence on the first problem.
[[nodiscard]] tl::expected<Session, std::string> loadSession(const std::string &file);

/// Writes \a text to a session file, whole or not at all, and not if that is no longer \a before,
/// where it is given. Owner, mode and access list of the file stay. The error is a sentence that
/// begins with the file's name.
[[nodiscard]] tl::expected<void, std::string> writeSessionBytes(const std::string &file,
                                                                const QByteArray &text,
                                                                const QByteArray *before = nullptr);

/// The same with a session. Where a controller comes from another folder,
/// `{session}` is written as that folder, so that it stays what it was.
[[nodiscard]] tl::expected<void, std::string> saveSession(const std::string &file,
                                                          const Session &session);

} // namespace qontroller
