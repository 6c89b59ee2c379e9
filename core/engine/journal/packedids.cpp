// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/journal/packedids.h"

#include <cstdint>
#include <utility>

namespace qontroller {

std::string packed(std::span<const ObjectId> ids)
{
    std::string bytes;
    for (const ObjectId &id : ids) {
        const auto size = static_cast<std::uint32_t>(id.size());
        for (int shift = 0; shift < 32; shift += 8)
            bytes += static_cast<char>(size >> shift);
        bytes += id;
    }
    return bytes;
}

std::optional<Ids> unpacked(std::string_view bytes)
{
    Ids ids;
    while (bytes.size() >= 4) {
        std::uint32_t size = 0;
        for (std::size_t i = 0; i < 4; ++i)
            size |= std::uint32_t(static_cast<unsigned char>(bytes[i])) << (8 * i);
        bytes.remove_prefix(4);
        if (size > bytes.size())
            return std::nullopt;
        ids.emplace_back(bytes.substr(0, size));
        bytes.remove_prefix(size);
    }
    return bytes.empty() ? std::optional(std::move(ids)) : std::nullopt;
}

std::string packed(std::span<const Spell> spells)
{
    std::string bytes;
    for (const Spell spell : spells) {
        for (int shift = 0; shift < 64; shift += 8)
            bytes += static_cast<char>(spell >> shift);
    }
    return bytes;
}

std::vector<Spell> unpackedSpells(std::string_view bytes)
{
    std::vector<Spell> spells(bytes.size() / 8);
    for (std::size_t i = 0; i < 8 * spells.size(); ++i)
        spells[i / 8] |= Spell(static_cast<unsigned char>(bytes[i])) << (8 * (i % 8));
    return spells;
}

std::string bytesOf(const SQLite::Column &column)
{
    return {static_cast<const char *>(column.getBlob()), std::size_t(column.getBytes())};
}

} // namespace qontroller
