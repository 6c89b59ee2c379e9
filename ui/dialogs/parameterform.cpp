// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/parameterform.h"

#include "ui/dialogs/parameterinputs.h"

#include <QtCore/QEvent>
#include <QtCore/QJsonArray>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace qontroller::ui {

namespace {

constexpr int LineHeight = 24; // a label stands beside the first line of its input

QStringList requiredOf(const QJsonObject &schema)
{
    QStringList names;
    for (const QJsonValue &name : schema.value(QLatin1String("required")).toArray())
        names += name.toString();
    return names;
}

// Required ones first; QJsonObject keeps no order of its own.
QStringList orderedNames(const QJsonObject &schema)
{
    QStringList names = schema.value(QLatin1String("properties")).toObject().keys();
    const QStringList required = requiredOf(schema);
    const auto rank = [&](const QString &name) {
        const auto index = required.indexOf(name);
        return index < 0 ? required.size() : index;
    };
    std::stable_sort(names.begin(), names.end(),
                     [&](const QString &a, const QString &b) { return rank(a) < rank(b); });
    return names;
}

QString unescaped(QString token)
{
    return token.replace(QLatin1String("~1"), QLatin1String("/"))
        .replace(QLatin1String("~0"), QLatin1String("~"));
}

QStringList namesIn(const QString &path)
{
    QStringList names = path.split(QLatin1Char('/'), Qt::SkipEmptyParts);
    std::transform(names.begin(), names.end(), names.begin(), unescaped);
    return names;
}

QJsonValue valueAt(const QJsonObject &object, const QStringList &names)
{
    const QJsonValue value = object.value(names.first());
    return names.size() == 1 ? value : valueAt(value.toObject(), names.mid(1));
}

QJsonObject withValue(QJsonObject object, const QStringList &names, const QJsonValue &value)
{
    const QString &name = names.first();
    const QJsonValue now = object.value(name);
    const QJsonValue then = names.size() == 1
                                ? value
                                : QJsonValue(withValue(now.toObject(), names.mid(1), value));
    if (then.isUndefined() || (now.isUndefined() && then == QJsonObject()))
        object.remove(name); // what says nothing is not there
    else
        object.insert(name, then);
    return object;
}

} // namespace

ParameterForm::ParameterForm(QWidget *parent)
    : QWidget(parent)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
}

void ParameterForm::setSchema(const QJsonObject &schema, const QJsonObject &values)
{
    delete m_content;
    m_fields.clear();
    m_required.clear();
    m_touched.clear();
    m_content = new QWidget(this);
    auto *form = new QFormLayout(m_content);
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(12);
    form->setHorizontalSpacing(16);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    addFields(form, {}, schema, values);
    if (m_fields.isEmpty())
        form->addRow(new QLabel(tr("This plugin takes no parameters."), m_content));
    layout()->addWidget(m_content);
}

// A layout asks for the height of lines that do not wrap: with this, hints and errors
// that wrap are not squeezed.
bool ParameterForm::event(QEvent *event)
{
    const bool done = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize)
        setMinimumHeight(std::max(0, layout()->minimumHeightForWidth(width())));
    return done;
}

void ParameterForm::addFields(QFormLayout *layout, const QString &path, const QJsonObject &schema,
                              const QJsonObject &values)
{
    const QJsonObject properties = schema.value(QLatin1String("properties")).toObject();
    const QStringList required = requiredOf(schema);
    for (const QString &name : orderedNames(schema)) {
        const QJsonObject property = properties.value(name).toObject();
        const QString propertyPath = path + QLatin1Char('/') + pointerToken(name);
        const QJsonValue value = values.contains(name) ? values.value(name)
                                                       : property.value(QLatin1String("default"));
        if (property.contains(QLatin1String("properties"))) {
            const QString title = property.value(QLatin1String("title")).toString(name);
            auto *heading = new QLabel(QStringLiteral("<b>%1</b>").arg(title.toHtmlEscaped()),
                                       m_content);
            layout->addRow(heading);
            addFields(layout, propertyPath, property, value.toObject());
        } else {
            addField(layout, propertyPath, property, value, required.contains(name));
        }
    }
}

void ParameterForm::addField(QFormLayout *layout, const QString &path, const QJsonObject &schema,
                             const QJsonValue &value, bool required)
{
    ParameterField *field = makeParameterField(path, schema, m_content);
    if (!value.isUndefined())
        field->setValue(value);
    auto *label = new QLabel(required ? tr("%1 *").arg(field->title()) : field->title(), m_content);
    label->setBuddy(field->focusProxy());
    label->setMinimumHeight(std::min(LineHeight, field->focusProxy()->sizeHint().height()));
    label->setToolTip(required ? tr("Required") : QString());
    layout->addRow(label, field);
    if (m_files == Files::Here)
        field->showNote();
    connect(field, &ParameterField::edited, this, [this, path, field] {
        if (m_files == Files::Here)
            field->showNote();
        if (!m_touched.contains(path))
            m_touched += path;
        emit edited();
    });
    m_fields += field;
    if (required)
        m_required += path;
}

QJsonObject ParameterForm::values() const
{
    QJsonObject object;
    for (const ParameterField *field : m_fields) {
        const QJsonValue value = field->value();
        if (!value.isUndefined())
            object = withValue(object, field->path(), value);
    }
    return object;
}

QJsonObject ParameterForm::valuesOver(QJsonObject before) const
{
    for (const ParameterField *field : m_fields) {
        if (isTouched(field->path()))
            before = withValue(before, field->path(), field->value());
    }
    return before;
}

QList<ParameterError> ParameterForm::setErrors(const QList<ParameterError> &errors)
{
    QList<ParameterError> left = errors;
    for (ParameterField *field : m_fields) {
        QStringList sentences;
        for (const ParameterError &error : errors) {
            if (error.path != field->path()
                && !error.path.startsWith(field->path() + QLatin1Char('/')))
                continue;
            sentences += error.sentence;
            left.removeIf([&](const ParameterError &e) {
                return e.path == error.path && e.sentence == error.sentence;
            });
        }
        sentences.removeDuplicates();
        field->setError(sentences.join(QLatin1Char(' ')));
    }
    return left;
}

QList<ParameterError> ParameterForm::inputErrors() const
{
    QList<ParameterError> errors;
    for (const ParameterField *field : m_fields) {
        const QString sentence = field->inputError();
        if (!sentence.isEmpty())
            errors += {field->path(), sentence};
        else if (m_required.contains(field->path()) && field->value().isUndefined())
            errors += {field->path(), tr("A value is needed.")};
    }
    return errors;
}

bool ParameterForm::isTouched(const QString &path) const
{
    return std::any_of(m_touched.begin(), m_touched.end(), [&path](const QString &touched) {
        return path == touched || path.startsWith(touched + QLatin1Char('/'));
    });
}

ParameterField *ParameterForm::firstError() const
{
    const auto found = std::find_if(m_fields.begin(), m_fields.end(),
                                    [](const auto *field) { return !field->error().isEmpty(); });
    return found == m_fields.end() ? nullptr : *found;
}

QString pointerToken(QString name)
{
    return name.replace(QLatin1Char('~'), QLatin1String("~0"))
        .replace(QLatin1Char('/'), QLatin1String("~1"));
}

QJsonValue valueAt(const QJsonObject &object, const QString &path)
{
    return valueAt(object, namesIn(path));
}

QJsonObject withValue(const QJsonObject &object, const QString &path, const QJsonValue &value)
{
    return withValue(object, namesIn(path), value);
}

QList<ParameterError> below(const QString &prefix, const QList<ParameterError> &errors)
{
    QList<ParameterError> result;
    for (const ParameterError &error : errors) {
        if (error.path == prefix || error.path.startsWith(prefix + QLatin1Char('/')))
            result += {error.path.mid(prefix.size()), error.sentence};
    }
    return result;
}

QList<ParameterError> prefixed(const QString &prefix, QList<ParameterError> errors)
{
    for (ParameterError &error : errors)
        error.path.prepend(prefix);
    return errors;
}

} // namespace qontroller::ui
