// SPDX-License-Identifier: GPL-3.0-or-later
// The files of translations: complete, and of the texts that the sources have now.
#include "support/warnings.h"
#include "testprogram.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QRegularExpression>
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
    void aTermHasOneGermanWord_data();
    void aTermHasOneGermanWord();

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

void TranslationsTest::aTermHasOneGermanWord_data()
{
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("german");
    QTest::newRow("paused") << "(?<!will be )\\bpaused\\b"
                            << "\\bangehalten";
    QTest::newRow("parked") << "\\b(un-)?park(s|ed)\\b"
                            << "\\babgestellt";
    QTest::newRow("failed") << "(?<!state:)\\bfail(s|ed)?\\b"
                            << "gescheitert|scheiter";
    QTest::newRow("failing") << "\\bfailing\\b"
                             << "fehlerhaft|gestört"; // an object, a controller
    QTest::newRow("held") << "removals?(\\(s\\))?\\b.* held|\\bheld object|object\\(s\\) held"
                             "|(longer|were) held|guard holds|held or kept|^(not )?held"
                          << "zurück(ge)?h[aä]lt";
    QTest::newRow("kept") << "kept by an operator"
                          << "von einem bediener behalten";
    QTest::newRow("held, of a lock")
        << "\\blocks? (is |are )?held|holds a lock|handlers hold|^taken$"
        << "\\bbeleg(t|te|en)\\b";
}

// Who reads of one thing in two words looks for two things; and a word for two is as bad.
void TranslationsTest::aTermHasOneGermanWord()
{
    QFETCH(QString, english);
    QFETCH(QString, german);
    const QRegularExpression term(english, QRegularExpression::CaseInsensitiveOption);
    const QRegularExpression word(german, QRegularExpression::CaseInsensitiveOption);
    QFile translations(QStringLiteral(TRANSLATIONS "/qontroller_de.ts"));
    QVERIFY(translations.open(QIODevice::ReadOnly));
    QXmlStreamReader reader(&translations);
    QString source;
    int found = 0;
    while (!reader.atEnd()) {
        reader.readNext();
        if (!reader.isStartElement())
            continue;
        if (reader.name() == QLatin1String("source"))
            source = reader.readElementText().remove(QLatin1Char('&'));
        if (reader.name() != QLatin1String("translation"))
            continue;
        const QString text = reader.readElementText(QXmlStreamReader::IncludeChildElements)
                                 .remove(QLatin1Char('&'));
        const bool isThere = term.match(source).hasMatch();
        found += isThere ? 1 : 0;
        QVERIFY2(isThere == word.match(text).hasMatch(), qPrintable(source + " => " + text));
    }
    QVERIFY(found > 0);
}

QONTROLLER_GUILESS_TEST(TranslationsTest)
#include "tst_translations.moc"
