// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

/// What happens to one controller, or to the host itself, when it is given another session.
struct SessionStep
{
    enum class Kind : unsigned char {
        Change,  ///< options that it takes while it runs
        Stop,    ///< it drains and is removed
        Restart, ///< … and is started anew
        Start,
    };
    enum class State : unsigned char {
        Planned,
        Done,
        Failed,
    };

    std::string controller; ///< empty: to the host
    Kind kind = Kind::Start;
    std::string what = {}; ///< differs: `parameters`, `options: workers 8`
    State state = State::Planned;
    std::string why = {}; ///< it failed
    friend bool operator==(const SessionStep &, const SessionStep &) = default;
};

/// How far a host is with another session.
struct ApplyStatus
{
    /// Sentences. If there are any, nothing changes, but for the one that says that the end is not
    /// known.
    std::vector<std::string> problems = {};
    std::vector<SessionStep> steps = {}; ///< in the order in which they are done
    std::size_t untouched = 0;           ///< controllers that go on as they are
    bool hasEnded = false;

    [[nodiscard]] bool hasFailed() const
    {
        return !problems.empty() || std::ranges::any_of(steps, [](const SessionStep &step) {
            return step.state == SessionStep::State::Failed;
        });
    }
    friend bool operator==(const ApplyStatus &, const ApplyStatus &) = default;
};

enum class ApplyMode : unsigned char {
    Apply,
    DryRun, ///< says what would happen
    Save,   ///< the host's own file gets what operators have changed to stay
};

using ApplyNumber = std::uint64_t;

/// A controller of the session that does not run.
struct NotStarted
{
    std::string controller;
    std::string why;
};

/// What a host runs, as its session file would have it.
struct SessionText
{
    std::string json = {}; ///< with references in place of secrets; empty: there is none
    std::string file = {}; ///< empty: there is none
    std::vector<NotStarted> notStarted = {};
    std::string notApplied = {}; ///< why the session asked for last is not; empty: it is
    /// What of it the file does not have: the next start begins with the file. Empty: nothing.
    std::string notSaved = {};
    /// Controllers that a session which is being applied starts, and that do not run yet.
    std::vector<std::string> awaited = {};
};

/// A plugin that a host has found.
struct FoundPlugin
{
    std::string id;
    std::string name;
    std::string version;
    std::string file;
    std::string state; ///< one word
    std::string why;   ///< it cannot be used; empty: it can
    std::string parameters = {}; ///< their JSON schema; empty: it takes none, or nobody knows
};

/// The session of a host, for those who are elsewhere. Thread-safe.
class SessionPort
{
public:
    virtual ~SessionPort() = default;

    [[nodiscard]] virtual SessionText session() = 0;
    [[nodiscard]] virtual std::vector<FoundPlugin> plugins() = 0;

    /// Gives the host the session \a json, or (nothing) that of its own file as it is by now, and
    /// returns at once. Whoever asks is named \a who. Sessions are taken one after the other. With
    /// ApplyMode::Save there is no \a json, and steps are what changes in the file.
    virtual ApplyNumber apply(std::optional<std::string> json, std::string who, ApplyMode mode) = 0;
    /// Nothing: there is none of this number (any more).
    [[nodiscard]] virtual std::optional<ApplyStatus> progress(ApplyNumber number) = 0;
};

/// `start`, `stop`, `start anew` or `change`.
[[nodiscard]] std::string_view name(SessionStep::Kind kind);
/// What becomes of its controller in \a step: `start anew (parameters)`.
[[nodiscard]] std::string stepText(const SessionStep &step);
/// One line on \a step: `photos: start anew (parameters)`, `change (alarms)`.
[[nodiscard]] std::string describe(const SessionStep &step);
/// What \a status is in all: `1 started, 2 changed, 3 untouched`, or the first problem.
[[nodiscard]] std::string summary(const ApplyStatus &status);
/// … with what was changed: `1 started anew, 3 untouched: photos (parameters)`.
[[nodiscard]] std::string appliedText(const ApplyStatus &status);
/// The same of ApplyMode::Save: `photos (workers 8)`.
[[nodiscard]] std::string savedText(const ApplyStatus &status);

} // namespace qontroller
