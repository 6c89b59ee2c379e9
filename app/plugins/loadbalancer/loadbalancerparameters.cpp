// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/loadbalancerparameters.h"

#include "core/plugins/json/jsontext.h"

#include <QtCore/QJsonArray>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

namespace qontroller::loadbalancer {

namespace {

using Problem = std::optional<std::string>;

Problem readDurations(const QJsonObject &parameters, LoadBalancerOptions &options)
{
    for (const auto &[key, to] :
         {std::pair("timeout", &options.timeout), std::pair("lookInterval", &options.lookInterval),
          std::pair("pollInterval", &options.pollInterval),
          std::pair("drainDeadline", &options.drainDeadline)}) {
        const auto duration = parseDuration(textIn(parameters, key));
        if (!duration)
            return std::string(key) + ": " + duration.error();
        if (*duration < std::chrono::milliseconds(10))
            return std::string(key) + " must be at least 10ms";
        *to = *duration;
    }
    return std::nullopt;
}

Problem readDeletionDelay(const QJsonObject &parameters, LoadBalancerOptions &options)
{
    const auto delay = parseDuration(textIn(parameters, "deletionDelay"));
    if (!delay)
        return "deletionDelay: " + delay.error();
    options.deletionDelay = *delay;
    return std::nullopt;
}

Problem readAdapter(const QJsonObject &parameters, LoadBalancerOptions &options)
{
    options.folder = textIn(parameters, "folder");
    options.socket = textIn(parameters, "socket");
    options.url = textIn(parameters, "url");
    while (options.url.ends_with('/'))
        options.url.pop_back();
    if (textIn(parameters, "adapter") == "observed")
        options.adapter = LoadBalancerOptions::Adapter::Observed;
    const bool isHaproxy = options.adapter == LoadBalancerOptions::Adapter::Haproxy;
    if (isHaproxy && options.socket.empty())
        return R"(socket is missing: must be the path in HAProxy's "stats socket")";
    if (!isHaproxy && options.url.empty())
        return R"(url is missing: must be the address of the other system, as in "http://lb:8000")";
    return std::nullopt;
}

Problem readRuledShares(const QJsonObject &parameters, LoadBalancerOptions &options)
{
    return readShares(textIn(parameters, "maxUnavailable"), textIn(parameters, "minAvailable"),
                      "server", options.preCheck);
}

Problem readWords(const QJsonArray &from, const std::string &path, std::vector<std::string> &words)
{
    for (const QJsonValue &word : from) {
        if (word.toString().contains(QChar(u'\0')))
            return path + ": must be text without a zero byte";
        words.push_back(word.toString().toStdString());
    }
    return std::nullopt;
}

Problem readRules(const QJsonObject &parameters, const char *key, ConsistRules &rules)
{
    const QJsonObject from = parameters.value(QLatin1String(key)).toObject();
    const QJsonObject labels = from["labels"].toObject();
    for (auto it = labels.begin(); it != labels.end(); ++it)
        rules.labels[it.key().toStdString()] = it.value().toString().toStdString();
    return readWords(from["command"].toArray(), std::string(key) + ".command", rules.command);
}

Problem readOperations(const QJsonObject &parameters, LoadBalancerOptions &options)
{
    if (Problem problem = readRules(parameters, "preCheck", options.preCheck))
        return problem;
    if (Problem problem = readRules(parameters, "postCheck", options.postCheck))
        return problem;
    const QJsonObject operate = parameters["operate"].toObject();
    for (auto it = operate.begin(); it != operate.end(); ++it) {
        const std::string type = it.key().toStdString();
        if (type.empty())
            return "operate: must have a type of operation as each name, but one is empty";
        if (Problem problem = readWords(it.value().toArray(), "operate[\"" + type + "\"]",
                                        options.operate[type]))
            return problem;
    }
    return std::nullopt;
}

/// The same for all controllers of one folder, whatever they are called.
std::string kindOfFolder(const std::string &folder)
{
    std::string kind =
        std::filesystem::path(folder + '/').lexically_normal().parent_path().string();
    std::replace_if(
        kind.begin(), kind.end(), [](char c) { return c == '/' || c == '#'; }, ':');
    return kind;
}

} // namespace

tl::expected<LoadBalancerOptions, std::string> readLoadBalancerOptions(
    const QJsonObject &parameters, const std::string &controllerName)
{
    LoadBalancerOptions options;
    options.controller = controllerName;
    std::string problems; // a line each
    for (const auto read :
         {readAdapter, readDurations, readDeletionDelay, readRuledShares, readOperations}) {
        if (Problem problem = read(parameters, options))
            problems += (problems.empty() ? "" : "\n") + *problem;
    }
    if (!problems.empty())
        return tl::unexpected(std::move(problems));
    options.employeeKind = textIn(parameters, "employeeKind");
    if (options.employeeKind.empty())
        options.employeeKind = kindOfFolder(options.folder);
    return options;
}

} // namespace qontroller::loadbalancer
