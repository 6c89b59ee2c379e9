// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QDateTime>
#include <QtWidgets/QDialog>

class QComboBox;
class QLineEdit;

namespace qontroller::ui {

/// Asks for the type and the id of an operation that is to begin on members.
///
/// The id is made from type and time until the operator writes another one.
class BeginDialog final : public QDialog
{
    Q_OBJECT

public:
    /// \a types are offered, others may be written.
    BeginDialog(const QStringList &members, const QStringList &types, const QDateTime &now,
                QWidget *parent = nullptr);

    [[nodiscard]] QString type() const;
    [[nodiscard]] QString id() const;

private:
    void build(const QStringList &members);
    void proposeId();
    [[nodiscard]] QString whyNot() const;

    QComboBox *m_type;
    QLineEdit *m_id;
    QString m_time; ///< as it stands in an id
    bool m_isOwnId = false;
};

} // namespace qontroller::ui
