// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QCoreApplication>

#include "ui/models/hostsoffilter.h"
#include "ui/models/keyedmodel.h"
#include "ui/state/hostbook.h"
#include "ui/state/operationref.h"

namespace qontroller::ui {

struct OperationRow
{
    HostOperation view{{consist::EmployeeKey::fromText({}), {}, {}}};
};

/// The operations on members that are under way, those that need a person first.
class OperationsModel final : public KeyedModel<OperationRef, OperationRow>
{
    Q_DECLARE_TR_FUNCTIONS(OperationsModel)

public:
    enum Column {
        State,
        Member,
        Host,
        Since,
        WaitsFor,
        Remarks,
        Operation,
        Type,
        Employers,
        Kind
    };

    explicit OperationsModel(QObject *parent = nullptr);
    /// All that are under way. Rows are those of the hosts that the filter takes.
    void show(OperationViews operations);
    void setHosts(const HostLabels &hosts);
    void setFilter(const Filter &filter);
    [[nodiscard]] bool takes(HostId host) const { return takesHost(m_filter, m_hosts, host); }

    /// Of the rows.
    [[nodiscard]] std::size_t count() const { return m_count; }
    [[nodiscard]] std::size_t urgentCount() const { return m_urgent; }
    /// Also one that has no row. Null: it has ended.
    [[nodiscard]] const HostOperation *find(const OperationRef &operation) const;

protected:
    [[nodiscard]] QVariant cell(const OperationRow &row, int column, int role) const override;
    [[nodiscard]] SortKey sortKey(const OperationRow &row, int column) const override;

private:
    [[nodiscard]] QString text(const OperationRow &row, int column) const;
    void fill();

    OperationViews m_all;
    Filter m_filter;
    HostLabels m_hosts;
    std::size_t m_count = 0;  ///< without those that only stay under the pointer
    std::size_t m_urgent = 0; ///< that need a person
};

} // namespace qontroller::ui
