// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/session/objectreader.h"

#include "core/plugins/json/jsontext.h"

#include <iterator>
#include <utility>

namespace qontroller {

namespace {

QJsonObject withoutComment(QJsonObject object)
{
    object.remove(QLatin1String("$comment"));
    return object;
}

} // namespace

ObjectReader::ObjectReader(const QJsonObject &object, const std::vector<std::string> &allowed)
    : m_object(withoutComment(object))
    , m_problems(unknownKeys(m_object, allowed))
{}

std::string ObjectReader::requiredText(const char *name)
{
    const QJsonValue text = value(name);
    if (text.isUndefined())
        complain(name, "is missing: must be text that is not empty");
    else if (text.toString().isEmpty())
        complain(name, mustBe("text that is not empty", text));
    return text.toString().toStdString();
}

QJsonObject ObjectReader::optionalObject(const char *name)
{
    const QJsonValue object = value(name);
    if (!object.isUndefined() && !object.isObject())
        complain(name, mustBe("an object", object));
    return withoutComment(object.toObject());
}

void ObjectReader::complain(const char *name, std::string text)
{
    m_problems.push_back({JsonPath().key(name), std::move(text)});
}

void ObjectReader::add(const char *name, JsonProblems problems)
{
    problems = below(JsonPath().key(name), std::move(problems));
    std::move(problems.begin(), problems.end(), std::back_inserter(m_problems));
}

} // namespace qontroller
