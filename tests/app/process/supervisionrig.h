// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "commands.h"

#include "app/plugins/process/processparts.h"
#include "core/engine/host/host.h"
#include "core/engine/observe/events/eventrecord.h"
#include "core/engine/observe/feed/delta.h"
#include "core/engine/observe/feed/feed.h"
#include "core/engine/observe/items/description.h"
#include "core/engine/observe/items/itemdetail.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QSaveFile>
#include <QtCore/QTemporaryDir>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

namespace qontroller::test {

using namespace supervision;

/// A controller of processes in a folder of its own.
class Rig
{
public:
    explicit Rig(OnStop onStop = OnStop::Stop, const std::string &logWriter = LOGWRITER,
                 Duration deletionDelay = std::chrono::milliseconds(100))
    {
        QDir(m_folder.path()).mkpath("specs");
        ControllerOptions options;
        options.resyncInterval = std::chrono::hours(1);
        options.massDeletionGuard = false;
        const ProcessOptions where{path("specs").toStdString(), path("state").toStdString(),
                                   logWriter, onStop, deletionDelay};
        m_id = host.add({"processes", "process", makeProcessParts(where), options}).value();
    }

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    [[nodiscard]] QByteArray read(const QString &name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QString &name, const QByteArray &text) const
    {
        QSaveFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit())
            qFatal("cannot write");
    }
    /// A spec of that command with \a more in it.
    void specify(const QString &id, const QStringList &command, QJsonObject more = {}) const
    {
        more.insert("command", QJsonArray::fromStringList(command));
        write("specs/" + id + ".json", QJsonDocument(more).toJson());
    }
    void script(const QString &id, const QString &text, const QJsonObject &more = {}) const
    {
        specify(id, {"sh", "-c", text, "sh", m_folder.path()}, more);
    }
    void drop(const QString &id) const { QFile::remove(path("specs/" + id + ".json")); }

    [[nodiscard]] ItemRow row(const ObjectId &id)
    {
        return host.detail(m_id, id).value_or(ItemDetail{}).row;
    }
    [[nodiscard]] bool knows(const ObjectId &id) { return host.detail(m_id, id).has_value(); }
    [[nodiscard]] std::string actual(const ObjectId &id)
    {
        return host.describe(m_id, id, {}).value_or(Description{}).actual;
    }
    /// The number in a line of describe(), 0 if there is none.
    [[nodiscard]] long property(const ObjectId &id, const std::string &name)
    {
        const std::string text = actual(id);
        const std::size_t at = text.find(name + ": ");
        return at == std::string::npos ? 0 : std::atol(text.c_str() + at + name.size() + 2);
    }
    [[nodiscard]] long pid(const ObjectId &id) { return property(id, "pid"); }
    [[nodiscard]] bool runs(const ObjectId &id)
    {
        return comesTrue([&] { return pid(id) > 0 && isAlive(pid(id)); });
    }

    /// Whether one of \a id has said this since the start.
    [[nodiscard]] bool hasEvent(const ObjectId &id, const std::string &part)
    {
        for (const ControllerDelta &controller : m_reader.pull().controllers)
            m_events.insert(m_events.end(), controller.events.begin(), controller.events.end());
        return std::ranges::any_of(m_events, [&](const EventRecord &event) {
            return event.id == id && event.said.text.find(part) != std::string::npos;
        });
    }
    /// How many events `ended` of \a id have come since the start.
    [[nodiscard]] auto endsOf(const ObjectId &id)
    {
        static_cast<void>(hasEvent(id, {}));
        return std::ranges::count_if(m_events, [&](const EventRecord &event) {
            return event.id == id && event.notice == "ended";
        });
    }

    /// The value of a metric that the handler counts, 0 if there is none.
    [[nodiscard]] double counted(const std::string &name)
    {
        const ControllerStatus status = host.status().at(0);
        for (const CustomMetric &metric : status.customMetrics) {
            if (metric.name == name)
                return metric.value;
        }
        return 0;
    }

private:
    QTemporaryDir m_folder;

public:
    Host host;

private:
    FeedReader m_reader{host};
    std::vector<EventRecord> m_events;
    ControllerId m_id = 0;
};

/// A restart that takes as little time as may be.
inline const QJsonObject Quick{{"base", "100ms"}, {"max", "100ms"}};

} // namespace qontroller::test
