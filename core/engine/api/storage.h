// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/text.h"
#include "core/engine/api/attempt.h"
#include "core/engine/api/error.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace qontroller {

/// What a storage knows of an id: the object, or why there is none.
template<class T>
class [[nodiscard]] Fetched
{
public:
    /// What is known of the object.
    enum class Kind : unsigned char {
        Found,
        Ignored,
        Gone,
        Failed,
        Assumed,
    };

    /// The object as it is now. Shared and immutable: none of its holders may change it. Null is a
    /// failure. Say it only of what exists: an object that lists do not show and that is found
    /// is kept.
    static Fetched found(std::shared_ptr<const T> object)
    {
        return present(Kind::Found, std::move(object));
    }
    /// For a storage that makes the object from the id alone and so cannot tell whether it exists:
    /// if it exists, it is this. The engine believes the source.
    static Fetched assumed(std::shared_ptr<const T> object)
    {
        return present(Kind::Assumed, std::move(object));
    }
    /// There is such an object, but it is not for this controller: it is counted, and neither
    /// handled nor removed. For an object that this controller has handled before, say gone().
    static Fetched ignored() { return Fetched(Kind::Ignored, nullptr, {}); }
    /// There is no such object: treated as a deletion.
    static Fetched gone() { return Fetched(Kind::Gone, nullptr, {}); }
    /// It could not be read: a failed attempt.
    static Fetched failed(Error error) { return Fetched(Kind::Failed, nullptr, std::move(error)); }
    /// It could not be read, as \a error says. Tried again after the back-off.
    static Fetched failed(std::string error) { return failed(Error(std::move(error))); }

    /// \a generation counts what was asked for of the object so far, from 1; 0: it is not counted.
    /// When its handler is done with the object, or wants to look again later, the engine records
    /// it as observed, and shows how far the object is behind what is asked for.
    Fetched withGeneration(std::uint64_t generation) &&
    {
        m_generation = generation;
        return std::move(*this);
    }

    /// Which of the functions above made it.
    [[nodiscard]] Kind kind() const { return m_kind; }
    /// See the functions above; 0 if it was not given.
    [[nodiscard]] std::uint64_t generation() const { return m_generation; }
    /// Null unless it was found.
    [[nodiscard]] const std::shared_ptr<const T> &object() const & { return m_object; }
    /// As above.
    [[nodiscard]] std::shared_ptr<const T> object() && { return std::move(m_object); }
    /// LongestText at most.
    [[nodiscard]] const Error &error() const { return m_error; }

private:
    static Fetched present(Kind kind, std::shared_ptr<const T> object)
    {
        if (!object)
            return failed("the storage gave an object that is null");
        return Fetched(kind, std::move(object), {});
    }

    Fetched(Kind kind, std::shared_ptr<const T> object, Error error)
        : m_object(std::move(object))
        , m_error(cutText(std::move(error.message)))
        , m_kind(kind)
    {}

    std::shared_ptr<const T> m_object;
    Error m_error;
    std::uint64_t m_generation = 0;
    Kind m_kind;
};

/// Turns an id into the object, just before it is handled, in the same attempt. Also asked
/// before a removal that no event has asked for: found() keeps the object.
///
/// Called from several threads at once, for one id from one at a time.
template<class T>
class Storage
{
public:
    virtual ~Storage() = default;
    /// Called before each attempt, by several threads at once for different ids.
    virtual Fetched<T> get(const Attempt &attempt) = 0;
};

} // namespace qontroller
