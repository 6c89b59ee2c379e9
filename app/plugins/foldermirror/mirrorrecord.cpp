// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/mirrorrecord.h"

#include "app/plugins/common/markfile.h"
#include "app/plugins/foldermirror/pathcodec.h"
#include "app/plugins/foldermirror/targettree.h"
#include "core/base/text/text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <vector>

namespace qontroller::foldermirror {

namespace {

constexpr std::string_view Title = "qontroller-mirror 1";
constexpr std::size_t MostBytes = 1U << 20;

bool readLine(std::string_view line, MirrorRecord &to)
{
    const std::string_view key = takeWord(line);
    if (key == "source") {
        to.source = line;
        return true;
    }
    if (key == "state") {
        to.isSettled = line == "settled";
        return to.isSettled || line == "undecided";
    }
    const std::optional<FolderIdentity> identity = FolderIdentity::take(line);
    if (!identity)
        return false;
    if (key == "root") {
        to.root = *identity;
        return true;
    }
    const std::optional<std::string> path = PathCodec::pathOf(line);
    return key == "mount" && path && to.mounts.emplace(*path, *identity).second;
}

} // namespace

std::string MirrorRecord::text() const
{
    std::string text = std::string(Title) + "\nsource " + source + "\nstate "
                       + (isSettled ? "settled" : "undecided") + "\nroot " + root.text() + '\n';
    for (const auto &[path, identity] : mounts)
        text += "mount " + identity.text() + ' ' + PathCodec::idOf(path) + '\n';
    return text;
}

std::optional<MirrorRecord> MirrorRecord::of(std::string_view text)
{
    MirrorRecord record;
    const auto takeLine = [&text] {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(line.size() + 1);
        return line;
    };
    if (!text.ends_with('\n') || takeLine() != Title)
        return std::nullopt;
    while (!text.empty()) {
        if (!readLine(takeLine(), record))
            return std::nullopt;
    }
    return record.root == FolderIdentity() ? std::nullopt : std::optional(std::move(record));
}

bool isOurs(std::string_view name)
{
    return name == MirrorRecord::FileName || TemporaryNames::isTemporary(name) || isMarkName(name);
}

bool hasRecord(int from, const std::string &folder)
{
    const std::string file = folder + '/' + std::string(MirrorRecord::FileName);
    return ::faccessat(from, file.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

bool isOfOthers(int folder, const std::string &name)
{
    return isMountPoint(folder, name.c_str()) || hasRecord(folder, name);
}

std::optional<MirrorRecord> readRecord(TargetTree &target)
{
    const Result<TargetFolder> root = target.openFolder({});
    if (!root)
        return std::nullopt;
    constexpr int Flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    const UniqueFd file(::openat(root->fd(), MirrorRecord::FileName.data(), Flags));
    const auto entry = file ? lookUpFd(file.get()) : tl::unexpected(errno);
    if (!entry || entry->kind != EntryKind::File || entry->size > MostBytes)
        return std::nullopt;
    std::string text(entry->size, '\0');
    const ssize_t got = ::pread(file.get(), text.data(), text.size(), 0);
    return got == static_cast<ssize_t>(text.size()) ? MirrorRecord::of(text) : std::nullopt;
}

int writeRecord(TargetTree &target, const MirrorRecord &record)
{
    const Result<TargetFolder> root = target.makeFolder({});
    if (!root)
        return root.error().code;
    Result<TemporaryFile> file = TemporaryFile::create(*root, target.names());
    if (!file)
        return file.error().code;
    const std::string text = record.text();
    if (::pwrite(file->fd(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
        return errno == 0 ? EIO : errno;
    if (target.durability() == Durability::Flushed && ::fsync(file->fd()) != 0)
        return errno;
    const Result<void> published = file->publish(std::string(MirrorRecord::FileName));
    return published ? 0 : published.error().code;
}

} // namespace qontroller::foldermirror
