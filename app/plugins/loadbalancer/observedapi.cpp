// SPDX-License-Identifier: LGPL-3.0-or-later
#include <QtCore/QJsonArray>

#include "app/plugins/loadbalancer/observedapi.h"

#include "app/plugins/common/transfer.h"
#include "app/plugins/loadbalancer/objectschemas.h"
#include "core/plugins/json/jsonsyntax.h"
#include "core/plugins/json/parameters.h"

namespace qontroller::loadbalancer {

namespace {

constexpr std::size_t LongestBody = std::size_t{64} << 20;
constexpr long Ok = 200;
constexpr long NotFound = 404;

tl::expected<std::vector<ObservedServer>, std::string> parse(const std::string &body)
{
    static const QJsonObject schema = QJsonDocument::fromJson(ObservedSchema).object();
    const auto document = parseJson(QByteArray::fromStdString(body));
    if (!document)
        return tl::unexpected(document.error());
    if (!document->isArray())
        return tl::unexpected(std::string("must be a list of servers"));
    const QJsonArray list = document->array();
    std::vector<ObservedServer> servers;
    for (qsizetype i = 0; i < list.size(); ++i) {
        const CheckedParameters checked = checkParameters(schema, list.at(i).toObject());
        if (!checked.problems.empty())
            return tl::unexpected('[' + std::to_string(i) + "]."
                                  + checked.problems.front().sentence());
        servers.push_back({checked.values["name"].toString().toStdString(),
                           checked.values["traffic"].toBool(),
                           static_cast<std::uint64_t>(checked.values["sessions"].toInteger())});
    }
    return servers;
}

} // namespace

tl::expected<std::optional<std::vector<ObservedServer>>, Error> ObservedApi::servers(
    const std::string &backend, const std::stop_token &stop) const
{
    const std::string url = m_url + "/backends/" + backend; // its characters need no escape
    Transfer transfer(url, m_timeout, stop);
    transfer.keepBody(LongestBody);
    if (const auto problem = transfer.perform())
        return tl::unexpected(Error(url + ": " + *problem));
    if (transfer.status() == NotFound)
        return std::nullopt;
    if (transfer.status() != Ok)
        return tl::unexpected(
            Error(url + " answers with status " + std::to_string(transfer.status())));
    auto servers = parse(transfer.body());
    if (!servers)
        return tl::unexpected(Error(url + " answers with something else: " + servers.error()));
    return std::move(*servers);
}

} // namespace qontroller::loadbalancer
