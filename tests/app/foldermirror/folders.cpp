// SPDX-License-Identifier: LGPL-3.0-or-later
#include "folders.h"

#include "app/plugins/foldermirror/entry.h"
#include "app/plugins/foldermirror/mirrorrecord.h"
#include "app/plugins/foldermirror/pathcodec.h"
#include "app/plugins/foldermirror/safetree.h"
#include "app/plugins/foldermirror/temporaryfile.h"

#include <QtCore/QDir>

#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <vector>

namespace qontroller::test {

using namespace qontroller::foldermirror;

namespace {

void must(bool done, const std::string &what)
{
    if (done)
        return;
    std::fprintf(stderr, "%s: %s\n", what.c_str(), std::strerror(errno));
    std::abort();
}

QString templatePath()
{
    FileStatus status{};
    const bool hasMemory = ::stat("/dev/shm", &status) == 0 && ::access("/dev/shm", W_OK) == 0;
    return (hasMemory ? QStringLiteral("/dev/shm") : QDir::tempPath())
           + QStringLiteral("/foldermirror-XXXXXX");
}

std::string lineOf(const SafeTree &tree, const std::string &path, const Entry &entry)
{
    std::string line = describe(entry,
                                ::geteuid() == 0 ? FileOwnership::Mirrored : FileOwnership::Left);
    if (entry.kind == EntryKind::File) {
        const auto content = readFile(tree.fullPath(path));
        line += "content: " + std::to_string(std::hash<std::string>()(content));
    }
    for (char &c : line)
        c = c == '\n' ? ' ' : c;
    return line;
}

template<class Visit>
void visitAll(const std::string &root, Visit visit)
{
    const SafeTree tree(root);
    std::vector<std::string> folders{std::string()};
    while (!folders.empty()) {
        const std::string path = folders.back();
        folders.pop_back();
        const auto folder = tree.openDirectory(path);
        if (!folder)
            continue;
        FolderReader reader(folder->get());
        while (const char *name = reader.next()) {
            const auto entry = lookUpAt(folder->get(), name);
            if (!entry)
                continue;
            const std::string entryPath = joinPath(path, name);
            if (entryPath == MirrorRecord::FileName)
                continue;
            if (entry->kind == EntryKind::Directory)
                folders.push_back(entryPath);
            visit(tree, entryPath, *entry);
        }
    }
}

} // namespace

TestFolder::TestFolder()
    : m_folder(templatePath())
{
    must(m_folder.isValid() && ::chmod(path().c_str(), 0755) == 0, "temporary folder");
}

TestFolder::~TestFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(path(), ignored);
}

std::string TestFolder::path() const
{
    return m_folder.path().toStdString();
}

std::string TestFolder::path(std::string_view below) const
{
    return path() + '/' + std::string(below);
}

void makeFolder(const std::string &path)
{
    std::error_code error;
    std::filesystem::create_directories(path, error);
    must(!error, path);
}

void writeFile(const std::string &path, std::string_view content)
{
    int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0 && errno == ENOENT) {
        makeFolder(path.substr(0, path.rfind('/')));
        fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    }
    must(fd >= 0, path);
    must(::write(fd, content.data(), content.size()) == static_cast<ssize_t>(content.size()), path);
    ::close(fd);
}

void makeLink(const std::string &path, const std::string &target)
{
    must(::symlink(target.c_str(), path.c_str()) == 0, path);
}

void makePipe(const std::string &path)
{
    must(::mkfifo(path.c_str(), 0644) == 0, path);
}

void setMode(const std::string &path, unsigned mode)
{
    must(::chmod(path.c_str(), mode) == 0, path);
}

void setModified(const std::string &path, long long seconds, long nanoseconds)
{
    const std::array<timespec, 2> times{timespec{0, UTIME_OMIT}, timespec{seconds, nanoseconds}};
    must(::utimensat(AT_FDCWD, path.c_str(), times.data(), AT_SYMLINK_NOFOLLOW) == 0, path);
}

void removeAll(const std::string &path)
{
    std::error_code error;
    std::filesystem::remove_all(path, error);
    must(!error, path);
}

void moveTo(const std::string &from, const std::string &to)
{
    must(::rename(from.c_str(), to.c_str()) == 0, from);
}

bool exists(const std::string &path)
{
    FileStatus status{};
    return ::lstat(path.c_str(), &status) == 0;
}

std::string readFile(const std::string &path)
{
    std::string content;
    const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 65536> buffer{};
    for (ssize_t got = 1; fd && got > 0;) {
        got = ::read(fd.get(), buffer.data(), buffer.size());
        content.append(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    }
    return content;
}

std::map<std::string, std::string> snapshot(const std::string &root)
{
    std::map<std::string, std::string> lines;
    visitAll(root, [&](const SafeTree &tree, const std::string &path, const Entry &entry) {
        if (entry.kind != EntryKind::Special)
            lines.emplace(path, lineOf(tree, path, entry));
    });
    return lines;
}

std::string firstDifference(const std::string &source, const std::string &target)
{
    const auto wanted = snapshot(source);
    const auto found = snapshot(target);
    for (const auto &[path, line] : wanted) {
        const auto other = found.find(path);
        if (other == found.end())
            return PathCodec::idOf(path) + ": missing";
        if (other->second != line)
            return PathCodec::idOf(path) + ": wanted " + line + ", found " + other->second;
    }
    for (const auto &[path, line] : found) {
        if (!wanted.contains(path))
            return PathCodec::idOf(path) + ": too much: " + line;
    }
    return {};
}

int temporaryFilesIn(const std::string &root)
{
    int count = 0;
    visitAll(root, [&](const SafeTree &, const std::string &path, const Entry &) {
        count += TemporaryNames::isTemporary(splitPath(path).name);
    });
    return count;
}

} // namespace qontroller::test
