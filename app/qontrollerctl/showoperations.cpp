// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/showoperations.h"

#include "app/qontrollerctl/jsonanswer.h"
#include "app/qontrollerctl/snapshot.h"
#include "app/qontrollerctl/texttable.h"
#include "core/members/consist/lifecycleport.h"

namespace qontroller {

namespace {

using consist::OperationView;

std::string stateOf(const OperationView &view)
{
    if (!view.failure.empty())
        return "work fails";
    return view.waiting.isStuck ? "no progress" : std::string(name(view.operation.phase));
}

/// What it waits for, and for whom; why its work fails goes before.
std::string reasonOf(const OperationView &view)
{
    if (!view.failure.empty())
        return view.failure;
    std::string text(view.waiting.what == consist::WaitsFor::Operator ? "its work"
                                                                      : name(view.waiting.what));
    for (const consist::Holder &each : view.waiting.whom)
        text += (&each == &view.waiting.whom.front() ? ": " : ", ") + each.name;
    return text;
}

std::string employersOf(const OperationView &view)
{
    std::string text;
    for (const consist::EmployerName &each : view.employers)
        text += (text.empty() ? "" : ", ") + each.text();
    return text;
}

void write(JsonWriter &writer, const OperationView &view, WallTime now)
{
    writer.beginObject().key("member").value(jsonText(view.employee.text()));
    writer.key("id").value(jsonText(view.operation.id));
    writer.key("type").value(jsonText(view.operation.type));
    writer.key("phase").value(jsonText(name(view.operation.phase)));
    writer.key("seconds").value(jsonSeconds(now - view.operation.since));
    writer.key("stuck").value(view.waiting.isStuck);
    writer.key("waitsFor").value(jsonText(name(view.waiting.what)));
    writer.key("whom").beginArray();
    for (const consist::Holder &each : view.waiting.whom)
        writer.value(jsonText(each.name));
    writer.endArray();
    writer.key("failure").value(jsonText(view.failure));
    writer.key("employers").beginArray();
    for (const consist::EmployerName &each : view.employers) {
        writer.beginObject().key("controller").value(jsonText(each.controller));
        writer.key("employer").value(jsonText(each.employer)).endObject();
    }
    writer.endArray().endObject();
}

} // namespace

CtlAnswer showOperations(const CtlLine &line, CtlHost host)
{
    const auto answer = host.calls.members({});
    if (!answer)
        return tl::unexpected(problemOf(answer.error()));
    if (!answer->hasControllers)
        return tl::unexpected(
            CtlProblem{CtlStatus::NotKnown, "no controller with members runs on this host"});
    if (line.isJson())
        return jsonList(line.output, "operations", answer->operations,
                        [&](JsonWriter &writer, const OperationView &each) {
                            write(writer, each, answer->now);
                        });
    TextTable table({{.name = "MEMBER", .fit = TextTable::Fit::Above},
                     {"STATE"},
                     {"FOR", TextTable::Align::Right},
                     {.name = "OPERATION", .fit = TextTable::Fit::Above},
                     {"TYPE"},
                     {"EMPLOYERS"},
                     {.name = "WAITS FOR", .fit = TextTable::Fit::Below}});
    for (const OperationView &each : answer->operations)
        table.add({std::string(each.employee.qualifiedName()), stateOf(each),
                   spanInWords(answer->now - each.waiting.since), each.operation.id,
                   each.operation.type, employersOf(each), reasonOf(each)});
    return table.text(widthFor(line.output));
}

} // namespace qontroller
