// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/filter/filtererror.h"

namespace qontroller {

namespace {

std::string joined(const std::vector<std::string> &words)
{
    std::string all;
    for (const std::string &word : words)
        all += (all.empty() ? "" : ", ") + word;
    return all;
}

} // namespace

std::string inWords(const FilterError &error)
{
    switch (error.kind) {
    case FilterError::Kind::UnknownField:
        return "there is no field \"" + error.text + "\"; the fields are " + joined(error.known);
    case FilterError::Kind::UnknownWord:
        return "\"" + error.text + "\" is none of " + joined(error.known);
    case FilterError::Kind::MissingText:
        return error.text.empty() ? "a text is missing"
                                  : "a text is missing after " + error.text + ":";
    case FilterError::Kind::MissingNumber:
        return "write " + error.text + " with a number, as in " + error.text + ":>=3";
    case FilterError::Kind::MissingDuration:
        return "write " + error.text + " with a duration, as in " + error.text + ":>5m";
    case FilterError::Kind::OpenExpression: return "the expression has no closing /";
    case FilterError::Kind::OpenQuotation: return "the quotation has no closing \"";
    case FilterError::Kind::WrongExpression: return "the expression is wrong here: " + error.text;
    }
    return {};
}

} // namespace qontroller
