// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/load/crashguard.h"

#include "core/base/files/ownfiles.h"
#include "core/base/files/uniquefd.h"
#include "core/base/text/randomdigits.h"

#include <QtCore/QByteArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QSysInfo>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace qontroller {

namespace fs = std::filesystem;

namespace {

constexpr const char *Ending = ".mark";

std::string programName()
{
    std::error_code ignored;
    return fs::read_symlink("/proc/self/exe", ignored).filename().string();
}

QByteArray write(const PluginAttempt &attempt, const std::string &run)
{
    const auto text = [](const std::string &value) { return QString::fromStdString(value); };
    return QJsonDocument(
               QJsonObject{{QStringLiteral("file"), text(attempt.file)},
                           {QStringLiteral("sha256"), text(attempt.sha256)},
                           {QStringLiteral("controller"), text(attempt.controller)},
                           {QStringLiteral("program"), text(programName())},
                           {QStringLiteral("run"), text(run)},
                           {QStringLiteral("boot"), QString::fromLatin1(QSysInfo::bootUniqueId())}})
               .toJson(QJsonDocument::Compact)
           + '\n';
}

WallTime writtenAt(const std::string &file)
{
    struct stat status
    {
    };
    return ::stat(file.c_str(), &status) == 0 ? WallTime(std::chrono::seconds(status.st_mtime))
                                              : WallTime();
}

/// A line on what was attempted, and one on how it crashed. Nothing if there is no crash, if it is
/// of an earlier start of the machine, or if it cannot be understood.
std::optional<CrashGuard::Crash> parse(const QByteArray &bytes, const std::string &mark)
{
    const QList<QByteArray> lines = bytes.split('\n');
    const QByteArray how = lines.value(1);
    if (how.isEmpty())
        return std::nullopt;
    const QJsonObject json = QJsonDocument::fromJson(lines.first()).object();
    const auto text = [&json](const char *key) {
        return json.value(QLatin1String(key)).toString().toStdString();
    };
    if (text("file").empty() || text("boot") != QSysInfo::bootUniqueId().toStdString())
        return std::nullopt;
    return CrashGuard::Crash{{text("file"), text("sha256"), text("controller")},
                             text("program"),
                             text("run"),
                             mark,
                             how.toStdString(),
                             writtenAt(mark)};
}

} // namespace

void CrashMark::release()
{
    const int descriptor = m_descriptor.exchange(-1);
    if (descriptor < 0)
        return;
    crashnotes::close(descriptor);
    ::unlink(m_file.c_str()); // before its lock goes: it must not look like a crash
    m_lock.reset();
}

void CrashMark::succeed()
{
    if (m_descriptor < 0)
        return;
    for (const std::string &mark : m_earlier)
        ::unlink(mark.c_str());
    release();
}

CrashGuard::CrashGuard(std::string folder)
    : m_folder(std::move(folder))
    , m_run(randomDigits())
{
    if (m_folder.empty())
        return;
    std::error_code error;
    for (fs::directory_iterator it(m_folder, error), end; !error && it != end;
         it.increment(error)) {
        if (it->path().extension() == Ending)
            read(it->path().string());
    }
    std::ranges::sort(m_crashes, {}, &Crash::at);
}

void CrashGuard::read(const std::string &mark)
{
    const UniqueFd file(::open(mark.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (file && ::flock(file.get(), LOCK_SH | LOCK_NB) != 0)
        return; // whose it is lives
    const auto content = readOwnFile(mark);
    if (content && !*content)
        return; // released meanwhile
    auto crash = content ? parse(QByteArray::fromStdString(**content), mark) : std::nullopt;
    if (crash)
        m_crashes.push_back(std::move(*crash));
    else
        ::unlink(mark.c_str());
}

std::vector<CrashGuard::Crash> CrashGuard::crashesOf(const std::string &file,
                                                    const std::string &sha256) const
{
    std::vector<Crash> found;
    for (const Crash &crash : m_crashes) {
        if (crash.attempt.file == file && crash.attempt.sha256 == sha256
            && std::ranges::count(found, crash.run, &Crash::run) == 0)
            found.push_back(crash);
    }
    return found;
}

tl::expected<std::shared_ptr<CrashMark>, std::string> CrashGuard::mark(const PluginAttempt &attempt)
{
    if (m_folder.empty())
        return nullptr;
    std::erase_if(m_marks, [](const auto &mark) { return mark.expired(); });
    std::error_code ignored; // what follows says what is wrong
    fs::create_directories(m_folder, ignored);
    const std::string file = m_folder + '/' + programName() + '-' + randomDigits() + Ending;
    auto written = writeLockedFile(file, write(attempt, m_run).toStdString(), Outlives::Program);
    if (written && !crashnotes::open(written->get())) {
        ::unlink(file.c_str());
        written = tl::unexpected(EMFILE);
    }
    if (!written)
        return tl::unexpected(m_folder + ": no mark can be written ("
                              + std::generic_category().message(written.error())
                              + "), so a crash of " + attempt.file
                              + " would not be remembered; make it a folder that can be written");
    std::vector<std::string> earlier;
    for (const Crash &crash : m_crashes) {
        if (crash.attempt.file == attempt.file && crash.attempt.sha256 == attempt.sha256
            && crash.attempt.controller == attempt.controller)
            earlier.push_back(crash.mark);
    }
    auto made = std::make_shared<CrashMark>(file, *std::move(written), std::move(earlier));
    m_marks.push_back(made);
    return made;
}

tl::expected<void, std::string> CrashGuard::forgive(const std::string &file)
{
    return forgive([&](const Crash &crash) { return crash.attempt.file == file; });
}

tl::expected<void, std::string> CrashGuard::forgiveOthers(const std::string &file,
                                                          const std::string &sha256)
{
    return forgive([&](const Crash &crash) {
        return crash.attempt.file == file && crash.attempt.sha256 != sha256;
    });
}

tl::expected<void, std::string> CrashGuard::forgive(const IsMeant &isMeant)
{
    for (const Crash &crash : m_crashes) {
        if (isMeant(crash) && ::unlink(crash.mark.c_str()) != 0 && errno != ENOENT)
            return tl::unexpected(crash.mark + " cannot be removed ("
                                  + std::generic_category().message(errno)
                                  + "): remove it by hand");
    }
    std::erase_if(m_crashes, isMeant);
    return {};
}

void CrashGuard::releaseAll()
{
    for (const auto &mark : m_marks) {
        if (const auto living = mark.lock())
            living->release();
    }
}

std::string whatCrashed(const std::vector<CrashGuard::Crash> &crashes)
{
    const CrashGuard::Crash &last = crashes.back();
    const std::string often = crashes.size() == 1
                                  ? std::string()
                                  : ' ' + std::to_string(crashes.size()) + " times in a row";
    return "ended " + last.program + often + " (" + last.how
           + ") while it was loaded or started for the controller " + last.attempt.controller;
}

} // namespace qontroller
