// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/liveoptionsdialog.h"

#include "ui/dialogs/optionsschema.h"
#include "ui/dialogs/parameterfield.h"
#include "ui/dialogs/parameterform.h"
#include "ui/theme/theme.h"
#include "ui/widgets/scrolling.h"

#include "core/plugins/json/optionsjson.h"

#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QVBoxLayout>

namespace qontroller::ui {

LiveOptionsDialog::LiveOptionsDialog(const QString &controller, const ControllerOptions &options,
                                     Session session, QWidget *parent)
    : QDialog(parent)
    , m_options(options)
    , m_form(new ParameterForm(this))
    , m_area(scrolling(m_form, "liveOptionsArea"))
    , m_error(new QLabel(this))
{
    setObjectName(QStringLiteral("liveOptionsDialog"));
    setWindowTitle(tr("Options of %1").arg(controller));
    m_form->setSchema(liveOptionsSchema(), writeOptions(options, {}));
    m_error->setObjectName(QStringLiteral("liveOptionsError"));
    m_error->setTextFormat(Qt::PlainText);
    m_error->setWordWrap(true);
    setTextColor(*m_error, Severity::Bad);
    m_error->hide();
    auto *hint = new QLabel(session == Session::OfWindow
                                ? tr("They take effect at once. To keep them, save the session.")
                                : tr("They take effect at once, until the host is started anew. To "
                                     "keep them, write them into its session file."),
                            this);
    hint->setWordWrap(true);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(tr("&Apply"), QDialogButtonBox::AcceptRole)->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &LiveOptionsDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(16);
    layout->addWidget(hint);
    layout->addWidget(m_area, 1);
    layout->addWidget(m_error);
    layout->addWidget(buttons);
    resize(560, 520); // a small screen has room for it
}

ControllerOptions LiveOptionsDialog::options() const
{
    return readOptions(m_form->values(), m_options).options;
}

void LiveOptionsDialog::accept()
{
    const QList<ParameterError> errors = m_form->inputErrors();
    m_form->setErrors(errors);
    if (ParameterField *wrong = errors.isEmpty() ? nullptr : m_form->firstError()) {
        wrong->setFocus();
        return m_area->ensureWidgetVisible(wrong);
    }
    const auto problem = validate(options());
    m_error->setVisible(problem.has_value());
    if (problem)
        return m_error->setText(QString::fromStdString(*problem));
    QDialog::accept();
}

} // namespace qontroller::ui
