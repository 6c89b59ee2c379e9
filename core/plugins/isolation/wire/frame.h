// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/plugins/isolation/wire/protocol.h"

#include <array>
#include <bit>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace qontroller::isolation {

/// What stands before a frame's fields: their length, then the type.
inline constexpr std::size_t FrameHeader = sizeof(std::uint32_t) + 1;

/// Puts one frame together: begin(), fields in their order, bytes(). Keeps its
/// memory for the next one. For one thread.
class FrameWriter
{
public:
    FrameWriter &begin(Message type)
    {
        m_bytes.assign(FrameHeader, '\0');
        m_bytes.back() = static_cast<char>(type);
        return *this;
    }

    template<class Number>
    FrameWriter &number(Number value)
    {
        static_assert(std::is_arithmetic_v<Number> || std::is_enum_v<Number>);
        const auto bytes = std::bit_cast<std::array<char, sizeof value>>(value);
        m_bytes.append(bytes.data(), bytes.size());
        return *this;
    }

    /// Texts of 4 GiB and more are more than any frame holds: see fits().
    FrameWriter &text(std::string_view text)
    {
        number(static_cast<std::uint32_t>(text.size()));
        m_bytes.append(text);
        return *this;
    }

    /// Fields that another writer has put together.
    FrameWriter &raw(std::string_view fields)
    {
        m_bytes.append(fields);
        return *this;
    }
    [[nodiscard]] std::string_view fields() const
    {
        return std::string_view(m_bytes).substr(FrameHeader);
    }

    /// Bytes of the fields so far.
    [[nodiscard]] std::size_t size() const { return m_bytes.size() - FrameHeader; }
    [[nodiscard]] bool fits() const { return size() <= FrameLimit; }

    /// The whole frame, which fits.
    [[nodiscard]] std::string_view bytes()
    {
        const auto length = static_cast<std::uint32_t>(size());
        std::memcpy(m_bytes.data(), &length, sizeof length);
        return m_bytes;
    }

private:
    std::string m_bytes;
};

/// Takes a frame's fields apart. The reader asks isWhole() at the end, before it
/// believes any: what is not there reads as 0 and empty. The bytes outlive it.
class FrameReader
{
public:
    FrameReader() = default;
    explicit FrameReader(std::string_view fields)
        : m_rest(fields)
    {}

    template<class Number>
    [[nodiscard]] Number number()
    {
        static_assert(std::is_arithmetic_v<Number> || std::is_enum_v<Number>);
        Number value{};
        const std::string_view bytes = take(sizeof value);
        if (!bytes.empty())
            std::memcpy(&value, bytes.data(), sizeof value);
        return value;
    }

    /// A number of an enumeration that ends with \a last.
    template<class Enumeration>
    [[nodiscard]] Enumeration oneOf(Enumeration last)
    {
        const auto value = number<Enumeration>();
        if (value <= last)
            return value;
        m_isGood = false;
        return Enumeration{};
    }

    [[nodiscard]] bool flag() { return number<std::uint8_t>() != 0; }
    [[nodiscard]] std::string_view text() { return take(number<std::uint32_t>()); }
    [[nodiscard]] bool isGood() const { return m_isGood; }
    /// All fields were there, and nothing else is.
    [[nodiscard]] bool isWhole() const { return m_isGood && m_rest.empty(); }

private:
    std::string_view take(std::size_t size)
    {
        if (size > m_rest.size()) {
            m_isGood = false;
            m_rest = {};
            return {};
        }
        const std::string_view taken = m_rest.substr(0, size);
        m_rest.remove_prefix(size);
        return taken;
    }

    std::string_view m_rest;
    bool m_isGood = true;
};

} // namespace qontroller::isolation
