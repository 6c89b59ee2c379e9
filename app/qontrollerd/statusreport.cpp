// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerd/statusreport.h"

#include "core/plugins/json/jsonwriter.h"

#include <array>
#include <cmath>

namespace qontroller {

namespace {

std::uint64_t in(const ControllerStatus &status, ItemState state)
{
    return status.gauges.states[static_cast<std::size_t>(state)];
}

template<ItemState State>
std::uint64_t items(const ControllerStatus &status)
{
    return in(status, State);
}

template<auto Member>
std::uint64_t counter(const ControllerStatus &status)
{
    return status.counters.*Member;
}

template<auto Member>
std::uint64_t gauge(const ControllerStatus &status)
{
    return status.gauges.*Member;
}

std::uint64_t completeLists(const ControllerStatus &status)
{
    return status.counters.lists - status.counters.listsPartial;
}

std::uint64_t waiting(const ControllerStatus &status)
{
    return status.waiting();
}

struct Number
{
    const char *name;
    std::uint64_t (*of)(const ControllerStatus &);
};

/// The numbers of the contract, in its order, and those that came later.
constexpr std::array Numbers{
    Number{"known", gauge<&Gauges::known>},
    Number{"queued", gauge<&Gauges::depth>},
    Number{"running", gauge<&Gauges::running>},
    Number{"backoff", items<ItemState::BackOff>},
    Number{"failed", items<ItemState::Failed>},
    Number{"parked", items<ItemState::Parked>},
    Number{"paused", items<ItemState::Paused>},
    Number{"handled", counter<&Counters::handled>},
    Number{"added", counter<&Counters::added>},
    Number{"removed", counter<&Counters::removed>},
    Number{"errors", counter<&Counters::errors>},
    Number{"retries", counter<&Counters::retries>},
    Number{"lists", counter<&Counters::lists>},
    Number{"watchEvents", counter<&Counters::watchEvents>},
    Number{"waiting", waiting},
    Number{"listsComplete", completeLists},
    Number{"listsPartial", counter<&Counters::listsPartial>},
    Number{"listsFailed", counter<&Counters::listFailures>},
};

double seconds(Duration duration)
{
    return std::round(std::chrono::duration<double, std::milli>(duration).count()) / 1000;
}

QJsonValue json(std::uint64_t number)
{
    return static_cast<qint64>(number);
}

QString nameOf(ListEnd end)
{
    const std::string_view words = name(end);
    return QString::fromLatin1(words.data(), static_cast<qsizetype>(words.size()));
}

std::string line(const JsonWriter &writer)
{
    return writer.text().toStdString() + '\n';
}

std::string jsonReport(const char *event, const std::vector<ControllerStatus> &controllers,
                       Duration elapsed)
{
    JsonWriter writer(JsonWriter::Style::Line);
    writer.beginObject().key("event").value(event).key("controllers").beginArray();
    for (const ControllerStatus &each : controllers) {
        writer.beginObject().key("name").value(QString::fromStdString(each.name));
        for (const Number &number : Numbers)
            writer.key(number.name).value(json(number.of(each)));
        writer.key("lastList").value(nameOf(each.lists.last));
        writer.endObject();
    }
    writer.endArray().key("seconds").value(seconds(elapsed)).endObject();
    return line(writer);
}

/// A line of its own for each controller with held removals: the summary's keys are fixed.
std::string jsonHeld(const std::vector<ControllerStatus> &controllers)
{
    std::string lines;
    for (const ControllerStatus &each : controllers) {
        const std::uint64_t held = in(each, ItemState::Held);
        if (held == 0)
            continue;
        JsonWriter writer(JsonWriter::Style::Line);
        writer.beginObject().key("event").value("held");
        writer.key("controller").value(QString::fromStdString(each.name));
        writer.key("held").value(json(held)).endObject();
        lines += line(writer);
    }
    return lines;
}

std::string textLine(const ControllerStatus &status, Duration elapsed)
{
    std::string text = QString::number(seconds(elapsed), 'f', 1).toStdString() + "s " + status.name
                       + ": ";
    const char *separator = "";
    for (const Number &number : Numbers) {
        text += separator + std::to_string(number.of(status)) + ' ' + number.name;
        separator = ", ";
    }
    if (status.lists.last != ListEnd::Complete)
        text += ", last list: " + std::string(name(status.lists.last));
    if (const std::uint64_t held = in(status, ItemState::Held); held > 0)
        text += ", " + std::to_string(held) + " held";
    if (const std::uint64_t stuck = status.gauges.stuckInPlace; stuck > 0)
        text += ", " + std::to_string(stuck) + " workers stuck";
    return text + '\n';
}

/// What stands above the lines, or is the event.
const char *title(ReportStyle style, ReportKind kind)
{
    const bool isText = style == ReportStyle::Text;
    switch (kind) {
    case ReportKind::Summary: return isText ? "Summary\n" : "summary";
    case ReportKind::DryRun:
        return isText ? "Summary of a dry run: what is added and removed only would be\n"
                      : "dryRun";
    case ReportKind::Status: break;
    }
    return isText ? "" : "status";
}

} // namespace

std::string notStoppedReport(ReportStyle style, const std::vector<std::string> &controllers)
{
    std::string text;
    for (const std::string &name : controllers) {
        if (style == ReportStyle::Text) {
            text += name + " was not stopped in order: what it has started may run on\n";
            continue;
        }
        JsonWriter writer(JsonWriter::Style::Line);
        writer.beginObject().key("event").value("notStopped");
        writer.key("controller").value(QString::fromStdString(name)).endObject();
        text += line(writer);
    }
    return text;
}

std::string statusReport(ReportStyle style, ReportKind kind,
                         const std::vector<ControllerStatus> &controllers, Duration elapsed)
{
    if (style == ReportStyle::JsonLines) {
        const std::string held = kind == ReportKind::Status ? "" : jsonHeld(controllers);
        return held + jsonReport(title(style, kind), controllers, elapsed);
    }
    std::string text = title(style, kind);
    for (const ControllerStatus &each : controllers)
        text += textLine(each, elapsed);
    return text;
}

} // namespace qontroller
