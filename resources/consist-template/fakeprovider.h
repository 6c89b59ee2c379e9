// SPDX-License-Identifier: CC0-1.0
#pragma once

#include "core/members/consist/applied.h"

#include <QtCore/QDir>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QSaveFile>

#include <stdexcept>

/// The JSON object in a file. Nothing: there is no such file.
inline std::optional<QJsonObject> readJson(const QString &path)
{
    QFile file(path);
    if (!file.exists())
        return std::nullopt;
    const auto json = QJsonDocument::fromJson(file.open(QFile::ReadOnly) ? file.readAll() : "");
    if (!json.isObject())
        throw std::runtime_error(path.toStdString() + ": no JSON object can be read there");
    return json.object();
}

/// What a load balancer would be: SERVICE.json has what there is for a service, and journal.txt
/// has a line for each thing that was done, in that order.
class FakeProvider
{
public:
    explicit FakeProvider(const QString &folder)
        : m_folder(folder)
    {}

    template<class T>
    std::vector<T> read(const std::string &service) const
    {
        std::vector<T> items;
        const QJsonObject all = contentOf(service)[T::Kind].toObject();
        for (const QString &id : all.keys())
            items.push_back(T::fromJson(id.toStdString(), all[id].toObject()));
        return items;
    }
    template<class T>
    qontroller::Applied put(const std::string &service, const std::vector<T> &items)
    {
        return qontroller::Applied::each(items, [&](const T &item) {
            write(service, T::Kind, item.id, item.toJson());
        });
    }
    template<class T>
    qontroller::Applied take(const std::string &service, const std::vector<T> &items)
    {
        return qontroller::Applied::each(items, [&](const T &item) {
            write(service, T::Kind, item.id, QJsonValue::Undefined); // which takes the key away
        });
    }
    void note(const std::string &line) const
    {
        QFile journal(m_folder + "/journal.txt");
        if (journal.open(QFile::Append))
            journal.write(QByteArray::fromStdString(line + '\n'));
    }

private:
    QString fileOf(const std::string &service) const
    {
        return m_folder + '/' + QString::fromStdString(service) + ".json";
    }
    QJsonObject contentOf(const std::string &service) const
    {
        return readJson(fileOf(service)).value_or(QJsonObject());
    }
    void write(const std::string &service, const char *kind, const std::string &id,
               const QJsonValue &value) const
    {
        QJsonObject content = contentOf(service);
        QJsonObject items = content[kind].toObject();
        items[QString::fromStdString(id)] = value;
        content[kind] = items;
        QSaveFile file(fileOf(service));
        if (!QDir().mkpath(m_folder) || !file.open(QFile::WriteOnly)
            || file.write(QJsonDocument(content).toJson()) < 0 || !file.commit())
            throw std::runtime_error("the provider cannot write: "
                                     + file.errorString().toStdString());
        const auto now = QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact);
        note(service + ": " + id + ' ' + (value.isUndefined() ? "gone" : now.toStdString()));
    }

    QString m_folder;
};
