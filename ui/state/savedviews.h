// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QList>
#include <QtCore/QString>

#include <optional>

namespace qontroller::ui {

class WindowSettings;

/// A filter under a name.
struct SavedView
{
    QString name;
    QString filter;
    bool operator==(const SavedView &) const = default;
};

/// The filters an operator keeps, in alphabetical order; remembered in the settings.
class SavedViews
{
public:
    explicit SavedViews(WindowSettings &settings);

    [[nodiscard]] const QList<SavedView> &all() const { return m_views; }
    [[nodiscard]] QStringList names() const;
    /// Replaces the view of that name.
    void save(const SavedView &view);
    /// What was removed; nothing if there is none of that name.
    std::optional<SavedView> remove(const QString &name);

private:
    void write();

    WindowSettings &m_settings;
    QList<SavedView> m_views;
};

} // namespace qontroller::ui
