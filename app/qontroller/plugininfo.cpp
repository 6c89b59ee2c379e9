// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/qontroller/plugininfo.h"

#include <QtCore/QCoreApplication>

namespace qontroller {

namespace {

struct PluginInfoText
{
    Q_DECLARE_TR_FUNCTIONS(Application)
};

QString sentenceOf(const PluginRecord &record)
{
    if (!record.isUsable())
        return QString::fromStdString(record.sentence);
    const QString sentence = record.state == PluginState::Loaded
                                 ? PluginInfoText::tr("%1 %2 is loaded.")
                                 : PluginInfoText::tr("%1 %2 works with this program.");
    return sentence.arg(QString::fromStdString(record.metadata.name),
                        QString::fromStdString(record.metadata.version));
}

ui::PluginInfo::Verdict verdictOf(PluginState state)
{
    switch (state) {
    case PluginState::Ready: return ui::PluginInfo::Verdict::Usable;
    case PluginState::Loaded: return ui::PluginInfo::Verdict::Loaded;
    case PluginState::Untrusted: return ui::PluginInfo::Verdict::Untrusted;
    case PluginState::Disabled: return ui::PluginInfo::Verdict::Disabled;
    case PluginState::Crashed: return ui::PluginInfo::Verdict::Crashed;
    case PluginState::Refused: break;
    }
    return ui::PluginInfo::Verdict::Refused;
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
    info.sha256 = QString::fromStdString(record.sha256);
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
    info.verdict = verdictOf(record.state);
    info.sentence = sentenceOf(record);
    info.distrust = QString::fromStdString(record.distrust);
    info.loadTime = record.loadTime;
    return info;
}

} // namespace qontroller
