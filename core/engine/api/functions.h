// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/controllerparts.h"

#include <functional>
#include <memory>
#include <utility>

/// Each interface of this folder made from functions, for controllers that are
/// too small to deserve classes.
namespace qontroller {

/// What list() of a ListerWatcher does.
using ListFunction = std::function<ListResult(ListSink &, std::stop_token)>;
/// What watch() of a ListerWatcher does.
using WatchFunction =
    std::function<WatchEnd(WatchSink &, const std::string &cursor, std::stop_token)>;

namespace detail {

class FunctionListerWatcher final : public ListerWatcher
{
public:
    FunctionListerWatcher(ListFunction list, WatchFunction watch, WatchMode mode)
        : m_list(std::move(list))
        , m_watch(std::move(watch))
        , m_mode(m_watch ? mode : WatchMode::None)
    {}

    ListResult list(ListSink &sink, std::stop_token stop) override
    {
        return m_list(sink, std::move(stop));
    }
    WatchMode watchMode() const override { return m_mode; }
    WatchEnd watch(WatchSink &sink, const std::string &cursor, std::stop_token stop) override
    {
        return m_watch(sink, cursor, std::move(stop));
    }

private:
    ListFunction m_list;
    WatchFunction m_watch;
    WatchMode m_mode;
};

template<class T, class Get>
class FunctionStorage final : public Storage<T>
{
public:
    explicit FunctionStorage(Get get)
        : m_get(std::move(get))
    {}
    Fetched<T> get(const Attempt &attempt) override { return m_get(attempt); }

private:
    Get m_get;
};

template<class T, class Add, class Remove>
class FunctionHandler final : public Handler<T>
{
public:
    FunctionHandler(Add add, Remove remove)
        : m_add(std::move(add))
        , m_remove(std::move(remove))
    {}
    Outcome add(const T &object, const Attempt &attempt) override { return m_add(object, attempt); }
    Outcome remove(const Attempt &attempt) override { return m_remove(attempt); }

private:
    Add m_add;
    Remove m_remove;
};

template<class Acquire>
class FunctionLocker final : public ObjectLocker
{
public:
    explicit FunctionLocker(Acquire acquire)
        : m_acquire(std::move(acquire))
    {}
    LockResult acquire(const ObjectId &id, std::shared_ptr<LockSink> sink,
                       std::stop_token stop) override
    {
        return m_acquire(id, std::move(sink), std::move(stop));
    }

private:
    Acquire m_acquire;
};

template<class OwnersOf>
class FunctionOwners final : public OwnerRelation
{
public:
    explicit FunctionOwners(OwnersOf ownersOf)
        : m_ownersOf(std::move(ownersOf))
    {}
    std::vector<ObjectId> ownersOf(const ObjectId &id, std::stop_token stop) override
    {
        return m_ownersOf(id, std::move(stop));
    }

private:
    OwnersOf m_ownersOf;
};

template<class Desired, class Actual>
class FunctionDescriber final : public Describer
{
public:
    FunctionDescriber(Desired desired, Actual actual)
        : m_desired(std::move(desired))
        , m_actual(std::move(actual))
    {}
    std::string desired(const ObjectId &id, std::stop_token stop) override
    {
        return m_desired(id, std::move(stop));
    }
    std::string actual(const ObjectId &id, std::stop_token stop) override
    {
        return m_actual(id, std::move(stop));
    }

private:
    Desired m_desired;
    Actual m_actual;
};

} // namespace detail

/// Without \a watch, lists alone find changes.
[[nodiscard]] inline std::shared_ptr<ListerWatcher> makeListerWatcher(
    ListFunction list, WatchFunction watch = {}, WatchMode mode = WatchMode::Live)
{
    return std::make_shared<detail::FunctionListerWatcher>(std::move(list), std::move(watch), mode);
}

/// \a get is called as Storage<T>::get().
template<class T, class Get>
[[nodiscard]] std::shared_ptr<Storage<T>> makeStorage(Get get)
{
    return std::make_shared<detail::FunctionStorage<T, Get>>(std::move(get));
}

/// \a add and \a remove are called as those of Handler<T>.
template<class T, class Add, class Remove>
[[nodiscard]] std::shared_ptr<Handler<T>> makeHandler(Add add, Remove remove)
{
    return std::make_shared<detail::FunctionHandler<T, Add, Remove>>(std::move(add),
                                                                     std::move(remove));
}

/// \a acquire is called as ObjectLocker::acquire().
template<class Acquire>
[[nodiscard]] std::shared_ptr<ObjectLocker> makeLocker(Acquire acquire)
{
    return std::make_shared<detail::FunctionLocker<Acquire>>(std::move(acquire));
}

/// \a ownersOf is called as OwnerRelation::ownersOf().
template<class OwnersOf>
[[nodiscard]] std::shared_ptr<OwnerRelation> makeOwners(OwnersOf ownersOf)
{
    return std::make_shared<detail::FunctionOwners<OwnersOf>>(std::move(ownersOf));
}

/// \a desired and \a actual are called as those of Describer.
template<class Desired, class Actual>
[[nodiscard]] std::shared_ptr<Describer> makeDescriber(Desired desired, Actual actual)
{
    return std::make_shared<detail::FunctionDescriber<Desired, Actual>>(std::move(desired),
                                                                        std::move(actual));
}

} // namespace qontroller
