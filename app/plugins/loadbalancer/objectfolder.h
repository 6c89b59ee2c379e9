// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/common/listedfolder.h"
#include "app/plugins/common/ownersmark.h"
#include "app/plugins/loadbalancer/objects.h"
#include "core/base/threads/mutex.h"
#include "core/engine/api/error.h"
#include "core/engine/api/objectid.h"

#include <tl/expected.hpp>

#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace qontroller::loadbalancer {

/// The folder of services and servers: `ID.json` is the object ID.
///
/// Files are read each time, so that an answer is never older than the question, and parsed when
/// they have changed. Of a file that is wrong or cannot be read the last good state is kept in
/// memory. An error means that the folder cannot be read, or is another one than was listed:
/// nothing is concluded then.
/// Thread-safe.
class ObjectFolder
{
public:
    /// A file that is away for no longer than \a patience counts as it was: see Absences.
    explicit ObjectFolder(std::string path, Duration patience = Absences::Patience,
                          std::shared_ptr<OwnersMark> mark = OwnersMark::none())
        : m_folder(std::move(path), patience)
        , m_mark(std::move(mark))
    {}

    [[nodiscard]] const std::string &path() const { return m_folder.path(); }
    [[nodiscard]] ListedFolder &listed() { return m_folder; }
    /// Of the host that works with it. A list claims it; without it nothing is told of the objects.
    [[nodiscard]] OwnersMark &mark() { return *m_mark; }

    struct Entry
    {
        std::shared_ptr<const FolderObject> object; ///< never null
        Version version = 0;                        ///< of what the file says
    };
    template<class T>
    using Result = tl::expected<T, Error>;
    using Entries = std::map<ObjectId, Entry, std::less<>>;

    struct Listing
    {
        Entries entries;
        ListedPlace place = {}; ///< of list()
        std::string unusable;   ///< why a file cannot be an object, for one such; empty: none
    };
    /// All objects, in the folder that the path means now. If that is another one than before and
    /// has none, it is not believed: so it looks where something is not mounted any more. Waits
    /// where a file has just gone, until that is certain or \a stop is requested. \a before: where
    /// the last list looked of those that judge what has gone; nowhere if the caller does not.
    [[nodiscard]] Result<Listing> list(const ListedPlace &before = {},
                                       const std::stop_token &stop = {});
    /// … in the folder that was listed, and is not doubted any more.
    [[nodiscard]] Result<Entries> all();
    /// One of them. Its object is null if there is no such file in the folder that was listed.
    [[nodiscard]] Result<Entry> find(const ObjectId &id);

    /// Deletes the file of server \a id; it is no error that there is none.
    [[nodiscard]] std::optional<Error> removeServer(const ObjectId &id);

private:
    struct Parsed
    {
        std::string content;
        Entry entry;
    };

    [[nodiscard]] Result<Listing> readAll(const std::stop_token &stop = {});
    /// The names of those that have been read and not gone since.
    [[nodiscard]] std::vector<ObjectId> parsed();
    /// Without an object if it has gone.
    [[nodiscard]] Entry away(const ObjectId &id);
    /// Without an object if there is no such file.
    [[nodiscard]] Entry read(const ObjectId &id);
    /// Without an object if \a content is not what was read last.
    [[nodiscard]] Entry known(const ObjectId &id, const std::string &content);
    [[nodiscard]] Entry keep(const ObjectId &id, std::string content, FolderObject object);
    [[nodiscard]] Error replaced() const;

    ListedFolder m_folder;
    std::shared_ptr<OwnersMark> m_mark;
    Mutex m_mutex;
    std::map<ObjectId, Parsed, std::less<>> m_parsed QONTROLLER_GUARDED_BY(m_mutex);
};

/// Why \a id cannot be an object; nothing if it can. Ids are names of files and parts of names
/// at the provider.
[[nodiscard]] std::optional<std::string> whyNoObjectId(std::string_view id);

} // namespace qontroller::loadbalancer
