// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/liveoptionsdialog.h"

#include "ui/dialogs/optionsschema.h"
#include "ui/dialogs/parameterfield.h"
#include "ui/dialogs/parameterform.h"
#include "ui/theme/theme.h"
#include "ui/widgets/screenfit.h"
#include "ui/widgets/scrolling.h"
#include "ui/words/changewords.h"

#include "core/plugins/json/optionsjson.h"

#include <QtGui/QScreen>
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
    , m_differences(new QLabel(this))
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel, this))
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
                                : tr("They take effect at once. qontrollerctl session --save "
                                     "writes them into the session file of their host."),
                            this);
    hint->setWordWrap(true);
    m_differences->setObjectName(QStringLiteral("liveOptionsDifferences"));
    m_differences->setTextFormat(Qt::PlainText);
    m_differences->setWordWrap(true);
    m_differences->hide();
    m_buttons->addButton(tr("&Apply"), QDialogButtonBox::AcceptRole)->setDefault(true);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &LiveOptionsDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(16);
    layout->addWidget(hint);
    layout->addWidget(m_differences);
    layout->addWidget(m_area, 1);
    layout->addWidget(m_error);
    layout->addWidget(m_buttons);
    resize(fittingSize({560, 740}, screen()->availableSize())); // all of the form
}

void LiveOptionsDialog::offer(const WayBack &way)
{
    if (way.differences.isEmpty())
        return;
    m_differences->setText(tr("It differs from the session:") + QStringLiteral("\n• ")
                           + way.differences.join(QStringLiteral("\n• ")));
    m_differences->show();
    QPushButton *back = m_buttons->addButton(tr("Go &Back"), QDialogButtonBox::ResetRole);
    back->setObjectName(QStringLiteral("liveOptionsBack"));
    back->setToolTip(tr("Has these options as the session says again. Undo takes it back."));
    connect(back, &QPushButton::clicked, this, [this, options = way.options] {
        m_back = options;
        QDialog::accept();
    });
}

ControllerOptions LiveOptionsDialog::options() const
{
    if (m_back)
        return *m_back;
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
