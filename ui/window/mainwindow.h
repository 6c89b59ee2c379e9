// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QMainWindow>

#include "ui/applicationport.h"
#include "ui/window/windowoptions.h"

#include <functional>
#include <memory>

namespace qontroller::ui {

/// The operator's window. \a application and the hosts that it shows outlive it.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(ApplicationPort &application, const WindowOptions &options,
               QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Shows \a sentence in the message bar: what the program has to say at its start.
    void showMessage(const QString &sentence);

    /// As showMessage(), with a way to the plugins if one of them waits for a decision.
    void showFailure(const QString &sentence);

    /// Asks what to do with plugins that crashed, if there are any, then calls \a then.
    void askAfterCrash(const std::function<void()> &then);

    /// Writes the window as a picture, by the ending of \a file. For --screenshot. A PNG has its
    /// visibleWords() as the text `Words`, a line each.
    [[nodiscard]] Result grabTo(const QString &file);

    /// Keeps where everything is for the next start. For an end that does not close the window.
    void saveLayout();

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace qontroller::ui
