// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/parameterinputs.h"

#include "ui/theme/stateicons.h"
#include "ui/widgets/wheelguard.h"

#include "core/base/text/duration.h"
#include "core/plugins/json/secretreference.h"
#include "core/plugins/json/secrets.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QFileInfo>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtGui/QFontDatabase>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QToolButton>

#include <array>

namespace qontroller::ui {

namespace {

struct ParameterFieldText
{
    Q_DECLARE_TR_FUNCTIONS(ParameterField)
};

QString formatOf(const QJsonObject &schema)
{
    return schema.value(QLatin1String("format")).toString();
}

// Of a type that may be one of several, the first that is not null.
QString typeOf(const QJsonObject &schema)
{
    const QJsonValue type = schema.value(QLatin1String("type"));
    for (const QJsonValue &one : type.toArray()) {
        if (one.toString() != QLatin1String("null"))
            return one.toString();
    }
    return type.toString();
}

QString asText(const QJsonValue &value)
{
    if (value.isString())
        return value.toString();
    if (value.isUndefined() || value.isNull())
        return {};
    const QByteArray wrapped = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(wrapped.mid(1, wrapped.size() - 2));
}

QJsonValue fromText(const QString &text, bool &ok)
{
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson('[' + text.toUtf8() + ']', &error);
    ok = error.error == QJsonParseError::NoError && document.array().size() == 1;
    return ok ? document.array().first() : QJsonValue(QJsonValue::Undefined);
}

/// Text, numbers, durations and secrets that are no text: one line, with what suits a path beside
/// it.
class LineField final : public ParameterField
{
public:
    LineField(const QString &path, const QJsonObject &schema, QWidget *parent)
        : ParameterField(path, schema, parent)
        , m_line(new QLineEdit(this))
        , m_type(typeOf(schema))
    {
        if (isSecret(schema))
            m_line->setEchoMode(QLineEdit::Password);
        m_line->setPlaceholderText(placeholder());
        setInput(m_line, browseButton());
        connect(m_line, &QLineEdit::textEdited, this, &ParameterField::edited);
    }

    [[nodiscard]] QJsonValue value() const override
    {
        const QString text = m_line->text();
        if (text.isEmpty() && m_type != QLatin1String("string"))
            return {QJsonValue::Undefined};
        if (isNumber()) {
            bool ok = false;
            const QJsonValue number = fromText(text.trimmed(), ok);
            return ok && number.isDouble() ? number : QJsonValue(text);
        }
        if (isJson()) {
            bool ok = false;
            return fromText(text, ok);
        }
        return text.isEmpty() ? QJsonValue(QJsonValue::Undefined) : QJsonValue(text);
    }

    void setValue(const QJsonValue &value) override { m_line->setText(asText(value)); }

    [[nodiscard]] QString inputError() const override
    {
        const QString text = m_line->text().trimmed();
        if (text.isEmpty())
            return {};
        const QString shown = isSecret(schema()) ? m_line->displayText() : text;
        if (isNumber() && !value().isDouble())
            return ParameterFieldText::tr("\"%1\" is no number.").arg(shown);
        if (m_type == QLatin1String("integer") && value().toDouble() != double(value().toInteger()))
            return ParameterFieldText::tr("\"%1\" is no whole number.").arg(shown);
        if (formatOf(schema()) == QLatin1String("duration") && !parseDuration(text.toStdString()))
            return ParameterFieldText::tr("\"%1\" is no duration: write 250ms, 30s, 5m or 1h.")
                .arg(shown);
        return isJson() && value().isUndefined() ? ParameterFieldText::tr("This is no JSON.")
                                                 : QString();
    }

    [[nodiscard]] QString note() const override
    {
        const QString path = m_line->text();
        if (!isPath() || !path.startsWith(QLatin1Char('/')) || QFileInfo::exists(path))
            return {};
        return isFolder() ? ParameterFieldText::tr("There is no such folder here yet.")
                          : ParameterFieldText::tr("There is no such file here yet.");
    }

private:
    [[nodiscard]] bool isFolder() const
    {
        const QString format = formatOf(schema());
        return format == QLatin1String("directory") || format == QLatin1String("folder")
               || format == QLatin1String("path");
    }
    [[nodiscard]] bool isPath() const
    {
        return isFolder() || formatOf(schema()) == QLatin1String("file");
    }

    [[nodiscard]] bool isNumber() const
    {
        return m_type == QLatin1String("integer") || m_type == QLatin1String("number");
    }

    // A secret list or object: several lines could not be hidden.
    [[nodiscard]] bool isJson() const
    {
        return m_type == QLatin1String("array") || m_type == QLatin1String("object");
    }

    [[nodiscard]] QString placeholder() const
    {
        const QJsonValue example = schema().value(QLatin1String("examples")).toArray().first();
        if (!example.isUndefined())
            return ParameterFieldText::tr("for example %1").arg(asText(example));
        return formatOf(schema()) == QLatin1String("duration")
                   ? ParameterFieldText::tr("for example 30s")
                   : QString();
    }

    QWidget *browseButton()
    {
        if (!isPath())
            return nullptr;
        const bool folder = isFolder();
        auto *button = new QToolButton(this);
        button->setIcon(themeIcon(folder ? "folder-open" : "document-open"));
        button->setToolTip(folder ? ParameterFieldText::tr("Choose a folder")
                                  : ParameterFieldText::tr("Choose a file"));
        button->setAccessibleName(ParameterFieldText::tr("Choose %1").arg(title()));
        connect(button, &QToolButton::clicked, this, [this, folder] { browse(folder); });
        return button;
    }

    void browse(bool folder)
    {
        auto *dialog = new QFileDialog(this, title(), m_line->text());
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFile);
        connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &file) {
            m_line->setText(file);
            emit edited();
        });
        dialog->open();
    }

    QLineEdit *m_line;
    QString m_type;
};

/// A secret: the text itself, which nobody sees, or where it is.
class SecretField final : public ParameterField
{
public:
    SecretField(const QString &path, const QJsonObject &schema, QWidget *parent)
        : ParameterField(path, schema, parent)
        , m_line(new QLineEdit(this))
        , m_place(new QComboBox(this))
    {
        m_place->setObjectName(QStringLiteral("place:") + path);
        m_place->setAccessibleName(ParameterFieldText::tr("Where %1 is").arg(title()));
        m_place->setToolTip(
            ParameterFieldText::tr("The session keeps where a secret is, not the secret. It is "
                                   "read when the controller starts."));
        m_place->addItem(ParameterFieldText::tr("here"));
        for (const QString &place :
             {ParameterFieldText::tr("in a variable"), ParameterFieldText::tr("in a file"),
              ParameterFieldText::tr("a credential")})
            m_place->addItem(place);
        leaveWheelToParents(*m_place);
        setInput(m_line, m_place);
        showPlace();
        connect(m_line, &QLineEdit::textEdited, this, &ParameterField::edited);
        connect(m_place, &QComboBox::activated, this, [this] {
            m_line->clear(); // what was hidden here is not shown as a name
            showPlace();
            emit edited();
        });
    }

    [[nodiscard]] QJsonValue value() const override
    {
        const QString text = m_line->text();
        if (text.isEmpty())
            return {QJsonValue::Undefined};
        if (isHere())
            return text;
        const auto from = static_cast<SecretReference::From>(m_place->currentIndex() - 1);
        return toJson({from, text.toStdString()});
    }
    void setValue(const QJsonValue &value) override
    {
        const auto reference = referenceIn(value).value_or(std::nullopt);
        m_place->setCurrentIndex(reference ? static_cast<int>(reference->from) + 1 : 0);
        m_line->setText(reference ? QString::fromStdString(reference->name) : value.toString());
        showPlace();
    }

private:
    [[nodiscard]] bool isHere() const { return m_place->currentIndex() == 0; }

    void showPlace()
    {
        const std::array
            examples{QString(), ParameterFieldText::tr("for example %1").arg("DATABASE_PASSWORD"),
                     ParameterFieldText::tr("for example %1").arg("/etc/qontroller/password"),
                     ParameterFieldText::tr("for example %1").arg("password")};
        m_line->setEchoMode(isHere() ? QLineEdit::Password : QLineEdit::Normal);
        m_line->setPlaceholderText(examples.at(static_cast<std::size_t>(m_place->currentIndex())));
    }

    QLineEdit *m_line;
    QComboBox *m_place;
};

class CheckField final : public ParameterField
{
public:
    CheckField(const QString &path, const QJsonObject &schema, QWidget *parent)
        : ParameterField(path, schema, parent)
        , m_box(new QCheckBox(this))
    {
        m_box->setText(ParameterFieldText::tr("yes"));
        setInput(m_box);
        connect(m_box, &QCheckBox::clicked, this, &ParameterField::edited);
    }
    [[nodiscard]] QJsonValue value() const override { return m_box->isChecked(); }
    void setValue(const QJsonValue &value) override { m_box->setChecked(value.toBool()); }

private:
    QCheckBox *m_box;
};

class EnumField final : public ParameterField
{
public:
    EnumField(const QString &path, const QJsonObject &schema, QWidget *parent)
        : ParameterField(path, schema, parent)
        , m_combo(new QComboBox(this))
    {
        m_values = schema.value(QLatin1String("enum")).toArray();
        for (const QJsonValue &one : m_values)
            m_combo->addItem(asText(one));
        m_combo->setCurrentIndex(-1);
        m_combo->setPlaceholderText(ParameterFieldText::tr("choose one"));
        setInput(m_combo);
        connect(m_combo, &QComboBox::activated, this, &ParameterField::edited);
    }
    [[nodiscard]] QJsonValue value() const override
    {
        return m_combo->currentIndex() < 0 ? QJsonValue(QJsonValue::Undefined)
                                           : m_values[m_combo->currentIndex()];
    }
    void setValue(const QJsonValue &value) override
    {
        int index = -1;
        for (int i = 0; i < m_values.size(); ++i)
            index = m_values[i] == value ? i : index;
        m_combo->setCurrentIndex(index);
    }

private:
    QComboBox *m_combo;
    QJsonArray m_values;
};

/// A list of texts, one a line: how a command with arguments is written.
class LinesField final : public ParameterField
{
public:
    LinesField(const QString &path, const QJsonObject &schema, QWidget *parent)
        : ParameterField(path, schema, parent)
        , m_edit(new QPlainTextEdit(this))
    {
        m_edit->setPlaceholderText(ParameterFieldText::tr("one entry a line"));
        m_edit->setTabChangesFocus(true);
        m_edit->setFixedHeight(3 * fontMetrics().lineSpacing() + 12);
        setInput(m_edit);
        connect(m_edit, &QPlainTextEdit::textChanged, this, &ParameterField::edited);
    }
    [[nodiscard]] QJsonValue value() const override
    {
        QString text = m_edit->toPlainText();
        if (text.isEmpty())
            return {QJsonValue::Undefined};
        if (text.endsWith(QLatin1Char('\n')))
            text.chop(1);
        return QJsonArray::fromStringList(text.split(QLatin1Char('\n')));
    }
    void setValue(const QJsonValue &value) override
    {
        QStringList lines;
        for (const QJsonValue &line : value.toArray())
            lines += line.toString();
        m_edit->setPlainText(lines.join(QLatin1Char('\n')));
    }

private:
    QPlainTextEdit *m_edit;
};

/// Anything else, as JSON.
class JsonField final : public ParameterField
{
public:
    JsonField(const QString &path, const QJsonObject &schema, QWidget *parent)
        : ParameterField(path, schema, parent)
        , m_edit(new QPlainTextEdit(this))
    {
        m_edit->setPlaceholderText(typeOf(schema) == QLatin1String("array")
                                       ? QStringLiteral("[ … ]")
                                       : QStringLiteral("{ … }"));
        m_edit->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        m_edit->setTabChangesFocus(true);
        m_edit->setFixedHeight(4 * fontMetrics().lineSpacing() + 12);
        setInput(m_edit);
        connect(m_edit, &QPlainTextEdit::textChanged, this, &ParameterField::edited);
    }
    [[nodiscard]] QJsonValue value() const override
    {
        bool ok = false;
        return fromText(m_edit->toPlainText(), ok);
    }
    void setValue(const QJsonValue &value) override
    {
        if (value.isObject())
            m_edit->setPlainText(
                QString::fromUtf8(QJsonDocument(value.toObject()).toJson()).trimmed());
        else
            m_edit->setPlainText(asText(value));
    }
    [[nodiscard]] QString inputError() const override
    {
        bool ok = false;
        fromText(m_edit->toPlainText(), ok);
        return ok || m_edit->toPlainText().trimmed().isEmpty()
                   ? QString()
                   : ParameterFieldText::tr("This is no JSON.");
    }

private:
    QPlainTextEdit *m_edit;
};

} // namespace

ParameterField *makeParameterField(const QString &path, const QJsonObject &schema, QWidget *parent)
{
    const QString type = typeOf(schema);
    const QJsonObject items = schema.value(QLatin1String("items")).toObject();
    if (takesReference(schema, {}))
        return new SecretField(path, schema, parent);
    if (isSecret(schema))
        return new LineField(path, schema, parent);
    if (schema.contains(QLatin1String("enum")))
        return new EnumField(path, schema, parent);
    if (type == QLatin1String("boolean"))
        return new CheckField(path, schema, parent);
    if (type == QLatin1String("array") && typeOf(items) == QLatin1String("string"))
        return new LinesField(path, schema, parent);
    if (type == QLatin1String("string") || type == QLatin1String("integer")
        || type == QLatin1String("number"))
        return new LineField(path, schema, parent);
    return new JsonField(path, schema, parent);
}

} // namespace qontroller::ui
