// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/pluginwords.h"

#include "core/base/text/duration.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QSysInfo>

namespace qontroller::ui {

namespace {

struct Plugins
{
    Q_DECLARE_TR_FUNCTIONS(Plugins)
};

/// The same in every language.
QString keyOf(PluginInfo::Verdict verdict)
{
    switch (verdict) {
    case PluginInfo::Verdict::Usable: return QStringLiteral("usable");
    case PluginInfo::Verdict::Loaded: return QStringLiteral("loaded");
    case PluginInfo::Verdict::Untrusted: return QStringLiteral("untrusted");
    case PluginInfo::Verdict::Disabled: return QStringLiteral("disabled");
    case PluginInfo::Verdict::Crashed: return QStringLiteral("crashed");
    case PluginInfo::Verdict::Refused: break;
    }
    return QStringLiteral("refused");
}

QString diagnosticsOf(const PluginInfo &plugin)
{
    QString text = QStringLiteral("%1 %2 (API %3): %4\n  file %5\n  SHA-256 %6\n")
                       .arg(plugin.id.isEmpty() ? QStringLiteral("unknown") : plugin.id,
                            plugin.version.isEmpty() ? QStringLiteral("?") : plugin.version,
                            plugin.apiVersion.isEmpty() ? QStringLiteral("?") : plugin.apiVersion,
                            keyOf(plugin.verdict), plugin.file, plugin.sha256);
    if (plugin.loadTime)
        text += QStringLiteral("  loaded in %1\n")
                    .arg(QString::fromStdString(formatDuration(*plugin.loadTime)));
    return text + QStringLiteral("  %1\n").arg(plugin.sentence);
}

} // namespace

QString nameOf(PluginInfo::Verdict verdict)
{
    switch (verdict) {
    case PluginInfo::Verdict::Usable: return Plugins::tr("Ready");
    case PluginInfo::Verdict::Loaded: return Plugins::tr("Loaded");
    case PluginInfo::Verdict::Untrusted: return Plugins::tr("Not trusted");
    case PluginInfo::Verdict::Disabled: return Plugins::tr("Disabled");
    case PluginInfo::Verdict::Crashed: return Plugins::tr("Crashed");
    case PluginInfo::Verdict::Refused: break;
    }
    return Plugins::tr("Refused");
}

QString nameOf(PluginInfo::Kind kind)
{
    switch (kind) {
    case PluginInfo::Kind::Controller: return Plugins::tr("controller");
    case PluginInfo::Kind::Locker: return Plugins::tr("locker");
    case PluginInfo::Kind::Unknown: break;
    }
    return Plugins::tr("unknown");
}

ItemState iconStateOf(PluginInfo::Verdict verdict)
{
    switch (verdict) {
    case PluginInfo::Verdict::Usable: return ItemState::InSync;
    case PluginInfo::Verdict::Loaded: return ItemState::Running;
    case PluginInfo::Verdict::Untrusted: return ItemState::Held;
    case PluginInfo::Verdict::Disabled: return ItemState::Paused;
    case PluginInfo::Verdict::Crashed: return ItemState::Stuck;
    case PluginInfo::Verdict::Refused: break;
    }
    return ItemState::Failed;
}

QString pluginDiagnostics(const QList<PluginInfo> &plugins)
{
    QString text = QStringLiteral("Qontroller %1, Qt %2, %3, kernel %4, %5\n")
                       .arg(QCoreApplication::applicationVersion(), QLatin1String(qVersion()),
                            QSysInfo::prettyProductName(), QSysInfo::kernelVersion(),
                            QSysInfo::currentCpuArchitecture());
    for (const PluginInfo &plugin : plugins)
        text += QLatin1Char('\n') + diagnosticsOf(plugin);
    return text;
}

} // namespace qontroller::ui
