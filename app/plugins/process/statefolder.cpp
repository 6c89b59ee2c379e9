// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/statefolder.h"

#include "app/plugins/process/notedprocess.h"
#include "core/base/faults/shortage.h"
#include "core/base/files/ownfiles.h"
#include "core/base/text/randomdigits.h"

#include <QtCore/QDir>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QSysInfo>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>

namespace qontroller::supervision {

namespace {

constexpr const char *Suffix = ".running";

qint64 inMilliseconds(Duration duration)
{
    return std::chrono::ceil<std::chrono::milliseconds>(duration).count();
}

Duration durationIn(const QJsonObject &json, const char *key, Duration otherwise)
{
    constexpr std::chrono::milliseconds Most = std::chrono::hours(24 * 365 * 100);
    const std::chrono::milliseconds read(json.value(QLatin1String(key)).toInteger(-1));
    return read.count() >= 0 && read <= Most ? Duration(read) : otherwise;
}

using Destination = std::pair<LogOptions::To, std::string_view>;
constexpr Destination Destinations[] = {
    {LogOptions::To::File, "file"},
    {LogOptions::To::Journal, "journal"},
    {LogOptions::To::Discard, "discard"},
};

QJsonObject toJson(const LogOptions &log)
{
    const auto *to = std::ranges::find(Destinations, log.to, &Destination::first);
    return {{"to", QString::fromUtf8(to->second.data(), static_cast<qsizetype>(to->second.size()))},
            {"size", static_cast<qint64>(log.size)},
            {"count", static_cast<qint64>(log.count)}};
}

/// Nothing if \a json is not what toJson() gave: of an earlier version.
std::optional<LogOptions> logIn(const QJsonObject &json)
{
    const std::string to = json.value(QLatin1String("to")).toString().toStdString();
    const auto *found = std::ranges::find(Destinations, to, &Destination::second);
    if (found == std::end(Destinations))
        return std::nullopt;
    return LogOptions{found->first,
                      static_cast<std::uint64_t>(json.value(QLatin1String("size")).toInteger(1)),
                      static_cast<unsigned>(json.value(QLatin1String("count")).toInteger())};
}

QJsonObject toJson(const StartRecord &record)
{
    QJsonObject json{{"pid", record.process.pid},
                     {"start", QString::fromStdString(record.start)},
                     {"startTime", static_cast<qint64>(record.process.startTime)},
                     {"bootId", QString::fromStdString(record.bootId)},
                     {"digest", QString::fromStdString(record.digest)},
                     {"restarts", static_cast<qint64>(record.restarts)},
                     {"startedAt", static_cast<qint64>(record.startedAt)},
                     {"graceMs", inMilliseconds(record.grace)},
                     {"resetAfterMs", inMilliseconds(record.resetAfter)},
                     {"folder", QString::fromStdString(record.folder)}};
    if (record.log)
        json.insert(QLatin1String("log"), toJson(*record.log));
    return json;
}

StartRecord fromJson(const QJsonObject &json)
{
    StartRecord record;
    record.process.pid = json.value(QLatin1String("pid")).toInt(-1);
    record.process.startTime = static_cast<std::uint64_t>(
        json.value(QLatin1String("startTime")).toInteger());
    record.start = json.value(QLatin1String("start")).toString().toStdString();
    record.bootId = json.value(QLatin1String("bootId")).toString().toStdString();
    record.digest = json.value(QLatin1String("digest")).toString().toStdString();
    record.restarts = static_cast<unsigned>(json.value(QLatin1String("restarts")).toInteger());
    record.startedAt = json.value(QLatin1String("startedAt")).toInteger();
    record.grace = durationIn(json, "graceMs", record.grace); // older notes have neither
    record.resetAfter = durationIn(json, "resetAfterMs", record.resetAfter);
    record.folder = json.value(QLatin1String("folder")).toString().toStdString();
    record.log = logIn(json.value(QLatin1String("log")).toObject());
    return record;
}

} // namespace

bool StartRecord::isOfThisBoot() const
{
    return bootId == StateFolder::bootId();
}

StateFolder::StateFolder(std::string path, Use use)
    : m_path(std::move(path))
    , m_use(use)
{}

tl::expected<void, std::string> StateFolder::take()
{
    if (m_use == Use::Look || isTaken())
        return {};
    auto taken = takeOwnFolder(m_path);
    if (!taken)
        return tl::unexpected("the state folder \"" + m_path + "\" " + taken.error());
    m_lock = std::move(*taken);
    return noteWhatIsLost();
}

bool StateFolder::isTaken() const
{
    struct stat ours
    {
    };
    struct stat there
    {
    };
    return m_lock && ::fstat(m_lock.get(), &ours) == 0 && ::stat(m_path.c_str(), &there) == 0
           && ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
}

// By the mark alone, as what was started and not noted any further.
tl::expected<void, std::string> StateFolder::noteWhatIsLost(const ObjectId &only) const
{
    if (m_use == Use::Look)
        return {};
    for (const EarlierWork &lost : workOf(m_path)) {
        const ObjectId id = idIn(lost.what);
        if ((!only.empty() && id != only) || isNoted(id, lost))
            continue;
        StartRecord record;
        record.start = lost.what;
        record.bootId = bootId();
        record.log = LogOptions{.to = LogOptions::To::Discard}; // its writer goes on without us
        if (const auto saved = save(id, record); !saved)
            return tl::unexpected(saved.error().text);
    }
    return {};
}

// Or it needs no note: what began no later than what the note is about has escaped from a process
// of that id.
bool StateFolder::isNoted(const ObjectId &id, const EarlierWork &work) const
{
    const auto record = load(id);
    if (!record || !*record)
        return !record; // it is said when it is looked at
    const StartRecord &note = **record;
    if (!originalOf(note).empty())
        return false;
    const bool isOlder = note.isOfThisBoot() && work.startedAt <= note.process.startTime;
    return isOlder || note.start == work.what || findNoted(note);
}

// Not of a state folder inside it.
std::vector<EarlierWork> StateFolder::workOf(const std::string &path)
{
    std::vector<EarlierWork> works = findEarlierWork(path + '/');
    std::erase_if(works,
                  [&](const EarlierWork &work) { return work.what.rfind('/') != path.size(); });
    return works;
}

ObjectId StateFolder::idIn(const std::string &start)
{
    const std::string name = start.substr(start.rfind('/') + 1);
    return name.substr(0, name.rfind('-'));
}

bool StateFolder::knows(const std::string &start) const
{
    const auto record = load(idIn(start));
    return record && *record && (*record)->start == start && originalOf(**record).empty();
}

// What cannot be read may be its note.
bool StateFolder::hasNoteOf(const std::string &start) const
{
    const auto record = load(idIn(start));
    return !record || (*record && (*record)->start == start);
}

// What an earlier version has noted is of the folder that started it.
std::string StateFolder::originalOf(const StartRecord &record) const
{
    std::error_code ignored; // what is not there is another one
    const auto end = record.start.rfind('/');
    const std::string path = !record.folder.empty() || end == std::string::npos
                                 ? record.folder
                                 : record.start.substr(0, end);
    if (path.empty() || path == m_path || std::filesystem::equivalent(path, m_path, ignored))
        return {};
    return StateFolder(path, Use::Look).hasNoteOf(record.start) ? path : std::string();
}

bool StateFolder::isCopy(const ObjectId &id) const
{
    const auto record = load(id).value_or(std::nullopt);
    return record && !originalOf(*record).empty();
}

std::vector<std::string> StateFolder::startsOfNoted() const
{
    std::vector<std::string> starts;
    for (const ObjectId &id : ids()) {
        const auto record = load(id).value_or(std::nullopt);
        if (record && !record->start.empty() && originalOf(*record).empty() && findNoted(*record))
            starts.push_back(record->start);
    }
    return starts;
}

std::string StateFolder::nextStart(const ObjectId &id) const
{
    return m_path + '/' + id + '-' + randomDigits();
}

tl::expected<std::optional<StartRecord>, std::string> StateFolder::load(const ObjectId &id) const
{
    const auto content = readOwnFile(file(id));
    if (content && !*content)
        return std::nullopt;
    const auto problem = [&](const std::string &what) {
        return tl::unexpected("the state file \"" + file(id) + "\" " + what
                              + ", so it is not known what runs");
    };
    if (!content)
        return problem(content.error());
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(**content));
    StartRecord record = fromJson(document.object());
    const bool isUsable = record.process.pid > 1
                          || (record.process.pid == -1 && !record.start.empty());
    if (!isUsable)
        return problem("is no note of a process: remove it if none runs");
    return record;
}

tl::expected<void, Obstacle> StateFolder::save(const ObjectId &id, const StartRecord &record) const
{
    StartRecord ours = record;
    ours.folder = m_path;
    const QByteArray json = QJsonDocument(toJson(ours)).toJson(QJsonDocument::Compact);
    const auto written = writeOwnFile(file(id), json.toStdString());
    if (written)
        return {};
    return tl::unexpected(Obstacle{"the state file \"" + file(id) + "\" cannot be written: "
                                       + std::generic_category().message(written.error()),
                                   isShortage(written.error())});
}

void StateFolder::forget(const ObjectId &id) const
{
    std::error_code ignored; // a note of what has ended makes nobody believe that it runs
    std::filesystem::remove(file(id), ignored);
}

std::vector<ObjectId> StateFolder::ids() const
{
    std::vector<ObjectId> found;
    const QDir folder(QString::fromStdString(m_path));
    for (QString name : folder.entryList({QLatin1Char('*') + QLatin1String(Suffix)}, QDir::Files)) {
        name.chop(static_cast<qsizetype>(std::char_traits<char>::length(Suffix)));
        found.push_back(name.toStdString());
    }
    return found;
}

ListedPlace StateFolder::specs() const
{
    const auto content = readOwnFile(specsFile());
    if (!content || !*content)
        return {};
    return ListedPlace::of(**content).value_or(ListedPlace());
}

void StateFolder::noteSpecs(const ListedPlace &place)
{
    if (m_use == Use::Alone && specs() != place)
        static_cast<void>(writeOwnFile(specsFile(), place.text()));
}

// Hidden: "specs" may be the name of a process.
std::string StateFolder::specsFile() const
{
    return m_path + "/.specs";
}

std::string StateFolder::file(const ObjectId &id) const
{
    return m_path + '/' + id + Suffix;
}

std::string StateFolder::log(const ObjectId &id) const
{
    return m_path + '/' + id + ".log";
}

std::string StateFolder::pipe(const ObjectId &id) const
{
    return m_path + '/' + id + ".pipe";
}

std::string StateFolder::record(const ObjectId &id) const
{
    return m_path + '/' + id + ".output";
}

const std::string &StateFolder::bootId()
{
    static const std::string id = QSysInfo::bootUniqueId().toStdString();
    return id;
}

} // namespace qontroller::supervision
