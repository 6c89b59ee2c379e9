// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/optionwords.h"

#include <QtCore/QCoreApplication>

#include <string>

namespace qontroller::ui {

namespace {

QString optionText(std::string_view text)
{
    return text.empty() ? QString()
                        : QCoreApplication::translate("Options", std::string(text).c_str());
}

} // namespace

QString titleOf(const ControllerOption &option)
{
    return optionText(option.title);
}

QString titleOf(const OptionGroup &group)
{
    return optionText(group.title);
}

QString explain(const ControllerOption &option)
{
    return optionText(option.text);
}

} // namespace qontroller::ui
