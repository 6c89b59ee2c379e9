// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/objectid.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

/// How an object that is being deleted treats those that it owns.
enum class Deletion : std::uint8_t {
    None,       ///< it is not being deleted
    Background, ///< it goes at once, they go after it
    Foreground, ///< it goes when those that hold it up have gone
    Orphan,     ///< it goes when none of them names it any more
};

/// One owner of an object, as the object says.
struct OwnerReference
{
    /// Which one: unlike its id, never used again for another object.
    std::string uid;
    /// For who has to look whether it exists.
    std::string kind;
    ObjectId id;
    /// The one owner that manages the object. An object has at most one such.
    bool isController = false;
    /// With Deletion::Foreground its owner waits for this object.
    bool holdsOwnerUp = false;

    friend bool operator==(const OwnerReference &, const OwnerReference &) = default;
};

/// What ownership is about in an object of any kind.
struct OwnedObject
{
    std::string uid; ///< not empty
    std::string kind;
    ObjectId id; ///< in the source of its kind
    std::vector<OwnerReference> owners = {};
    Deletion deletion = Deletion::None;

    friend bool operator==(const OwnedObject &, const OwnedObject &) = default;
};

/// What is next for one object.
struct OwnerStep
{
    enum class Kind : std::uint8_t {
        Keep,       ///< nothing
        Look,       ///< whether the owners `uids` exist is not known: find out
        DropOwners, ///< take `uids` out of its owners
        Mark,       ///< mark it as being deleted, with Deletion::Foreground
        Delete,     ///< now
        Wait,       ///< being deleted, and `uids` have to go first
    };

    Kind kind = Kind::Keep;
    std::vector<std::string> uids = {}; ///< sorted

    friend bool operator==(const OwnerStep &, const OwnerStep &) = default;
};

/// Who owns whom, by unique ids, and what follows when an owner goes. Pure: no threads, no
/// clock, nothing foreign. The rules are those of Kubernetes' garbage collector.
///
/// An object goes when it has owners and none of them is left. An owner that is not known is no
/// owner that is gone: it counts as gone after sayGone(). An object whose references are refused
/// (see put()) is kept, whatever happens to its owners, until it is deleted itself. Objects that
/// own each other keep each other, as long as none of them is deleted; one that is being deleted
/// does not wait for another of them that is, too. What is left in the end does not depend on the
/// order in which changes come and steps are taken, but for one case: of two owners one goes and
/// the other makes orphans; then the first of the two decides, as there. Not thread-safe.
class OwnerGraph
{
public:
    /// \a object is so now. What is wrong with its references, as a sentence; empty: nothing. They
    /// are refused if they name an owner without a unique id, or two that control it. That it and
    /// an owner own each other is said, and no more: which of them comes last is chance.
    [[nodiscard]] std::string put(OwnedObject object);
    /// There is no object \a uid any more.
    void erase(const std::string &uid);
    /// It was looked for and does not exist.
    void sayGone(const std::string &uid);

    /// Null if it is not known.
    [[nodiscard]] const OwnedObject *find(const std::string &uid) const;
    /// Known objects that name \a uid as an owner, sorted.
    [[nodiscard]] std::vector<std::string> dependentsOf(const std::string &uid) const;
    /// Whose next step may be another one after \a uid has changed: its own, its owners' and
    /// its dependents'. Sorted; some may not be known.
    [[nodiscard]] std::vector<std::string> around(const std::string &uid) const;
    /// All that are known, sorted; of one \a kind if it is not empty.
    [[nodiscard]] std::vector<std::string> uids(std::string_view kind = {}) const;

    /// What is next for \a uid; Keep if it is not known.
    [[nodiscard]] OwnerStep next(const std::string &uid) const;

    /// Whether \a owner could own \a dependent: that is not so if it is owned by it, through
    /// others perhaps, or is the same.
    [[nodiscard]] bool mayOwn(const std::string &owner, const std::string &dependent) const;

private:
    struct Node
    {
        OwnedObject object;
        bool isRefused = false;
    };
    struct Owners; // by what has become of them

    [[nodiscard]] std::string cycleOf(const OwnedObject &object) const;
    [[nodiscard]] Owners ownersOf(const OwnedObject &object) const;
    [[nodiscard]] OwnerStep nextOfLiving(const OwnedObject &object) const;
    [[nodiscard]] OwnerStep nextOfDeleted(const OwnedObject &object) const;
    /// Whether \a object, which is being deleted, has to wait for \a dependent.
    [[nodiscard]] bool waitsFor(const OwnedObject &object, const OwnedObject &dependent) const;
    void unlink(const OwnedObject &object);

    std::map<std::string, Node> m_nodes;
    std::map<std::string, std::set<std::string>> m_dependents; // by owner, known or not
    std::set<std::string> m_gone;                              // owners that are named and gone
};

} // namespace qontroller
