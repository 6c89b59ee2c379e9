// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/store/storeend.h"

#include "core/base/files/ownfiles.h"
#include "core/base/text/texthash.h"

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace qontroller {

namespace {

constexpr std::size_t RecordBytes = 51; // three numbers, two spaces and the end of the line

/// Always as long, so that one is written over another.
std::string recordOf(const StoreEnd::Counts &counts)
{
    char text[RecordBytes + 1];
    const std::string digits = std::to_string(counts.transactions) + ' '
                               + std::to_string(counts.settled);
    static_cast<void>(std::snprintf(text, sizeof text,
                                    "%016" PRIx64 " %016" PRIx64 " %016" PRIx64 "\n",
                                    counts.transactions, counts.settled, hashOf(digits)));
    return text;
}

std::filesystem::path endOf(const std::filesystem::path &store)
{
    return store.string() + StoreEnd::Suffix;
}

} // namespace

std::optional<StoreEnd::Counts> StoreEnd::read(const std::filesystem::path &store)
{
    const auto content = readOwnFile(endOf(store).string(), RecordBytes);
    Counts counts;
    const bool isRead = content && *content
                        && std::sscanf((*content)->c_str(), "%16" SCNx64 " %16" SCNx64,
                                       &counts.transactions, &counts.settled)
                               == 2;
    return isRead && **content == recordOf(counts) ? std::optional(counts) : std::nullopt;
}

tl::expected<void, std::string> StoreEnd::begin(const std::filesystem::path &store)
{
    m_fd.reset(::open(endOf(store).c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (m_fd)
        return {};
    return tl::unexpected("its file " + endOf(store).string()
                          + " cannot be opened: " + std::generic_category().message(errno));
}

void StoreEnd::note(const Counts &counts) const
{
    const std::string record = recordOf(counts);
    [[maybe_unused]] const ssize_t written = ::pwrite(m_fd.get(), record.data(), record.size(), 0);
}

} // namespace qontroller
