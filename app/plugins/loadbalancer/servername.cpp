// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/servername.h"

#include <utility>

namespace qontroller::loadbalancer {

namespace {

constexpr std::string_view Separator = "::";
constexpr std::string_view Digits = "0123456789ABCDEF";
constexpr std::size_t Nowhere = std::string_view::npos;

bool isPlain(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z')
           || (byte >= '0' && byte <= '9') || byte == '_' || byte == '-' || byte == '.';
}

std::string encode(std::string_view id)
{
    std::string text;
    for (const char byte : id) {
        if (isPlain(byte)) {
            text += byte;
        } else {
            const auto value = static_cast<unsigned char>(byte);
            text += {':', Digits[value / 16], Digits[value % 16]};
        }
    }
    return text;
}

std::optional<std::string> decode(std::string_view text)
{
    std::string id;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (isPlain(text[at])) {
            id += text[at];
            continue;
        }
        const std::size_t high = at + 1 < text.size() ? Digits.find(text[at + 1]) : Nowhere;
        const std::size_t low = at + 2 < text.size() ? Digits.find(text[at + 2]) : Nowhere;
        if (text[at] != ':' || high == Nowhere || low == Nowhere)
            return std::nullopt;
        id += static_cast<char>(high * 16 + low);
        at += 2;
    }
    return id.empty() ? std::nullopt : std::optional(id);
}

} // namespace

std::string ServerName::text() const
{
    return encode(service).append(Separator).append(encode(server));
}

std::optional<ServerName> ServerName::fromText(std::string_view text)
{
    const std::size_t at = text.find(Separator);
    if (at == std::string_view::npos)
        return std::nullopt;
    auto service = decode(text.substr(0, at));
    auto server = decode(text.substr(at + Separator.size()));
    if (!service || !server)
        return std::nullopt;
    ServerName name{std::move(*service), std::move(*server)};
    return name.text() == text ? std::optional(std::move(name)) : std::nullopt;
}

} // namespace qontroller::loadbalancer
