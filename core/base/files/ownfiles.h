// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/lockedfd.h"

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace qontroller {

/// The content of a file that this program keeps for itself: a regular file, no link, that belongs
/// to this user or to root, that nobody else can write, and of at most \a most bytes. Never waits,
/// as opening a pipe would. Nothing if there is no such file. The error is the end of a sentence
/// that begins with the file's name. Thread-safe.
[[nodiscard]] tl::expected<std::optional<std::string>, std::string> readOwnFile(
    const std::string &file, std::size_t most = 1U << 20U);

/// Why \a file, if there is one, is none that readOwnFile() reads; for what another library opens,
/// in a folder of our own. Opens nothing. The end of a sentence that begins with the file's name;
/// empty: nothing is wrong. Thread-safe.
[[nodiscard]] std::string whyNotOwnFile(const std::string &file);

/// Who may read a file with a secret beside its owner.
enum class SecretReaders : unsigned char {
    None,
    /// Its group: systemd lets the user of a service read a credential by an access control list,
    /// whose mask stands where the group's rights do.
    Group,
};
/// The same, of a file that nobody else can read either.
[[nodiscard]] tl::expected<std::optional<std::string>, std::string> readSecretFile(
    const std::string &file, std::size_t most, SecretReaders readers = SecretReaders::None);

/// Writes such a file: whole and on the disk, or not at all. The error is an `errno`. Thread-safe
/// for different files.
[[nodiscard]] tl::expected<void, int> writeOwnFile(const std::string &file,
                                                   std::string_view content);
/// What a file is to outlive.
enum class Outlives : std::uint8_t {
    Program,
    Machine, ///< … and the program: it waits for the disk
};
/// The same, and the file is locked from before it has its name until the descriptor, which can
/// write behind \a content, is closed.
[[nodiscard]] tl::expected<LockedFd, int> writeLockedFile(const std::string &file,
                                                          std::string_view content,
                                                          Outlives outlives);

/// What was renamed, made or removed in \a folder is on the disk when it returns. False: see
/// `errno`. Thread-safe.
[[nodiscard]] bool syncFolder(const std::string &folder);

/// Makes \a folder, for this user alone, and what lacks above it, where others may look; nobody
/// else can write there, whatever the umask. What cannot be made is seen by what uses it.
/// Thread-safe.
void makeOwnFolder(const std::string &folder);

/// Makes \a folder, for this user alone, if it is missing, and opens it. It has to belong to this
/// user or to root, nobody else may write into it, and nobody else may put another one in its
/// place: see whoElseReplaces(). The error is the end of a sentence that
/// begins with the folder's name. Thread-safe.
[[nodiscard]] tl::expected<UniqueFd, std::string> openOwnFolder(const std::string &folder);

/// The same, and takes it: as long as the descriptor is open no other program takes it.
[[nodiscard]] tl::expected<LockedFd, std::string> takeOwnFolder(const std::string &folder);

} // namespace qontroller
