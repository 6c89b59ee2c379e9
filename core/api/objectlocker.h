// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/error.h"
#include "core/api/objectid.h"
#include "core/base/text.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>

namespace qontroller {

/// The right to handle one id, given back by the destructor.
class ObjectLock
{
public:
    virtual ~ObjectLock() = default;
    /// See Attempt::fence.
    [[nodiscard]] virtual std::uint64_t fence() const { return 0; }
};

/// The answer to acquire(): a lock, or why there is none.
class [[nodiscard]] LockResult
{
public:
    /// \a lock is not null.
    static LockResult granted(std::unique_ptr<ObjectLock> lock) { return {std::move(lock), {}, {}}; }
    /// Somebody else holds it: asked again soon, no attempt is used. \a holder may be empty.
    static LockResult refused(std::string holder) { return {nullptr, std::move(holder), {}}; }
    /// Whether it is free could not be found out: handled like a refusal, and shown.
    static LockResult failed(std::string error) { return {nullptr, {}, std::move(error)}; }

    [[nodiscard]] bool isGranted() const { return m_lock != nullptr; }
    [[nodiscard]] std::unique_ptr<ObjectLock> take() { return std::move(m_lock); }
    /// LongestText at most, as the error.
    [[nodiscard]] const std::string &holder() const { return m_holder; }
    [[nodiscard]] const std::string &error() const { return m_error; }

private:
    LockResult(std::unique_ptr<ObjectLock> lock, std::string holder, std::string error)
        : m_lock(std::move(lock))
        , m_holder(cutText(std::move(holder)))
        , m_error(cutText(std::move(error)))
    {}

    std::unique_ptr<ObjectLock> m_lock;
    std::string m_holder;
    std::string m_error;
};

/// Decides who may handle an id when several hosts run the same controller.
///
/// Within one host the work queue's lease already keeps every id with one
/// worker; a controller without a locker relies on that alone. Called from
/// several threads at once. May throw: that is a failure with the exception's text.
class ObjectLocker
{
public:
    virtual ~ObjectLocker() = default;

    /// Asks once; does not wait for a holder to let go. \a lost is called, from
    /// any thread, at most once and not after the lock's destructor returned,
    /// when the right was lost before it was given back.
    virtual LockResult acquire(const ObjectId &id, std::function<void()> lost,
                               std::stop_token stop) = 0;
};

} // namespace qontroller
