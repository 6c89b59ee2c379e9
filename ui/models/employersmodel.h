// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QAbstractItemModel>
#include <QtCore/QString>

#include "core/members/consist/lifecycleport.h"
#include "ui/state/hostbook.h"
#include "ui/state/operationref.h"

#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace qontroller::ui {

/// Employers, and below each its errors, its resources and its members. A row of an employer or
/// of an error is a heading: all it says is in its first column.
///
/// Follows what it is told by the rows that differ, so that selection, scrolling and what is
/// expanded stay. What is below an employer is told for single ones: until then one row says
/// that it is being loaded.
class EmployersModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column {
        Name,
        State,
        Status,
        Since
    };
    static constexpr int ColumnCount = 4;

    using QAbstractItemModel::QAbstractItemModel;

    /// Rows stay in place: what comes or goes is left out until they may move, except below an
    /// employer that was not loaded yet.
    void setStill(bool still) { m_still = still; }

    /// All there are of \a host, in any order. False: left out, because of setStill().
    bool showEmployers(const std::vector<consist::EmployerSummary> &employers, HostId host = 0);
    /// One of them with its members, as it was at \a asOf.
    void showEmployer(const consist::EmployerView &view, WallTime asOf, HostId host = 0);
    /// What ages of \a host are counted to. Changes no row: the view repaints what is in sight.
    void setNow(WallTime now, HostId host = 0) { m_now[host] = now; }
    void setHosts(const HostLabels &hosts);

    [[nodiscard]] QModelIndex indexOf(const EmployerRef &employer) const;
    /// The employer of the row, or of the row it is below. \a index is valid.
    [[nodiscard]] EmployerRef employerAt(const QModelIndex &index) const;
    [[nodiscard]] bool isAbsent(const QModelIndex &index) const;
    /// What showEmployer() was called with for it last; null: never.
    [[nodiscard]] const consist::EmployerView *viewOf(const EmployerRef &employer) const;
    /// When showEmployer() was called for it last; WallTime{}: never.
    [[nodiscard]] WallTime loadedAt(const QModelIndex &index) const;
    /// Nothing: the row is no member.
    [[nodiscard]] std::optional<consist::EmployeeKey> memberAt(const QModelIndex &index) const;

    /// A controller of \a member deletes members, as far as is known here.
    [[nodiscard]] bool mayDelete(const MemberRef &member) const;

    [[nodiscard]] bool isHeading(const QModelIndex &index) const;

    [[nodiscard]] QModelIndex index(int row, int column,
                                    const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &) const override { return ColumnCount; }
    [[nodiscard]] QVariant data(const QModelIndex &index,
                                int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    /// A row below an employer, in this order.
    enum class Kind {
        Note,
        Error,
        Resource,
        Member
    };
    struct Child
    {
        std::tuple<Kind, std::string, std::string> order;
        QString name;
        QString status;
        std::optional<consist::MemberView> member = {};

        friend bool operator==(const Child &, const Child &) = default;
    };
    struct Employer
    {
        /// By host, then by controller, then by name.
        std::tuple<HostId, std::string, std::string, consist::EmployerName> order;
        consist::EmployerSummary summary;
        HostId host = 0;
        quintptr serial = 0; ///< what its rows are known by; never used again
        std::optional<consist::EmployerView> view = {};
        WallTime loadedAt{};
        std::vector<Child> children = {};
    };

    [[nodiscard]] static Child note(const QString &text);
    [[nodiscard]] static std::vector<Child> childrenOf(const consist::EmployerView &view);
    template<class Row>
    [[nodiscard]] static bool areSame(const std::vector<Row> &rows, const std::vector<Row> &wanted);
    template<class Row, class Take>
    void follow(const QModelIndex &parent, std::vector<Row> &rows, std::vector<Row> wanted,
                Take take);
    /// Rows of \a rows that came or went; tells where employers are now.
    template<class Row>
    void settle(const std::vector<Row> &rows);

    /// The employer that \a index is, or is below.
    [[nodiscard]] const Employer &ownerOf(const QModelIndex &index) const;
    [[nodiscard]] const Child *childAt(const QModelIndex &index) const;
    [[nodiscard]] QString headingOf(const Employer &employer) const;
    [[nodiscard]] QString textOf(const Child &child, const Employer &employer, int column) const;
    /// Empty: not known.
    [[nodiscard]] QString sinceOf(const Child &child, HostId host) const;
    [[nodiscard]] static QVariant iconOf(const Child &child, int column, bool isStale);
    [[nodiscard]] QVariant dataOf(const Employer &employer, int column, int role) const;
    [[nodiscard]] QVariant dataOf(const Child &child, const Employer &employer, int column,
                                  int role) const;

    std::vector<Employer> m_employers;
    std::unordered_map<quintptr, int> m_rows; ///< of employers, by serial
    std::map<EmployerRef, quintptr> m_serials;
    quintptr m_lastSerial = 0;
    std::map<HostId, WallTime> m_now;
    HostLabels m_hosts;
    bool m_still = false;
};

} // namespace qontroller::ui
