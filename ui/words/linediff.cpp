// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/linediff.h"

#include <algorithm>

namespace qontroller::ui {

namespace {

constexpr qsizetype MostCells = 1'000'000; // a megabyte or four, some milliseconds

using Kind = DiffLine::Kind;

/// The lengths of the longest common rests of two texts.
class CommonRests
{
public:
    CommonRests(const QStringList &a, const QStringList &b)
        : m_width(b.size() + 1)
        , m_cells(std::size_t((a.size() + 1) * m_width))
    {
        for (qsizetype i = a.size() - 1; i >= 0; --i) {
            for (qsizetype j = b.size() - 1; j >= 0; --j)
                cell(i, j) = a[i] == b[j] ? cell(i + 1, j + 1) + 1
                                          : std::max(cell(i + 1, j), cell(i, j + 1));
        }
    }
    int &cell(qsizetype i, qsizetype j) { return m_cells[std::size_t(i * m_width + j)]; }

private:
    qsizetype m_width;
    std::vector<int> m_cells;
};

void append(std::vector<DiffLine> &lines, Kind kind, const QStringList &texts)
{
    for (const QString &text : texts)
        lines.push_back({kind, text});
}

// Within a stretch that differs, found comes before wanted.
void align(std::vector<DiffLine> &lines, const QStringList &wanted, const QStringList &found)
{
    if (wanted.size() * found.size() > MostCells) {
        append(lines, Kind::Found, found);
        append(lines, Kind::Wanted, wanted);
        return;
    }
    CommonRests rests(wanted, found);
    qsizetype i = 0;
    qsizetype j = 0;
    QStringList missing;
    while (i < wanted.size() && j < found.size()) {
        if (wanted[i] == found[j]) {
            append(lines, Kind::Wanted, std::exchange(missing, {}));
            append(lines, Kind::Same, {found[j++]});
            ++i;
        } else if (rests.cell(i + 1, j) > rests.cell(i, j + 1)) {
            missing += wanted[i++];
        } else {
            append(lines, Kind::Found, {found[j++]});
        }
    }
    append(lines, Kind::Found, found.mid(j));
    append(lines, Kind::Wanted, missing + wanted.mid(i));
}

} // namespace

std::vector<DiffLine> diffLines(const QStringList &wanted, const QStringList &found)
{
    const qsizetype shorter = std::min(wanted.size(), found.size());
    qsizetype head = 0;
    while (head < shorter && wanted[head] == found[head])
        ++head;
    qsizetype tail = 0;
    while (tail < shorter - head
           && wanted[wanted.size() - 1 - tail] == found[found.size() - 1 - tail])
        ++tail;
    std::vector<DiffLine> lines;
    append(lines, Kind::Same, wanted.mid(0, head));
    align(lines, wanted.mid(head, wanted.size() - head - tail),
          found.mid(head, found.size() - head - tail));
    append(lines, Kind::Same, wanted.mid(wanted.size() - tail));
    return lines;
}

} // namespace qontroller::ui
