// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/consist/consistruntime.h"

#include "app/consist/consistprogram.h"
#include "app/log/log.h"
#include "core/members/consist/consistparts.h"
#include "core/members/run/runconsist.h"

#include <functional>
#include <system_error>
#include <utility>

namespace qontroller {

namespace {

constexpr const char *StoreName = "consist.sqlite";
constexpr const char *GoesOn = ": it goes on with the next start";

/// Whose member is operated on; empty if several controllers have it.
std::string controllerOf(const consist::OperationView &view)
{
    std::string only;
    for (const consist::EmployerName &employer : view.employers) {
        if (!only.empty() && employer.controller != only)
            return {};
        only = employer.controller;
    }
    return only;
}

std::shared_ptr<const ConsistParts> withoutGuard(ConsistParts parts)
{
    parts.options.massRemovalGuard = false;
    return std::make_shared<const ConsistParts>(std::move(parts));
}

std::string whereItStands(const consist::OperationView &view)
{
    std::string words = "the operation " + view.operation.id + " is "
                        + std::string(name(view.operation.phase));
    if (!view.failure.empty())
        words += ", and its work fails: " + view.failure;
    else if (!view.waiting.whom.empty())
        words += " and waits for " + view.waiting.whom.front().name;
    return words;
}

} // namespace

tl::expected<ControllerParts, ConsistRuntime::Refusal> ConsistRuntime::prepare(
    ControllerParts parts, const ControllerOptions &options)
{
    if (!parts.consist)
        return parts;
    if (!options.massDeletionGuard)
        parts.consist = withoutGuard(*parts.consist);
    if (auto why = whyNotCommands(parts.consist->options))
        return tl::unexpected(Refusal{*std::move(why)});
    if (auto opened = open(); !opened)
        return tl::unexpected(std::move(opened.error()));
    auto running = consist::runConsist(std::move(parts), mover());
    if (!running)
        return tl::unexpected(Refusal{std::move(running.error().message)});
    return std::move(*running);
}

tl::expected<void, ConsistRuntime::Refusal> ConsistRuntime::open()
{
    if (mover())
        return {};
    const auto file = storeFile();
    if (!file)
        return tl::unexpected(Refusal{file.error()});
    Clock &clock = SteadyClock::instance();
    std::error_code error;
    const auto size = std::filesystem::file_size(*file, error);
    const bool isNew = error == std::errc::no_such_file_or_directory || size == 0;
    auto store = consist::ConsistStore::open(*file, clock);
    if (!store)
        return tl::unexpected(Refusal{store.error().message, store.error().mayPass});
    if (!m_folder.empty() && isNew)
        log(LogLevel::Info,
            file->string() + ": begun anew: nothing is known of earlier operations");
    auto made = std::make_shared<consist::OperationMover>(
        std::move(*store), clock,
        consist::OperationMover::Settings{std::bind_front(runConsistProgram, file->string()),
                                          [](const std::string &line) {
                                              log(LogLevel::Warning, line);
                                          },
                                          [](const std::string &line) {
                                              log(LogLevel::Info, line);
                                          },
                                          std::bind_front(endEarlierWork, file->string())});
    MutexLock lock(m_mutex);
    m_mover = std::move(made);
    return {};
}

tl::expected<std::filesystem::path, std::string> ConsistRuntime::storeFile() const
{
    if (m_folder.empty())
        return Store::InMemory;
    std::error_code error;
    std::filesystem::create_directories(m_folder, error);
    if (error)
        return tl::unexpected(m_folder + ": the store of consist controllers cannot be made there ("
                              + error.message() + "): choose a folder that can be written");
    return std::filesystem::path(m_folder) / StoreName;
}

std::optional<consist::LifecycleCounts> ConsistRuntime::counts() const
{
    const auto mover = this->mover();
    return mover ? std::optional(mover->counts()) : std::nullopt;
}

bool ConsistRuntime::isIdle() const
{
    const auto mover = this->mover();
    return !mover || !mover->isMoving();
}

std::vector<std::string> ConsistRuntime::finishCalls(TimePoint deadline) const
{
    const auto mover = this->mover();
    return mover ? mover->finishCalls(deadline) : std::vector<std::string>();
}

std::vector<LogLine> ConsistRuntime::unfinished() const
{
    std::vector<LogLine> all;
    const auto mover = this->mover();
    if (!mover)
        return all;
    for (const consist::OperationView &view : mover->operations())
        all.push_back({.controller = controllerOf(view),
                       .event = "operation not ended",
                       .id = std::string(view.employee.qualifiedName()),
                       .text = whereItStands(view) + GoesOn});
    for (const std::string &wish : mover->unservedWishes())
        all.push_back({.event = "operation not begun", .text = wish + GoesOn});
    return all;
}

const char *const ConsistRuntime::WhyAbsent =
    "this consist controller of an earlier session does not run, and operations on its members "
    "wait for it: run it once more and delete its employers, or let go of them in the window "
    "(Operations, Forget Employer)";

std::vector<std::string> ConsistRuntime::absent() const
{
    const auto mover = this->mover();
    return mover ? mover->absentControllers() : std::vector<std::string>();
}

void ConsistRuntime::sayWhoIsAbsent() const
{
    for (const std::string &controller : absent())
        log(LogLevel::Warning, {.controller = controller, .event = "absent", .text = WhyAbsent});
}

} // namespace qontroller
