// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QComboBox>

#include "core/base/threads/clock.h"

#include <optional>

namespace qontroller::ui {

/// For how long something is so: a quarter of an hour to a day, or without an end.
class TermBox final : public QComboBox
{
    Q_OBJECT

public:
    /// What is chosen at first.
    enum class First {
        ShortTime,
        Endless
    };
    /// \a endless: what the choice without an end is called.
    TermBox(const QString &endless, First first, QWidget *parent);

    /// Nothing: it has no end.
    [[nodiscard]] std::optional<Duration> term() const;
};

} // namespace qontroller::ui
