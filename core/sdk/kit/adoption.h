// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/sdk/kit/ownergraph.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace qontroller {

/// What an owner does about an object that it may or may not manage.
enum class Claim : std::uint8_t {
    None,    ///< it is no business of the owner
    Managed, ///< the owner manages it already
    Adopt,   ///< nothing manages it and it matches: the owner may, see Adoption
    Release, ///< the owner manages it and it matches no more: take the owner out
};

/// By what caches say. \a matches: whether the owner's selection has \a candidate in it.
///
/// An owner that is being deleted claims and releases nothing; a candidate that is being deleted
/// is not adopted; and one that another owner controls stays with that one.
[[nodiscard]] Claim claimOf(const OwnedObject &owner, const OwnedObject &candidate, bool matches);

/// Asks once for all adoptions of one run whether the owner may adopt.
///
/// A cache may be older than the owner's deletion, or than another object of the same id; what is
/// adopted then would be collected at once, or belong to nothing. So the owner is read live.
/// Not thread-safe: one for each run.
class Adoption
{
public:
    /// Reads the owner from where it is kept and not from a cache: nothing if it does not exist.
    /// May throw.
    using ReadOwner = std::function<std::optional<OwnedObject>()>;

    Adoption(OwnedObject owner, ReadOwner readLive)
        : m_owner(std::move(owner))
        , m_readLive(std::move(readLive))
    {}

    /// Why \a candidate must not be adopted, as a sentence; empty: it may be. \a graph may be
    /// null: then nothing is known of owners of owners.
    [[nodiscard]] std::string refusalOf(const OwnedObject &candidate,
                                        const OwnerGraph *graph = nullptr);

private:
    [[nodiscard]] std::string look();

    const OwnedObject m_owner;
    const ReadOwner m_readLive;
    std::optional<std::string> m_refusal; // of the owner, once it was read
};

/// The reference that an owner puts into what it makes or adopts.
[[nodiscard]] OwnerReference controllerReference(const OwnedObject &owner);

} // namespace qontroller
