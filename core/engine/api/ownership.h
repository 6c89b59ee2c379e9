// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>

namespace qontroller {

/// An Ownership tells its controller through it which parts this host owns.
///
/// Thread-safe. No function blocks or calls foreign code: the controller acts on a thread of its
/// own, soon. Parts that do not exist are ignored, and so is everything after the controller has
/// stopped.
class OwnershipSink
{
public:
    virtual ~OwnershipSink() = default;

    /// This host owns \a part from now on: the controller handles all objects in it.
    virtual void gained(std::uint32_t part) = 0;
    /// This host no longer owns \a part, or may not: no attempt for an object in it begins any
    /// more, and attempts under way are asked to stop.
    virtual void lost(std::uint32_t part) = 0;
};

/// Divides the objects of one controller among several hosts. Each host sees all objects.
///
/// Ids are cut into parts, and each part has one owner at a time: for example the host that has
/// the lease on it. The part of an id is the upper 32 bits of the XXH3-64 of its bytes (seed 0),
/// times the number of parts, divided by 2^32, rounded down. This never changes, so hosts of
/// different builds agree. Twice as many parts cut each part in two.
///
/// A host knows the objects that it does not own, and does not handle them. Ownership is no
/// lock: while a part moves, two hosts may handle one id for a moment. A controller that cannot
/// bear this has an ObjectLocker, too.
///
/// It belongs to the host and not to the plugin: see ControllerSpec::ownership. So it works for
/// an isolated controller in the same way, and nothing of it crosses the pipe. Both functions
/// are called once, on a thread that nothing else waits for, and may throw: then this host owns
/// nothing, and an event says why.
class Ownership
{
public:
    /// The most parts that ids can be divided into.
    static constexpr std::uint32_t MostParts = 65536;

    virtual ~Ownership() = default;

    /// Into how many parts ids are cut: 1 to MostParts, and the same number on all hosts.
    [[nodiscard]] virtual std::uint32_t parts() = 0;

    /// Comes after parts() and returns soon. From now on every change is told to \a sink, from
    /// any thread; this host owns no part before it is told so. The controller lets go of this
    /// Ownership when nothing of it runs any more: then the parts may be given up.
    virtual void follow(std::shared_ptr<OwnershipSink> sink) = 0;
};

} // namespace qontroller
