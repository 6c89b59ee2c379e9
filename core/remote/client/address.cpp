// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/client/address.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <utility>

namespace qontroller::remote {

namespace {

constexpr std::string_view UnixScheme = "unix:";
constexpr std::string_view SshScheme = "ssh://";
constexpr std::string_view Right =
    "write a path, unix:PATH, ssh://[USER@]MACHINE[:PORT][/NAME], MACHINE:PORT or the name of a "
    "host here";

using Result = tl::expected<Address, std::string>;

tl::unexpected<std::string> wrong(std::string_view text, const std::string &what)
{
    return tl::unexpected("\"" + std::string(text) + "\" is no address of a host: " + what);
}

bool isWordOf(std::string_view text, std::string_view others)
{
    return !text.empty() && text.front() != '-' && std::ranges::all_of(text, [&](char c) {
        return std::isalnum(static_cast<unsigned char>(c))
               || others.find(c) != std::string_view::npos;
    });
}

/// The name or address of a machine. ssh and its configuration see it, so there is nothing in it
/// that either could take for something else.
bool isMachine(std::string_view text)
{
    return isWordOf(text, ".-_:%");
}

bool isHostName(std::string_view text)
{
    return isWordOf(text, ".-_@ ") && text.front() != '.';
}

std::optional<std::uint16_t> toPort(std::string_view text)
{
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (error != std::errc() || end != text.data() + text.size() || port == 0)
        return std::nullopt;
    return port;
}

/// MACHINE:PORT, or MACHINE alone; an IPv6 address stands in brackets.
struct Place
{
    std::string_view machine;
    std::optional<std::string_view> port;
};

Place placeOf(std::string_view text)
{
    const auto bracket = text.starts_with('[') ? text.find(']') : std::string_view::npos;
    const auto colon = text.find(':', bracket == std::string_view::npos ? 0 : bracket);
    Place place{text.substr(0, colon), {}};
    if (colon != std::string_view::npos)
        place.port = text.substr(colon + 1);
    if (bracket != std::string_view::npos && place.machine.size() == bracket + 1)
        place.machine = text.substr(1, bracket - 1);
    return place;
}

std::string writtenPlace(const Address &address)
{
    std::string text = address.machine;
    if (text.find(':') != std::string_view::npos)
        text = '[' + text + ']';
    return address.port == 0 ? text : text + ':' + std::to_string(address.port);
}

Result readUnix(std::string_view text, std::string_view path)
{
    if (path.empty())
        return wrong(text, "a path is missing, as in unix:/run/qontroller/photos/control.sock");
    Address address;
    address.path = path;
    return address;
}

Result readSsh(std::string_view text)
{
    std::string_view rest = text.substr(SshScheme.size());
    Address address;
    address.kind = Address::Kind::Ssh;
    if (const auto slash = rest.find('/'); slash != std::string_view::npos) {
        address.host = rest.substr(slash + 1);
        rest = rest.substr(0, slash);
        if (!address.host.empty() && !isHostName(address.host))
            return wrong(text, "behind the machine stands the name of a host, as in "
                               "ssh://server/photos");
    }
    if (const auto at = rest.rfind('@'); at != std::string_view::npos) {
        address.user = rest.substr(0, at);
        rest = rest.substr(at + 1);
        if (!isWordOf(address.user, ".-_\\@"))
            return wrong(text, "before the @ stands the name of a user, as in ssh://anna@server");
    }
    const Place place = placeOf(rest);
    address.machine = place.machine;
    if (!isMachine(place.machine))
        return wrong(text, "behind ssh:// stands the name or the address of a machine, as in "
                           "ssh://server");
    if (!place.port)
        return address;
    const auto port = toPort(*place.port);
    if (!port)
        return wrong(text, "a port is a number from 1 to 65535");
    address.port = *port;
    return address;
}

Result readTls(std::string_view text)
{
    const Place place = placeOf(text);
    if (!isMachine(place.machine))
        return wrong(text, std::string(Right));
    const auto port = place.port ? toPort(*place.port) : std::nullopt;
    if (!port)
        return wrong(text, "a port is a number from 1 to 65535");
    Address address;
    address.kind = Address::Kind::Tls;
    address.machine = place.machine;
    address.port = *port;
    return address;
}

Result readPlace(std::string_view text)
{
    if (text.starts_with(UnixScheme))
        return readUnix(text, text.substr(UnixScheme.size()));
    if (text.starts_with(SshScheme))
        return readSsh(text);
    if (text.find("://") != std::string_view::npos)
        return wrong(text, std::string(Right));
    if (text.find('/') != std::string_view::npos)
        return readUnix(text, text);
    if (text.find(':') != std::string_view::npos)
        return readTls(text);
    if (!isHostName(text))
        return wrong(text, std::string(Right));
    Address address;
    address.kind = Address::Kind::Named;
    address.host = text;
    return address;
}

bool isColour(std::string_view text)
{
    return text.size() == 7 && text.front() == '#'
           && std::ranges::all_of(text.substr(1), [](char c) {
                  return std::isxdigit(static_cast<unsigned char>(c)) != 0;
              });
}

/// What stands behind \a key at the end of \a text, which loses both.
std::optional<std::string> takeTail(std::string_view &text, std::string_view key)
{
    const auto found = text.rfind(key);
    if (found == std::string_view::npos)
        return std::nullopt;
    std::string value(text.substr(found + key.size()));
    text = text.substr(0, found);
    return value;
}

} // namespace

Result parseAddress(std::string_view text)
{
    constexpr std::string_view NameKey = ",name=";
    constexpr std::string_view ColourKey = ",colour=";
    const std::string_view all = text;
    std::optional<std::string> name;
    std::optional<std::string> colour;
    // In either order: the one that stands last is taken first.
    const auto nameAt = text.rfind(NameKey);
    const auto colourAt = text.rfind(ColourKey);
    if (nameAt != std::string_view::npos
        && (colourAt == std::string_view::npos || nameAt > colourAt)) {
        name = takeTail(text, NameKey);
        colour = takeTail(text, ColourKey);
    } else {
        colour = takeTail(text, ColourKey);
        name = takeTail(text, NameKey);
    }
    if (name && name->empty())
        return wrong(all, "a name is missing behind ,name=");
    if (colour && !isColour(*colour))
        return wrong(all, "a colour is written #RRGGBB, as in ,colour=#cc0000");
    if (text.empty())
        return wrong(all, std::string(Right));
    Result address = readPlace(text);
    if (address) {
        address->name = name.value_or("");
        address->colour = colour.value_or("");
    }
    return address;
}

std::string Address::text() const
{
    switch (kind) {
    case Kind::Named: return host;
    case Kind::Unix:
        return path.find('/') == std::string_view::npos ? std::string(UnixScheme) + path : path;
    case Kind::Tls: return writtenPlace(*this);
    case Kind::Ssh: break;
    }
    return std::string(SshScheme) + (user.empty() ? "" : user + '@') + writtenPlace(*this)
           + (host.empty() ? "" : '/' + host);
}

std::string Address::fullText() const
{
    return text() + (name.empty() ? "" : ",name=" + name)
           + (colour.empty() ? "" : ",colour=" + colour);
}

std::string Address::label() const
{
    switch (kind) {
    case Kind::Named: return host;
    case Kind::Tls: return writtenPlace(*this);
    case Kind::Ssh: return host.empty() ? machine : machine + '/' + host;
    case Kind::Unix: break;
    }
    // …/NAME/control.sock is how hosts name their sockets.
    constexpr std::string_view Usual = "/control.sock";
    std::string_view shortest = path;
    if (shortest.ends_with(Usual))
        shortest.remove_suffix(Usual.size());
    if (const auto slash = shortest.rfind('/'); slash != std::string_view::npos)
        shortest = shortest.substr(slash + 1);
    return shortest.empty() ? path : std::string(shortest);
}

} // namespace qontroller::remote
