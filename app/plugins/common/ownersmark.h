// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/common/livingnotes.h"
#include "app/plugins/common/markfile.h"
#include "app/plugins/common/ownernote.h"
#include "core/base/threads/mutex.h"
#include "core/engine/api/hostidentity.h"

#include <tl/expected.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace qontroller {

/// Who works on a target, and what becomes of the mark.
struct MarkOptions
{
    HostIdentity host;      ///< without an id no mark is made or minded
    std::string controller; ///< its name
    std::string work = {};  ///< what it starts there is known by this; empty: it starts nothing

    enum class Owner : unsigned char {
        Controller, ///< another controller of the same host is another owner
        Host,
    };
    Owner owner = Owner::Controller;

    enum class AtEnd : unsigned char {
        Removed,
        Left, ///< for what goes on without the program
    };
    AtEnd atEnd = AtEnd::Removed;

    /// Takes a sentence once, on a mark that cannot be written.
    std::function<void(const std::string &)> say = [](const std::string &) {};
    Clock *clock = &SteadyClock::instance();
};

/// The right of one host, or one controller, to work on a target that others may have, too: a file
/// beside it that says whose it is.
///
/// A list claims the target: it is ours if nobody has marked it, if the mark is ours, also that of
/// an earlier life, or if whoever made it has abandoned it. What another controller of this host
/// has left, as one that has another name by now, is ours, too: one of this process that works by
/// its mark no more, or one whose process has ended and whose work is ours. A mark with our id
/// that is renewed after we have begun to work there is a clone's, and so another's. Attempts ask
/// whether it still is ours, for a person may have given the target to another host. The mark is
/// renewed by whatever asks, and by MarkBeat where nothing does. Where none can be written, as in
/// a folder that is only read, the target is worked on without, which is said; the mark of another
/// counts there, too. It is no lock: a host that stands still beyond MarkAge may do one more thing
/// when it goes on.
///
/// Who takes the target over from one with other work may find that at work. The mark names the
/// former work until its new owner says that it has ended, and until then nothing is to be begun:
/// so a life that is killed in between leaves that to the next one. Thread-safe.
class OwnersMark final
{
public:
    static constexpr Duration RenewInterval = std::chrono::seconds(10);
    /// How old what is known of the mark may be for who asks.
    static constexpr Duration LookInterval = std::chrono::seconds(1);
    /// Until others have noticed that a mark was written: longer than they ask by what they know.
    static constexpr Duration SettleTime = std::chrono::seconds(2);

    /// The mark is the file \a path.
    OwnersMark(std::string path, MarkOptions options);
    /// One that is not minded: of who only looks, and of unit tests.
    [[nodiscard]] static std::shared_ptr<OwnersMark> none();
    /// Removes it if it is ours and that is wanted.
    ~OwnersMark();
    OwnersMark(const OwnersMark &) = delete;
    OwnersMark &operator=(const OwnersMark &) = delete;

    /// For a list, before it reads what it is of. The error is a sentence: it is another's, or
    /// \a stop was requested before that was certain.
    [[nodiscard]] tl::expected<void, std::string> claim(const std::stop_token &stop)
        QONTROLLER_EXCLUDES(m_mutex);
    /// Whether the last claim was granted, nobody else has taken the target since, and there is no
    /// former(). Claims it if that was never done.
    [[nodiscard]] bool holds() QONTROLLER_EXCLUDES(m_mutex);
    /// Why it does not, as claim() says it.
    [[nodiscard]] std::string whose() QONTROLLER_EXCLUDES(m_mutex);
    /// It does not because another host or controller has it, and not only perhaps, and it did in
    /// this life: what was begun there is to end.
    [[nodiscard]] bool isLost() QONTROLLER_EXCLUDES(m_mutex);
    /// The mark that a claim has replaced, be it that of an earlier life, if its work is other than
    /// ours: what is left of that is to be ended.
    [[nodiscard]] std::optional<OwnerNote> former() QONTROLLER_EXCLUDES(m_mutex);
    /// That has ended: the mark names our work from now on. The error is a sentence: it does not.
    [[nodiscard]] tl::expected<void, std::string> forgetFormer() QONTROLLER_EXCLUDES(m_mutex);
    /// The next claim is granted whoever has the mark, once.
    void takeOver() QONTROLLER_EXCLUDES(m_mutex);

private:
    enum class State : unsigned char {
        None, ///< not claimed, or another's
        Held,
        Unmarked, ///< as if held, but no mark can be written
    };
    using Content = std::optional<MarkFile::Content>;
    struct Denial
    {
        std::string whose; ///< empty: another was quicker, so it has to be read again
        bool isAnothers = false;
    };
    using Denied = std::optional<Denial>;

    [[nodiscard]] bool isMinded() const { return !m_options.host.id.empty(); }
    [[nodiscard]] bool isOfClone(const OwnerNote &note) const QONTROLLER_REQUIRES(m_mutex);
    [[nodiscard]] bool isOfThisHost(const MarkSight &sight) const;
    [[nodiscard]] bool isLeft(const MarkSight &sight) const;
    [[nodiscard]] MarkSight see(const Content &content) QONTROLLER_REQUIRES(m_mutex);
    [[nodiscard]] bool isOtherWork(const OwnerNote &note) const QONTROLLER_REQUIRES(m_mutex);
    [[nodiscard]] OwnerNote newNote() const QONTROLLER_REQUIRES(m_mutex);
    [[nodiscard]] Denial denialOf(const MarkSight &sight) const;
    /// Nothing: it is ours. \a isForced: whoever has it.
    [[nodiscard]] Denied tryToClaim(bool isForced) QONTROLLER_REQUIRES(m_mutex);
    [[nodiscard]] Denied write(const Content &before, const MarkSight &sight, bool isForced)
        QONTROLLER_REQUIRES(m_mutex);
    void claimFirst() QONTROLLER_REQUIRES(m_mutex);
    void goOnWithout(int code) QONTROLLER_REQUIRES(m_mutex);
    void begin(State state) QONTROLLER_REQUIRES(m_mutex);
    void hold(OwnerNote note) QONTROLLER_REQUIRES(m_mutex);
    void deny(Denial denial) QONTROLLER_REQUIRES(m_mutex);
    /// Reads the mark, and renews it when that is due.
    void look() QONTROLLER_REQUIRES(m_mutex);
    void renew() QONTROLLER_REQUIRES(m_mutex);

    const MarkFile m_file;
    const MarkOptions m_options;
    const std::string m_owner;
    Clock &m_clock;

    Mutex m_mutex;
    State m_state QONTROLLER_GUARDED_BY(m_mutex) = State::None;
    WallTime m_worksSince QONTROLLER_GUARDED_BY(m_mutex); // the first time; 0: it has not
    OwnerNote m_note QONTROLLER_GUARDED_BY(m_mutex); // as it was written last
    LivingNotes::Stay m_stay QONTROLLER_GUARDED_BY(m_mutex);
    std::string m_whose QONTROLLER_GUARDED_BY(m_mutex);
    bool m_isAnothers QONTROLLER_GUARDED_BY(m_mutex) = false;
    std::optional<OwnerNote> m_former QONTROLLER_GUARDED_BY(m_mutex); // see former()
    std::string m_ended QONTROLLER_GUARDED_BY(m_mutex); // its work, if no mark can say so
    bool m_takesOver QONTROLLER_GUARDED_BY(m_mutex) = false;
    bool m_hasSaid QONTROLLER_GUARDED_BY(m_mutex) = false;
    TimePoint m_lookedAt QONTROLLER_GUARDED_BY(m_mutex);
    TimePoint m_renewedAt QONTROLLER_GUARDED_BY(m_mutex);
    TimePoint m_settledAt QONTROLLER_GUARDED_BY(m_mutex); // nobody relies on the mark before
    std::string m_seen QONTROLLER_GUARDED_BY(m_mutex);    // what others have written …
    TimePoint m_seenAt QONTROLLER_GUARDED_BY(m_mutex);    // … and since when it is so
};

} // namespace qontroller
