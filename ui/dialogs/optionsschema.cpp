// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/optionsschema.h"

#include "core/api/options.h"
#include "core/base/duration.h"

#include <QtCore/QCoreApplication>

namespace qontroller::ui {

namespace {

struct OptionsText
{
    Q_DECLARE_TR_FUNCTIONS(Options)
};

QJsonObject property(const char *type, const QString &title, const QString &description,
                     const QJsonValue &value)
{
    return {{QStringLiteral("type"), QLatin1String(type)},
            {QStringLiteral("title"), title},
            {QStringLiteral("description"), description},
            {QStringLiteral("default"), value}};
}

QJsonObject duration(const QString &title, const QString &description, Duration value)
{
    QJsonObject schema = property("string", title, description,
                                  QString::fromStdString(formatDuration(value)));
    schema.insert(QStringLiteral("format"), QStringLiteral("duration"));
    return schema;
}

QJsonObject backoffSchema(const ControllerOptions &o)
{
    return {{QStringLiteral("type"), QStringLiteral("object")},
            {QStringLiteral("title"), OptionsText::tr("Back-off")},
            {QStringLiteral("properties"),
             QJsonObject{{QStringLiteral("base"),
                          duration(OptionsText::tr("First retry after"),
                                   OptionsText::tr("Each further one waits twice as long."),
                                   o.backoffBase)},
                         {QStringLiteral("max"),
                          duration(OptionsText::tr("Never longer than"), {}, o.backoffMax)}}}};
}

} // namespace

QJsonObject optionsSchema()
{
    const ControllerOptions o;
    const QJsonObject properties{
        {QStringLiteral("workers"),
         property("integer", OptionsText::tr("Workers"),
                  OptionsText::tr("Handlers that run at once. 0 is the same as paused."),
                  o.workers)},
        {QStringLiteral("resyncInterval"),
         duration(OptionsText::tr("Resync interval"),
                  OptionsText::tr("A full list follows the last one after this."),
                  o.resyncInterval)},
        {QStringLiteral("maxRetries"),
         property("integer", OptionsText::tr("Retries"),
                  OptionsText::tr("After this many the object has failed."), o.maxRetries)},
        {QStringLiteral("parkedRetryInterval"),
         duration(OptionsText::tr("Parked retry interval"),
                  OptionsText::tr(
                      "A parked object whose source tells of no changes is tried again after "
                      "this. 0s: ten resync intervals."),
                  o.parkedRetryInterval)},
        {QStringLiteral("retryRate"),
         property("number", OptionsText::tr("Retries a second"),
                  OptionsText::tr("Over all objects, once the burst is used up."), o.retryRate)},
        {QStringLiteral("retryBurst"),
         property("integer", OptionsText::tr("Retry burst"),
                  OptionsText::tr("Retries that may start at once after a quiet time."),
                  o.retryBurst)},
        {QStringLiteral("handlerTimeout"),
         duration(OptionsText::tr("Handler timeout"),
                  OptionsText::tr("A handler that runs longer is asked to stop. 0s: never."),
                  o.handlerTimeout)},
        {QStringLiteral("detectDeletions"),
         property("boolean", OptionsText::tr("Detect deletions"),
                  OptionsText::tr("What a complete list no longer shows is removed."),
                  o.detectDeletions)},
        {QStringLiteral("massDeletionGuard"),
         property("boolean", OptionsText::tr("Mass-deletion guard"),
                  OptionsText::tr(
                      "Removals of more than 10 objects and more than 10 %, or of all of more than "
                      "2, wait for an operator."),
                  o.massDeletionGuard)},
        {QStringLiteral("priorities"),
         property(
             "boolean", OptionsText::tr("Priorities"),
             OptionsText::tr(
                 "Operator before event before retry before resync. Off: first in, first out."),
             o.priorities)},
        {QStringLiteral("ageing"),
         duration(OptionsText::tr("Ageing"),
                  OptionsText::tr(
                      "An object that has waited longer shares every eighth turn with others "
                      "like it, the oldest first. More than 0s."),
                  o.ageing)},
        {QStringLiteral("keepLastObject"),
         property("boolean", OptionsText::tr("Keep last objects"),
                  OptionsText::tr(
                      "A removal is told what the object was, as far as the plugin makes use of "
                      "it. Takes memory for each object."),
                  o.keepLastObject)},
        {QStringLiteral("backoff"), backoffSchema(o)},
    };
    return {{QStringLiteral("type"), QStringLiteral("object")},
            {QStringLiteral("properties"), properties}};
}

QJsonObject liveOptionsSchema()
{
    const QJsonObject all = optionsSchema().value(QLatin1String("properties")).toObject();
    QJsonObject properties;
    for (const char *name : {"workers", "resyncInterval", "maxRetries", "retryRate", "retryBurst"})
        properties.insert(QLatin1String(name), all.value(QLatin1String(name)));
    return {{QStringLiteral("type"), QStringLiteral("object")},
            {QStringLiteral("properties"), properties}};
}

QJsonObject withoutDefaults(const QJsonObject &values, const QJsonObject &schema)
{
    const QJsonObject properties = schema.value(QLatin1String("properties")).toObject();
    QJsonObject result;
    for (auto it = values.begin(); it != values.end(); ++it) {
        const QJsonObject property = properties.value(it.key()).toObject();
        if (property.contains(QLatin1String("properties"))) {
            const QJsonObject inner = withoutDefaults(it.value().toObject(), property);
            if (!inner.isEmpty())
                result.insert(it.key(), inner);
        } else if (property.value(QLatin1String("default")) != it.value()) {
            result.insert(it.key(), it.value());
        }
    }
    return result;
}

} // namespace qontroller::ui
