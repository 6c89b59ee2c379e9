// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QHash>
#include <QtCore/QString>
#include <QtCore/QStringList>
#include <QtCore/QVector>

#include <sys/types.h>
#include <termios.h>

namespace qontroller::test {

/// A program on a terminal of its own, a vt100: what a person types and sees. Takes what a program
/// writes for that type of terminal; a sequence that it does not know is noted.
class Terminal
{
public:
    /// Starts \a command, program first, with \a environment added to the one here.
    Terminal(const QStringList &command, const QHash<QString, QString> &environment, int columns,
             int rows);
    ~Terminal();
    Terminal(const Terminal &) = delete;
    Terminal &operator=(const Terminal &) = delete;

    void type(const QByteArray &keys);
    void resize(int columns, int rows);
    /// Goes away, as when its window is closed.
    void hangUp();
    [[nodiscard]] pid_t pid() const { return m_pid; }
    /// The exit status, or -1 if it ended otherwise or has not ended in time.
    int wait();

    /// What is seen now, a text for each row, without spaces at its end.
    QStringList screen();
    /// The text that is in reverse video, a row each, without rows that have none.
    QStringList highlighted();
    bool shows(const QString &text) { return screen().join('\n').contains(text); }
    /// All that the program has written.
    QByteArray written();
    /// Sequences that are not known here.
    [[nodiscard]] QByteArrayList unknown() const { return m_unknown; }
    [[nodiscard]] termios settings() const;

private:
    struct Cell
    {
        QString text = " "; ///< empty: the second half of a wide character
        bool isReverse = false;
    };

    void take();
    /// How many bytes of what has come were understood.
    qsizetype interpret();
    qsizetype sequence(qsizetype at);
    void control(char kind, const QList<int> &numbers, const QByteArray &all);
    void put(const QString &character);
    void clear();
    void clearCells(int row, int from, int to);
    void lineFeed();
    void reverseLineFeed();

    int m_fd = -1;
    pid_t m_pid = -1;
    QByteArray m_written;
    QByteArray m_rest;
    QByteArrayList m_unknown;
    QVector<QVector<Cell>> m_cells;
    int m_columns;
    int m_rows;
    int m_row = 0;
    int m_column = 0;
    int m_top = 0; ///< of what scrolls
    int m_bottom = 0;
    bool m_isReverse = false;
};

} // namespace qontroller::test
