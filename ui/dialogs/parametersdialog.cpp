// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/parametersdialog.h"

#include "ui/dialogs/parameterfield.h"
#include "ui/dialogs/parameterform.h"
#include "ui/dialogs/parameterlines.h"
#include "ui/dialogs/secretblanks.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/screenfit.h"
#include "ui/widgets/scrolling.h"
#include "ui/words/format.h"

#include "core/plugins/json/secrets.h"

#include <QtCore/QRegularExpression>
#include <QtGui/QScreen>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QVBoxLayout>

namespace qontroller::ui {

namespace {

constexpr qsizetype MostOfDifference = 60;

/// \a problem, which begins with `parameters.add[0]: `, as one with that parameter; any other has
/// no path.
ParameterError errorIn(const QString &problem)
{
    static const QRegularExpression Begin(
        QStringLiteral(R"re(^parameters((?:\.[\w-]+|\[\d+\]|\["[^"]*"\])+): )re"));
    static const QRegularExpression Step(
        QStringLiteral(R"re(\.([\w-]+)|\[(\d+)\]|\["([^"]*)"\])re"));
    const QRegularExpressionMatch begin = Begin.match(problem);
    if (!begin.hasMatch())
        return {{}, problem};
    QString path;
    for (auto it = Step.globalMatch(begin.captured(1)); it.hasNext();) {
        const QRegularExpressionMatch step = it.next();
        path += QLatin1Char('/') + pointerToken(step.captured(step.lastCapturedIndex()));
    }
    return {path, problem.mid(begin.capturedLength())};
}

/// A secret stands in \a value itself, and not only the name of its place.
bool isBlank(const ParameterField &field, const QJsonValue &value)
{
    return isSecret(field.schema()) && !value.isUndefined() && !value.isObject();
}

} // namespace

ParametersDialog::ParametersDialog(const QString &controller, const RunningParameters &running,
                                   QWidget *parent)
    : QDialog(parent)
    , m_running(running)
    , m_form(new ParameterForm)
    , m_area(scrolling(m_form, "parametersArea"))
    , m_differences(new WrappedLabel(this))
    , m_error(new WrappedLabel(this))
{
    setObjectName(QStringLiteral("parametersDialog"));
    setWindowTitle(tr("Parameters of %1").arg(controller));
    m_differences->setObjectName(QStringLiteral("parametersDifferences"));
    m_error->setObjectName(QStringLiteral("parametersError"));
    setTextColor(*m_error, Severity::Bad);
    auto *hint = new WrappedLabel(this);
    hint->setSentence(tr("%1. Nothing changes before you have seen what would. The controller "
                         "drains then and starts anew; pauses and what is held or kept stay.")
                          .arg(running.plugin));
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addWidget(hint);
    layout->addWidget(m_area, 1);
    layout->addWidget(m_differences);
    layout->addWidget(m_error);
    layout->addWidget(makeButtons());
    fill();
    connect(m_form, &ParameterForm::edited, this, &ParametersDialog::check);
    check();
    resize(fittingSize({640, 760}, screen()->availableSize())); // all of most forms
}

QWidget *ParametersDialog::makeButtons()
{
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_review = buttons->addButton(tr("&Review…"), QDialogButtonBox::AcceptRole);
    m_review->setObjectName(QStringLiteral("reviewParameters"));
    m_review->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &ParametersDialog::review);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return buttons;
}

void ParametersDialog::fill()
{
    m_form->setFiles(m_running.isElsewhere ? ParameterForm::Files::Elsewhere
                                           : ParameterForm::Files::Here);
    m_form->setSchema(m_running.schema, blanked(m_running.schema, m_running.values));
    for (ParameterField *field : m_form->fields()) {
        auto *line = qobject_cast<QLineEdit *>(field->focusProxy());
        if (!line || !isBlank(*field, valueAt(m_running.values, field->path())))
            continue;
        line->clear();
        line->setPlaceholderText(tr("as it is"));
    }
}

QJsonObject ParametersDialog::parameters() const
{
    return unblanked(m_running.schema, m_form->valuesOver(m_running.values), m_running.values);
}

QStringList ParametersDialog::differences() const
{
    const QJsonObject after = parameters();
    const QJsonObject shownBefore = blanked(m_running.schema, m_running.values);
    const QJsonObject shownAfter = blanked(m_running.schema, after);
    QStringList lines;
    for (const ParameterField *field : m_form->fields()) {
        const QString &path = field->path();
        if (valueAt(m_running.values, path) == valueAt(after, path))
            continue;
        const QString before = valueText(valueAt(shownBefore, path), MostOfDifference);
        const QString then = valueText(valueAt(shownAfter, path), MostOfDifference);
        lines += before == then ? tr("%1: another secret").arg(field->title())
                                : tr("%1: %2 becomes %3").arg(field->title(), before, then);
    }
    return lines;
}

// What was not edited runs already, also where a blank secret seems to be missing.
void ParametersDialog::check()
{
    QList<ParameterError> errors = m_form->inputErrors();
    errors.removeIf([this](const ParameterError &error) { return !m_form->isTouched(error.path); });
    m_form->setErrors(errors);
    m_error->setSentence({});
    m_error->hide();
    const QStringList lines = differences();
    m_differences->setSentence(lines.join(QLatin1Char('\n')));
    allow(*m_review, lines.isEmpty()    ? tr("Nothing is changed.")
                     : errors.isEmpty() ? QString()
                                        : tr("What is wrong is said beside its field."));
}

void ParametersDialog::review()
{
    if (m_review->isEnabled())
        emit reviewRequested();
}

void ParametersDialog::showProblems(const std::vector<std::string> &problems)
{
    QList<ParameterError> errors;
    for (const std::string &problem : problems)
        errors += errorIn(toLines(problem));
    QStringList others;
    for (const ParameterError &error : m_form->setErrors(errors))
        others += error.path.isEmpty() ? error.sentence
                                       : error.path + QStringLiteral(": ") + error.sentence;
    m_error->setSentence(others.join(QLatin1Char('\n')));
    m_error->setVisible(!others.isEmpty());
    if (ParameterField *wrong = m_form->firstError()) {
        wrong->setFocus();
        m_area->ensureWidgetVisible(wrong);
    }
}

} // namespace qontroller::ui
