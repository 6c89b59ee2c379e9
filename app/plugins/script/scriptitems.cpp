// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/script/scriptitems.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>

namespace qontroller {

namespace {

constexpr const char *AsIn = R"(, as in [{"id": "www"}])";

/// What a command printed, as a list of objects with an id each.
tl::expected<std::vector<QJsonObject>, std::string> parseObjects(std::string_view output)
{
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(QByteArray(output.data(),
                                                             static_cast<qsizetype>(output.size())),
                                                  &error);
    if (!document.isArray()) {
        const std::string why = error.error == QJsonParseError::NoError
                                    ? std::string("it is an object")
                                    : error.errorString().toStdString() + " at byte "
                                          + std::to_string(error.offset);
        return tl::unexpected("its output must be a JSON list, but " + why + AsIn);
    }
    std::vector<QJsonObject> objects;
    for (const QJsonValue &value : document.array()) {
        const QJsonObject object = value.toObject();
        if (object.value(QLatin1String("id")).toString().isEmpty())
            return tl::unexpected("its output[" + std::to_string(objects.size())
                                  + "] must be an object with an id that is not empty" + AsIn);
        objects.push_back(object);
    }
    return objects;
}

std::string textOf(const QJsonObject &object, const char *key)
{
    return object.value(QLatin1String(key)).toString().toStdString();
}

} // namespace

tl::expected<std::vector<ScriptItem>, std::string> parseItems(std::string_view output)
{
    auto objects = parseObjects(output);
    if (!objects)
        return tl::unexpected(std::move(objects.error()));
    std::vector<ScriptItem> items;
    for (QJsonObject &object : *objects) {
        const std::string id = textOf(object, "id");
        const std::string name = textOf(object, "name");
        items.push_back({id, name.empty() ? id : name, std::move(object)});
    }
    return items;
}

std::string toJson(const std::vector<ScriptItem> &items)
{
    QJsonArray list;
    for (const ScriptItem &item : items)
        list.append(item.value);
    return QJsonDocument(list).toJson(QJsonDocument::Compact).toStdString() + '\n';
}

tl::expected<Applied, std::string> parseApplied(std::string_view output,
                                                const std::vector<ScriptItem> &items)
{
    if (output.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return Applied::all(items);
    const auto objects = parseObjects(output);
    if (!objects)
        return tl::unexpected(objects.error());
    Applied applied;
    for (const QJsonObject &object : *objects) {
        const std::string error = textOf(object, "error");
        if (error.empty())
            applied.succeeded.push_back(textOf(object, "id"));
        else
            applied.failed.push_back({textOf(object, "id"), error});
    }
    return applied;
}

} // namespace qontroller
