// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/plugins/json/jsonpath.h"

#include <QtCore/QJsonObject>
#include <QtCore/QJsonValue>

#include <string>
#include <vector>

namespace qontroller {

/// Reads the members of one object and notes what is wrong with them. `$comment` is for people, and
/// means nothing.
class ObjectReader
{
public:
    ObjectReader(const QJsonObject &object, const std::vector<std::string> &allowed);

    [[nodiscard]] QJsonValue value(const char *name) const
    {
        return m_object.value(QLatin1String(name));
    }
    /// Complains unless there is text that is not empty.
    [[nodiscard]] std::string requiredText(const char *name);
    /// Empty if there is none; complains of what is no object.
    [[nodiscard]] QJsonObject optionalObject(const char *name);

    void complain(const char *name, std::string text);
    void add(const char *name, JsonProblems problems);
    [[nodiscard]] JsonProblems take() { return std::move(m_problems); }

private:
    QJsonObject m_object;
    JsonProblems m_problems;
};

} // namespace qontroller
