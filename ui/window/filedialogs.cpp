// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/filedialogs.h"

#include <QtCore/QCoreApplication>

namespace qontroller::ui {

namespace {

struct FileDialogsText
{
    Q_DECLARE_TR_FUNCTIONS(FileDialogs)
};

} // namespace

QFileDialog *newFileDialog(QWidget &parent, const char *name, const QString &title,
                           const QString &filter, QFileDialog::AcceptMode mode)
{
    auto *dialog = new QFileDialog(&parent, title);
    dialog->setObjectName(QLatin1String(name));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setNameFilters({filter, FileDialogsText::tr("All files (*)")});
    dialog->setAcceptMode(mode);
    dialog->setFileMode(mode == QFileDialog::AcceptSave ? QFileDialog::AnyFile
                                                        : QFileDialog::ExistingFile);
    return dialog;
}

} // namespace qontroller::ui
