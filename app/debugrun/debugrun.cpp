// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/debugrun/debugrun.h"

#include "app/debugrun/narratedreconciler.h"
#include "app/debugrun/onlyobject.h"
#include "app/debugrun/unwatchedsource.h"
#include "app/session/loggedparts.h"
#include "core/plugins/json/jsontext.h"

#include <memory>
#include <utility>
#include <vector>

namespace qontroller {

namespace {

/// Whether \a text is \a name, or \a name with an id behind it.
bool names(const std::string &text, const std::string &name)
{
    return text.starts_with(name) && (text.size() == name.size() || text[name.size()] == '/');
}

std::string notFound(const Session &session, const std::string &text)
{
    std::vector<std::string> all;
    for (const SessionController &each : session.controllers)
        all.push_back(each.name);
    return "--only " + text + ": there is no such controller; the session has "
           + (all.empty() ? "none" : enumerate(all));
}

} // namespace

tl::expected<SessionPart, std::string> findSessionPart(const Session &session,
                                                       const std::string &text)
{
    if (text.empty())
        return SessionPart{};
    const std::string *longest = nullptr;
    for (const SessionController &each : session.controllers) {
        if (names(text, each.name) && (!longest || each.name.size() > longest->size()))
            longest = &each.name;
    }
    if (!longest)
        return tl::unexpected(notFound(session, text));
    SessionPart selection{*longest, {}};
    if (text.size() > longest->size())
        selection.id = text.substr(longest->size() + 1);
    if (text.size() > longest->size() && selection.id.empty())
        return tl::unexpected("--only " + text + ": an id is missing after the slash");
    return selection;
}

Session selected(Session session, const SessionPart &selection, Reach reach)
{
    if (!selection.controller.empty())
        std::erase_if(session.controllers, [&](const SessionController &each) {
            return each.name != selection.controller;
        });
    for (SessionController &each : session.controllers)
        each.isDryRun = reach == Reach::Look;
    return session;
}

void limit(ControllerSpec &spec, const SessionPart &selection, Reach reach)
{
    ControllerParts &parts = spec.parts;
    if (!selection.id.empty()) {
        parts.listerWatcher = std::make_shared<OnlyObject>(std::move(parts.listerWatcher),
                                                           spec.name, selection.id);
        parts.related.clear();
        spec.options.massDeletionGuard = false; // a person has named the one that may go
    }
    if (reach == Reach::Always)
        return logObjects(spec);
    parts.listerWatcher = std::make_shared<UnwatchedSource>(std::move(parts.listerWatcher));
    for (RelatedSource &related : parts.related)
        related.listerWatcher = std::make_shared<UnwatchedSource>(std::move(related.listerWatcher));
    spec.options.maxRetries = 0;
    spec.options.resyncInterval = LongerThanAnyRun;
    parts.reconciler =
        std::make_shared<NarratedReconciler>(std::move(parts.reconciler),
                                             reach == Reach::Look
                                                 ? NarratedReconciler::Does::Nothing
                                                 : NarratedReconciler::Does::Everything);
}

} // namespace qontroller
