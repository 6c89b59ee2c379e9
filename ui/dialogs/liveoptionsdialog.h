// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QDialog>

#include "core/engine/api/options.h"

#include <optional>

class QDialogButtonBox;
class QLabel;
class QScrollArea;

namespace qontroller::ui {

class ParameterForm;
struct WayBack;

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

    /// Shows what differs from the session, if anything does, with a button to go back.
    void offer(const WayBack &way);

    /// The options as they stand in the fields, or those of the way back.
    [[nodiscard]] ControllerOptions options() const;

    void accept() override;

private:
    ControllerOptions m_options;
    std::optional<ControllerOptions> m_back; ///< the way that was taken
    QLabel *m_differences;
    QDialogButtonBox *m_buttons;
    ParameterForm *m_form;
    QScrollArea *m_area;
    QLabel *m_error;
};

} // namespace qontroller::ui
