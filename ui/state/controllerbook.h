// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QCoreApplication>
#include <QtCore/QString>

#include "core/engine/observe/events/keys.h"

#include <map>

namespace qontroller::ui {

/// What the item table must know of a controller.
struct ControllerLabel
{
    QString name;
    int maxRetries = 0;
    QString host = {};           ///< of hosts elsewhere: what it is called
    QString colour = {};         ///< … and its colour; empty: none
    bool isStale = false;        ///< what is known of it is old
    bool isAmongSeveral = false; ///< there are other hosts, too

    /// Which controller it is, for sentences: `photos`, or `photos on db1` among several hosts.
    [[nodiscard]] QString title() const;
    friend bool operator==(const ControllerLabel &, const ControllerLabel &) = default;
};

/// Controllers by id. A value: a copy goes along to other threads.
using ControllerBook = std::map<ControllerId, ControllerLabel>;

/// What controller \a id is called in a sentence: see ControllerLabel::title(). Empty: it is not in
/// \a book.
[[nodiscard]] inline QString titleOf(const ControllerBook &book, ControllerId id)
{
    const auto found = book.find(id);
    return found == book.end() ? QString() : found->second.title();
}

inline QString ControllerLabel::title() const
{
    return isAmongSeveral ? QCoreApplication::translate("Hosts", "%1 on %2").arg(name, host) : name;
}

} // namespace qontroller::ui
