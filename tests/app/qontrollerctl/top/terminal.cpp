// SPDX-License-Identifier: LGPL-3.0-or-later
#include "terminal.h"

#include <QtCore/QStringDecoder>
#include <QtTest/QtTest>

#include <cwchar>
#include <vector>

#include <fcntl.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace qontroller::test {

namespace {

/// For exec: pointers into \a texts.
std::vector<char *> pointersTo(QByteArrayList &texts)
{
    std::vector<char *> pointers;
    for (QByteArray &each : texts)
        pointers.push_back(each.data());
    pointers.push_back(nullptr);
    return pointers;
}

QByteArrayList environmentWith(const QHash<QString, QString> &added)
{
    QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
    all.remove("NO_COLOR");
    all.insert("TERM", "vt100");
    for (auto each = added.begin(); each != added.end(); ++each)
        all.insert(each.key(), each.value());
    QByteArrayList texts;
    for (const QString &each : all.toStringList())
        texts << each.toLocal8Bit();
    return texts;
}

} // namespace

Terminal::Terminal(const QStringList &command, const QHash<QString, QString> &environment,
                   int columns, int rows)
    : m_columns(columns)
    , m_rows(rows)
{
    QByteArrayList words;
    for (const QString &each : command)
        words << each.toLocal8Bit();
    QByteArrayList variables = environmentWith(environment);
    const auto wordPointers = pointersTo(words);
    const auto variablePointers = pointersTo(variables);
    const winsize size{static_cast<unsigned short>(rows), static_cast<unsigned short>(columns), 0,
                       0};
    clear();
    m_pid = ::forkpty(&m_fd, nullptr, nullptr, &size);
    if (m_pid == 0) {
        ::execve(wordPointers[0], wordPointers.data(), variablePointers.data());
        ::_exit(126);
    }
    ::fcntl(m_fd, F_SETFL, O_NONBLOCK);
}

Terminal::~Terminal()
{
    if (m_pid > 0) {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
    if (m_fd >= 0)
        ::close(m_fd);
}

void Terminal::type(const QByteArray &keys)
{
    if (::write(m_fd, keys.constData(), static_cast<std::size_t>(keys.size())) != keys.size())
        qFatal("the terminal takes no keys");
}

void Terminal::resize(int columns, int rows)
{
    take();
    m_columns = columns;
    m_rows = rows;
    clear();
    const winsize size{static_cast<unsigned short>(rows), static_cast<unsigned short>(columns), 0,
                       0};
    ::ioctl(m_fd, TIOCSWINSZ, &size);
}

void Terminal::hangUp()
{
    ::close(std::exchange(m_fd, -1));
}

int Terminal::wait()
{
    int status = -1;
    const bool hasEnded = QTest::qWaitFor([&] {
        take(); // a program that writes ends only if somebody reads
        return ::waitpid(m_pid, &status, WNOHANG) == m_pid;
    });
    if (!hasEnded)
        return -1;
    m_pid = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

QStringList Terminal::screen()
{
    take();
    QStringList rows;
    for (const auto &cells : m_cells) {
        QString text;
        for (const Cell &cell : cells)
            text += cell.text;
        while (text.endsWith(' '))
            text.chop(1);
        rows << text;
    }
    return rows;
}

QStringList Terminal::highlighted()
{
    take();
    QStringList rows;
    for (const auto &cells : m_cells) {
        QString text;
        for (const Cell &cell : cells)
            text += cell.isReverse ? cell.text : QString();
        if (!text.isEmpty())
            rows << text.trimmed();
    }
    return rows;
}

QByteArray Terminal::written()
{
    take();
    return m_written;
}

termios Terminal::settings() const
{
    termios settings{};
    ::tcgetattr(m_fd, &settings);
    return settings;
}

void Terminal::take()
{
    char bytes[4096];
    for (ssize_t count = 0; m_fd >= 0 && (count = ::read(m_fd, bytes, sizeof bytes)) > 0;) {
        m_written.append(bytes, count);
        m_rest.append(bytes, count);
    }
    m_rest.remove(0, interpret());
}

qsizetype Terminal::interpret()
{
    qsizetype at = 0;
    while (at < m_rest.size()) {
        const auto byte = static_cast<unsigned char>(m_rest[at]);
        qsizetype length = 1;
        if (byte == 27) {
            length = sequence(at);
        } else if (byte == '\n') {
            lineFeed();
        } else if (byte == '\r') {
            m_column = 0;
        } else if (byte == '\b') {
            m_column = std::max(m_column - 1, 0);
        } else if (byte == '\t') {
            m_column = std::min((m_column / 8 + 1) * 8, m_columns - 1);
        } else if (byte >= ' ') {
            length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
            if (at + length <= m_rest.size())
                put(QString::fromUtf8(m_rest.mid(at, length)));
        }
        if (length == 0 || at + length > m_rest.size())
            return at; // the rest of it has not come yet
        at += length;
    }
    return at;
}

/// How long the sequence is that begins with Escape \a at; 0: it is not complete.
qsizetype Terminal::sequence(qsizetype at)
{
    if (at + 1 >= m_rest.size())
        return 0;
    const char kind = m_rest[at + 1];
    if (kind == '(' || kind == ')') // a character set
        return at + 2 < m_rest.size() ? 3 : 0;
    if (kind != '[') {
        if (kind == 'M')
            reverseLineFeed();
        else if (!QByteArray("=>78").contains(kind))
            m_unknown << m_rest.mid(at, 2);
        return 2;
    }
    qsizetype end = at + 2;
    while (end < m_rest.size() && (m_rest[end] < '@' || m_rest[end] > '~'))
        ++end;
    if (end >= m_rest.size())
        return 0;
    const QByteArray parameters = m_rest.mid(at + 2, end - at - 2);
    QList<int> numbers;
    for (const QByteArray &each : parameters.split(';'))
        numbers << each.toInt();
    control(m_rest[end], numbers, parameters + m_rest[end]);
    return end - at + 1;
}

void Terminal::control(char kind, const QList<int> &numbers, const QByteArray &all)
{
    const int first = numbers[0];
    const int count = std::max(first, 1);
    switch (kind) {
    case 'A': m_row = std::max(m_row - count, 0); break;
    case 'B': m_row = std::min(m_row + count, m_rows - 1); break;
    case 'C': m_column = std::min(m_column + count, m_columns - 1); break;
    case 'D': m_column = std::max(std::min(m_column, m_columns - 1) - count, 0); break;
    case 'H':
        m_row = std::min(count, m_rows) - 1;
        m_column = std::min(numbers.size() > 1 ? std::max(numbers[1], 1) : 1, m_columns) - 1;
        break;
    case 'J':
        clearCells(m_row, m_column, m_columns);
        for (int row = m_row + 1; row < m_rows; ++row)
            clearCells(row, 0, m_columns);
        break;
    case 'K':
        if (first == 1)
            clearCells(m_row, 0, m_column + 1);
        else
            clearCells(m_row, m_column, m_columns);
        break;
    case 'm':
        for (const int each : numbers)
            m_isReverse = each == 7 || (m_isReverse && each != 0 && each != 27);
        break;
    case 'r': // what scrolls
        m_top = std::min(count, m_rows) - 1;
        m_bottom = std::min(numbers.size() > 1 ? numbers[1] : m_rows, m_rows) - 1;
        m_row = m_column = 0;
        break;
    case 'h':
    case 'l': break; // keys of the keypad
    default: m_unknown << all;
    }
}

void Terminal::put(const QString &character)
{
    const int width = std::max(::wcwidth(static_cast<wchar_t>(character.toUcs4().value(0))), 0);
    if (width == 0)
        return;
    if (m_column + width > m_columns) {
        m_column = 0;
        lineFeed();
    }
    m_cells[m_row][m_column++] = {character, m_isReverse};
    if (width == 2)
        m_cells[m_row][m_column++] = {QString(), m_isReverse};
}

void Terminal::clear()
{
    m_cells = QVector<QVector<Cell>>(m_rows, QVector<Cell>(m_columns));
    m_row = std::min(m_row, m_rows - 1);
    m_column = std::min(m_column, m_columns - 1);
    m_top = 0;
    m_bottom = m_rows - 1;
}

void Terminal::clearCells(int row, int from, int to)
{
    for (int column = from; column < std::min(to, m_columns); ++column)
        m_cells[row][column] = {};
}

void Terminal::lineFeed()
{
    if (m_row != m_bottom) {
        m_row = std::min(m_row + 1, m_rows - 1);
        return;
    }
    m_cells.removeAt(m_top);
    m_cells.insert(m_bottom, QVector<Cell>(m_columns));
}

void Terminal::reverseLineFeed()
{
    if (m_row != m_top) {
        m_row = std::max(m_row - 1, 0);
        return;
    }
    m_cells.removeAt(m_bottom);
    m_cells.insert(m_top, QVector<Cell>(m_columns));
}

} // namespace qontroller::test
