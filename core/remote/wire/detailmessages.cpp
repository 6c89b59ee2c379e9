// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/wire/detailmessages.h"

#include "core/engine/observe/items/description.h"
#include "core/engine/observe/items/itemdetail.h"
#include "core/remote/wire/itemmessages.h"

namespace qontroller::remote {

namespace {

void write(const Reason &reason, v1::Reason &message)
{
    message.set_cause(static_cast<std::uint32_t>(reason.cause));
    message.set_count(reason.count);
    message.set_first(nanoseconds(reason.first));
    message.set_last(nanoseconds(reason.last));
}

Reason read(const v1::Reason &message, HostClock clock)
{
    return {toEnum(message.cause(), CauseCount, Cause::Operator), message.count(),
            clock.time(message.first()), clock.time(message.last())};
}

void write(const Explanation &fact, v1::Explanation &message)
{
    message.set_kind(static_cast<std::uint32_t>(fact.kind));
    message.set_since(nanoseconds(fact.since));
    message.set_until(nanoseconds(fact.until));
    message.set_text(fact.text);
    message.set_band(static_cast<v1::Band>(fact.band));
    message.set_number(fact.number);
    message.set_running(fact.running);
    message.set_stuck(fact.stuck);
    message.set_missing(fact.missing);
    message.set_before(fact.before);
}

Explanation read(const v1::Explanation &message, HostClock clock)
{
    Explanation fact;
    fact.kind = toEnum(message.kind(), Explanation::KindCount, Explanation::Kind::WaitsFor);
    fact.since = clock.time(message.since());
    fact.until = clock.time(message.until());
    fact.text = message.text();
    fact.band = toEnum(message.band(), BandCount, Band::Event);
    fact.number = message.number();
    fact.running = message.running();
    fact.stuck = message.stuck();
    fact.missing = message.missing();
    fact.before = message.before();
    return fact;
}

} // namespace

void write(const ItemDetail &detail, v1::ItemDetail &message)
{
    remote::write(detail.row, *message.mutable_item());
    for (const Reason &reason : detail.reasons)
        write(reason, *message.add_reasons());
    for (const AttemptRecord &attempt : detail.attempts)
        remote::write(attempt, *message.add_attempts());
    for (const Explanation &fact : detail.explanation)
        write(fact, *message.add_explanation());
    message.set_kept_text(detail.row.keptText.text());
}

ItemDetail read(const v1::ItemDetail &message, HostClock clock)
{
    ItemDetail detail{remote::read(message.item(), clock), {}, {}, {}};
    for (const v1::Reason &reason : message.reasons())
        detail.reasons.push_back(read(reason, clock));
    for (const v1::AttemptRecord &attempt : message.attempts())
        detail.attempts.push_back(remote::read(attempt, clock));
    for (const v1::Explanation &fact : message.explanation())
        detail.explanation.push_back(read(fact, clock));
    detail.row.keptText = KeptText(message.kept_text());
    return detail;
}

void write(const Description &description, v1::Description &message)
{
    message.set_desired(description.desired);
    message.set_actual(description.actual);
    message.set_problem(description.problem);
}

Description read(const v1::Description &message)
{
    return {message.desired(), message.actual(), message.problem()};
}

} // namespace qontroller::remote
