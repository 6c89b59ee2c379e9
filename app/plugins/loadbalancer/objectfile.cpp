// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/objectfile.h"

#include "app/plugins/loadbalancer/objectschemas.h"
#include "core/plugins/json/jsonsyntax.h"
#include "core/plugins/json/jsontext.h"
#include "core/plugins/json/parameters.h"

#include <QtCore/QJsonArray>

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

namespace qontroller::loadbalancer {

namespace {

using Problem = std::optional<std::string>;

constexpr Duration ShortestCheck = std::chrono::milliseconds(10);
constexpr Duration LongestCheck = std::chrono::hours(1);

Labels labelsIn(const QJsonObject &from, const char *key)
{
    Labels labels;
    const QJsonObject object = from.value(QLatin1String(key)).toObject();
    for (auto it = object.begin(); it != object.end(); ++it)
        labels[it.key().toStdString()] = it.value().toString().toStdString();
    return labels;
}

Problem readOperations(const QJsonArray &all, std::vector<WantedOperation> &operations)
{
    std::set<std::string> ids;
    for (qsizetype i = 0; i < all.size(); ++i) {
        const QJsonObject one = all.at(i).toObject();
        operations.push_back({textIn(one, "id"), textIn(one, "type"), one["finished"].toBool()});
        if (!ids.insert(operations.back().id).second)
            return "operations[" + std::to_string(i) + "].id: must be another one than \""
                   + operations.back().id + "\", which an operation before it has";
    }
    return std::nullopt;
}

Problem readServer(const QJsonObject &from, FolderObject &object)
{
    Server server;
    const std::string address = textIn(from, "address");
    const auto parsed = parseAddress(address);
    if (!parsed)
        return "address: " + parsed.error();
    server.address = *parsed;
    server.labels = labelsIn(from, "labels");
    server.isReady = from["ready"].toBool();
    server.weight = static_cast<unsigned>(from["weight"].toInt());
    Problem problem = readOperations(from["operations"].toArray(), server.operations);
    if (!problem)
        object.good = std::move(server);
    return problem;
}

Problem readCheck(const QJsonObject &from, Duration &check)
{
    const std::string text = textIn(from, "check");
    const auto interval = text == "off" ? Duration::zero() : parseDuration(text);
    const bool isRight = interval
                         && (text == "off"
                             || (*interval >= ShortestCheck && *interval <= LongestCheck));
    if (!isRight)
        return R"(check: must be "off", or a time from 10ms to 1h, as in "1s", but is ")" + text
               + '"';
    check = *interval;
    return std::nullopt;
}

Problem readService(const QJsonObject &from, FolderObject &object)
{
    Service service{labelsIn(from, "selector"), textIn(from, "backend"), textIn(from, "frontend"),
                    static_cast<std::uint16_t>(from["port"].toInt())};
    Problem problem = readCheck(from, service.check);
    if (!problem)
        object.good = std::move(service);
    return problem;
}

const QJsonObject &schemaOf(ObjectKind kind)
{
    static const QJsonObject service = QJsonDocument::fromJson(ServiceSchema).object();
    static const QJsonObject server = QJsonDocument::fromJson(ServerSchema).object();
    return kind == ObjectKind::Service ? service : server;
}

Problem readKind(const QJsonValue &kind, FolderObject &object)
{
    if (kind.toString() == QLatin1String("Service"))
        object.kind = ObjectKind::Service;
    else if (kind.toString() == QLatin1String("Server"))
        object.kind = ObjectKind::Server;
    else
        return std::string(kind.isUndefined() ? R"(kind: is missing: must be "Service" or "Server")"
                                              : R"(kind: must be "Service" or "Server")");
    return std::nullopt;
}

Problem read(const QByteArray &json, FolderObject &object)
{
    const auto document = parseJson(json);
    if (!document)
        return document.error();
    if (!document->isObject())
        return std::string(R"(must be a JSON object, as in { "kind": "Server", … })");
    const QJsonObject from = document->object();
    if (Problem problem = readKind(from["kind"], object))
        return problem;
    const CheckedParameters checked = checkParameters(schemaOf(object.kind), from);
    if (!checked.problems.empty())
        return checked.problems.front().sentence();
    const auto readRest = object.kind == ObjectKind::Service ? readService : readServer;
    return readRest(checked.values, object);
}

std::optional<std::uint16_t> parsePort(std::string_view text)
{
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (error != std::errc() || end != text.data() + text.size() || port == 0)
        return std::nullopt;
    return port;
}

/// As inet_ntop() writes it; empty if it is no address.
std::string normalised(const std::string &ip)
{
    for (const int family : {AF_INET, AF_INET6}) {
        std::array<char, sizeof(in6_addr)> bytes{};
        std::array<char, INET6_ADDRSTRLEN> text{};
        if (::inet_pton(family, ip.c_str(), bytes.data()) == 1
            && ::inet_ntop(family, bytes.data(), text.data(), text.size()))
            return text.data();
    }
    return {};
}

/// An address as somebody wrote it.
struct Written
{
    std::string ip;
    std::string port;    ///< empty: none
    bool isBare = false; ///< with colons, and no brackets around them
};

Written split(const std::string &text)
{
    const auto closing = text.find(']');
    if (text.starts_with('[') && closing + 1 == text.size())
        return {text.substr(1, closing - 1), {}};
    if (text.starts_with('[') && text.find("]:") == closing && closing + 2 < text.size())
        return {text.substr(1, closing - 1), text.substr(closing + 2)};
    const auto colon = text.find(':');
    if (colon != text.rfind(':'))
        return {text, {}, true};
    const bool hasPort = colon != std::string::npos && colon + 1 < text.size();
    return hasPort ? Written{text.substr(0, colon), text.substr(colon + 1)} : Written{text, {}};
}

} // namespace

bool selects(const Labels &selector, const Labels &labels)
{
    return !selector.empty()
           && std::all_of(selector.begin(), selector.end(), [&](const auto &wanted) {
                  const auto found = labels.find(wanted.first);
                  return found != labels.end() && found->second == wanted.second;
              });
}

FolderObject readObject(const QByteArray &json)
{
    FolderObject object;
    if (Problem problem = read(json, object))
        object.problem = *std::move(problem);
    return object;
}

tl::expected<ServerAddress, std::string> parseAddress(const std::string &text)
{
    const Written written = split(text);
    std::string ip = normalised(written.ip);
    const auto port = written.port.empty() ? std::optional<std::uint16_t>(0)
                                           : parsePort(written.port);
    if (ip.empty() || !port)
        return tl::unexpected("must be an IP address with a port, as in "
                              "\"127.0.0.1:9001\" or \"[::1]:9001\", but is \""
                              + text + '"');
    const auto colon = text.rfind(':');
    if (written.isBare && !normalised(text.substr(0, colon)).empty()
        && parsePort(std::string_view(text).substr(colon + 1)))
        return tl::unexpected("must have brackets, so that it is clear what the port is: \"["
                              + text.substr(0, colon) + "]" + text.substr(colon) + "\" or \"["
                              + text + "]\", but is \"" + text + '"');
    return ServerAddress{std::move(ip), *port};
}

std::string textOf(const ServerAddress &address)
{
    const bool isV6 = address.ip.find(':') != std::string::npos;
    return (isV6 ? '[' + address.ip + ']' : address.ip) + ':' + std::to_string(address.port);
}

} // namespace qontroller::loadbalancer
