// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/script/scriptitems.h"

#include "core/base/text/duration.h"
#include "core/engine/api/objectid.h"
#include "core/plugins/json/jsonsyntax.h"
#include "core/plugins/json/jsontext.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>

#include <algorithm>
#include <cmath>
#include <optional>

namespace qontroller::script {

namespace {

using Problem = std::optional<std::string>;
constexpr const char *AsIn = R"(, as in [{"id": "www"}])";

bool isBlank(std::string_view output)
{
    return output.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

/// Whether \a value can be a line of a list of names.
bool isName(const QJsonValue &value)
{
    const QString text = value.toString();
    return isValidId(text.toUtf8().toStdString()) && std::ranges::none_of(text, [](QChar c) {
               return c.category() == QChar::Other_Control;
           });
}

bool isText(const QJsonValue &value)
{
    return value.isString() && !value.toString().isEmpty();
}

bool isAgain(const QJsonValue &value)
{
    const auto duration = parseDuration(value.toString().toStdString());
    return duration && *duration > Duration::zero();
}

/// A key of an object that means something, and what it must be.
struct Key
{
    const char *name;
    bool (*isRight)(const QJsonValue &);
    const char *mustBe;
};
constexpr const char *Name = "text of 1 to 65536 bytes without control characters";
constexpr Key Id{"id", isName, Name};
constexpr Key MemberName{"name", isName, Name};
constexpr Key Traffic{"traffic", [](const QJsonValue &value) { return value.isBool(); },
                      "true or false"};
constexpr Key Status{"status", [](const QJsonValue &value) { return value.isString(); }, "text"};
constexpr Key Failed{"error", isText, "text that is not empty"};
constexpr Key Again{"again", isAgain, "a time of more than 0, as in \"2s\""};
using Keys = std::vector<Key>;

enum class OtherKeys : bool {
    Refused,
    Allowed,
};

bool holds64Bits(const QJsonValue &number)
{
    return number.toInteger(0) == number.toInteger(1);
}

/// Whether a whole number in \a value has been rounded, so that two that differ may look alike:
/// what is beyond 64 bits is kept as a double.
bool isRounded(const QJsonValue &value)
{
    constexpr double Beyond = 9223372036854775808.0; // 2^63
    const auto isRoundedOne = [](const QJsonValue &each) { return isRounded(each); };
    if (value.isArray())
        return std::ranges::any_of(value.toArray(), isRoundedOne);
    if (value.isObject())
        return std::ranges::any_of(value.toObject(), isRoundedOne);
    return value.isDouble() && std::abs(value.toDouble()) >= Beyond && !holds64Bits(value);
}

Problem problemOf(const QJsonValue &value, const Keys &keys, OtherKeys others)
{
    if (!value.isObject())
        return std::string(" must be an object") + AsIn;
    const QJsonObject object = value.toObject();
    if (!object.contains(QLatin1String(Id.name)))
        return std::string(".id is missing: must be ") + Id.mustBe;
    for (auto it = object.begin(); it != object.end(); ++it) {
        const auto key = std::ranges::find_if(keys, [&](const Key &one) {
            return it.key() == QLatin1String(one.name);
        });
        if (key != keys.end() && !key->isRight(it.value()))
            return '.' + std::string(key->name) + " must be " + key->mustBe;
        if (isRounded(it.value()))
            return '.' + it.key().toStdString()
                   + " has a whole number beyond 64 bits, which would be rounded: write it as text";
        if (key == keys.end() && others == OtherKeys::Refused)
            return '.' + it.key().toStdString()
                   + " is not known: must be id, and error or again, or neither";
    }
    return std::nullopt;
}

/// What a command printed, as a list of objects with an id each.
tl::expected<std::vector<QJsonObject>, std::string> parseObjects(std::string_view output,
                                                                 const Keys &keys, OtherKeys others)
{
    if (isBlank(output))
        return tl::unexpected(std::string("its output must be a JSON list, but it printed nothing")
                              + AsIn);
    const auto document = parseJson(
        QByteArray(output.data(), static_cast<qsizetype>(output.size())));
    if (!document)
        return tl::unexpected("its output must be a JSON list: " + document.error());
    if (!document->isArray())
        return tl::unexpected(std::string("its output must be a JSON list, but it is an object")
                              + AsIn);
    std::vector<QJsonObject> objects;
    for (const QJsonValue &value : document->array()) {
        if (const Problem problem = problemOf(value, keys, others))
            return tl::unexpected("its output[" + std::to_string(objects.size()) + ']' + *problem);
        objects.push_back(value.toObject());
    }
    return objects;
}

} // namespace

tl::expected<std::vector<ScriptItem>, std::string> parseItems(std::string_view output)
{
    auto objects = parseObjects(output, {Id, MemberName, Traffic, Status}, OtherKeys::Allowed);
    if (!objects)
        return tl::unexpected(std::move(objects.error()));
    std::vector<ScriptItem> items;
    for (QJsonObject &object : *objects) {
        const std::string id = textIn(object, "id");
        const std::string name = textIn(object, "name");
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
    if (isBlank(output))
        return Applied::all(items);
    const auto objects = parseObjects(output, {Id, Failed, Again}, OtherKeys::Refused);
    if (!objects)
        return tl::unexpected(objects.error());
    Applied applied;
    for (const QJsonObject &object : *objects) {
        const std::string error = textIn(object, "error");
        const auto again = parseDuration(textIn(object, "again"));
        if (!error.empty())
            applied.failed.push_back({textIn(object, "id"), error});
        else if (!again)
            applied.succeeded.push_back(textIn(object, "id"));
        else if (applied.lookAgain == Duration::zero() || *again < applied.lookAgain)
            applied.lookAgain = *again;
    }
    return applied;
}

} // namespace qontroller::script
