// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

class QAbstractItemModel;
class QAbstractItemView;

namespace qontroller::ui {

/// What a view shows while it has no rows: why there is nothing, and what next. A screen reader
/// reads it, and only then.
class EmptyText final : public QObject
{
    Q_OBJECT

public:
    /// \a view outlives it.
    explicit EmptyText(QAbstractItemView &view);

    /// The view has \a model now.
    void follow(const QAbstractItemModel &model);
    void set(const QString &why, const QString &next);
    [[nodiscard]] QString text() const { return m_why + QLatin1Char('\n') + m_next; }

    /// Into the middle of the view, if it has no rows; the end of its paintEvent().
    void paint() const;

private:
    void describe();
    [[nodiscard]] bool hasNoRows() const;

    QAbstractItemView &m_view;
    QString m_why;
    QString m_next;
};

} // namespace qontroller::ui
