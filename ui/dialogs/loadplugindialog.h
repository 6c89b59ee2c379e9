// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QDialog>

#include "ui/applicationport.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTabWidget;

namespace qontroller::ui {

class LockerChoice;
class ParameterForm;
class SymbolLabel;

/// From a plugin file to a running controller: choose, read what it is and whether
/// it fits, fill in its parameters, start. Nothing of it is loaded before Start.
class LoadPluginDialog final : public QDialog
{
    Q_OBJECT

public:
    /// \a takenNames: of controllers that run. \a file: chosen at first; may be empty.
    LoadPluginDialog(ApplicationPort &application, QStringList takenNames, const QString &file = {},
                     QWidget *parent = nullptr);

    void choose(const QString &file);
    [[nodiscard]] StartRequest request() const;

signals:
    void started(const QString &name);

private:
    QWidget *makeChooser();
    QWidget *makeMetadata();
    QWidget *makeForms();
    QWidget *makeButtons();
    void browse();
    void showPlugin();
    void showFacts();
    void check();
    void start();
    /// Beside the fields what belongs to fields, the rest below. True: nothing is wrong.
    bool showErrors(const QList<ParameterError> &errors);
    void goToFirstError();
    [[nodiscard]] QList<ParameterError> inputErrors() const;
    [[nodiscard]] QList<ParameterError> errors() const;
    [[nodiscard]] QString freeName() const;
    [[nodiscard]] bool isTouched(const QString &path) const;
    [[nodiscard]] bool isUntrusted() const;
    /// Empty: it may.
    [[nodiscard]] QString whyNotStart() const;
    void updateStart();

    ApplicationPort &m_application;
    QStringList m_takenNames;
    PluginInfo m_plugin;
    bool m_chosen = false;
    bool m_tried = false; ///< Start was pressed: from here on every error shows at once
    QComboBox *m_known = nullptr;
    QLabel *m_facts = nullptr;
    SymbolLabel *m_verdictIcon = nullptr;
    QLabel *m_verdict = nullptr;
    QCheckBox *m_trust = nullptr;
    QWidget *m_forms = nullptr;
    QLineEdit *m_name = nullptr;
    QLabel *m_nameError = nullptr;
    QTabWidget *m_tabs = nullptr;
    ParameterForm *m_parameters = nullptr;
    ParameterForm *m_options = nullptr;
    LockerChoice *m_locker = nullptr;
    QCheckBox *m_isolated = nullptr;
    QLabel *m_error = nullptr;
    QPushButton *m_start = nullptr;
};

} // namespace qontroller::ui
