// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/host/host.h"
#include "core/members/consist/consistparts.h"
#include "core/members/run/runconsist.h"
#include "eventually.h"

#include <QtCore/QTemporaryDir>

#include <memory>
#include <optional>
#include <string>

namespace qontroller::consist::test {

using namespace qontroller::test;

/// A host with one consist controller, whose store outlives it: restart() is a new life. Change
/// the public members, then start().
class MoverRig
{
public:
    /// The employees of the controller are of \a employeeKind.
    MoverRig(std::string controller, std::string employeeKind)
        : m_controller(std::move(controller))
        , m_employeeKind(std::move(employeeKind))
    {}
    /// An heir stops it first: the controller uses what the heir has.
    virtual ~MoverRig() = default;
    MoverRig(const MoverRig &) = delete;
    MoverRig &operator=(const MoverRig &) = delete;

    [[nodiscard]] virtual ControllerParts makeParts() = 0;

    void start()
    {
        auto opened = ConsistStore::open(storeFile().toStdString(), SteadyClock::instance());
        if (!opened)
            qFatal("%s", opened.error().message.c_str());
        mover = std::make_shared<OperationMover>(std::move(*opened), SteadyClock::instance(),
                                                 OperationMover::Settings{runProgram, log, note,
                                                                          endEarlier});
        addController();
    }
    /// Instead of start(): one more controller beside that of \a first, with its mover.
    void startBeside(const MoverRig &first)
    {
        mover = first.mover;
        addController();
    }
    void addController()
    {
        host = std::make_unique<Host>();
        auto made = makeParts();
        if (!massRemovalGuard) {
            ConsistParts consist = *made.consist;
            consist.options.massRemovalGuard = false;
            made.consist = std::make_shared<const ConsistParts>(std::move(consist));
        }
        const auto parts = runConsist(std::move(made), mover);
        if (!parts)
            qFatal("%s", parts.error().message.c_str());
        ControllerOptions engine;
        engine.resyncInterval = std::chrono::hours(1);
        engine.backoffBase = std::chrono::milliseconds(5);
        engine.massDeletionGuard = massRemovalGuard;
        engine.workers = workers;
        id = host->add({m_controller, "test", *parts, engine}).value();
    }
    [[nodiscard]] QString storeFile() const { return m_folder.filePath("consist.sqlite"); }
    void stop()
    {
        host = nullptr;
        mover = nullptr;
    }
    void restart()
    {
        stop();
        start();
    }

    [[nodiscard]] EmployeeKey key(const std::string &employee) const
    {
        return {m_employeeKind, employee};
    }
    /// Empty, or why it was refused.
    [[nodiscard]] std::string command(consist::Command::Kind kind,
                                      const std::string &employee) const
    {
        const auto done = mover->submit(key(employee), {kind, "op", "restart", "ann"});
        return done ? "" : done.error().message;
    }
    [[nodiscard]] std::optional<OperationView> operation(const std::string &employee) const
    {
        for (OperationView &view : mover->operations()) {
            if (view.employee == key(employee))
                return std::move(view);
        }
        return std::nullopt;
    }
    [[nodiscard]] bool reaches(const std::string &employee, Phase phase) const
    {
        return eventually([&] {
            const auto view = operation(employee);
            return view && view->operation.phase == phase;
        });
    }
    /// Begins an operation and waits until its work may begin.
    [[nodiscard]] bool drains(const std::string &employee) const
    {
        const std::string refusal = command(consist::Command::Kind::Begin, employee);
        if (!refusal.empty())
            qWarning("%s", refusal.c_str());
        return refusal.empty() && reaches(employee, Phase::Drained);
    }
    [[nodiscard]] bool isOver(const std::string &employee) const
    {
        return eventually([&] { return !operation(employee); });
    }
    [[nodiscard]] std::size_t marks(const std::string &employee) const
    {
        return mover->store().look(
            [&](const Books &books) { return books.marksOn(key(employee)).size(); });
    }
    [[nodiscard]] bool hasMarks(const std::string &employee, std::size_t count) const
    {
        return eventually([&] { return marks(employee) == count; });
    }

    int workers = ControllerOptions().workers;
    bool massRemovalGuard = false; ///< of employers and members
    Knowledge::Log log = [](auto &&) {};
    Knowledge::Log note = {};
    Chores::RunProgram runProgram = [](auto &&...) { return ProgramAnswer{true, {}}; };
    Chores::EndEarlier endEarlier = {};
    std::shared_ptr<OperationMover> mover;
    std::unique_ptr<Host> host;
    ControllerId id = 0;

private:
    const std::string m_controller;
    const std::string m_employeeKind;
    QTemporaryDir m_folder;
};

} // namespace qontroller::consist::test
