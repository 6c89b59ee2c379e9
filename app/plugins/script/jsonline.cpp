// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/script/jsonline.h"

#include "app/plugins/script/utf8.h"
#include "core/plugins/json/jsonsyntax.h"

#include <QtCore/QJsonDocument>

namespace qontroller::script {

namespace {

/// Qt leaves out a byte order mark that begins a text, but not one that is escaped.
std::string withMarksEscaped(std::string json)
{
    constexpr std::string_view Mark = "\xEF\xBB\xBF";
    for (std::size_t at = json.find(Mark, 1); at != std::string::npos; at = json.find(Mark, at))
        json.replace(at, Mark.size(), "\\ufeff");
    return json;
}

} // namespace

tl::expected<QJsonObject, std::string> parseLine(std::string_view line)
{
    QJsonParseError error{};
    const QByteArray json = QByteArray::fromStdString(withMarksEscaped(std::string(line)));
    const auto document = QJsonDocument::fromJson(json, &error);
    if (document.isObject()) {
        if (auto loss = findLoss(json))
            return tl::unexpected(*std::move(loss));
        return document.object();
    }
    return tl::unexpected("it must be a JSON object"
                          + (error.error == QJsonParseError::NoError
                                 ? std::string()
                                 : " (" + error.errorString().toStdString() + ')'));
}

tl::expected<std::string, std::string> idOf(const QJsonObject &object)
{
    std::string id = object.value(QLatin1String("id")).toString().toStdString();
    if (!isUsableId(id))
        return tl::unexpected(
            std::string("\"id\" must be text that is not empty and has no zero byte"));
    return id;
}

} // namespace qontroller::script
