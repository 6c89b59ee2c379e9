// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/script/utf8.h"

#include <QtCore/QString>
#include <QtCore/QUtf8StringView>

namespace qontroller::script {

namespace {

bool isContinuation(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

} // namespace

bool isUtf8(std::string_view bytes)
{
    return QUtf8StringView(bytes.data(), static_cast<qsizetype>(bytes.size())).isValidUtf8();
}

bool isUsableId(std::string_view bytes)
{
    return !bytes.empty() && bytes.find('\0') == std::string_view::npos && isUtf8(bytes);
}

std::string toUtf8(std::string_view bytes, bool isCut)
{
    for (int i = 0; isCut && i < 3 && !bytes.empty() && isContinuation(bytes.front()); ++i)
        bytes.remove_prefix(1);
    if (isUtf8(bytes))
        return std::string(bytes);
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size())).toStdString();
}

} // namespace qontroller::script
