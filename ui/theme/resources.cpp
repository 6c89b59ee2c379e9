// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/resources.h"

#include <QtCore/QLibraryInfo>
#include <QtCore/QLocale>
#include <QtCore/QTranslator>
#include <QtGui/QIcon>
#include <QtWidgets/QApplication>

#include <memory>

static void initResources()
{
    Q_INIT_RESOURCE(qontroller);
    Q_INIT_RESOURCE(qontroller_translations);
}

namespace qontroller::ui {

namespace {

void install(const QLocale &locale, const QString &name, const QString &folder)
{
    auto translator = std::make_unique<QTranslator>(qApp);
    if (translator->load(locale, name, QStringLiteral("_"), folder))
        QCoreApplication::installTranslator(translator.release()); // qApp owns it
}

} // namespace

void prepareResources(const QString &language)
{
    initResources();
    static QString installed(QStringLiteral("none"));
    if (installed == language)
        return;
    installed = language;
    const QLocale locale = language.isEmpty() ? QLocale() : QLocale(language);
    install(locale, QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    // English needs its plural forms; it stands below the other language.
    install(QLocale(QLocale::English), QStringLiteral("qontroller"),
            QStringLiteral(":/qontroller/translations"));
    if (locale.language() != QLocale::English && locale.language() != QLocale::C)
        install(locale, QStringLiteral("qontroller"), QStringLiteral(":/qontroller/translations"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/qontroller/qontroller.svg")));
}

} // namespace qontroller::ui
