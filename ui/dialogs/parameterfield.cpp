// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/parameterfield.h"

#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/wheelguard.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

namespace qontroller::ui {

ParameterField::ParameterField(const QString &path, QJsonObject schema, QWidget *parent)
    : QWidget(parent)
    , m_path(path)
    , m_schema(std::move(schema))
    , m_error(new WrappedLabel(this))
    , m_note(new WrappedLabel(this))
{
    setObjectName(QStringLiteral("field:") + path);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    m_error->setObjectName(QStringLiteral("error:") + path);
    setTextColor(*m_error, Severity::Bad);
    m_error->hide();
    m_note->setObjectName(QStringLiteral("note:") + path);
    setTextColor(*m_note, Severity::Degraded);
    m_note->hide();
}

void ParameterField::setInput(QWidget *input, QWidget *beside)
{
    input->setObjectName(QStringLiteral("input:") + m_path);
    input->setAccessibleName(title());
    const QString description = m_schema.value(QLatin1String("description")).toString();
    input->setToolTip(description);
    input->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusProxy(input);
    leaveWheelToParents(*input);
    auto *row = new QHBoxLayout;
    row->setSpacing(4);
    row->addWidget(input, 1);
    if (beside)
        row->addWidget(beside);
    auto *column = static_cast<QVBoxLayout *>(layout());
    column->addLayout(row);
    if (!description.isEmpty()) {
        auto *label = new WrappedLabel(this);
        label->setSentence(description);
        label->setForegroundRole(QPalette::PlaceholderText);
        column->addWidget(label);
    }
    column->addWidget(m_error);
    column->addWidget(m_note);
}

QString ParameterField::title() const
{
    const QString given = m_schema.value(QLatin1String("title")).toString();
    return given.isEmpty() ? m_path.section(QLatin1Char('/'), -1) : given;
}

void ParameterField::setError(const QString &sentence)
{
    m_error->setSentence(sentence);
    m_error->setVisible(!sentence.isEmpty());
    if (focusProxy())
        focusProxy()->setAccessibleDescription(sentence);
}

void ParameterField::showNote()
{
    m_note->setSentence(note());
    m_note->setVisible(!m_note->text().isEmpty());
    if (focusProxy() && m_error->isHidden())
        focusProxy()->setAccessibleDescription(m_note->text());
}

QString ParameterField::error() const
{
    return m_error->text();
}

} // namespace qontroller::ui
