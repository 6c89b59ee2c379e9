// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/manualbrowser.h"

#include <QtCore/QFileInfo>
#include <QtCore/QRegularExpression>
#include <QtGui/QDesktopServices>
#include <QtGui/QImage>
#include <QtGui/QTextBlock>
#include <QtWidgets/QScrollBar>

namespace qontroller::ui {

namespace {

constexpr int Margin = 16; // pixels around a page

/// The page that \a link on \a page leads to; empty: none of ours.
QUrl pageOf(const QUrl &page, const QUrl &link)
{
    QUrl target = page.resolved(link);
    if (target.scheme() != QLatin1String("qrc"))
        return {};
    const QFileInfo file(QLatin1Char(':') + target.path());
    if (file.isDir())
        target.setPath(target.path() + QLatin1String("/README.md"));
    return QFileInfo::exists(QLatin1Char(':') + target.path()) ? target : QUrl();
}

bool isOnTheWeb(const QUrl &link)
{
    return link.scheme().startsWith(QLatin1String("http"));
}

/// \a text with links only to what is there.
QString withoutDeadLinks(QString text, const QUrl &page)
{
    static const QRegularExpression pattern(
        QStringLiteral(R"((?<!!)\[([^\]\[]+)\]\(([^() \n]+)\))"));
    for (qsizetype at = 0;;) {
        const QRegularExpressionMatch match = pattern.match(text, at);
        if (!match.hasMatch())
            return text;
        at = match.capturedEnd();
        const QUrl link(match.captured(2));
        if (isOnTheWeb(link) || !pageOf(page, link).isEmpty())
            continue;
        text.replace(match.capturedStart(), match.capturedLength(), match.captured(1));
        at = match.capturedStart() + match.capturedLength(1);
    }
}

/// What links call a heading: its words in lower case, joined by dashes, without other signs.
QString anchorOf(const QString &heading)
{
    QString anchor;
    for (const QChar letter : heading.toLower()) {
        if (letter.isLetterOrNumber() || letter == QLatin1Char('-') || letter == QLatin1Char('_'))
            anchor += letter;
        else if (letter == QLatin1Char(' '))
            anchor += QLatin1Char('-');
    }
    return anchor;
}

} // namespace

ManualBrowser::ManualBrowser(QWidget *parent)
    : QTextBrowser(parent)
{
    document()->setDocumentMargin(Margin);
    setOpenLinks(false);
    connect(this, &QTextBrowser::anchorClicked, this, &ManualBrowser::follow);
}

void ManualBrowser::follow(const QUrl &link)
{
    if (isOnTheWeb(link))
        QDesktopServices::openUrl(link);
    else if (const QUrl page = pageOf(source(), link); !page.isEmpty())
        setSource(page);
}

void ManualBrowser::doSetSource(const QUrl &name, QTextDocument::ResourceType type)
{
    QTextBrowser::doSetSource(name, type);
    if (name.hasFragment())
        scrollToHeading(name.fragment());
}

QVariant ManualBrowser::loadResource(int type, const QUrl &name)
{
    const QVariant loaded = QTextBrowser::loadResource(type, name);
    if (type == QTextDocument::ImageResource) {
        const QImage image = QImage::fromData(loaded.toByteArray());
        const int width = viewport()->width() - 2 * Margin;
        return image.width() > width ? image.scaledToWidth(width, Qt::SmoothTransformation) : image;
    }
    if (name.path().endsWith(QLatin1String(".md")))
        return withoutDeadLinks(QString::fromUtf8(loaded.toByteArray()), name);
    return loaded;
}

void ManualBrowser::scrollToHeading(const QString &anchor)
{
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0 || anchorOf(block.text()) != anchor)
            continue;
        setTextCursor(QTextCursor(block));
        verticalScrollBar()->setValue(cursorRect().top() + verticalScrollBar()->value());
        return;
    }
}

bool ManualBrowser::findIn(const QList<QUrl> &pages, const QString &text)
{
    if (find(text))
        return true;
    const qsizetype here = pages.indexOf(source().adjusted(QUrl::RemoveFragment));
    for (qsizetype i = 1; i <= pages.size(); ++i) {
        QTextDocument page;
        // Looked through aside, so that only the page with the text is shown.
        const QUrl next = pages.at((here + i) % pages.size());
        const QString contents = loadResource(QTextDocument::HtmlResource, next).toString();
        if (next.path().endsWith(QLatin1String(".md")))
            page.setMarkdown(contents);
        else
            page.setHtml(contents);
        if (page.find(text).isNull())
            continue;
        setSource(next);
        moveCursor(QTextCursor::Start);
        return find(text);
    }
    return false;
}

} // namespace qontroller::ui
