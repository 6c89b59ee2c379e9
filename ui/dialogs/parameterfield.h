// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QJsonObject>
#include <QtCore/QJsonValue>
#include <QtWidgets/QWidget>

#include <memory>

namespace qontroller::ui {

class WrappedLabel;

/// One parameter: an input that suits its JSON schema, its description, and a
/// sentence when the value is wrong.
class ParameterField : public QWidget
{
    Q_OBJECT

public:
    /// Its JSON pointer.
    [[nodiscard]] const QString &path() const { return m_path; }
    [[nodiscard]] const QJsonObject &schema() const { return m_schema; }
    [[nodiscard]] QString title() const;

    /// What stands in the input; undefined when it is empty.
    [[nodiscard]] virtual QJsonValue value() const = 0;
    virtual void setValue(const QJsonValue &value) = 0;
    /// What is wrong with the input before any schema is asked; empty if nothing is.
    [[nodiscard]] virtual QString inputError() const { return {}; }

    /// What an operator may want to know of the input, although nothing is wrong with it: empty if
    /// there is nothing. It may look for a file on this computer.
    [[nodiscard]] virtual QString note() const { return {}; }
    /// Shows note() as long as there is no error.
    void showNote();
    void setError(const QString &sentence);
    [[nodiscard]] QString error() const;

signals:
    void edited();

protected:
    ParameterField(const QString &path, QJsonObject schema, QWidget *parent);
    void setInput(QWidget *input, QWidget *beside = nullptr);

private:
    QString m_path;
    QJsonObject m_schema;
    WrappedLabel *m_error;
    WrappedLabel *m_note;
};

} // namespace qontroller::ui
