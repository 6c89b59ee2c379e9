// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/wire/alarmmessages.h"

#include "core/remote/wire/timemessages.h"

namespace qontroller::remote {

static_assert(int(AttentionKind::JournalNotWritten) == v1::HOST_NEED_JOURNAL_NOT_WRITTEN
              && int(AttentionKind::JournalNotWhole) == v1::HOST_NEED_JOURNAL_NOT_WHOLE
              && int(AttentionKind::NotApplied) == v1::HOST_NEED_SESSION_NOT_APPLIED
              && int(AttentionKind::NotStarted) == v1::HOST_NEED_NOT_STARTED);

void write(const AlarmStatus &status, v1::Alarms &message)
{
    for (const Alarm &each : status.firing) {
        v1::Alarm &alarm = *message.add_firing();
        alarm.set_rule(each.rule);
        alarm.set_severity(static_cast<v1::Severity>(each.severity));
        alarm.set_controller(each.controller);
        alarm.set_key(each.key);
        alarm.set_what(each.what);
        alarm.set_since(nanoseconds(each.since));
    }
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
        status.firing.push_back(
            {each.rule(), toEnum(each.severity(), v1::Severity_ARRAYSIZE, Severity::Fault),
             each.controller(), each.key(), each.what(), wallTime(each.since())});
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
