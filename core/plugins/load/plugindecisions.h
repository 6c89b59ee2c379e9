// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <tl/expected.hpp>

#include <map>
#include <set>
#include <string>

namespace qontroller {

/// What an operator decided on plugins: which files are trusted, by path and
/// SHA-256, and which ids are disabled. Kept in a file that only this user can write.
///
/// A file that cannot be relied on (broken, or others can write it) counts as empty
/// and is never overwritten: problem() says why, and every change fails until it is
/// mended or removed. It is read again before each change, so that programs that share
/// it keep each other's decisions. Not thread-safe.
class PluginDecisions
{
public:
    /// Reads \a file; it need not exist. Empty: decisions are kept in memory only.
    explicit PluginDecisions(std::string file);

    /// A sentence that begins with the file's name; empty: all is well.
    [[nodiscard]] const std::string &problem() const { return m_problem; }
    [[nodiscard]] const std::string &file() const { return m_file; }

    /// The SHA-256 that \a plugin was trusted with; empty: it never was.
    [[nodiscard]] std::string trustedSha256(const std::string &plugin) const;
    [[nodiscard]] bool isDisabled(const std::string &id) const { return m_disabled.contains(id); }

    /// Each remembers at once. The error is a sentence; nothing has changed then.
    [[nodiscard]] tl::expected<void, std::string> trust(const std::string &plugin,
                                                        const std::string &sha256);
    [[nodiscard]] tl::expected<void, std::string> disable(const std::string &id);
    [[nodiscard]] tl::expected<void, std::string> enable(const std::string &id);

private:
    using Trusted = std::map<std::string, std::string>; // SHA-256 by path

    void refresh();
    [[nodiscard]] std::string read();
    [[nodiscard]] tl::expected<void, std::string> change(Trusted trusted,
                                                         std::set<std::string> disabled);

    std::string m_file;
    std::string m_problem;
    Trusted m_trusted;
    std::set<std::string> m_disabled;
};

} // namespace qontroller
