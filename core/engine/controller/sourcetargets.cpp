// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/sourcetargets.h"

#include "core/base/faults/callforeign.h"
#include "core/engine/controller/refusedids.h"

namespace qontroller {

void PrimaryTarget::beginList()
{
    m_queue.update<Intake>([](Intake &intake, TimePoint) { intake.beginList(); });
}

void PrimaryTarget::listed(const ListBatch &batch)
{
    m_portion.clear();
    for (const ListBatch::Entry &entry : batch.entries()) {
        const std::string_view id = batch.idOf(entry);
        m_portion.push_back({id, m_queue.hash()(id), entry.version,
                             entry.kind == ListBatch::Kind::Leftover});
    }
    m_queue.update<Intake>(
        [this](Intake &intake, TimePoint now) { intake.listed(m_portion, now); });
}

void PrimaryTarget::endList(const ListResult &result)
{
    m_queue.endList(result, m_options());
}

void PrimaryTarget::openGate()
{
    m_queue.update<Intake>([](Intake &intake, TimePoint) { intake.openGate(); });
}

void PrimaryTarget::event(EventType type, std::string_view id, Version version)
{
    m_queue.update<Intake>(
        [=](Intake &intake, TimePoint now) { intake.event(type, id, version, now); });
}

void PrimaryTarget::log(EventRecord::Kind kind, Said said)
{
    m_queue.update<Intake>(
        [&](Intake &intake, TimePoint now) { intake.logSource(kind, std::move(said), now); });
}

std::size_t PrimaryTarget::known() const
{
    return m_queue.update<View>([](View &view, TimePoint) { return view.known(); });
}

void RelatedTarget::listed(const ListBatch &batch)
{
    Refusals refusals;
    for (const ListBatch::Entry &entry : batch.entries())
        queueOwners(batch.idOf(entry), Cause::Resync, refusals);
    say(refusals);
}

void RelatedTarget::event(EventType, std::string_view id, Version)
{
    Refusals refusals;
    queueOwners(id, Cause::Owner, refusals);
    say(refusals);
}

void RelatedTarget::log(EventRecord::Kind kind, Said said)
{
    m_queue.update<Intake>([&](Intake &intake, TimePoint now) {
        intake.logSource(kind, "related source: " + inWords(said), now);
    });
}

void RelatedTarget::queueOwners(std::string_view id, Cause cause, Refusals &refusals)
{
    const auto owners = callForeign([&, object = ObjectId(id)] {
        const Calls::Scope call(m_calls, ForeignCall::OwnersOf, object);
        return m_owners.ownersOf(object, call.stop());
    });
    if (!owners) {
        if (refusals.failed++ == 0)
            refusals.first = "ownersOf " + ObjectId(id) + ": " + owners.error().text;
        return;
    }
    m_queue.update<Intake>([&](Intake &intake, TimePoint now) {
        for (const ObjectId &owner : *owners) {
            if (refusals.ids.passes(owner))
                intake.lookAt(owner, cause, now);
        }
    });
}

void RelatedTarget::say(const Refusals &refusals)
{
    if (refusals.failed > 0)
        log(EventRecord::Kind::WatchError,
            refusals.first
                + (refusals.failed == 1
                       ? std::string()
                       : "; and " + std::to_string(refusals.failed - 1) + " more calls failed"));
    if (refusals.ids.number() == 0)
        return;
    m_incidents.refuseIds(refusals.ids.number());
    log(EventRecord::Kind::IdsRefused, refusals.ids.said());
}

} // namespace qontroller
