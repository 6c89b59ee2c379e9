// SPDX-License-Identifier: LGPL-3.0-or-later
#include "faultydisk.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <utility>

namespace qontroller::test {

/// What SQLite has in its hand; the file below follows it.
struct FaultyFile
{
    sqlite3_file base;
    FaultyDisk *disk;
    const char *path; // SQLite's, until the file is closed

    static FaultyFile &of(sqlite3_file *file) { return *reinterpret_cast<FaultyFile *>(file); }
    static sqlite3_file *below(sqlite3_file *file)
    {
        return reinterpret_cast<sqlite3_file *>(reinterpret_cast<FaultyFile *>(file) + 1);
    }
    static FaultyDisk &diskOf(sqlite3_vfs *vfs)
    {
        return *static_cast<FaultyDisk *>(vfs->pAppData);
    }

    static int open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out)
    {
        return diskOf(vfs).open(path, file, flags, out);
    }
    static int remove(sqlite3_vfs *vfs, const char *path, int sync)
    {
        return diskOf(vfs).remove(path, sync);
    }
    static int write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 at)
    {
        return of(file).disk->write(of(file).path, below(file), bytes, size, at);
    }
    static int sync(sqlite3_file *file, int flags)
    {
        return of(file).disk->sync(of(file).path, below(file), flags);
    }
    static int truncate(sqlite3_file *file, sqlite3_int64 size)
    {
        return of(file).disk->truncate(of(file).path, below(file), size);
    }

    static const sqlite3_io_methods Methods;
};

// Version 1: without memory that is shared with other programs, or mapped.
const sqlite3_io_methods FaultyFile::Methods{
    1,
    [](sqlite3_file *file) { return below(file)->pMethods->xClose(below(file)); },
    [](sqlite3_file *file, void *bytes, int size, sqlite3_int64 at) {
        return below(file)->pMethods->xRead(below(file), bytes, size, at);
    },
    write,
    truncate,
    sync,
    [](sqlite3_file *file, sqlite3_int64 *size) {
        return below(file)->pMethods->xFileSize(below(file), size);
    },
    [](sqlite3_file *file, int lock) { return below(file)->pMethods->xLock(below(file), lock); },
    [](sqlite3_file *file, int lock) { return below(file)->pMethods->xUnlock(below(file), lock); },
    [](sqlite3_file *file, int *isReserved) {
        return below(file)->pMethods->xCheckReservedLock(below(file), isReserved);
    },
    [](sqlite3_file *file, int operation, void *argument) {
        return below(file)->pMethods->xFileControl(below(file), operation, argument);
    },
    [](sqlite3_file *file) { return below(file)->pMethods->xSectorSize(below(file)); },
    [](sqlite3_file *file) { return below(file)->pMethods->xDeviceCharacteristics(below(file)); },
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr};

namespace {

constexpr std::size_t SectorBytes = 512;

std::string diskContent(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void put(std::string &content, std::uint64_t at, std::string_view bytes)
{
    if (content.size() < at + bytes.size())
        content.resize(at + bytes.size());
    content.replace(at, bytes.size(), bytes);
}

} // namespace

FaultyDisk::FaultyDisk()
    : m_real(sqlite3_vfs_find(nullptr))
    , m_vfs(*m_real)
{
    m_vfs.szOsFile = int(sizeof(FaultyFile)) + m_real->szOsFile;
    m_vfs.zName = "faulty";
    m_vfs.pAppData = this;
    m_vfs.xOpen = FaultyFile::open;
    m_vfs.xDelete = FaultyFile::remove;
    sqlite3_vfs_register(&m_vfs, 1);
}

FaultyDisk::~FaultyDisk()
{
    sqlite3_vfs_unregister(&m_vfs);
    sqlite3_vfs_register(m_real, 1);
}

void FaultyDisk::failAt(std::uint64_t number, Operation kind, Fault fault, Lasts lasts)
{
    MutexLock lock(m_mutex);
    m_left = number;
    m_kind = kind;
    m_fault = fault;
    m_lasts = lasts;
    m_hasFailed = m_fails = false;
}

void FaultyDisk::mend()
{
    MutexLock lock(m_mutex);
    m_left = m_untilOff = 0;
    m_fails = false;
}

void FaultyDisk::losePowerAt(std::uint64_t number)
{
    MutexLock lock(m_mutex);
    m_untilOff = number;
    m_hasFailed = false;
}

bool FaultyDisk::hasFailed()
{
    MutexLock lock(m_mutex);
    return m_hasFailed;
}

std::optional<FaultyDisk::Fault> FaultyDisk::findFault(Operation kind)
{
    if (m_untilOff > 0 && --m_untilOff == 0)
        m_isOff = m_hasFailed = true;
    if (m_isOff)
        return Fault::Error;
    const bool isMeant = m_kind == Operation::Any || m_kind == kind;
    if (isMeant && m_left > 0 && --m_left == 0) {
        m_hasFailed = true;
        m_fails = m_lasts == Lasts::UntilMended;
        return m_fault;
    }
    return isMeant && m_fails ? std::optional(m_fault) : std::nullopt;
}

int FaultyDisk::open(const char *path, sqlite3_file *file, int flags, int *outFlags)
{
    MutexLock lock(m_mutex);
    file->pMethods = nullptr;
    if (findFault(Operation::Open))
        return SQLITE_CANTOPEN;
    const std::string name = path ? path : "";
    const bool isThere = std::filesystem::exists(name);
    FaultyFile &mine = FaultyFile::of(file);
    mine.disk = this;
    mine.path = path ? path : "";
    if (const int error = m_real->xOpen(m_real, path, FaultyFile::below(file), flags, outFlags))
        return error;
    file->pMethods = &FaultyFile::Methods;
    if (path && isThere) {
        m_images.try_emplace(name, Image{diskContent(name), {}, {}, true, true});
    } else if (path) {
        std::optional<std::string> before;
        if (const auto old = m_images.find(name); old != m_images.end())
            before = old->second.replaced;
        m_images.insert_or_assign(name, Image{{}, {}, std::move(before), false, true});
    }
    return SQLITE_OK;
}

int FaultyDisk::remove(const char *path, int sync)
{
    MutexLock lock(m_mutex);
    if (findFault(Operation::Any))
        return SQLITE_IOERR_DELETE;
    const int error = m_real->xDelete(m_real, path, sync);
    if (const auto found = m_images.find(path); error == SQLITE_OK && found != m_images.end()) {
        Image &image = found->second;
        auto left = image.isNamed ? std::optional(std::move(image.durable)) : image.replaced;
        image = {{}, {}, sync ? std::nullopt : std::move(left), false, false};
    }
    return error;
}

int FaultyDisk::write(const std::string &path, sqlite3_file *real, const void *bytes, int size,
                      sqlite3_int64 at)
{
    MutexLock lock(m_mutex);
    const auto fault = findFault(Operation::Write);
    const std::string_view all(static_cast<const char *>(bytes), std::size_t(size));
    const std::string_view done = !fault || m_isOff        ? all
                                  : *fault == Fault::Error ? std::string_view()
                                                           : all.substr(0, all.size() / 2);
    if (!done.empty() && !path.empty())
        m_images[path].pending.push_back({std::uint64_t(at), std::string(done)});
    if (m_isOff)
        return SQLITE_IOERR_WRITE;
    const int error = done.empty()
                          ? SQLITE_OK
                          : real->pMethods->xWrite(real, done.data(), int(done.size()), at);
    if (!fault)
        return error;
    return *fault == Fault::Full ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

int FaultyDisk::sync(const std::string &path, sqlite3_file *real, int flags)
{
    MutexLock lock(m_mutex);
    const auto fault = findFault(Operation::Sync);
    Image &image = m_images[path];
    if (!fault) {
        for (const Change &change : image.pending) {
            if (change.bytes)
                put(image.durable, change.at, *change.bytes);
            else
                image.durable.resize(change.at);
        }
        if (!image.isNamed)
            syncFolder(); // SQLite does so for a file that it has made
    }
    if (!m_isOff)
        image.pending.clear();
    if (fault)
        return SQLITE_IOERR_FSYNC;
    static_cast<void>(real); // nothing here has to outlive this machine
    static_cast<void>(flags);
    return SQLITE_OK;
}

void FaultyDisk::syncFolder()
{
    for (auto &[ignored, image] : m_images) {
        image.replaced.reset();
        image.isNamed = image.isThere;
    }
}

int FaultyDisk::truncate(const std::string &path, sqlite3_file *real, sqlite3_int64 size)
{
    MutexLock lock(m_mutex);
    if (findFault(Operation::Truncate))
        return SQLITE_IOERR_TRUNCATE;
    m_images[path].pending.push_back({std::uint64_t(size), std::nullopt});
    return real->pMethods->xTruncate(real, size);
}

void FaultyDisk::restart(std::uint32_t seed)
{
    MutexLock lock(m_mutex);
    std::minstd_rand random(seed);
    const auto survives = [&] { return seed > 0 && random() % 2 == 0; };
    for (auto &[path, image] : m_images) {
        std::string content = std::move(image.durable);
        for (const Change &change : image.pending) {
            if (!change.bytes && survives())
                content.resize(change.at);
            for (std::size_t at = 0; change.bytes && at < change.bytes->size(); at += SectorBytes) {
                if (survives())
                    put(content, change.at + at,
                        std::string_view(*change.bytes).substr(at, SectorBytes));
            }
        }
        const bool isNew = !image.isNamed && !image.replaced && image.isThere;
        if (image.isNamed || (isNew && survives()))
            std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
        else if (image.replaced && survives())
            std::ofstream(path, std::ios::binary | std::ios::trunc) << *image.replaced;
        else
            std::filesystem::remove(path);
    }
    m_images.clear();
    m_untilOff = m_left = 0;
    m_isOff = m_fails = false;
}

} // namespace qontroller::test
