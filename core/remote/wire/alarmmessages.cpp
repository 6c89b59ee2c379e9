// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/wire/alarmmessages.h"

#include "core/remote/wire/timemessages.h"

namespace qontroller::remote {

static_assert(int(AttentionKind::JournalNotWritten) == v1::HOST_NEED_JOURNAL_NOT_WRITTEN
              && int(AttentionKind::JournalNotWhole) == v1::HOST_NEED_JOURNAL_NOT_WHOLE
              && int(AttentionKind::NotApplied) == v1::HOST_NEED_SESSION_NOT_APPLIED
              && int(AttentionKind::NotStarted) == v1::HOST_NEED_NOT_STARTED
              && int(AttentionKind::NotSaved) == v1::HOST_NEED_SESSION_NOT_SAVED);

namespace {

void write(const Alarm &alarm, v1::Alarm &message)
{
    message.set_rule(alarm.rule);
    message.set_severity(static_cast<v1::Severity>(alarm.severity));
    message.set_controller(alarm.controller);
    message.set_key(alarm.key);
    message.set_what(alarm.what);
    message.set_since(nanoseconds(alarm.since));
}

Alarm read(const v1::Alarm &message)
{
    return {message.rule(),
            toEnum(message.severity(), v1::Severity_ARRAYSIZE, Severity::Fault),
            message.controller(),
            message.key(),
            message.what(),
            wallTime(message.since())};
}

} // namespace

void write(const AlarmStatus &status, v1::Alarms &message)
{
    for (const Alarm &each : status.firing)
        write(each, *message.add_firing());
    for (const Alarm &each : status.quiet)
        write(each, *message.add_quiet());
    for (const Acknowledgement &each : status.acknowledged) {
        v1::Acknowledgement &acknowledged = *message.add_acknowledged();
        acknowledged.set_key(each.key);
        acknowledged.set_who(each.who);
        acknowledged.set_reason(each.reason);
        acknowledged.set_at(nanoseconds(each.at));
        acknowledged.set_until(nanoseconds(each.until));
        acknowledged.set_count(each.count);
    }
    for (const Need &each : status.ofHost) {
        v1::HostNeed &need = *message.add_of_host();
        need.set_kind(static_cast<v1::HostNeedKind>(each.attention.kind));
        need.set_controller(each.controller);
        need.set_text(each.attention.text);
    }
}

AlarmStatus read(const v1::Alarms &message)
{
    AlarmStatus status;
    for (const v1::Alarm &each : message.firing())
        status.firing.push_back(read(each));
    for (const v1::Alarm &each : message.quiet())
        status.quiet.push_back(read(each));
    for (const v1::Acknowledgement &each : message.acknowledged())
        status.acknowledged.push_back({each.key(), each.who(), each.reason(), wallTime(each.at()),
                                       wallTime(each.until()), each.count()});
    for (const v1::HostNeed &each : message.of_host()) {
        if (v1::HostNeedKind_IsValid(each.kind())) // a newer host may have others
            status.ofHost.push_back(
                {each.controller(),
                 {.kind = static_cast<AttentionKind>(each.kind()), .text = each.text()}});
    }
    return status;
}

void write(const AcknowledgeRequest &request, v1::AcknowledgeRequest &message)
{
    message.set_key(request.key);
    message.set_reason(request.reason);
    message.set_time(nanoseconds(request.time.value_or(Duration::zero())));
}

AcknowledgeRequest read(const v1::AcknowledgeRequest &message)
{
    AcknowledgeRequest request{message.key(), {}, message.reason(), {}};
    if (message.time() > 0)
        request.time = toDuration(message.time());
    return request;
}

} // namespace qontroller::remote
