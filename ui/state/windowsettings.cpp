// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/windowsettings.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>

namespace qontroller::ui {

namespace {

struct WindowSettingsText
{
    Q_DECLARE_TR_FUNCTIONS(WindowSettings)
};

constexpr const char *VersionKey = "version";

// Why \a file cannot be used; empty if it can.
QString fault(const QString &file)
{
    if (!QFileInfo::exists(file) || QFileInfo(file).size() == 0)
        return {};
    const QSettings settings(file, QSettings::IniFormat);
    bool isNumber = false;
    const int version = settings.value(QLatin1String(VersionKey)).toInt(&isNumber);
    if (settings.status() != QSettings::NoError || !isNumber || version < 1)
        return WindowSettingsText::tr("is broken");
    if (version > WindowSettings::Version)
        return WindowSettingsText::tr("is from a newer version");
    return {};
}

} // namespace

WindowSettings::WindowSettings(const QString &directory)
{
    if (directory.isEmpty())
        return;
    QDir().mkpath(directory);
    const QString file = QDir(directory).filePath(QStringLiteral("window.ini"));
    const QString why = fault(file);
    if (!why.isEmpty())
        putAside(file, why);
    m_settings = std::make_unique<QSettings>(file, QSettings::IniFormat);
    m_settings->setValue(QLatin1String(VersionKey), Version);
}

void WindowSettings::putAside(const QString &file, const QString &why)
{
    const QString aside = file + QStringLiteral(".bad");
    QFile::remove(aside);
    QFile::rename(file, aside);
    m_notice = WindowSettingsText::tr(
                   "The window's settings file %1 %2. It was put aside as %3; the window "
                   "starts with defaults.")
                   .arg(file, why, aside);
}

QVariant WindowSettings::value(const char *key) const
{
    return m_settings ? m_settings->value(QLatin1String(key)) : QVariant();
}

void WindowSettings::setValue(const char *key, const QVariant &value)
{
    if (m_settings)
        m_settings->setValue(QLatin1String(key), value);
}

} // namespace qontroller::ui
