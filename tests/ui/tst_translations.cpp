// SPDX-License-Identifier: GPL-3.0-or-later
// The files of translations: complete, and of the texts that the sources have now.
#include "support/warnings.h"
#include "testprogram.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtCore/QXmlStreamReader>

#include <algorithm>

using namespace qontroller::test;

class TranslationsTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void noTranslationIsUnfinished_data();
    void noTranslationIsUnfinished();
    void lupdateFindsNothingNewAndNothingObsolete_data();
    void lupdateFindsNothingNewAndNothingObsolete();

private:
    static QStringList messagesIn(const QString &file);
};

void TranslationsTest::noTranslationIsUnfinished_data()
{
    QTest::addColumn<QString>("file");
    const QDir folder(QStringLiteral(TRANSLATIONS));
    for (const QString &name : folder.entryList({QStringLiteral("*.ts")}))
        QTest::newRow(qPrintable(name)) << folder.filePath(name);
}

void TranslationsTest::noTranslationIsUnfinished()
{
    QFETCH(QString, file);
    QFile translations(file);
    QVERIFY(translations.open(QIODevice::ReadOnly));
    const QByteArray text = translations.readAll();
    const auto at = text.indexOf("type=\"unfinished\"");
    QVERIFY2(at < 0, text.mid(std::max<qsizetype>(0, at - 200), 300).constData());
    // One whose class lupdate does not see, as behind an alias, would never be found.
    QVERIFY(!text.contains("<name></name>"));
}

/// Each message as "context: source", in a fixed order.
QStringList TranslationsTest::messagesIn(const QString &file)
{
    QFile translations(file);
    if (!translations.open(QIODevice::ReadOnly))
        return {};
    QStringList messages;
    QString context;
    QXmlStreamReader reader(&translations);
    while (!reader.atEnd()) {
        reader.readNext();
        if (!reader.isStartElement())
            continue;
        if (reader.name() == QLatin1String("name"))
            context = reader.readElementText();
        else if (reader.name() == QLatin1String("source"))
            messages += context + QStringLiteral(": ") + reader.readElementText();
    }
    messages.sort();
    return messages;
}

void TranslationsTest::lupdateFindsNothingNewAndNothingObsolete_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QStringList>("options");
    QTest::newRow("German") << "de" << QStringList();
    QTest::newRow("English") << "en" << QStringList{QStringLiteral("-pluralonly")};
}

// Works on a copy: a test changes nothing in the tree.
void TranslationsTest::lupdateFindsNothingNewAndNothingObsolete()
{
    QFETCH(QString, language);
    QFETCH(QStringList, options);
    const QString file = QStringLiteral(TRANSLATIONS "/qontroller_%1.ts").arg(language);
    const QTemporaryDir folder;
    const QString copy = folder.filePath(QStringLiteral("copy.ts"));
    QVERIFY(QFile::copy(file, copy));
    QProcess lupdate;
    lupdate.setWorkingDirectory(QStringLiteral(SOURCES));
    lupdate.setProcessChannelMode(QProcess::MergedChannels);
    lupdate.start(QStringLiteral(LUPDATE), QStringList{"ui", "app/qontroller", "core/engine/api/optiontable.cpp", "-I", ".",
                                                       "-no-obsolete", "-locations", "none"}
                                               + options + QStringList{"-ts", copy});
    QVERIFY2(lupdate.waitForFinished(60'000), qPrintable(lupdate.errorString()));
    QVERIFY2(lupdate.exitCode() == 0, lupdate.readAll().constData());

    const QStringList now = messagesIn(copy);
    const QStringList stored = messagesIn(file);
    QVERIFY(!now.isEmpty());
    for (const QString &message : now)
        QVERIFY2(stored.contains(message), qPrintable("not in the file yet: " + message));
    for (const QString &message : stored)
        QVERIFY2(now.contains(message), qPrintable("in the file, but in no source: " + message));
    QCOMPARE(now, stored); // how often
}

QONTROLLER_GUILESS_TEST(TranslationsTest)
#include "tst_translations.moc"
