// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QTextBrowser>

namespace qontroller::ui {

/// Shows pages of the resources: the help, and the documents that are also installed. In their
/// links and anchors Markdown means the same as on the web: a heading can be linked to, a folder is
/// its README.md, and a picture is no wider than the page. What is not among the pages is no link.
class ManualBrowser final : public QTextBrowser
{
    Q_OBJECT

public:
    explicit ManualBrowser(QWidget *parent = nullptr);

    /// Selects \a text where it stands next, on this page or those after it in \a pages, and goes
    /// on at the first. False: it stands on none.
    bool findIn(const QList<QUrl> &pages, const QString &text);

protected:
    void doSetSource(const QUrl &name, QTextDocument::ResourceType type) override;
    [[nodiscard]] QVariant loadResource(int type, const QUrl &name) override;

private:
    void follow(const QUrl &link);
    void scrollToHeading(const QString &anchor);
};

} // namespace qontroller::ui
