// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace qontroller::remote {

/// Where a host can be reached, as a person writes it:
///
///   photos                          the host of this name here
///   unix:PATH, or a path            a Unix socket
///   ssh://[USER@]MACHINE[:PORT][/NAME]
///                                   a host on another machine, by its name there
///   MACHINE:PORT                    TLS
///
/// Behind it there may be `,name=TEXT` and `,colour=#RRGGBB`: how a window shows it. A plain value.
struct Address
{
    enum class Kind : unsigned char {
        Named,
        Unix,
        Ssh,
        Tls,
    };

    Kind kind = Kind::Unix;
    std::string path = {};    ///< Unix
    std::string user = {};    ///< Ssh; empty: as ssh has it
    std::string machine = {}; ///< Ssh, Tls: a name or an address
    std::uint16_t port = 0;   ///< Ssh: 0: as ssh has it. Tls
    std::string host = {};    ///< Named; Ssh: empty: the only one there
    std::string name = {};    ///< how it is shown; empty: label()
    std::string colour = {};  ///< `#rrggbb`; empty: none

    /// As it is written, without name and colour.
    [[nodiscard]] std::string text() const;
    /// As it is written, with all of it: parseAddress() gives the same again.
    [[nodiscard]] std::string fullText() const;
    /// What the host is called as long as nobody has given it a name: the shortest that says where.
    [[nodiscard]] std::string label() const;

    friend bool operator==(const Address &, const Address &) = default;
};

/// The error is a sentence: what is wrong, and what would be right.
[[nodiscard]] tl::expected<Address, std::string> parseAddress(std::string_view text);

} // namespace qontroller::remote
