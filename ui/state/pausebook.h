// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/itemstore.h"
#include "ui/state/operatorlogs.h"

#include <QtCore/QString>

#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller::ui {

/// Objects of a controller that were paused alike.
struct PauseGroup
{
    QString who; ///< empty: no operator log tells
    std::string reason;
    TimePoint until = {}; ///< TimePoint{}: until an operator resumes them
    TimePoint since = {}; ///< the first of them
    std::uint64_t count = 0;
    std::set<std::uint64_t> lines = {}; ///< OperatorLine::number of who did it; 0: none tells
    friend bool operator==(const PauseGroup &, const PauseGroup &) = default;
};

/// Who paused what, since when and until when: the rows know when, the operator logs who. Reads so
/// many rows at each look() that it never takes long. GUI thread only.
class PauseBook
{
public:
    /// What is new in the operator log of a host.
    void take(HostId host, const OperatorLines &lines);
    void look(const ItemStore &items);

    /// Of paused objects of \a controller, which its host calls \a name: what most are of first.
    [[nodiscard]] std::vector<PauseGroup> groupsOf(ControllerId controller,
                                                   const std::string &name) const;
    /// Who paused that controller as a whole, for \a reason; null: no operator log tells. It is
    /// gone at the next take().
    [[nodiscard]] const OperatorLine *pauseOf(ControllerId controller, std::string_view name,
                                              std::string_view reason) const;

private:
    static constexpr std::size_t RowsAtOnce = 20'000;
    static constexpr std::size_t MostLines = 500; ///< of each host
    static constexpr std::size_t MostAlike = 500; ///< of all; the others are counted as one

    /// What one command has paused, as a rule.
    struct Alike
    {
        ControllerId controller;
        std::string reason;
        TimePoint until;
        TimePoint since;
        friend auto operator<=>(const Alike &, const Alike &) = default;
    };
    struct Some
    {
        std::uint64_t count = 0;
        ObjectId first; ///< one of them; empty: of several commands
    };
    using Found = std::map<Alike, Some>;

    void count(const Item &item);
    [[nodiscard]] const OperatorLine *commandOf(HostId host, std::string_view name,
                                                const Alike &alike, const ObjectId &object) const;

    std::map<HostId, std::deque<OperatorLine>> m_lines; ///< of pauses, oldest first
    Slot m_next = 0;
    Found m_counting;
    Found m_found;
};

} // namespace qontroller::ui
