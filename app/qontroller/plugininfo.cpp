// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/qontroller/plugininfo.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QCryptographicHash>
#include <QtCore/QFile>

namespace qontroller {

namespace {

QString checksum(const QString &name)
{
    QFile file(name);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file))
        return {};
    return QString::fromLatin1(hash.result().toHex());
}

QString verdictOf(const PluginRecord &record)
{
    if (!record.isUsable())
        return QString::fromStdString(record.sentence);
    const char *text = record.state == PluginState::Loaded
                           ? QT_TRANSLATE_NOOP("qontroller::Application", "%1 %2 is loaded.")
                           : QT_TRANSLATE_NOOP("qontroller::Application",
                                               "%1 %2 works with this program.");
    return QCoreApplication::translate("qontroller::Application", text)
        .arg(QString::fromStdString(record.metadata.name),
             QString::fromStdString(record.metadata.version));
}

ui::PluginInfo::Kind kindOf(const PluginMetadata &metadata)
{
    if (metadata.id.empty())
        return ui::PluginInfo::Kind::Unknown;
    return metadata.kind == PluginKind::Controller ? ui::PluginInfo::Kind::Controller
                                                   : ui::PluginInfo::Kind::Locker;
}

} // namespace

ui::PluginInfo pluginInfo(const PluginRecord &record)
{
    const PluginMetadata &metadata = record.metadata;
    ui::PluginInfo info;
    info.file = QString::fromStdString(record.file);
    info.sha256 = checksum(info.file);
    info.id = QString::fromStdString(metadata.id);
    info.name = QString::fromStdString(metadata.name);
    info.version = QString::fromStdString(metadata.version);
    info.apiVersion = QString::fromStdString(metadata.apiVersion);
    info.description = QString::fromStdString(metadata.description);
    info.vendor = QString::fromStdString(metadata.vendor);
    info.license = QString::fromStdString(metadata.license);
    info.kind = kindOf(metadata);
    info.parameters = metadata.parameters;
    info.defaults = metadata.defaults;
    info.verdict = record.isUsable() ? ui::PluginInfo::Verdict::Usable
                                     : ui::PluginInfo::Verdict::Refused;
    info.sentence = verdictOf(record);
    return info;
}

} // namespace qontroller
