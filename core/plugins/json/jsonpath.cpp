// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/json/jsonpath.h"

#include <algorithm>
#include <cctype>

namespace qontroller {

namespace {

bool isPlain(const std::string &name)
{
    return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return std::isalnum(c) || c == '_' || c == '-';
    });
}

std::string escaped(const std::string &name)
{
    std::string text;
    for (const char c : name) {
        if (c == '~')
            text += "~0";
        else if (c == '/')
            text += "~1";
        else
            text += c;
    }
    return text;
}

} // namespace

JsonPath JsonPath::key(std::string_view name) const
{
    JsonPath path = *this;
    path.m_steps.emplace_back(std::string(name));
    return path;
}

JsonPath JsonPath::index(std::size_t position) const
{
    JsonPath path = *this;
    path.m_steps.emplace_back(position);
    return path;
}

bool JsonPath::isAtOrBelow(const JsonPath &other) const
{
    return size() >= other.size()
           && std::equal(other.m_steps.begin(), other.m_steps.end(), m_steps.begin());
}

JsonPath JsonPath::below(const JsonPath &parent) const
{
    JsonPath path = parent;
    path.m_steps.insert(path.m_steps.end(), m_steps.begin(), m_steps.end());
    return path;
}

std::string JsonPath::dotted() const
{
    std::string text;
    for (const Step &step : m_steps) {
        if (const auto *position = std::get_if<std::size_t>(&step)) {
            text += '[' + std::to_string(*position) + ']';
            continue;
        }
        const auto &name = std::get<std::string>(step);
        if (!isPlain(name))
            text += "[\"" + name + "\"]";
        else
            text += (text.empty() ? "" : ".") + name;
    }
    return text;
}

std::string JsonPath::pointer() const
{
    std::string text;
    for (const Step &step : m_steps) {
        const auto *position = std::get_if<std::size_t>(&step);
        text += '/' + (position ? std::to_string(*position) : escaped(std::get<std::string>(step)));
    }
    return text;
}

std::string JsonProblem::sentence() const
{
    return path.isEmpty() ? text : path.dotted() + ": " + text;
}

JsonProblems problemAt(std::string_view key, std::string text, ProblemCause cause)
{
    return {{JsonPath().key(key), std::move(text), cause}};
}

JsonProblems below(const JsonPath &parent, JsonProblems problems)
{
    for (JsonProblem &problem : problems)
        problem.path = problem.path.below(parent);
    return problems;
}

} // namespace qontroller
