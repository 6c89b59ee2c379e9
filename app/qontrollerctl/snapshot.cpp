// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/snapshot.h"

#include "core/engine/observe/feed/delta.h"

#include <algorithm>
#include <utility>

namespace qontroller {

const ControllerView *Snapshot::find(std::string_view name) const
{
    const auto found = std::ranges::find(controllers, name, &ControllerView::name);
    return found == controllers.end() ? nullptr : &*found;
}

CtlProblem problemOf(const remote::RemoteError &error)
{
    using Kind = remote::RemoteError::Kind;
    switch (error.kind) {
    case Kind::NotReached: return {CtlStatus::NotReached, error.sentence};
    case Kind::NotAllowed: return {CtlStatus::NotAllowed, error.sentence};
    case Kind::NotKnown: return {CtlStatus::NotKnown, error.sentence};
    case Kind::WrongQuestion: return {CtlStatus::Refused, error.sentence};
    case Kind::Refused: break;
    }
    return {CtlStatus::Failed, error.sentence};
}

tl::expected<Snapshot, CtlProblem> takeSnapshot(remote::RemoteHost &host)
{
    auto delta = host.snapshot();
    if (!delta)
        return tl::unexpected(problemOf(delta.error()));
    return Snapshot{delta->now, {delta->controllers.begin(), delta->controllers.end()}};
}

CtlProblem notThere(const std::string &text, CtlHost host)
{
    const auto isOf = [&text](const std::string &controller) {
        return text == controller || text.starts_with(controller + '/');
    };
    std::string why = "there is no such controller";
    if (const auto session = host.calls.session()) {
        const auto awaited = std::ranges::find_if(session->awaited, isOf);
        if (awaited != session->awaited.end())
            return {CtlStatus::Failed, *awaited
                                           + ": does not run yet: a session is being applied that "
                                             "starts it; try again"};
        for (const NotStarted &each : session->notStarted) {
            if (isOf(each.controller))
                why = each.controller + " does not run: " + each.why;
        }
    }
    return {CtlStatus::NotKnown, text + ": " + why};
}

tl::expected<ObjectName, CtlProblem> findObject(const Snapshot &snapshot, const std::string &text,
                                                CtlHost host)
{
    const char *const write = "write CONTROLLER/ID, as qontrollerctl items shows them";
    if (snapshot.find(text))
        return tl::unexpected(
            CtlProblem{CtlStatus::Refused,
                       text + ": this is for objects, not for controllers: " + write});
    const ControllerView *longest = nullptr;
    for (const ControllerView &each : snapshot.controllers) {
        if (text.starts_with(each.name + '/')
            && (!longest || each.name.size() > longest->name.size()))
            longest = &each;
    }
    if (!longest)
        return tl::unexpected(
            text.find('/') == std::string::npos
                ? CtlProblem{CtlStatus::NotKnown, text + ": there is no such controller: " + write}
                : notThere(text, host));
    if (text.size() == longest->name.size() + 1)
        return tl::unexpected(
            CtlProblem{CtlStatus::Refused, text + ": the id is missing: " + write});
    return ObjectName{longest->id, longest->name, text.substr(longest->name.size() + 1)};
}

tl::expected<ControllerView, CtlProblem> namedController(const CtlLine &line, CtlHost host,
                                                         std::size_t words, const char *example)
{
    if (line.words.size() != words)
        return tl::unexpected(
            CtlProblem{CtlStatus::Refused, std::string("write it as in qontrollerctl ") + example});
    const auto snapshot = takeSnapshot(host.ports);
    if (!snapshot)
        return tl::unexpected(snapshot.error());
    const ControllerView *found = snapshot->find(line.words[1]);
    if (!found)
        return tl::unexpected(notThere(line.words[1], host));
    return *found;
}

std::optional<CtlProblem> whyNotSteered(const ControllerView &controller)
{
    if (controller.state < ControllerState::Draining)
        return std::nullopt;
    if (controller.hostStops)
        return CtlProblem{CtlStatus::Failed,
                          controller.name + ": takes no commands now: the host stops"};
    return CtlProblem{CtlStatus::Failed,
                      controller.name
                          + ": is being removed and takes no commands now: if a session "
                            "is being applied it comes back by itself, else start it "
                            "again with qontrollerctl apply"};
}

tl::expected<ControllerView, CtlProblem> steeredController(const CtlLine &line, CtlHost host,
                                                           std::size_t words, const char *example)
{
    auto controller = namedController(line, host, words, example);
    if (!controller)
        return controller;
    if (auto problem = whyNotSteered(*controller))
        return tl::unexpected(*std::move(problem));
    return controller;
}

} // namespace qontroller
