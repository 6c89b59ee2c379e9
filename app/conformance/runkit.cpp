// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/runkit.h"

#include "app/cli/exitstatus.h"
#include "app/conformance/kitline.h"
#include "app/conformance/run/report.h"
#include "app/log/log.h"
#include "app/program/runprogram.h"
#include "core/plugins/json/secretreference.h"
#include "core/plugins/load/plugincatalogue.h"

#include <QtCore/QFileInfo>
#include <QtCore/QTemporaryDir>

#include <random>

namespace qontroller::conformance {

namespace {

constexpr std::uint64_t DefaultRounds = 5;
constexpr std::uint64_t Seeds = 1'000'000'000; // short enough to be typed again

int refused(const std::string &sentence)
{
    return refuse(kitText(), sentence);
}

/// What is wrong with the names after --only; empty if nothing is.
std::string complaintOn(const std::vector<std::string> &only)
{
    for (const std::string &name : only) {
        if (!findCheck(name))
            return "--only: there is no check \"" + name + "\": there are " + namesOfChecks();
    }
    return {};
}

/// What is wrong with the plugin and its parameters, as far as it can be told without
/// running its code; empty if nothing is.
std::string complaintOn(const Subject &subject)
{
    PluginCatalogue plugins(searchFor(subject.plugin));
    const PluginRecord &record = plugins.add(subject.plugin);
    if (!record.isUsable())
        return record.sentence;
    if (record.metadata.kind != PluginKind::Controller)
        return record.file + " is a locker plugin: name a controller plugin";
    const Places anywhere{"/tmp/world", subject.folder};
    const ReadParameters read = parametersOf(subject, record.metadata.parameters, anywhere);
    if (!read.problems.empty())
        return subject.file + ": " + read.problems.front().sentence();
    for (const JsonPath &path : read.tooShort)
        log(LogLevel::Warning,
            subject.file + ": " + tooShortSentence(path.below(JsonPath().key("parameters"))));
    const auto choice = plugins.chooseController({record.metadata.id, read.values});
    return choice ? "" : subject.file + ": " + choice.error().front().sentence();
}

CheckOrder orderOf(const KitLine &line)
{
    CheckOrder order;
    order.plugin = QFileInfo(QString::fromStdString(line.plugin)).absoluteFilePath().toStdString();
    order.file = line.parameters;
    order.seed = line.seed ? *line.seed : std::random_device()() % Seeds;
    order.rounds = line.rounds.value_or(DefaultRounds);
    order.limits.stop = line.stopLimit.value_or(order.limits.stop);
    order.limits.settle = line.settleLimit.value_or(order.limits.settle);
    return order;
}

/// Makes a folder for each check, so that none sees what another left.
class Folders
{
public:
    [[nodiscard]] bool areUsable() const { return m_folder.isValid(); }
    [[nodiscard]] std::string next(std::string_view name) const
    {
        const QString path = m_folder.filePath(
            QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
        QDir().mkpath(path);
        return path.toStdString();
    }

private:
    QTemporaryDir m_folder;
};

int runAll(const KitLine &line, const Subject &subject, CheckOrder order)
{
    const TimePoint begun = SteadyClock::instance().now();
    Signals endRequests; // before the folders: a signal must not leave them behind
    const Folders folders;
    if (!folders.areUsable())
        return refused(
            "no folder can be made for the worlds: set TMPDIR to one that can be written");
    Report report(line.json ? Report::Style::JsonLines : Report::Style::Text, order);
    report.begin();
    for (const Check &check : checks()) {
        if (!line.only.empty() && std::ranges::count(line.only, check.name) == 0)
            continue;
        if (const std::string why = report.whyNotRun(check); !why.empty()) {
            report.add(check, {{Verdict::Kind::NotRun, why, {}}, {}, {}});
            continue;
        }
        order.check = check.name;
        order.folder = folders.next(check.name);
        const CheckResult result = runInChild(order, endRequests);
        const std::string complaint = unmakeWorlds(subject, order.folder);
        if (result.signal)
            return 128 + *result.signal;
        if (result.verdict.kind == Verdict::Kind::Refused)
            return refused(result.verdict.text);
        report.add(check, result);
        if (!complaint.empty())
            return refused(complaint);
    }
    report.end(SteadyClock::instance().now() - begun);
    if (report.notPrinted())
        return refuse(kitText(), *report.notPrinted(), ExitStatus::InternalError);
    return numberOf(report.hasFailures() ? ExitStatus::Troubled : ExitStatus::Well);
}

int run(const std::vector<std::string> &arguments)
{
    if (!arguments.empty() && arguments.front() == ChildWord) {
        logQtMessages();
        return runCheckHere({arguments.begin() + 1, arguments.end()});
    }
    const auto line = parseKitLine(arguments);
    if (const auto answered = answerAlone(kitText(), line, kitHelp))
        return *answered;
    if (const std::string complaint = complaintOn(line->only); !complaint.empty())
        return refused(complaint);

    logQtMessages();
    const CheckOrder order = orderOf(*line);
    const auto subject = readSubject(order.plugin, order.file);
    if (!subject)
        return refused(subject.error());
    if (const std::string complaint = complaintOn(*subject); !complaint.empty())
        return refused(complaint);
    return runAll(*line, *subject, order);
}

} // namespace

int runKit(int argc, char **argv)
{
    return runProgram([&] { return run({argv + 1, argv + argc}); });
}

} // namespace qontroller::conformance
