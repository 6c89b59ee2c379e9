// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QDialog>

#include "core/engine/api/options.h"

class QLabel;
class QScrollArea;

namespace qontroller::ui {

class ParameterForm;

/// What of a controller's options can be changed while it runs. Nothing changes
/// before Apply, and nothing that does not hold is applied.
class LiveOptionsDialog final : public QDialog
{
    Q_OBJECT

public:
    /// Whose session says what they are after the next start.
    enum class Session {
        OfWindow, ///< which can save it
        OfHost,   ///< elsewhere
    };
    LiveOptionsDialog(const QString &controller, const ControllerOptions &options, Session session,
                      QWidget *parent = nullptr);

    /// The options as they stand in the fields.
    [[nodiscard]] ControllerOptions options() const;

    void accept() override;

private:
    ControllerOptions m_options;
    ParameterForm *m_form;
    QScrollArea *m_area;
    QLabel *m_error;
};

} // namespace qontroller::ui
