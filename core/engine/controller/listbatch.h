// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/listerwatcher.h"
#include "core/engine/controller/refusedids.h"

#include <cstddef>
#include <string>
#include <vector>

namespace qontroller {

class SourceTarget;

/// What one list may bring, and what a controller may know. A list without an end would take all
/// memory of the host.
struct ListLimits
{
    std::size_t ids = 10'000'000;                ///< of a list, and of what is known
    std::size_t bytes = std::size_t{512} << 20U; ///< of all ids of a list
};

/// Collects the usable ids of a list and passes them on a few hundred at a time, so that
/// the queue's lock is taken once for all of them.
class ListBatch final : public ListSink
{
public:
    explicit ListBatch(SourceTarget &target, ListLimits limits = {})
        : m_target(target)
        , m_limits(limits)
    {}

    /// These throw std::length_error beyond the limits, each time: so a list without an end ends.
    void add(std::string_view id, Version version) override { append(id, version, Kind::Object); }
    void addLeftover(std::string_view id) override { append(id, 0, Kind::Leftover); }
    /// Passes on what is left.
    void flush();
    /// How many objects the list has named so far, those of refused() not among them.
    [[nodiscard]] std::size_t objects() const { return m_objects; }
    /// What of the list was not passed on; its number may be 0.
    [[nodiscard]] const Said &refused() const { return m_refused.said(); }

    enum class Kind : unsigned char {
        Object,
        Leftover,
    };
    struct Entry
    {
        std::size_t begin;
        std::size_t size;
        Version version;
        Kind kind;
    };
    [[nodiscard]] const std::vector<Entry> &entries() const { return m_entries; }
    [[nodiscard]] std::string_view idOf(const Entry &entry) const
    {
        return std::string_view(m_bytes).substr(entry.begin, entry.size);
    }

private:
    static constexpr std::size_t MostEntries = 512;

    void append(std::string_view id, Version version, Kind kind);

    /// Why no more is taken, as the text of a list that has failed; empty: more is.
    [[nodiscard]] std::string whyFull() const;

    SourceTarget &m_target;
    const ListLimits m_limits;
    std::size_t m_allIds = 0;
    std::size_t m_objects = 0; // among them
    std::size_t m_allBytes = 0;
    std::string m_bytes;
    std::vector<Entry> m_entries;
    RefusedIds m_refused;
};

} // namespace qontroller
