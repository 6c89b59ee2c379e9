// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/operatorlogfile.h"

#include "ui/words/format.h"

#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace qontroller::ui {

namespace {

constexpr qint64 MostBytes = qint64{512} * 1024;

QList<QByteArray> lastLinesOf(const QString &name)
{
    if (!QFileInfo(name).isFile())
        return {};
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const qint64 skipped = std::max<qint64>(0, file.size() - MostBytes);
    if (!file.seek(skipped))
        return {};
    QList<QByteArray> lines = file.read(MostBytes).split('\n');
    if (skipped > 0)
        lines.removeFirst(); // the end of one
    return lines;
}

QString textOf(const QJsonObject &line, const char *field)
{
    return toLine(line.value(QLatin1String(field)).toString().simplified().toStdString());
}

std::optional<EarlierEntry> entryOf(const QJsonObject &line)
{
    EarlierEntry entry{QDateTime::fromString(textOf(line, "time"), Qt::ISODateWithMs).toLocalTime(),
                       textOf(line, "who"),
                       textOf(line, "what"),
                       textOf(line, "where"),
                       {},
                       {}};
    if (!entry.time.isValid() || entry.who.isEmpty() || entry.what.isEmpty())
        return {};
    for (const QJsonValue &id : line.value(QLatin1String("ids")).toArray())
        entry.ids.push_back(id.toString().toStdString());
    return entry;
}

} // namespace

// An entry's number begins anew with each run: its result belongs to the last one that has it.
QList<EarlierEntry> readOperatorLog(const QString &file, int most)
{
    QList<EarlierEntry> entries;
    std::map<int, qsizetype> open;
    for (const QByteArray &bytes : lastLinesOf(file)) {
        const QJsonObject line = QJsonDocument::fromJson(bytes).object();
        auto entry = entryOf(line);
        if (!entry)
            continue;
        const int number = line.value(QLatin1String("entry")).toInt();
        const QString outcome = textOf(line, "outcome");
        const auto begun = open.find(number);
        if (outcome.isEmpty()) {
            open[number] = entries.size();
            entries += std::move(*entry);
        } else if (begun != open.end() && entries[begun->second].what == entry->what) {
            entries[begun->second].outcome = outcome;
            open.erase(begun);
        }
    }
    return entries.size() > most ? entries.sliced(entries.size() - most) : entries;
}

} // namespace qontroller::ui
