// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/savedviews.h"

#include "ui/state/windowsettings.h"

#include <QtCore/QStringList>

#include <algorithm>

namespace qontroller::ui {

// A list of names and filters in turn: an INI file that people can read.
SavedViews::SavedViews(WindowSettings &settings)
    : m_settings(settings)
{
    const QStringList stored = settings.value("views").toStringList();
    for (qsizetype i = 0; i + 1 < stored.size(); i += 2)
        m_views += {stored[i], stored[i + 1]};
}

QStringList SavedViews::names() const
{
    QStringList names;
    for (const SavedView &view : m_views)
        names += view.name;
    return names;
}

void SavedViews::save(const SavedView &view)
{
    m_views.removeIf([&](const SavedView &other) { return other.name == view.name; });
    const auto place = std::upper_bound(m_views.begin(), m_views.end(), view,
                                        [](const SavedView &a, const SavedView &b) {
                                            return a.name.localeAwareCompare(b.name) < 0;
                                        });
    m_views.insert(place, view);
    write();
}

std::optional<SavedView> SavedViews::remove(const QString &name)
{
    for (qsizetype i = 0; i < m_views.size(); ++i) {
        if (m_views[i].name != name)
            continue;
        const SavedView view = m_views.takeAt(i);
        write();
        return view;
    }
    return {};
}

void SavedViews::write()
{
    QStringList stored;
    for (const SavedView &view : m_views)
        stored += {view.name, view.filter};
    m_settings.setValue("views", stored);
}

} // namespace qontroller::ui
