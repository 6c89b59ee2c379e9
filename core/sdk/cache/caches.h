// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/sdk/cache/cacheparts.h"
#include "core/sdk/cache/sharedcache.h"

#include <tl/expected.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <typeindex>

namespace qontroller {

namespace detail {

template<class T>
[[nodiscard]] Fetched<void> withoutType(const Fetched<T> &fetched)
{
    switch (fetched.kind()) {
    case Fetched<T>::Kind::Found: return Fetched<void>::found(fetched.object());
    case Fetched<T>::Kind::Assumed: return Fetched<void>::assumed(fetched.object());
    case Fetched<T>::Kind::Ignored: return Fetched<void>::ignored();
    case Fetched<T>::Kind::Gone: return Fetched<void>::gone();
    case Fetched<T>::Kind::Failed: break;
    }
    return Fetched<void>::failed(fetched.error());
}

} // namespace detail

/// The shared caches of a program, by name: one for each source, however many controllers use it.
///
/// The first subscriber of a name has its cache made; with the last one it goes, and its source
/// stops, for which nothing waits. A plugin has caches of its own, which all controllers that it
/// makes share: objects of an author's type never leave his plugin. Thread-safe.
class Caches
{
public:
    /// That of this program, or of this plugin.
    [[nodiscard]] static Caches &instance();

    /// Subscribes to the cache \a name. If there is none, it is made of what \a make returns,
    /// under no lock; that touches nothing outside this process before it is used. The name says
    /// what the source reads, all of it: two folders are two names. The error, for one who asks
    /// for another type than the first did, is a sentence.
    template<class T, class Make>
    [[nodiscard]] tl::expected<std::shared_ptr<SharedCache<T>>, std::string> open(
        const std::string &name, Make make)
    {
        std::shared_ptr<const CacheHandle> handle = find(name);
        if (!handle)
            handle = keep(name, makeHandle<T>(name, make()));
        if (handle->type != std::type_index(typeid(T)))
            return tl::unexpected("the cache '" + name + "' has objects of another type");
        return std::make_shared<SharedCache<T>>(std::move(handle));
    }

    /// How many caches are in use.
    [[nodiscard]] std::size_t size() const;

private:
    using Handle = std::shared_ptr<const CacheHandle>;

    [[nodiscard]] Handle find(const std::string &name) const;
    /// Keeps \a handle unless another was faster; gives the one that is kept.
    [[nodiscard]] Handle keep(const std::string &name, Handle handle);

    template<class T>
    [[nodiscard]] static Handle makeHandle(const std::string &name, CacheParts<T> parts)
    {
        const CacheOptions options = parts.options;
        auto cache = std::make_shared<Cache>(name, erasedFunctions(parts),
                                             std::max<std::size_t>(16, options.changes),
                                             options.findsMutations);
        auto read = [storage = std::move(parts.storage)](const Attempt &attempt) {
            return detail::withoutType(storage->get(attempt));
        };
        auto loop = std::make_shared<CacheLoop>(cache, std::move(parts.listerWatcher),
                                                std::move(read), options);
        return std::make_shared<const CacheHandle>(typeid(T), std::move(cache), std::move(loop));
    }

    mutable Mutex m_mutex;
    std::map<std::string, std::weak_ptr<const CacheHandle>> m_handles
        QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
