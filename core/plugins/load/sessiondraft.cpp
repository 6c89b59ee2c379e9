// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/load/sessiondraft.h"

#include "core/plugins/json/jsonwriter.h"

#include <QtCore/QJsonArray>
#include <QtCore/QStringList>

namespace qontroller {

namespace {

constexpr const char *Comment = "$comment";

QString textIn(const QJsonObject &schema, const char *name)
{
    return schema.value(QLatin1String(name)).toString();
}

/// "Source folder, required. The folder to mirror, as an absolute path."
QString commentOn(const QJsonObject &schema, bool isRequired)
{
    QString text = textIn(schema, "title");
    if (isRequired)
        text += QLatin1String(text.isEmpty() ? "Required" : ", required");
    if (!text.isEmpty())
        text += QLatin1Char('.');
    const QString description = textIn(schema, "description");
    if (!description.isEmpty())
        text += QLatin1String(text.isEmpty() ? "" : " ") + description;
    return text;
}

/// Those of \a properties, the required ones first.
QStringList inOrder(const QJsonObject &properties, const QJsonArray &required)
{
    QStringList names;
    for (const auto isFirst : {true, false}) {
        for (const QString &name : properties.keys()) {
            if (required.contains(name) == isFirst)
                names += name;
        }
    }
    return names;
}

void writeParameters(JsonWriter &writer, const QJsonObject &schema)
{
    const QJsonObject properties = schema.value(QLatin1String("properties")).toObject();
    const QJsonArray required = schema.value(QLatin1String("required")).toArray();
    const QStringList names = inOrder(properties, required);
    writer.beginObject();
    if (!names.isEmpty())
        writer.key(Comment).beginObject();
    for (const QString &name : names)
        writer.key(name.toStdString())
            .value(commentOn(properties.value(name).toObject(), required.contains(name)));
    if (!names.isEmpty())
        writer.endObject();
    for (const QString &name : names) {
        const QJsonValue preset = properties.value(name).toObject().value(QLatin1String("default"));
        if (required.contains(name) || !preset.isUndefined())
            writer.key(name.toStdString()).value(preset.isUndefined() ? QJsonValue() : preset);
    }
    writer.endObject();
}

} // namespace

QByteArray sessionDraft(const PluginMetadata &metadata, const std::string &name)
{
    const QString plugin = QString::fromStdString(metadata.name);
    const QString description = QString::fromStdString(metadata.description);
    JsonWriter writer(JsonWriter::Style::Indented);
    writer.beginObject();
    writer.key(Comment).value(
        (description.isEmpty() ? plugin : plugin + QLatin1String(": ") + description)
        + QLatin1String(" Fill in what is null; qontrollerd --check says what is left."));
    writer.key("version").value(1);
    writer.key("controllers").beginArray().beginObject();
    writer.key("name").value(QString::fromStdString(name));
    writer.key("plugin").value(QString::fromStdString(metadata.id));
    writer.key("parameters");
    writeParameters(writer, metadata.parameters);
    writer.endObject().endArray().endObject();
    return writer.text() + '\n';
}

} // namespace qontroller
