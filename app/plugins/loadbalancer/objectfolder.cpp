// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/objectfolder.h"

#include "app/plugins/common/folderchanges.h"
#include "app/plugins/common/smallfile.h"
#include "app/plugins/loadbalancer/objectfile.h"

#include <QtCore/QUtf8StringView>

#include <filesystem>
#include <system_error>
#include <utility>

namespace qontroller::loadbalancer {

namespace fs = std::filesystem;

namespace {

Version versionOf(std::string_view content)
{
    Version version = 14695981039346656037U; // FNV-1a
    for (const char byte : content)
        version = (version ^ static_cast<unsigned char>(byte)) * 1099511628211U;
    return version == 0 ? 1 : version;
}

bool hasObjects(const std::string &folder)
{
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (!nameOfJsonFile(it->path().filename().string()).empty())
            return true;
    }
    return bool(error); // which reading it will say
}

} // namespace

std::optional<std::string> whyNoObjectId(std::string_view id)
{
    if (!QUtf8StringView(id.data(), static_cast<qsizetype>(id.size())).isValidUtf8())
        return "its name is not UTF-8: rename it";
    if (id.empty() || id.find('/') != std::string_view::npos)
        return "it has no name that a file can have";
    if (id.find('#') != std::string_view::npos)
        return "its name has a #, which names of servers use for their site: rename it";
    return std::nullopt;
}

Error ObjectFolder::replaced() const
{
    return Error("the folder \"" + path()
                 + "\" is not the one that was listed: bring it back, or wait for the next list");
}

ObjectFolder::Result<ObjectFolder::Listing> ObjectFolder::list(const ListedPlace &before,
                                                               const std::stop_token &stop)
{
    if (m_folder.isExchanged() && !hasObjects(path()))
        return tl::unexpected(Error("the folder \"" + path()
                                    + "\" is another one than before, and empty: bring the former "
                                      "one back, or restart the controller if that is meant"));
    ListedPlace place = m_folder.note(before);
    auto listing = readAll(stop);
    if (m_folder.absences().await(stop))
        listing = readAll(stop);
    if (!listing)
        return listing;
    if (!m_folder.isAt(place))
        return tl::unexpected(replaced());
    listing->place = std::move(place);
    return listing;
}

ObjectFolder::Result<ObjectFolder::Entries> ObjectFolder::all()
{
    if (!m_mark->holds())
        return tl::unexpected(Error(m_mark->whose()));
    auto listing = readAll();
    if (listing && !m_folder.isStillThere())
        return tl::unexpected(replaced());
    return std::move(listing).map([](Listing all) { return std::move(all.entries); });
}

ObjectFolder::Result<ObjectFolder::Listing> ObjectFolder::readAll(const std::stop_token &stop)
{
    Listing listing;
    std::error_code error;
    for (fs::directory_iterator it(path(), error), end; !error && it != end; it.increment(error)) {
        if (stop.stop_requested())
            return tl::unexpected(Error("stopped"));
        const std::string name = it->path().filename().string();
        const ObjectId id(nameOfJsonFile(name));
        if (id.empty())
            continue;
        if (const auto problem = whyNoObjectId(id))
            listing.unusable = '"' + it->path().string() + "\": " + *problem;
        else if (Entry entry = read(id); entry.object)
            listing.entries.emplace(id, std::move(entry));
    }
    if (error)
        return tl::unexpected(
            Error("the folder \"" + path() + "\" cannot be read: " + error.message()));
    for (const ObjectId &id : parsed()) {
        if (listing.entries.contains(id))
            continue;
        if (Entry entry = read(id); entry.object)
            listing.entries.emplace(id, std::move(entry));
    }
    return listing;
}

std::vector<ObjectId> ObjectFolder::parsed()
{
    std::vector<ObjectId> ids;
    MutexLock lock(m_mutex);
    for (const auto &[id, one] : m_parsed)
        ids.push_back(id);
    return ids;
}

ObjectFolder::Result<ObjectFolder::Entry> ObjectFolder::find(const ObjectId &id)
{
    if (whyNoObjectId(id))
        return Entry{};
    if (!m_mark->holds())
        return tl::unexpected(Error(m_mark->whose()));
    Entry entry = read(id);
    if (!entry.object && !m_folder.isStillThere())
        return tl::unexpected(replaced());
    return entry;
}

ObjectFolder::Entry ObjectFolder::read(const ObjectId &id)
{
    auto content = readSmallFile(m_folder.fileOf(id));
    if (!content)
        return keep(id, content.error(), {ObjectKind::Unknown, {}, content.error()});
    if (std::optional<std::string> &text = *content) {
        if (Entry entry = known(id, *text); entry.object)
            return entry;
        FolderObject object = readObject(QByteArray::fromStdString(*text));
        return keep(id, *std::move(text), std::move(object));
    }
    return m_folder.isStillThere() ? away(id) : Entry{};
}

ObjectFolder::Entry ObjectFolder::away(const ObjectId &id)
{
    const bool hasGone = m_folder.absences().hasGone(id);
    MutexLock lock(m_mutex);
    const auto found = m_parsed.find(id);
    if (found == m_parsed.end())
        return {};
    if (!hasGone)
        return found->second.entry;
    m_parsed.erase(found);
    return {};
}

ObjectFolder::Entry ObjectFolder::known(const ObjectId &id, const std::string &content)
{
    MutexLock lock(m_mutex);
    const auto found = m_parsed.find(id);
    if (found == m_parsed.end() || found->second.content != content)
        return {};
    m_folder.absences().noteThere(id);
    return found->second.entry;
}

ObjectFolder::Entry ObjectFolder::keep(const ObjectId &id, std::string content, FolderObject object)
{
    const Version version = versionOf(content);
    m_folder.absences().noteThere(id);
    MutexLock lock(m_mutex);
    Parsed &parsed = m_parsed[id];
    if (!object.problem.empty()) {
        object.problem = id + ".json: " + object.problem;
        const auto before = parsed.entry.object;
        if (before && object.kind == ObjectKind::Unknown)
            object.kind = before->kind;
        if (before && object.kind == before->kind)
            object.good = before->good;
    }
    parsed = {std::move(content),
              {std::make_shared<const FolderObject>(std::move(object)), version}};
    return parsed.entry;
}

std::optional<Error> ObjectFolder::removeServer(const ObjectId &id)
{
    const auto entry = find(id);
    if (!entry)
        return entry.error();
    if (!entry->object)
        return std::nullopt;
    const std::string file = m_folder.fileOf(id);
    if (entry->object->kind != ObjectKind::Server)
        return Error(file + " is not a server's");
    if (::unlink(file.c_str()) != 0 && errno != ENOENT)
        return Error(file + " cannot be deleted: " + std::generic_category().message(errno));
    m_folder.absences().forget(id);
    return std::nullopt;
}

} // namespace qontroller::loadbalancer
