// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/attributes.h"

#include "app/plugins/foldermirror/beneath.h"

#include <linux/posix_acl.h>
#include <linux/posix_acl_xattr.h>
#include <sys/xattr.h>

#include <endian.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

namespace qontroller::foldermirror {

namespace {

constexpr unsigned OwnersBits = 07700; ///< and those that are no rights of anybody

bool isMirrored(std::string_view name)
{
    return name.starts_with("user.") || name.starts_with("system.posix_acl_") || name == Capability;
}

// Calls again as long as there is more than it was given room for.
template<class Call>
tl::expected<std::string, int> readAll(Call call)
{
    std::string buffer(256, '\0');
    while (true) {
        const ssize_t size = call(buffer.data(), buffer.size());
        if (size >= 0) {
            buffer.resize(static_cast<std::size_t>(size));
            return buffer;
        }
        if (errno != ERANGE)
            return tl::unexpected(errno);
        buffer.resize(2 * buffer.size());
    }
}

struct ListEntries
{
    unsigned mask = 07;
    std::optional<unsigned> group;
    std::optional<unsigned> toAllNamed; ///< nothing: it names nobody
};

std::optional<ListEntries> entriesOf(std::string_view list)
{
    posix_acl_xattr_header header{};
    if (list.size() < sizeof header)
        return std::nullopt;
    std::memcpy(&header, list.data(), sizeof header);
    list.remove_prefix(sizeof header);
    if (le32toh(header.a_version) != POSIX_ACL_XATTR_VERSION
        || list.size() % sizeof(posix_acl_xattr_entry) != 0)
        return std::nullopt;
    ListEntries entries;
    for (; !list.empty(); list.remove_prefix(sizeof(posix_acl_xattr_entry))) {
        posix_acl_xattr_entry entry{};
        std::memcpy(&entry, list.data(), sizeof entry);
        const unsigned rights = le16toh(entry.e_perm) & 07U;
        switch (le16toh(entry.e_tag)) {
        case ACL_GROUP_OBJ: entries.group = rights; break;
        case ACL_MASK: entries.mask = rights; break;
        case ACL_USER:
        case ACL_GROUP: entries.toAllNamed = entries.toAllNamed.value_or(07) & rights; break;
        default: break; // of the owner and of others: they stand in the mode, too
        }
    }
    return entries;
}

} // namespace

tl::expected<Attributes, int> attributesOf(int fd)
{
    const std::string path = procPathOf(fd);
    const auto names = readAll([&](char *to, std::size_t size) {
        const ssize_t length = ::flistxattr(fd, to, size);
        const bool isPathOnly = length < 0 && errno == EBADF;
        return isPathOnly ? ::listxattr(path.c_str(), to, size) : length;
    });
    if (!names && names.error() != ENOTSUP)
        return tl::unexpected(names.error());
    Attributes attributes;
    for (std::string_view rest = names ? *names : std::string_view(); !rest.empty();) {
        const std::string name(rest.substr(0, rest.find('\0')));
        rest.remove_prefix(std::min(rest.size(), name.size() + 1));
        if (!isMirrored(name))
            continue;
        auto value = readAll([&](char *to, std::size_t size) {
            return ::getxattr(path.c_str(), name.c_str(), to, size);
        });
        if (value)
            attributes.emplace(name, *std::move(value));
        else if (value.error() != ENODATA) // removed since it was listed
            return tl::unexpected(value.error());
    }
    return attributes;
}

Ability abilityFor(std::string_view name)
{
    if (name == Capability)
        return Ability::Capabilities;
    return name.starts_with("user.") ? Ability::UserAttributes : Ability::AccessLists;
}

unsigned modeWithoutList(unsigned mode, std::string_view list)
{
    const auto entries = entriesOf(list);
    if (!entries || !entries->group)
        return mode & OwnersBits;
    const unsigned toAllNamed = entries->toAllNamed ? *entries->toAllNamed & entries->mask : 07;
    const unsigned group = *entries->group & entries->mask & toAllNamed;
    return (mode & OwnersBits) | group << 3U | (mode & 07U & toAllNamed);
}

} // namespace qontroller::foldermirror
