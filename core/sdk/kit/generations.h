// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/storage.h"

#include <functional>
#include <memory>
#include <utility>

namespace qontroller {

namespace detail {

template<class T, class Generation>
class CountingStorage final : public Storage<T>
{
public:
    CountingStorage(std::shared_ptr<Storage<T>> storage, Generation generationOf)
        : m_storage(std::move(storage))
        , m_generationOf(std::move(generationOf))
    {}
    Fetched<T> get(const Attempt &attempt) override
    {
        Fetched<T> fetched = m_storage->get(attempt);
        if (!fetched.object())
            return fetched;
        const auto generation = std::invoke(m_generationOf, *fetched.object());
        return std::move(fetched).withGeneration(generation);
    }

private:
    const std::shared_ptr<Storage<T>> m_storage;
    const Generation m_generationOf;
};

} // namespace detail

/// \a storage, whose objects count what was asked for of them: \a generationOf is a member of T
/// or a function of one. See Fetched::withGeneration().
template<class T, class Generation>
[[nodiscard]] std::shared_ptr<Storage<T>> withGenerations(std::shared_ptr<Storage<T>> storage,
                                                          Generation generationOf)
{
    return std::make_shared<detail::CountingStorage<T, Generation>>(std::move(storage),
                                                                    std::move(generationOf));
}

} // namespace qontroller
