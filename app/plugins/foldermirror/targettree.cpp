// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/targettree.h"

#include "app/plugins/foldermirror/casing.h"
#include "app/plugins/foldermirror/mirrorrecord.h"
#include "app/plugins/foldermirror/pathcodec.h"
#include "app/plugins/foldermirror/rights.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <filesystem>

namespace qontroller::foldermirror {

namespace {

constexpr int OpenFlags = O_RDONLY | O_DIRECTORY;
constexpr int MostLooks = 10; // somebody else may set something else again and again

std::array<timespec, 2> onlyModified(const Entry &source)
{
    return {timespec{0, UTIME_OMIT}, timespecOf(source.modified)};
}

} // namespace

tl::expected<std::int64_t, int> setModified(int fd, std::int64_t modified,
                                            TargetAbilities &abilities)
{
    const std::array<timespec, 2> times{timespec{0, UTIME_OMIT}, timespecOf(modified)};
    if (::futimens(fd, times.data()) != 0)
        return tl::unexpected(errno);
    const auto now = lookUpFd(fd);
    if (!now)
        return tl::unexpected(now.error());
    abilities.learnTime(now->device, modified, now->modified);
    return now->modified;
}

TargetTree::TargetTree(std::string root, const SafeTree &source, Durability durability,
                       TemporaryNames &names, TargetUse use, OwnersMark *mark)
    : m_tree(std::move(root))
    , m_source(source)
    , m_durability(durability)
    , m_names(names)
    , m_abilities(::geteuid() == 0 ? FileOwnership::Mirrored : FileOwnership::Left, m_tree.root())
    , m_lock(m_abilities, use)
    , m_mark(mark)
{}

void TargetTree::learnCase()
{
    const Result<TargetFolder> root = openFolder({});
    if (!root)
        return;
    std::optional<Result<TemporaryFile>> letters; // in the name of an entry, as its record has them
    if (use() == TargetUse::Alone && !hasRecord(AT_FDCWD, m_tree.root()))
        letters.emplace(TemporaryFile::create(*root, m_names));
    m_tellsCase = foldermirror::tellsCase(root->fd());
    if (!m_tellsCase)
        m_abilities.tell("does not tell upper from lower case: of names in one folder that differ "
                         "in nothing else only the first is copied");
}

std::optional<std::string> TargetTree::ownerOf(std::string_view path) const
{
    if (m_tellsCase)
        return std::nullopt;
    const Result<UniqueFd> source = m_source.openRoot();
    return source ? findInAnyCase(source->get(), path) : std::nullopt;
}

Result<void> TargetTree::checkName(std::string_view path) const
{
    if (m_tellsCase)
        return {};
    const Result<UniqueFd> source = m_source.openRoot();
    if (!source)
        return tl::unexpected(source.error());
    if (const std::optional<std::string> rival = rivalOf(source->get(), path))
        return failed({}, m_source.fullPath(*rival), NameIsTaken);
    return {};
}

Result<UniqueFd> TargetTree::openByStep(int root, std::string_view path)
{
    UniqueFd folder;
    int at = root;
    std::string_view rest = path;
    while (!rest.empty()) {
        const std::string name(rest.substr(0, rest.find('/')));
        UniqueFd next = m_access.openFolder(at, name);
        if (!next)
            return failed("open the folder", m_tree.fullPath(path));
        folder = std::move(next);
        at = folder.get();
        rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    }
    return folder;
}

void TargetTree::accept(const Entry &root)
{
    MutexLock lock(m_mutex);
    m_accepted = root;
    m_refused = 0;
}

void TargetTree::refuse(int code)
{
    {
        MutexLock lock(m_mutex);
        m_refused = code;
    }
    m_lock.letGo();
}

bool TargetTree::isAccepted(const Entry &root) const
{
    MutexLock lock(m_mutex);
    return !m_accepted || m_accepted->isSameFileAs(root);
}

int TargetTree::refusal() const
{
    MutexLock lock(m_mutex);
    return m_refused;
}

Result<TargetTree::Root> TargetTree::openOurRoot()
{
    constexpr std::string_view Doing = "open the folder";
    if (const int code = refusal(); code != 0)
        return failed(Doing, m_tree.root(), code);
    Result<UniqueFd> root = m_tree.openRoot();
    if (!root)
        return tl::unexpected(root.error());
    const auto entry = lookUpFd(root->get());
    if (!entry || !isAccepted(*entry))
        return failed(Doing, m_tree.root(), entry ? ESTALE : entry.error());
    if (m_mark && use() == TargetUse::Alone && !m_mark->holds())
        return failed(Doing, m_tree.root(), UsedByAnother);
    auto share = m_lock.take(root->get(), *entry);
    if (!share)
        return failed(Doing, m_tree.root(), share.error());
    return Root{*std::move(root), *std::move(share)};
}

Result<TargetFolder> TargetTree::openFolder(std::string_view path)
{
    Result<Root> root = openOurRoot();
    if (!root)
        return tl::unexpected(root.error());
    UniqueFd fd = openBeneath(root->fd.get(), path, OpenFlags);
    if (!fd && errno == EACCES && !path.empty()) {
        Result<UniqueFd> stepped = openByStep(root->fd.get(), path);
        if (!stepped)
            return tl::unexpected(stepped.error());
        fd = *std::move(stepped);
    }
    if (!fd)
        return failed("open the folder", m_tree.fullPath(path));
    return TargetFolder(std::move(fd), m_tree.fullPath(path), m_access, std::move(root->lock));
}

Result<TargetFolder> TargetTree::makeRoot()
{
    std::error_code error;
    std::filesystem::create_directories(m_tree.root(), error);
    if (error)
        return failed("create the folder", m_tree.root(), error.value());
    const Result<Entry> made = m_tree.lookUpRoot();
    if (!made)
        return tl::unexpected(made.error());
    accept(*made);
    return openFolder({});
}

Result<TargetFolder> TargetTree::makeFolder(std::string_view path)
{
    Result<TargetFolder> folder = openFolder(path);
    if (folder || !saysAbsent(folder.error().code))
        return folder;
    if (path.empty())
        return makeRoot();

    const auto [parentPath, name] = splitPath(path);
    const Result<TargetFolder> parent = makeFolder(parentPath);
    if (!parent)
        return tl::unexpected(parent.error());
    if (const Result<void> clear = clearTheWay(*parent, path); !clear)
        return tl::unexpected(clear.error());
    if (const Result<void> made = parent->createFolder(std::string(name)); !made)
        return tl::unexpected(made.error());
    settle(parentPath);
    return openFolder(path);
}

Result<void> TargetTree::clearTheWay(const TargetFolder &parent, std::string_view path)
{
    const std::string name(splitPath(path).name);
    const Result<std::optional<Entry>> inTheWay = parent.lookUp(name);
    if (!inTheWay)
        return tl::unexpected(inTheWay.error());
    if (!*inTheWay || (*inTheWay)->kind == EntryKind::Directory)
        return {};
    const Result<Entry> source = m_source.lookUp(path);
    if (!source)
        return tl::unexpected(source.error());
    if (source->kind != EntryKind::Directory)
        return failed("look into the folder", m_source.fullPath(path), ENOTDIR);
    return parent.removeFile(name);
}

Difference TargetTree::differenceOf(const TargetFolder &folder, const Entry &source,
                                    const Entry &copy)
{
    const Abilities known = m_abilities.of(copy.device);
    const Difference difference = compare(source, copy, known);
    if (difference == Difference::None || known.times.isKept(source.modified, copy.modified)
        || !KeptTimes::isWorthALook(source.modified, copy.modified))
        return difference;
    tryTime(folder, source.modified, copy.device);
    return compare(source, copy, m_abilities.of(copy.device));
}

// In the root if that is the same file system: the root's own times are left alone.
void TargetTree::tryTime(const TargetFolder &folder, std::int64_t time, std::uint64_t device)
{
    const Result<TargetFolder> root = openFolder({});
    const auto entry = root ? lookUpFd(root->fd()) : tl::unexpected(ENOENT);
    const bool isInRoot = entry && entry->device == device;
    const auto file = TemporaryFile::create(isInRoot ? *root : folder, m_names);
    if (file)
        static_cast<void>(setModified(file->fd(), time, m_abilities));
}

Result<TargetTree::Applied> TargetTree::apply(const TargetFolder &folder, const Entry &source)
{
    const auto now = lookUpWholeFd(folder.fd());
    if (now && differenceOf(folder, source, *now) == Difference::None)
        return Applied::Nothing;
    const auto setRights = [&] { return applyRights(folder.fd(), source, m_abilities); };
    const bool areRight = now && hasRights(*now, source, m_abilities.of(now->device));
    if (!areRight && m_access.setModes(setRights) != 0)
        return failed("set the permissions of the folder", folder.fullPath());
    const auto times = onlyModified(source);
    if (::futimens(folder.fd(), times.data()) != 0)
        return failed("set the times of the folder", folder.fullPath());
    return Applied::Something;
}

Result<void> TargetTree::mirrorMetadata(const TargetFolder &folder, std::string_view path)
{
    // Several workers do this for one folder. One that has set something looks again,
    // so that the last word is never an old one.
    for (int i = 0; i < MostLooks; ++i) {
        const Result<Entry> source = m_source.lookUpWhole(path);
        if (!source)
            return tl::unexpected(source.error());
        if (source->kind != EntryKind::Directory)
            return failed("look into the folder", m_source.fullPath(path), ENOTDIR);
        const Result<Applied> applied = apply(folder, *source);
        if (!applied)
            return tl::unexpected(applied.error());
        if (*applied == Applied::Nothing)
            break;
    }
    return {};
}

Result<void> TargetTree::mirrorRights(const TargetFolder &folder, const std::string &name,
                                      const Entry &source)
{
    const UniqueFd file(::openat(folder.fd(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    if (!file)
        return failed("open", folder.fullPathOf(name));
    const auto entry = lookUpFd(file.get());
    if (!entry || entry->kind != source.kind)
        return failed("open", folder.fullPathOf(name), ENOENT);
    if (applyRights(file.get(), source, m_abilities) != 0)
        return failed("set the permissions of", folder.fullPathOf(name));
    return {};
}

void TargetTree::settle(std::string_view path)
{
    if (path.empty())
        return;
    if (const Result<TargetFolder> folder = openFolder(path)) {
        const Result<void> mirrored = mirrorMetadata(*folder, path);
        if (!mirrored && saysAbsent(mirrored.error().code) && m_source.lookUpRoot())
            removeIfEmpty(path);
    }
}

void TargetTree::removeIfEmpty(std::string_view path)
{
    const auto [parentPath, name] = splitPath(path);
    const Result<TargetFolder> parent = openFolder(parentPath);
    if (!parent || ownerOf(path))
        return;
    const auto removal = parent->removeFolder(std::string(name));
    if (!removal || *removal == TargetFolder::Removal::NotEmpty)
        return;
    settle(parentPath);
    // It may have come back, and have been made, since the look at the source.
    if (const Result<Entry> source = m_source.lookUp(path);
        source && source->kind == EntryKind::Directory)
        static_cast<void>(makeFolder(path));
}

} // namespace qontroller::foldermirror
