// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/common/ownersmark.h"

#include "core/base/text/readabletext.h"
#include "core/base/threads/wait.h"
#include "core/plugins/process/earlierprocess.h"
#include "core/plugins/process/lifesession.h"

#include <unistd.h>

#include <array>
#include <fstream>
#include <system_error>
#include <utility>

namespace qontroller {

namespace {

constexpr int ClaimTries = 3; // while others write it at the same moment

const std::string &bootOfMachine()
{
    static const std::string boot = [] {
        std::string id;
        std::ifstream("/proc/sys/kernel/random/boot_id") >> id;
        return id;
    }();
    return boot;
}

const std::string &lifeOfProcess()
{
    static const std::string life = lifeOf(::getpid());
    return life;
}

std::string machineName()
{
    std::array<char, 256> name{};
    static_cast<void>(::gethostname(name.data(), name.size() - 1));
    return name.data();
}

MarkSight::Process processOf(const OwnerNote &note)
{
    if (note.boot != bootOfMachine() || note.boot.empty())
        return MarkSight::Process::Unseen;
    if (note.life == lifeOfProcess())
        return MarkSight::Process::Ours;
    return isOver(note.life) ? MarkSight::Process::Ended : MarkSight::Process::Runs;
}

std::string ownerOf(const MarkOptions &options)
{
    return options.owner == MarkOptions::Owner::Host ? options.host.id
                                                     : options.host.id + '/' + options.controller;
}

/// Whatever is done there fails with a better sentence.
bool saysThatFolderIsAway(int code)
{
    return code == ENOENT || code == ENOTDIR || code == ELOOP;
}

} // namespace

OwnersMark::OwnersMark(std::string path, MarkOptions options)
    : m_file(std::move(path))
    , m_options(std::move(options))
    , m_owner(ownerOf(m_options))
    , m_clock(*m_options.clock)
{}

std::shared_ptr<OwnersMark> OwnersMark::none()
{
    return std::make_shared<OwnersMark>(std::string(), MarkOptions());
}

OwnersMark::~OwnersMark()
{
    MutexLock lock(m_mutex);
    if (m_state != State::Held || m_former || m_options.atEnd == MarkOptions::AtEnd::Left)
        return;
    const std::string text = m_note.text();
    m_file.remove(text.substr(0, text.size() - m_note.renewal().size()));
}

OwnerNote OwnersMark::newNote() const
{
    const WallTime now = m_clock.wallNow();
    return {m_owner,
            machineName(),
            lifeSession(),
            m_options.host.stateFolder,
            m_options.controller,
            m_former ? m_former->work : m_options.work,
            bootOfMachine(),
            lifeOfProcess(),
            m_former ? m_former->since : now,
            now};
}

tl::expected<void, std::string> OwnersMark::claim(const std::stop_token &stop)
{
    if (!isMinded())
        return {};
    MutexLock lock(m_mutex);
    const bool isForced = std::exchange(m_takesOver, false);
    for (int tries = 0; tries < ClaimTries; ++tries) {
        if (auto denied = tryToClaim(isForced)) {
            deny(*std::move(denied));
            return tl::unexpected(m_whose);
        }
        const TimePoint settled = m_settledAt;
        if (m_clock.now() >= settled)
            return {};
        m_state = State::None; // until nobody else can have written at the same moment
        lock.unlock();
        const WaitEnd end = waitUntil(m_clock, settled, stop);
        lock.lock();
        if (end == WaitEnd::Stopped)
            return tl::unexpected(std::string("stopped"));
    }
    return {};
}

bool OwnersMark::isOtherWork(const OwnerNote &note) const
{
    return !m_options.work.empty() && !note.work.empty()
           && note.work != readableText(m_options.work) && note.work != m_ended;
}

bool OwnersMark::isOfClone(const OwnerNote &note) const
{
    return note.owner == m_owner && m_worksSince != WallTime{} && note.renewed > m_worksSince;
}

// What is of the machine before it was started anew may be a clone's.
bool OwnersMark::isOfThisHost(const MarkSight &sight) const
{
    return sight.process != MarkSight::Process::Unseen && sight.note->owner != m_owner
           && sight.note->owner.starts_with(m_options.host.id + '/');
}

// Whoever has the name of that controller by now would write a note of its own, and whoever works
// as that one did has our work.
bool OwnersMark::isLeft(const MarkSight &sight) const
{
    if (!isOfThisHost(sight))
        return false;
    if (sight.process == MarkSight::Process::Ours)
        return !LivingNotes::ofThisProcess().has(*sight.note);
    return sight.process == MarkSight::Process::Ended && !m_options.work.empty()
           && sight.note->work == readableText(m_options.work);
}

MarkSight OwnersMark::see(const Content &content)
{
    MarkSight sight;
    m_lookedAt = m_clock.now();
    sight.isThere = content.has_value();
    const std::string text = content ? content->text : std::string();
    if (std::exchange(m_seen, text) != text || m_seenAt == TimePoint{})
        m_seenAt = m_lookedAt;
    if (!content)
        return sight;
    const WallTime now = m_clock.wallNow();
    sight.note = OwnerNote::of(text);
    sight.byFile = now - content->written;
    sight.isUnchanged = m_lookedAt - m_seenAt;
    if (sight.note) {
        sight.process = processOf(*sight.note);
        sight.isOfClone = sight.process != MarkSight::Process::Ours && isOfClone(*sight.note);
        sight.byNote = now - sight.note->renewed;
        sight.isOfThisHost = isOfThisHost(sight);
        sight.isLeft = isLeft(sight);
    }
    return sight;
}

OwnersMark::Denied OwnersMark::tryToClaim(bool isForced)
{
    for (int tries = 0; tries < ClaimTries; ++tries) {
        const auto content = m_file.read();
        if (!content && saysThatFolderIsAway(content.error())) {
            m_state = State::Unmarked;
            return std::nullopt;
        }
        if (!content)
            return Denial{'"' + m_file.path() + "\" cannot be read, so whose it is is not known: "
                          + std::generic_category().message(content.error())};
        const MarkSight sight = see(*content);
        const MarkStanding standing = judge(sight, m_owner);
        if (standing == MarkStanding::Foreign && !isForced)
            return denialOf(sight);
        const bool isSame = sight.process == MarkSight::Process::Ours
                            && sight.note->owner == m_owner
                            && sight.note->work == readableText(newNote().work);
        if (standing == MarkStanding::Ours && isSame) {
            hold(*sight.note);
            if (m_clock.now() - m_renewedAt >= RenewInterval)
                renew();
            return std::nullopt;
        }
        const auto denied = write(*content, sight, isForced);
        if (!denied || !denied->whose.empty())
            return denied;
    }
    return Denial{'"' + m_file.path() + "\" is being written by another host just now"};
}

OwnersMark::Denial OwnersMark::denialOf(const MarkSight &sight) const
{
    return {whoseMark(m_file.path(), sight, m_clock.wallNow()), sight.note.has_value()};
}

OwnersMark::Denied OwnersMark::write(const Content &before, const MarkSight &sight, bool isForced)
{
    const MarkStanding standing = judge(sight, m_owner);
    if (sight.note)
        m_former = isOtherWork(*sight.note) ? sight.note : std::nullopt;
    OwnerNote note = newNote();
    LivingNotes::Stay stay(note); // before others can read it
    const bool hasToBeOld = standing == MarkStanding::Abandoned && !isForced
                            && sight.byFile >= MarkAge;
    const auto written = m_file.replace(before, note.text(),
                                        hasToBeOld ? std::optional(MarkAge) : std::nullopt);
    if (!written) {
        if (saysThatFolderIsAway(written.error()))
            m_state = State::Unmarked;
        else
            goOnWithout(written.error());
        return std::nullopt;
    }
    if (*written == MarkFile::Written::TooSoon)
        return denialOf(sight);
    if (*written == MarkFile::Written::Lost)
        return Denial{};
    hold(std::move(note));
    m_renewedAt = m_clock.now();
    // One that goes on may be told that it has lost the target a moment later.
    if (*written == MarkFile::Written::Perhaps || standing == MarkStanding::Foreign || sight.isLeft)
        m_settledAt = later(m_renewedAt, SettleTime);
    return std::nullopt;
}

void OwnersMark::begin(State state)
{
    m_state = state;
    if (m_worksSince == WallTime{})
        m_worksSince = m_clock.wallNow();
}

void OwnersMark::hold(OwnerNote note)
{
    begin(State::Held);
    m_isAnothers = false;
    m_ended.clear();
    m_stay = LivingNotes::Stay(note);
    m_note = std::move(note);
}

void OwnersMark::goOnWithout(int code)
{
    begin(State::Unmarked);
    if (std::exchange(m_hasSaid, true))
        return;
    m_options.say("\"" + m_file.path() + "\" cannot be written ("
                  + std::generic_category().message(code)
                  + "), so no other host sees that this one works there: see to it that none does");
}

void OwnersMark::deny(Denial denial)
{
    m_state = State::None;
    m_whose = std::move(denial.whose);
    m_isAnothers = denial.isAnothers;
}

bool OwnersMark::holds()
{
    if (!isMinded())
        return true;
    MutexLock lock(m_mutex);
    if (m_lookedAt == TimePoint{})
        claimFirst();
    else if (m_state != State::None && m_clock.now() - m_lookedAt >= LookInterval)
        look();
    return m_state != State::None && !m_former && m_clock.now() >= m_settledAt;
}

// No list was before: the process of an isolated controller was started anew, or one object is
// handled alone.
void OwnersMark::claimFirst()
{
    if (auto denied = tryToClaim(false))
        deny(*std::move(denied));
}

std::string OwnersMark::whose()
{
    MutexLock lock(m_mutex);
    if (m_state != State::None && m_former)
        return '"' + m_file.path() + "\" is ours: what its former owner has left is ended first";
    return m_whose.empty() ? '"' + m_file.path() + "\" is claimed just now" : m_whose;
}

bool OwnersMark::isLost()
{
    MutexLock lock(m_mutex);
    return m_state == State::None && m_isAnothers && m_worksSince != WallTime{};
}

std::optional<OwnerNote> OwnersMark::former()
{
    MutexLock lock(m_mutex);
    return m_former;
}

tl::expected<void, std::string> OwnersMark::forgetFormer()
{
    MutexLock lock(m_mutex);
    const auto former = std::exchange(m_former, std::nullopt);
    if (!former)
        return {};
    if (m_state != State::Held) {
        m_ended = former->work;
        return {};
    }
    OwnerNote note = newNote();
    LivingNotes::Stay stay(note); // before others can read it
    const auto content = m_file.read();
    const bool isThere = content && *content && (*content)->text == m_note.text();
    const auto written = isThere ? m_file.replace(*content, note.text(), std::nullopt)
                                 : MarkFile::Written::Lost;
    const bool isWritten = written && *written != MarkFile::Written::Lost;
    if (!isWritten) {
        m_former = former;
        const std::string why = written ? "another has written it"
                                        : std::generic_category().message(written.error());
        return tl::unexpected('"' + m_file.path() + "\" cannot be written: " + why);
    }
    hold(std::move(note));
    m_renewedAt = m_clock.now();
    return {};
}

void OwnersMark::look()
{
    const auto content = m_file.read();
    if (!content)
        return; // it is there, or was: what cannot be read now says nothing
    const MarkSight sight = see(*content);
    if (!sight.isThere) {
        if (m_state == State::Held)
            deny({'"' + m_file.path() + "\" is not there any more: the next list marks it anew"});
        return;
    }
    if (!sight.note) { // nobody writes such a mark, so nobody has taken the target
        if (m_state == State::Held)
            static_cast<void>(write(*content, sight, true));
        m_settledAt = {};
        return;
    }
    const bool isOurs = sight.note->owner == m_owner && sight.process == MarkSight::Process::Ours;
    if (!isOurs && (m_state == State::Held || judge(sight, m_owner) == MarkStanding::Foreign))
        return deny(denialOf(sight));
    if (m_state == State::Held && m_lookedAt - m_renewedAt >= RenewInterval)
        renew();
}

void OwnersMark::renew()
{
    const std::string text = m_note.text();
    OwnerNote note = m_note;
    note.renewed = m_clock.wallNow();
    m_renewedAt = m_clock.now();
    if (m_file.renew(text, note.renewal()))
        m_note = note;
}

void OwnersMark::takeOver()
{
    MutexLock lock(m_mutex);
    m_takesOver = true;
}

} // namespace qontroller
