// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/consistoptions.h"
#include "core/members/run/consiststore.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace qontroller::consist {

/// Carries the memory of one source from host to host. For the thread that lists.
class SourceRecall
{
public:
    SourceRecall(SourceMemory memory, SourceName name, std::shared_ptr<ConsistStore> store)
        : m_memory(std::move(memory))
        , m_name(std::move(name))
        , m_store(std::move(store))
    {}

    /// Before each list. From an error nothing may be listed: it is not known what was there.
    [[nodiscard]] std::optional<Error> begin();
    /// After a complete list, if nothing is left of what it lacks. What cannot be written is
    /// written after the next one: until then the next host doubts what it need not.
    void end();

private:
    SourceMemory m_memory;
    SourceName m_name;
    std::shared_ptr<ConsistStore> m_store;
    bool m_isRestored = false;
    std::optional<std::string> m_kept;
};

} // namespace qontroller::consist
