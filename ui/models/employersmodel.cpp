// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/employersmodel.h"

#include "ui/theme/stateicons.h"
#include "ui/theme/theme.h"
#include "ui/words/format.h"
#include "ui/words/lifecyclewords.h"
#include "ui/words/naturalorder.h"

#include <algorithm>
#include <iterator>
#include <type_traits>
#include <utility>

namespace qontroller::ui {

namespace {

constexpr quintptr NoOwner = 0; ///< what the index of an employer's row has

QVariant colored(const QString &name, Severity severity)
{
    return symbol(name, Theme::current().colorOf(severity));
}

QVariant troubleIcon(bool isStale)
{
    return colored(keyOf(ItemState::Failed), isStale ? Severity::Quiet : Severity::Degraded);
}

QString joined(const std::vector<std::string> &texts)
{
    QStringList lines;
    for (const std::string &text : texts)
        lines += toLine(text);
    return lines.join(QStringLiteral(" · "));
}

template<class Row>
auto isOrderedBefore(const Row &a, const Row &b)
{
    return a.order < b.order;
}

} // namespace

EmployersModel::Child EmployersModel::note(const QString &text)
{
    return {{Kind::Note, {}, {}}, text, {}};
}

std::vector<EmployersModel::Child> EmployersModel::childrenOf(const consist::EmployerView &view)
{
    std::vector<Child> children;
    for (const std::string &error : view.errors)
        children.push_back({{Kind::Error, {}, error}, tr("Last pass: %1").arg(toLine(error)), {}});
    for (const consist::ConsistRecord::Status &resource : view.resources)
        children.push_back({{Kind::Resource, naturalKey(resource.id), resource.id},
                            toLine(resource.id),
                            toLine(resource.text)});
    for (const consist::MemberView &member : view.members) {
        const std::string_view name = member.employee.qualifiedName();
        children.push_back({{Kind::Member, naturalKey(name), member.employee.text()},
                            nameOf(member.employee),
                            joined(member.status),
                            member});
    }
    if (children.empty())
        children.push_back(note(tr("No resource and no members yet")));
    std::ranges::sort(children, isOrderedBefore<Child>);
    const auto end = std::unique(children.begin(), children.end(),
                                 [](const Child &one, const Child &next) {
                                     return one.order == next.order;
                                 });
    children.erase(end, children.end()); // an error that came twice is said once
    return children;
}

template<class Row>
void EmployersModel::settle(const std::vector<Row> &)
{
    if constexpr (std::is_same_v<Row, Employer>) {
        m_rows.clear();
        m_serials.clear();
        for (std::size_t row = 0; row < m_employers.size(); ++row) {
            m_rows.emplace(m_employers[row].serial, int(row));
            m_serials.emplace(EmployerRef(m_employers[row].summary.name, m_employers[row].host),
                              m_employers[row].serial);
        }
    }
}

template<class Row>
bool EmployersModel::areSame(const std::vector<Row> &rows, const std::vector<Row> &wanted)
{
    return std::ranges::equal(rows, wanted, {}, &Row::order, &Row::order);
}

// Both are sorted. What goes is taken out first: what is left has the order of what is wanted.
template<class Row, class Take>
void EmployersModel::follow(const QModelIndex &parent, std::vector<Row> &rows,
                            std::vector<Row> wanted, Take take)
{
    const auto isWanted = [&](const Row &row) {
        return std::ranges::binary_search(wanted, row, isOrderedBefore<Row>);
    };
    for (auto end = std::ssize(rows); end > 0; --end) {
        auto begin = end;
        while (begin > 0 && !isWanted(rows[std::size_t(begin - 1)]))
            --begin;
        if (begin == end)
            continue;
        beginRemoveRows(parent, int(begin), int(end - 1));
        rows.erase(rows.begin() + begin, rows.begin() + end);
        settle(rows);
        endRemoveRows();
        end = begin + 1;
    }
    for (std::size_t row = 0; row < wanted.size(); ++row) {
        std::size_t end = row;
        while (end < wanted.size() && (row >= rows.size() || wanted[end].order != rows[row].order))
            ++end;
        if (end == row) {
            if (take(rows[row], std::move(wanted[row])))
                emit dataChanged(index(int(row), 0, parent),
                                 index(int(row), ColumnCount - 1, parent));
            continue;
        }
        beginInsertRows(parent, int(row), int(end - 1));
        rows.insert(rows.begin() + std::ptrdiff_t(row),
                    std::make_move_iterator(wanted.begin() + std::ptrdiff_t(row)),
                    std::make_move_iterator(wanted.begin() + std::ptrdiff_t(end)));
        settle(rows);
        endInsertRows();
        row = end - 1;
    }
}

bool EmployersModel::mayDelete(const MemberRef &member) const
{
    const auto named = [&member](const Employer &one) {
        return one.host == member.host
               && std::ranges::count(member.employers, one.summary.name) > 0;
    };
    if (std::ranges::none_of(m_employers, named))
        return true; // they are not known yet: their host decides
    return std::ranges::any_of(m_employers, [&](const Employer &one) {
        if (one.host != member.host || one.summary.cannotDelete)
            return false;
        const auto isIt = [&member](const consist::MemberView &each) {
            return each.employee == member.member;
        };
        return named(one) || (one.view && std::ranges::any_of(one.view->members, isIt));
    });
}

bool EmployersModel::showEmployers(const std::vector<consist::EmployerSummary> &employers,
                                   HostId host)
{
    std::vector<Employer> wanted;
    for (const Employer &other : m_employers) {
        if (other.host != host)
            wanted.push_back({other.order, other.summary, other.host, other.serial});
    }
    for (const consist::EmployerSummary &summary : employers) {
        const consist::EmployerName &name = summary.name;
        Employer employer{{host, naturalKey(name.controller), naturalKey(name.employer), name},
                          summary,
                          host};
        if (!m_serials.contains({name, host})) {
            employer.serial = ++m_lastSerial;
            employer.children.push_back(note(tr("Loading…")));
        }
        wanted.push_back(std::move(employer));
    }
    std::ranges::sort(wanted, isOrderedBefore<Employer>);
    if (m_still && !areSame(m_employers, wanted))
        return false;
    follow({}, m_employers, std::move(wanted), [](Employer &known, Employer &&news) {
        return std::exchange(known.summary, news.summary) != news.summary;
    });
    return true;
}

void EmployersModel::showEmployer(const consist::EmployerView &view, WallTime asOf, HostId host)
{
    const QModelIndex row = indexOf({view.name, host});
    if (!row.isValid())
        return;
    Employer &employer = m_employers[std::size_t(row.row())];
    employer.loadedAt = asOf;
    if (employer.view == view)
        return;
    std::vector<Child> children = childrenOf(view);
    if (m_still && employer.view && !areSame(employer.children, children))
        return;
    employer.view = view;
    follow(row, employer.children, std::move(children), [](Child &known, Child &&news) {
        if (known == news)
            return false;
        known = std::move(news);
        return true;
    });
    emit dataChanged(row, row.siblingAtColumn(ColumnCount - 1));
}

void EmployersModel::setHosts(const HostLabels &hosts)
{
    if (m_hosts == hosts)
        return;
    m_hosts = hosts;
    for (int row = 0; row < rowCount(); ++row) {
        const QModelIndex employer = index(row, 0);
        emit dataChanged(employer, employer.siblingAtColumn(ColumnCount - 1));
        if (const int children = rowCount(employer); children > 0)
            emit dataChanged(index(0, 0, employer), index(children - 1, ColumnCount - 1, employer));
    }
}

QModelIndex EmployersModel::indexOf(const EmployerRef &employer) const
{
    const auto serial = m_serials.find(employer);
    return serial == m_serials.end() ? QModelIndex() : index(m_rows.at(serial->second), 0);
}

const EmployersModel::Employer &EmployersModel::ownerOf(const QModelIndex &index) const
{
    const int row = index.internalId() == NoOwner ? index.row() : m_rows.at(index.internalId());
    return m_employers[std::size_t(row)];
}

const EmployersModel::Child *EmployersModel::childAt(const QModelIndex &index) const
{
    return index.internalId() == NoOwner ? nullptr
                                         : &ownerOf(index).children[std::size_t(index.row())];
}

bool EmployersModel::isAbsent(const QModelIndex &index) const
{
    return ownerOf(index).summary.isAbsent;
}

EmployerRef EmployersModel::employerAt(const QModelIndex &index) const
{
    const Employer &owner = ownerOf(index);
    return {owner.summary.name, owner.host};
}

const consist::EmployerView *EmployersModel::viewOf(const EmployerRef &employer) const
{
    const QModelIndex index = indexOf(employer);
    const auto *view = index.isValid() ? &ownerOf(index).view : nullptr;
    return view && *view ? &**view : nullptr;
}

WallTime EmployersModel::loadedAt(const QModelIndex &index) const
{
    return ownerOf(index).loadedAt;
}

std::optional<consist::EmployeeKey> EmployersModel::memberAt(const QModelIndex &index) const
{
    const Child *child = index.isValid() ? childAt(index) : nullptr;
    if (!child || !child->member)
        return {};
    return child->member->employee;
}

QModelIndex EmployersModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? ownerOf(parent).serial : NoOwner);
}

QModelIndex EmployersModel::parent(const QModelIndex &child) const
{
    if (!child.isValid() || child.internalId() == NoOwner)
        return {};
    return createIndex(m_rows.at(child.internalId()), 0, NoOwner);
}

int EmployersModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return int(m_employers.size());
    const bool hasRows = parent.internalId() == NoOwner && parent.column() == 0;
    return hasRows ? int(ownerOf(parent).children.size()) : 0;
}

bool EmployersModel::isHeading(const QModelIndex &index) const
{
    const Child *child = childAt(index);
    return !child || std::get<Kind>(child->order) < Kind::Resource;
}

QString EmployersModel::headingOf(const Employer &employer) const
{
    QStringList parts{m_hosts.titleOf(employer.host, nameOf(employer.summary.name))};
    if (employer.summary.isAbsent)
        parts += tr("its controller does not run");
    const bool isLoaded = employer.view && !employer.view->errors.empty();
    if (employer.summary.isInTrouble)
        parts += isLoaded ? tr("%n error(s)", nullptr, int(employer.view->errors.size()))
                          : tr("errors");
    if (employer.view && employer.view->quotaLeft)
        parts += quotaText(*employer.view->quotaLeft);
    parts += tr("%n member(s)", nullptr, int(employer.summary.members));
    return parts.join(QStringLiteral(" · "));
}

QString EmployersModel::sinceOf(const Child &child, HostId host) const
{
    const auto now = m_now.find(host);
    if (!child.member || child.member->since == WallTime() || now == m_now.end())
        return {};
    return formatAge(now->second - child.member->since);
}

QString EmployersModel::textOf(const Child &child, const Employer &employer, int column) const
{
    switch (column) {
    case Name: return child.name;
    case State:
        switch (std::get<Kind>(child.order)) {
        case Kind::Note:
        case Kind::Error: return {};
        case Kind::Resource: return tr("Resource");
        case Kind::Member: return nameOf(child.member->state);
        }
        return {};
    case Status: return child.status;
    case Since: return sinceOf(child, employer.host);
    default: return {};
    }
}

QVariant EmployersModel::iconOf(const Child &child, int column, bool isStale)
{
    const Kind kind = std::get<Kind>(child.order);
    if (column != (kind < Kind::Resource ? Name : State))
        return {};
    switch (kind) {
    case Kind::Note: return {};
    case Kind::Error: return troubleIcon(isStale);
    case Kind::Resource: return colored(QStringLiteral("resource"), Severity::Quiet);
    case Kind::Member:
        return colored(keyOf(child.member->state),
                       isStale ? Severity::Quiet : severityOf(child.member->state));
    }
    return {};
}

QVariant EmployersModel::dataOf(const Employer &employer, int column, int role) const
{
    if (column != Name)
        return {};
    const bool isStale = m_hosts.of(employer.host).isStale;
    if (role == Qt::ForegroundRole && isStale)
        return Theme::current().dim;
    const bool isInTrouble = employer.summary.isInTrouble;
    switch (role) {
    case Qt::DisplayRole: return headingOf(employer);
    case Qt::DecorationRole:
        return isInTrouble ? troubleIcon(isStale)
                           : colourMark(m_hosts.of(employer.host).colour, isStale);
    case Qt::ForegroundRole: return isInTrouble ? QVariant(Theme::current().amber) : QVariant();
    default: return {};
    }
}

QVariant EmployersModel::dataOf(const Child &child, const Employer &employer, int column,
                                int role) const
{
    const Kind kind = std::get<Kind>(child.order);
    const bool isStale = m_hosts.of(employer.host).isStale;
    if (role == Qt::ForegroundRole && isStale)
        return Theme::current().dim;
    switch (role) {
    case Qt::DisplayRole: return textOf(child, employer, column);
    case Qt::DecorationRole: return iconOf(child, column, isStale);
    case Qt::ForegroundRole:
        return kind == Kind::Error  ? QVariant(Theme::current().amber)
               : kind == Kind::Note ? QVariant(Theme::current().dim)
                                    : QVariant();
    case Qt::TextAlignmentRole:
        return int((column == Since ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
    }
}

QVariant EmployersModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Child *child = childAt(index);
    const Employer &employer = ownerOf(index);
    return child ? dataOf(*child, employer, index.column(), role)
                 : dataOf(employer, index.column(), role);
}

QVariant EmployersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Since ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("Name");
    case State: return tr("State");
    case Status: return tr("Status");
    case Since: return tr("Since");
    default: return {};
    }
}

} // namespace qontroller::ui
