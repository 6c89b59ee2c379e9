// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace qontroller {

/// The part that \a id is in when ids are cut into \a parts, at least 1: see Ownership. The
/// same on every host, for ever.
[[nodiscard]] std::uint32_t partOf(std::string_view id, std::uint32_t parts);

/// Which ids are this host's: all of them, until they are cut into parts.
///
/// A bit for each part, so a question costs a hash and calls nothing foreign. Not thread-safe.
class OwnedParts
{
public:
    /// From now on there are \a parts parts, of which this host owns none.
    void cut(std::uint32_t parts);
    /// Ignores a part that does not exist.
    void setOwned(std::uint32_t part, bool owned);
    [[nodiscard]] bool owns(std::string_view id) const { return !m_isCut || ownsPartOf(id); }

    /// 0: ids are not cut, or into nothing.
    [[nodiscard]] std::size_t parts() const { return m_owned.size(); }
    /// Of these: this host's.
    [[nodiscard]] std::size_t owned() const { return m_count; }

private:
    [[nodiscard]] bool ownsPartOf(std::string_view id) const;

    std::vector<bool> m_owned;
    std::size_t m_count = 0;
    bool m_isCut = false;
};

} // namespace qontroller
