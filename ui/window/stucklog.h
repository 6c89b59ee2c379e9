// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/state/operationref.h"

#include "core/engine/observe/events/eventrecord.h"

#include <map>

namespace qontroller::ui {

class LiveState;

/// Writes down among the events which operations need a person and that they go on: the Overview
/// says it only as long as it is so.
class StuckLog final : public QObject
{
    Q_OBJECT

public:
    explicit StuckLog(LiveState &state)
        : m_state(state)
    {}

    /// \a operations are all there are.
    void follow(const OperationViews &operations);

private:
    using Employers = std::vector<consist::EmployerName>;
    /// Of what is on \a host and called \a member: at the controllers of its employers.
    void write(const OperationRef &operation, const Employers &employers, EventRecord::Kind kind,
               const QString &sentence);
    [[nodiscard]] QString sentenceOf(const HostOperation &view) const;

    struct Said
    {
        QString sentence;
        Employers employers; ///< of its member
    };
    LiveState &m_state;
    std::map<OperationRef, Said> m_said;
};

} // namespace qontroller::ui
