// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/conformance/harness/notes.h"
#include "app/conformance/harness/subject.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace qontroller::conformance {

/// Each object's id and how it is.
using State = std::map<std::string, std::string>;

enum class Change : unsigned char {
    Create,
    Modify,
    Delete,
};

/// What a plugin works on: a folder of its own, and commands that change and show what
/// is in it. Without commands it stays as it is and shows nothing. For one thread.
///
/// A command that fails ends the check: nothing can be said without it. If it is one that shows
/// what is there, and the plugin has worked in the world, that fails the check: they do not fit.
class World
{
public:
    /// \a folder exists and is empty.
    World(const Subject &subject, std::string folder, Notes &notes);

    [[nodiscard]] const Places &places() const { return m_places; }
    /// Whether there are commands at all.
    [[nodiscard]] bool isVisible() const { return m_subject.world.has_value(); }
    [[nodiscard]] bool canBeSpoilt() const;
    [[nodiscard]] bool canHaveGarbage() const;
    [[nodiscard]] bool canBeAway() const;
    [[nodiscard]] bool showsTraffic() const;

    /// From here on the plugin works in it.
    void handOver() const { m_isInUse = true; }

    /// \a choice selects the object; the same gives the same. 0 to 999 999.
    void change(Change change, std::uint64_t choice) const;
    void spoil(std::uint64_t choice) const;
    void putGarbage(std::uint64_t choice) const;
    void takeAway() const;
    void bringBack() const;

    /// Fails the check if it has changed and none of the commands above was run meanwhile: then it
    /// was the plugin.
    [[nodiscard]] State desired() const;
    [[nodiscard]] State actual() const;
    /// The names of the members that get traffic now.
    [[nodiscard]] std::set<std::string> traffic() const;

private:
    [[nodiscard]] std::string run(const char *name, const Words &words,
                                  const Words &arguments = {}) const;
    /// The error is a sentence on how it ended.
    [[nodiscard]] tl::expected<std::string, std::string> tryToRun(const char *name,
                                                                  const Words &words,
                                                                  const Words &arguments) const;
    [[nodiscard]] State show(const char *name, const Words &words) const;
    /// Ends the check because of what \a name has shown.
    [[noreturn]] void cannotRead(const char *name, const std::string &sentence) const;
    /// Runs a command after which anything may be desired.
    void disturb(const char *name, const Words &words, const Words &arguments = {}) const;

    const Subject &m_subject;
    Places m_places;
    Notes &m_notes;
    mutable std::optional<State> m_desired; ///< as it was seen since the last command
    mutable bool m_isInUse = false;
};

/// That of the world \a number, from 1 on, of those of a check in \a folder.
[[nodiscard]] std::string worldFolder(const std::string &folder, int number);

/// Runs the command that ends what goes on in each of them, also after a check that was cut short.
/// What went wrong, as a sentence; empty if nothing did.
[[nodiscard]] std::string unmakeWorlds(const Subject &subject, const std::string &folder);

/// The first object of \a desired that \a actual does not have so, as the end of a
/// sentence that begins with its id. No id: all is as it should be.
struct Difference
{
    std::string id;
    std::string text;

    explicit operator bool() const { return !text.empty(); }
};
[[nodiscard]] Difference missingIn(const State &actual, const State &desired);
/// The first object of \a actual that \a desired does not have.
[[nodiscard]] Difference tooMuchIn(const State &actual, const State &desired);
/// The first object that is not the same in both.
[[nodiscard]] Difference changedBetween(const State &before, const State &after);

} // namespace qontroller::conformance
