// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/serve/hostjournal.h"

#include "app/cli/controlsocket.h"
#include "app/log/log.h"
#include "app/serve/installation.h"
#include "core/base/files/ownfiles.h"
#include "core/base/text/texthash.h"

#include <QtCore/QString>

#include <utility>
#include <vector>

namespace qontroller {

namespace {

constexpr const char *Event = "journal";

void add(std::vector<std::string> &parts, std::uint64_t count, const char *what)
{
    if (count > 0)
        parts.push_back(std::to_string(count) + ' ' + what);
}

std::string objects(std::uint64_t count)
{
    return std::to_string(count) + (count == 1 ? " object" : " objects");
}

/// What of \a restored is not as it is with most objects.
std::string inParticular(const Restored &restored)
{
    std::vector<std::string> parts;
    add(parts, restored.failed, "failed or parked");
    add(parts, restored.paused, "paused");
    add(parts, restored.withheld, "held or kept");
    add(parts, restored.owed, "to be removed");
    std::string all;
    for (const std::string &part : parts)
        all += (all.empty() ? " (" : ", ") + part;
    return all.empty() ? all : all + ')';
}

void say(const std::string &controller, const Restored &restored)
{
    const auto line = [&controller](LogLevel level, std::string text) {
        log(level, {.controller = controller, .event = Event, .text = std::move(text)});
    };
    if (restored.objects > 0 || restored.pause.isPaused)
        line(LogLevel::Info, "knows " + objects(restored.objects) + " from before the start"
                                 + inParticular(restored)
                                 + (restored.pause.isPaused ? ", and is paused" : ""));
    if (restored.dropped > 0)
        line(LogLevel::Warning, "forgets " + objects(restored.dropped)
                                    + " from before the start: its plugin or its parameters are "
                                      "others");
    if (restored.damaged > 0)
        line(LogLevel::Error,
             "the journal is damaged: nothing is known of " + objects(restored.damaged));
}

} // namespace

std::filesystem::path journalFile(const SessionLine &line)
{
    const std::filesystem::path folder = stateFolder(line);
    if (!line.folder.empty())
        return folder / "journal.sqlite";
    std::error_code ignored;
    const std::string session = std::filesystem::weakly_canonical(line.session, ignored).string();
    return folder / "journals"
           / (hostName(session) + '-' + QString::number(hashOf(session), 16).toStdString()
              + ".sqlite");
}

tl::expected<std::unique_ptr<HostJournal>, StoreError> HostJournal::open(
    const std::filesystem::path &file)
{
    makeOwnFolder(file.parent_path().string());
    auto opened = Journal::open(file, SteadyClock::instance());
    if (!opened)
        return tl::unexpected(std::move(opened.error()));
    const auto tell = [&file](const std::string &what) {
        log(LogLevel::Error,
            {.event = Event,
             .text = file.string() + what
                     + ": pauses, removals that were held or refused, and what was "
                       "deleted meanwhile"});
    };
    if (!opened->setAside.empty())
        tell(" is set aside as " + opened->setAside.string() + " (" + opened->why
             + "): nothing is known of earlier lives");
    else if (opened->hadNoContent)
        tell(" was empty: nothing is known of earlier lives");
    else if (opened->lacksItsEnd)
        tell("-wal is gone, or the file is a copy without it: what was written last is not known");
    return std::unique_ptr<HostJournal>(new HostJournal(std::move(opened->journal)));
}

std::shared_ptr<KnownItems> HostJournal::known(JournaledController controller,
                                               std::shared_ptr<KnownItems> instead)
{
    return m_journal->known(std::move(controller), std::move(instead), say);
}

void HostJournal::keepOnly(const std::set<std::string> &named)
{
    const auto forgotten = m_journal->keepOnly(named);
    if (!forgotten)
        return log(LogLevel::Error, {.event = Event, .text = forgotten.error().message});
    for (const Journal::Forgotten &each : *forgotten) {
        const Restored &known = each.known;
        const bool isWord = known.paused + known.withheld + known.owed > 0 || known.pause.isPaused;
        if (known.objects == 0 && !isWord)
            continue;
        log(isWord ? LogLevel::Warning : LogLevel::Info,
            {.controller = each.controller,
             .event = Event,
             .text = "is not in the session: what was known of " + objects(known.objects)
                     + inParticular(known) + (known.pause.isPaused ? " and its pause" : "")
                     + " is forgotten"});
    }
}

std::unique_ptr<JournalWriter> HostJournal::writerOf(Host &host)
{
    return std::make_unique<JournalWriter>(
        *m_journal, host, SteadyClock::instance(), [](const std::string &why) {
            if (why.empty())
                log(LogLevel::Info, {.event = Event, .text = "is written again"});
            else
                log(LogLevel::Error,
                    {.event = Event,
                     .text = "cannot be written, and a restart would forget what happens: " + why});
        });
}

} // namespace qontroller
