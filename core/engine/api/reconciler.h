// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/handler.h"
#include "core/engine/api/storage.h"

#include <memory>
#include <utility>

namespace qontroller {

/// A Storage and a Handler of one type, with the type taken away, so that it
/// never crosses a plugin's boundary. Made by makeReconciler(); not for authors to derive from.
class Reconciler
{
public:
    virtual ~Reconciler() = default;
    /// See Storage::get().
    virtual Fetched<void> get(const Attempt &attempt) = 0;
    /// \a object is what get() returned.
    virtual Outcome add(const std::shared_ptr<const void> &object, const Attempt &attempt) = 0;
    /// See Handler::remove().
    virtual Outcome remove(const Attempt &attempt) = 0;
};

namespace detail {

template<class T>
class BoundReconciler final : public Reconciler
{
public:
    BoundReconciler(std::shared_ptr<Storage<T>> storage, std::shared_ptr<Handler<T>> handler)
        : m_storage(std::move(storage))
        , m_handler(std::move(handler))
    {}

    Fetched<void> get(const Attempt &attempt) override
    {
        auto fetched = m_storage->get(attempt);
        const std::uint64_t generation = fetched.generation();
        switch (fetched.kind()) {
        case Fetched<T>::Kind::Found:
            return Fetched<void>::found(std::move(fetched).object()).withGeneration(generation);
        case Fetched<T>::Kind::Assumed:
            return Fetched<void>::assumed(std::move(fetched).object()).withGeneration(generation);
        case Fetched<T>::Kind::Ignored: return Fetched<void>::ignored();
        case Fetched<T>::Kind::Gone: return Fetched<void>::gone();
        case Fetched<T>::Kind::Failed: break;
        }
        return Fetched<void>::failed(fetched.error());
    }

    Outcome add(const std::shared_ptr<const void> &object, const Attempt &attempt) override
    {
        return m_handler->add(*static_cast<const T *>(object.get()), attempt);
    }

    Outcome remove(const Attempt &attempt) override { return m_handler->remove(attempt); }

private:
    std::shared_ptr<Storage<T>> m_storage;
    std::shared_ptr<Handler<T>> m_handler;
};

} // namespace detail

/// Ties what reads objects of type T to what handles them. One object may be both.
template<class T>
[[nodiscard]] std::shared_ptr<Reconciler> makeReconciler(std::shared_ptr<Storage<T>> storage,
                                                         std::shared_ptr<Handler<T>> handler)
{
    return std::make_shared<detail::BoundReconciler<T>>(std::move(storage), std::move(handler));
}

} // namespace qontroller
