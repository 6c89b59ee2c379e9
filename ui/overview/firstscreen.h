// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QWidget>

#include "ui/words/names.h"

#include <optional>
#include <vector>

class QBoxLayout;
class QCommandLinkButton;
class QVBoxLayout;

namespace qontroller::ui {

/// What can be begun where nothing is loaded: hosts that run here, sessions of the last times, and
/// what a new operator may want. Hosts and sessions are side by side where there is room.
class FirstScreen final : public QWidget
{
    Q_OBJECT

public:
    explicit FirstScreen(QWidget *parent = nullptr);

    /// A host that runs on this computer.
    struct Host
    {
        QString name;
        QString address;
        QString health = {}; ///< in words; empty: not known yet
        QString icon = {};   ///< of it
        Severity severity = Severity::Quiet;
        friend bool operator==(const Host &, const Host &) = default;
    };
    void setHosts(const std::vector<Host> &hosts);
    /// \a files: the one that was used last is first.
    void setSessions(const QStringList &files);

    enum class Step {
        LoadPlugin,
        OpenSession,
        Demonstration,
        WriteYourOwn
    };

signals:
    void stepAsked(qontroller::ui::FirstScreen::Step step);
    void hostAsked(const QString &address);
    void sessionAsked(const QString &file);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    /// Rows under a caption; not in sight without any.
    struct Group
    {
        QWidget *all = nullptr;
        QVBoxLayout *rows = nullptr;
    };
    Group addGroup(const QString &caption);
    QWidget *makeHostRow(const Host &host);
    QWidget *makeSessionRow(const QString &file);
    QWidget *makeSteps();
    QCommandLinkButton *makeStep(Step step, const char *icon, const QString &title,
                                 const QString &what);

    std::optional<std::vector<Host>> m_hosts; ///< as they are shown
    std::optional<QStringList> m_sessions;
    QBoxLayout *m_groups;
    Group m_hostGroup;
    Group m_sessionGroup;
};

} // namespace qontroller::ui
