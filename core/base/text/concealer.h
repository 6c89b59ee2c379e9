// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

/// The beginning of a text of which only the end was kept, as CutMark is the end of one that was
/// cut.
inline constexpr std::string_view BeginCutMark = "[…] ";

/// Replaces secrets in texts by dots.
///
/// Texts are split into lines, so each line of a secret counts as a secret of its own. One of fewer
/// than Shortest bytes is left: a text without its letters would say nothing. Where a text was cut
/// (at a CutMark, or at both ends of one that is as long as texts are kept) a part of a secret goes
/// as well. A secret that a text has in another form (escaped, encoded) is not found.
///
/// A value: any number of threads may use one that no thread changes.
class Concealer
{
public:
    /// Bytes.
    static constexpr std::size_t Shortest = 4;

    void add(std::string_view secret);
    /// … all that \a others has.
    void add(const Concealer &others);

    /// It changes no text.
    [[nodiscard]] bool isEmpty() const { return m_secrets.empty(); }
    [[nodiscard]] std::string concealed(std::string text) const;

private:
    void addLine(std::string_view line);

    std::vector<std::string> m_secrets; ///< longest first: one may be a part of another
};

} // namespace qontroller
