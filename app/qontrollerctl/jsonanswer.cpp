// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/jsonanswer.h"

#include <QtCore/QDateTime>

#include <cmath>

namespace qontroller {

QString jsonText(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

double jsonSeconds(Duration duration)
{
    return std::round(std::chrono::duration<double, std::milli>(duration).count()) / 1000;
}

QJsonValue jsonNumber(std::uint64_t value)
{
    return static_cast<qint64>(value);
}

std::string isoTime(WallTime time)
{
    const auto sinceEpoch = std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch());
    return QDateTime::fromMSecsSinceEpoch(sinceEpoch.count(), Qt::UTC)
        .toString(Qt::ISODateWithMs)
        .toStdString();
}

void writeTime(JsonWriter &writer, WallTime time)
{
    if (time == WallTime{})
        writer.value(QJsonValue::Null);
    else
        writer.value(jsonText(isoTime(time)));
}

} // namespace qontroller
