// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/controller/controller.h"
#include "core/engine/host/farewell.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace qontroller {

/// The controllers of a host: those that run, and those that are being started. Thread-safe.
class Roster
{
public:
    using ControllerPtr = std::shared_ptr<Controller>;
    using Controllers = std::vector<ControllerPtr>;
    struct Entry
    {
        ControllerPtr controller;
        std::shared_ptr<Farewell> farewell;
        bool takesCommands = true; ///< false: it tells what it knew, and would forget the rest
    };

    /// Why no controller can be called \a name now; nothing: the name is taken from now on, until
    /// release().
    [[nodiscard]] std::optional<std::string> reserve(const std::string &name);
    void release(const std::string &name);
    /// For one more controller.
    [[nodiscard]] ControllerId nextId();
    /// \a controller, whose name is reserved, is about to start: what it runs may give commands
    /// already.
    void announce(const ControllerPtr &controller);
    struct Entered
    {
        bool isIn = false;             ///< false: the host stops
        std::optional<Ticket> removal; ///< a command wanted it gone again while it started
    };
    /// An announced controller has started.
    [[nodiscard]] Entered enter(const ControllerPtr &controller,
                                const std::shared_ptr<Farewell> &farewell);

    /// Those that run and that \a id means. Copies: no caller waits while a controller works.
    [[nodiscard]] Controllers find(ControllerId id) const;
    /// As find() with those that are being started, but without those that take no commands any
    /// more. endCommand() follows: what a controller knows is not told before.
    [[nodiscard]] Controllers beginCommand(ControllerId id);
    void endCommand(const Controllers &reached);
    /// \a controller takes no commands from now on, and those under way have taken effect.
    void closeToCommands(const ControllerPtr &controller);

    /// A command gave the controller of that name a number of workers, perhaps the same again.
    void noteWorkers(const std::string &name);
    /// How often that was.
    [[nodiscard]] std::uint64_t workerWords(const std::string &name) const;

    /// That of \a controller; nothing: the host stops, it is gone, or it is being started, and is
    /// removed when it enters, by \a ticket.
    [[nodiscard]] std::optional<Entry> entryToRemove(const ControllerPtr &controller,
                                                     Ticket ticket);
    /// \a controller is gone. Calls \a then before anybody can see that.
    void takeOut(const ControllerPtr &controller, const std::function<void()> &then);

    /// From now on nothing is reserved, enters or is removed. False: it was so before.
    [[nodiscard]] bool close();
    [[nodiscard]] bool isClosed() const;

private:
    struct Starting
    {
        std::string name;
        ControllerPtr controller;      ///< null before it is announced
        std::optional<Ticket> removal; ///< see Entered
    };
    /// Null: no controller of that name is being started.
    [[nodiscard]] Starting *findStarting(const std::string &name) QONTROLLER_REQUIRES(m_mutex);

    mutable Mutex m_mutex;
    std::uint32_t m_lastId QONTROLLER_GUARDED_BY(m_mutex) = 0;
    bool m_isClosed QONTROLLER_GUARDED_BY(m_mutex) = false;
    std::vector<Starting> m_starting QONTROLLER_GUARDED_BY(m_mutex);
    std::vector<Entry> m_entries QONTROLLER_GUARDED_BY(m_mutex);
    std::multiset<ControllerId> m_commanded QONTROLLER_GUARDED_BY(m_mutex); ///< commands under way
    Condition m_commandEnded;
    std::map<std::string, std::uint64_t> m_workerWords QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
