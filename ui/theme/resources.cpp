// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/resources.h"

#include "ui/words/format.h"

#include <QtCore/QLibraryInfo>
#include <QtCore/QLocale>
#include <QtCore/QPointer>
#include <QtCore/QTranslator>
#include <QtGui/QIcon>
#include <QtWidgets/QApplication>

#include <memory>

static void initResources()
{
    Q_INIT_RESOURCE(qontroller);
    Q_INIT_RESOURCE(qontroller_documents);
    Q_INIT_RESOURCE(qontroller_translations);
}

namespace qontroller::ui {

namespace {

/// Writes numbers in sentences as they stand everywhere else: 100 000.
class Translator final : public QTranslator
{
public:
    using QTranslator::QTranslator;

    QString translate(const char *context, const char *source, const char *disambiguation,
                      int n) const override
    {
        QString text = QTranslator::translate(context, source, disambiguation, n);
        if (n >= 0)
            text.replace(QLatin1String("%n"), formatCount(std::uint64_t(n)));
        return text;
    }
};

/// Lives as long as the application.
class Language final : public QObject
{
public:
    using QObject::QObject;

    void use(const QLocale &locale)
    {
        qDeleteAll(m_translators); // which also takes them out
        m_translators.clear();
        QLocale::setDefault(locale); // numbers
        install(locale, QStringLiteral("qtbase"),
                QLibraryInfo::path(QLibraryInfo::TranslationsPath));
        // English needs its plural forms; it stands below the other language.
        install(QLocale(QLocale::English), QStringLiteral("qontroller"), ownFolder());
        if (locale.language() != QLocale::English && locale.language() != QLocale::C)
            install(locale, QStringLiteral("qontroller"), ownFolder());
    }

private:
    static QString ownFolder() { return QStringLiteral(":/qontroller/translations"); }

    void install(const QLocale &locale, const QString &name, const QString &folder)
    {
        auto translator = std::make_unique<Translator>(this);
        if (!translator->load(locale, name, QStringLiteral("_"), folder))
            return;
        m_translators += translator.release(); // this owns it
        QCoreApplication::installTranslator(m_translators.last());
    }

    QList<QTranslator *> m_translators;
};

} // namespace

void prepareResources(const QString &language)
{
    initResources();
    static QPointer<Language> current;
    static QString used;
    if (current && used == language)
        return;
    if (!current)
        current = new Language(qApp);
    used = language;
    current->use(language.isEmpty() ? QLocale::system() : QLocale(language));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/qontroller/qontroller.svg")));
}

} // namespace qontroller::ui
