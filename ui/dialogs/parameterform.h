// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QWidget>

#include "ui/applicationport.h"

class QFormLayout;

namespace qontroller::ui {

class ParameterField;

/// A form made from the JSON schema of an object: a field for each property, a
/// group for each object in it, required ones first. What the schema leaves
/// unsaid (`oneOf` …) is written as JSON.
class ParameterForm final : public QWidget
{
    Q_OBJECT

public:
    explicit ParameterForm(QWidget *parent = nullptr);

    /// Where paths in the values are.
    enum class Files {
        Here,     ///< a field says that there is none
        Elsewhere ///< nobody here knows
    };
    void setFiles(Files files) { m_files = files; }

    /// Replaces all fields; values are the schema's defaults, then \a values.
    void setSchema(const QJsonObject &schema, const QJsonObject &values = {});

    /// What stands in the fields. An empty field without a default is left out.
    [[nodiscard]] QJsonObject values() const;
    /// The same on top of \a before, with which the fields were filled: a field that the operator
    /// did not edit changes nothing.
    [[nodiscard]] QJsonObject valuesOver(QJsonObject before) const;

    /// Shows each sentence beside its field; paths as JSON pointers from this object.
    /// Returns what belongs to no field.
    QList<ParameterError> setErrors(const QList<ParameterError> &errors);
    /// What the inputs themselves know to be wrong or missing.
    [[nodiscard]] QList<ParameterError> inputErrors() const;
    /// The operator edited the field that \a path belongs to.
    [[nodiscard]] bool isTouched(const QString &path) const;
    /// The first field with an error; null: none has one.
    [[nodiscard]] ParameterField *firstError() const;

    [[nodiscard]] const QList<ParameterField *> &fields() const { return m_fields; }

signals:
    void edited();

protected:
    bool event(QEvent *event) override;

private:
    void addFields(QFormLayout *layout, const QString &path, const QJsonObject &schema,
                   const QJsonObject &values);
    void addField(QFormLayout *layout, const QString &path, const QJsonObject &schema,
                  const QJsonValue &value, bool required);

    QWidget *m_content = nullptr;
    QList<ParameterField *> m_fields;
    QStringList m_required;
    QStringList m_touched; ///< paths
    Files m_files = Files::Here;
};

/// \a name as a step of a JSON pointer.
[[nodiscard]] QString pointerToken(QString name);
/// The value in \a object at \a path, the JSON pointer of a field; undefined: there is none.
[[nodiscard]] QJsonValue valueAt(const QJsonObject &object, const QString &path);
/// \a object with \a value there; undefined: without one.
[[nodiscard]] QJsonObject withValue(const QJsonObject &object, const QString &path,
                                    const QJsonValue &value);

/// Those of \a errors whose paths are below \a prefix, with the prefix taken off.
[[nodiscard]] QList<ParameterError> below(const QString &prefix,
                                          const QList<ParameterError> &errors);
/// \a errors with \a prefix before each path.
[[nodiscard]] QList<ParameterError> prefixed(const QString &prefix, QList<ParameterError> errors);

} // namespace qontroller::ui
