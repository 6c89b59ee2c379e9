// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QSettings>
#include <QtCore/QString>

#include <memory>

namespace qontroller::ui {

/// What the window remembers between runs: an INI file in the profile directory.
///
/// A file that is broken or was written by a newer version is put aside and
/// defaults are used; notice() says so once.
class WindowSettings
{
public:
    static constexpr int Version = 1;

    /// \a directory: empty to remember nothing.
    explicit WindowSettings(const QString &directory);

    [[nodiscard]] QVariant value(const char *key) const;
    void setValue(const char *key, const QVariant &value);
    [[nodiscard]] QVariant value(const QString &key) const
    {
        return value(key.toLatin1().constData());
    }
    void setValue(const QString &key, const QVariant &v)
    {
        setValue(key.toLatin1().constData(), v);
    }

    /// What went wrong with the file, for the message bar; empty if nothing did.
    [[nodiscard]] const QString &notice() const { return m_notice; }

private:
    void putAside(const QString &file, const QString &why);

    std::unique_ptr<QSettings> m_settings; // none: nothing is remembered
    QString m_notice;
};

} // namespace qontroller::ui
