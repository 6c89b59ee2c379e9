// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/serve/hostjournal.h"

#include "app/cli/controlsocket.h"
#include "app/log/log.h"
#include "app/serve/installation.h"
#include "core/base/files/ownfiles.h"
#include "core/base/text/texthash.h"

#include <QtCore/QString>

#include <utility>

namespace qontroller {

namespace {

constexpr const char *Event = "journal";
/// A disk that does not answer is waited for that long at the end.
constexpr Duration LastWrite = std::chrono::seconds(10);

std::string objects(std::uint64_t count)
{
    return std::to_string(count) + (count == 1 ? " object" : " objects");
}

/// What differs from the session by now, and what does not any more.
void say(const std::string &controller, const ResumedChanges &resumed, WallTime now)
{
    const auto line = [&controller](std::string text) {
        log(LogLevel::Info, {.controller = controller, .event = Event, .text = std::move(text)});
    };
    for (const std::string &each : describe(resumed.kept, now))
        line("as an operator has set it, " + each);
    for (const ChangedOption &each : resumed.overruled)
        line(each.name + " is as the session says, and no longer " + each.value
             + " as an operator had set it: the session has changed since");
    if (resumed.hasRunOut)
        line("workers has gone back to " + std::to_string(resumed.options.workers)
             + ": its time has run out meanwhile");
}

/// `, what an operator had set (maxRetries=5)`; empty: nothing.
std::string changesIn(const ControllerChanges &changes)
{
    std::string all;
    const auto add = [&all](const std::string &name, const std::string &value) {
        all += (all.empty() ? ", what an operator had set (" : ", ") + name + '=' + value;
    };
    for (const ChangedOption &each : changes.options)
        add(each.name, each.value);
    if (changes.workers)
        add("workers", std::to_string(changes.workers->workers));
    return all.empty() ? all : all + ')';
}

void sayRestored(const std::string &controller, const Restored &restored)
{
    const auto line = [&controller](LogLevel level, std::string text) {
        log(level, {.controller = controller, .event = Event, .text = std::move(text)});
    };
    if (restored.objects > 0 || restored.isPaused)
        line(LogLevel::Info, "knows " + describe(restored) + " from before the start"
                                 + (restored.isPaused ? ", and is paused" : ""));
    if (restored.dropped > 0)
        line(LogLevel::Warning, "forgets " + objects(restored.dropped)
                                    + " from before the start: its plugin or its parameters are "
                                      "others");
    if (restored.droppedTexts > 0)
        line(LogLevel::Warning, "forgets what was kept for the handler of "
                                    + objects(restored.droppedTexts)
                                    + ": its plugin or its parameters are others");
}

/// What of the rows of a controller is not what was written, as a sentence; empty: nothing.
std::string whatIsDamaged(const std::string &controller, const Restored &restored)
{
    std::string what;
    const auto add = [&what](bool isSo, const std::string &part) {
        if (isSo)
            what += (what.empty() ? "" : ", and ") + part;
    };
    add(restored.damaged > 0, "nothing is known of " + objects(restored.damaged));
    add(restored.damagedTexts > 0,
        "what was kept for the handler of " + objects(restored.damagedTexts) + " is not known");
    add(restored.isPauseDamaged, "nobody knows how long it is paused, and why");
    add(restored.isWaveDamaged, "what the mass-deletion guard had counted is not known");
    return what.empty() ? what : "the journal is damaged: of " + controller + ' ' + what;
}

/// What was wrong with the file that was found, as a sentence; empty: nothing.
std::string whatIsLost(const std::filesystem::path &file, const Journal::Opened &opened)
{
    constexpr const char *All =
        ": pauses, removals that were held or refused, and what was deleted meanwhile";
    std::string what;
    if (!opened.setAside.empty())
        what = " is set aside as " + opened.setAside.string() + " (" + opened.why
               + "): nothing is known of earlier lives";
    else if (opened.hadNoContent)
        what = " was empty, or gone from beside its -wal: nothing is known of earlier lives";
    else if (opened.lacksItsEnd)
        what = "-wal is damaged or gone, or the file is an earlier copy: what was written last is "
               "not known";
    return what.empty() ? what : file.string() + what + All;
}

} // namespace

std::filesystem::path journalFile(const std::filesystem::path &folder, const std::string &session)
{
    std::error_code ignored;
    const std::string file = std::filesystem::weakly_canonical(session, ignored).string();
    return folder / "journals"
           / (hostName(file) + '-' + QString::number(hashOf(file), 16).toStdString() + ".sqlite");
}

std::filesystem::path journalFile(const SessionLine &line)
{
    const std::filesystem::path folder = stateFolder(line);
    return line.folder.empty() ? journalFile(folder, line.session) : folder / "journal.sqlite";
}

HostJournal::HostJournal()
    : m_journal(Journal::inMemory(SteadyClock::instance()))
{}

tl::expected<void, StoreError> HostJournal::moveTo(const std::filesystem::path &file, bool isNamed)
{
    if (file.empty())
        return take(Journal::inMemory(SteadyClock::instance()));
    makeOwnFolder(file.parent_path().string());
    std::error_code ignored;
    const bool wasThere = std::filesystem::exists(file, ignored);
    auto opened = Journal::open(file, SteadyClock::instance());
    if (!opened && !isNamed && !wasThere) {
        log(LogLevel::Warning,
            {.event = Event,
             .text = "a restart will forget what happens: " + opened.error().message
                     + "; name a folder that can be written"});
        return take(Journal::inMemory(SteadyClock::instance()));
    }
    if (!opened) {
        opened.error().message += ": without it a restart would forget what operators have said; "
                                  "start with --journal off if that is meant";
        return tl::unexpected(std::move(opened.error()));
    }
    const std::string lost = whatIsLost(file, *opened);
    if (!lost.empty())
        log(LogLevel::Error, {.event = Event, .text = lost});
    m_newFile = wasThere || !lost.empty() ? std::string() : file.string();
    opened->journal->addLost(lost);
    return take(std::move(opened->journal));
}

tl::expected<void, StoreError> HostJournal::take(std::unique_ptr<Journal> journal)
{
    if (auto moved = m_journal->moveTo(std::move(journal)); !moved)
        return tl::unexpected(StoreError(moved.error()));
    return {};
}

std::optional<JournalHealth> HostJournal::health()
{
    const JournalStatus status = port().status();
    if (status.file.empty())
        return std::nullopt;
    return JournalHealth{status.whyNotWritten.empty(), status.lost.empty()};
}

void HostJournal::sayIfLate()
{
    const bool isLate = turns()->late() > Duration::zero();
    if (std::exchange(m_isLate, isLate) == isLate)
        return;
    if (isLate)
        log(LogLevel::Error,
            {.event = Event,
             .text = "a restart would forget what happens: " + port().status().whyNotWritten});
    else
        log(LogLevel::Info, {.event = Event, .text = "the disk answers again"});
}

bool HostJournal::isKept()
{
    const std::optional<JournalHealth> found = health();
    const bool isKept = !found || turns()->sync(LastWrite);
    sayIfLate();
    if (!isKept)
        log(LogLevel::Error, {.event = Event,
                              .text = "a start now would not know what has happened last: "
                                      + port().status().whyNotWritten});
    return isKept && (!found || found->isWhole);
}

tl::expected<ControllerId, std::string> HostJournal::start(Host &host, ControllerSpec spec,
                                                           const ControllerOptions &given,
                                                           std::shared_ptr<KnownItems> instead)
{
    const std::string name = spec.name;
    JournaledController controller{name, spec.plugin, spec.objects, given};
    std::optional<TemporaryWorkers> workers;
    if (!instead)
        workers = restoreOptions(spec, controller);
    spec.known = m_journal->known(std::move(controller), std::move(instead),
                                  [this](const std::string &of, const Restored &restored) {
                                      sayRestored(of, restored);
                                      noteDamage(whatIsDamaged(of, restored));
                                  });
    if (workers) // before the host has it: else the number would be one that stays
        setTemporary(name, *workers);
    auto id = host.add(std::move(spec));
    if (id && workers && m_goOn)
        m_goOn(name, *workers);
    return id;
}

// If they cannot be read, its objects cannot either, and it does not start.
std::optional<TemporaryWorkers> HostJournal::restoreOptions(ControllerSpec &spec,
                                                            JournaledController &controller)
{
    const ControllerOptions &given = *controller.given;
    controller.isFleeting = spec.options != given;
    ResumedChanges resumed = m_journal->resumeChanges(controller)
                                 .value_or(ResumedChanges{.options = given});
    spec.options = withOwn(resumed.options, spec.options, given);
    say(spec.name, resumed, SteadyClock::instance().wallNow());
    if (resumed.damaged > 0)
        noteDamage("the journal is damaged: of " + spec.name
                   + " it is not known what operators had set options to, "
                   + std::to_string(resumed.damaged) + " in all");
    return std::move(resumed.kept.workers);
}

std::vector<OperatorLine> HostJournal::lines(std::size_t count)
{
    auto lines = m_journal->lines(count);
    if (lines)
        return *std::move(lines);
    log(LogLevel::Error, {.event = Event, .text = lines.error().message});
    return {};
}

KeptAlarms HostJournal::alarms()
{
    auto found = m_journal->alarms();
    if (!found) {
        log(LogLevel::Error, {.event = Event, .text = found.error().message});
        return {};
    }
    if (found->damaged > 0)
        noteDamage(
            "acknowledgements, or times since when rules of alarms hold, are damaged and left "
            "out: "
            + std::to_string(found->damaged));
    return std::move(found->all);
}

void HostJournal::noteDamage(const std::string &what)
{
    if (what.empty())
        return;
    log(LogLevel::Error, {.event = Event, .text = what});
    m_journal->addLost(what);
}

std::vector<KeptJob> HostJournal::readJobs()
{
    auto found = m_journal->readJobs();
    if (!found) {
        log(LogLevel::Error, {.event = Event, .text = found.error().message});
        return {};
    }
    for (const JobId id : found->damaged)
        noteDamage("the journal is damaged: job " + std::to_string(id) + " does not go on");
    return std::move(found->jobs);
}

void HostJournal::keepOnly(const std::set<std::string> &named, Left left)
{
    if (const std::string file = std::exchange(m_newFile, {}); !file.empty())
        log(LogLevel::Info,
            {.event = Event, .text = file + " is new: nothing is known of earlier lives"});
    const auto forgotten = m_journal->keepOnly(named);
    if (!forgotten)
        return log(LogLevel::Error, {.event = Event, .text = forgotten.error().message});
    for (const Journal::Forgotten &each : *forgotten) {
        const Restored &known = each.known;
        const std::string changes = changesIn(each.changes);
        const bool isWord = known.paused + known.withheld + known.owed + known.texts > 0
                            || known.isPaused || !changes.empty();
        if (known.objects == 0 && !isWord)
            continue;
        // Which plugin it was nobody knows any more.
        const std::string work = left == Left::Before
                                     ? "; what it has left at work, such as processes, goes on"
                                     : "";
        log(isWord || left == Left::Before ? LogLevel::Warning : LogLevel::Info,
            {.controller = each.controller,
             .event = Event,
             .text = "is not in the session: what was known of " + describe(known)
                     + (known.isPaused ? " and its pause" : "") + changes + " is forgotten"
                     + work});
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
