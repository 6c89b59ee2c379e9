// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QAbstractButton>

#include "ui/history/downsample.h"
#include "ui/words/format.h"
#include "ui/words/names.h"

namespace qontroller::ui {

/// One number that matters: caption, value with unit, the trend of the last minute
/// and what changed. A button: it leads to the items behind the number.
class Tile final : public QAbstractButton
{
    Q_OBJECT

public:
    explicit Tile(const QString &caption, QWidget *parent = nullptr);

    struct Reading
    {
        Measure measure;
        QString change; ///< since a minute ago; may be empty
        Severity severity = Severity::Normal;
    };
    void setReading(const Reading &reading);
    /// The number is not of now: grey, whatever it says.
    void setOld(bool old);
    [[nodiscard]] bool isOld() const { return m_isOld; }
    /// Caption and number beside each other, and no trend: for a small window.
    void setOneLine(bool oneLine);
    void setTrend(const std::vector<RingPoint> &points);

    [[nodiscard]] const Reading &reading() const { return m_reading; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void describe();
    void updateFonts();
    void paintTrend(QPainter &painter, const QRect &area) const;
    void paintOneLine(QPainter &painter, const QRect &area) const;
    void paintChange(QPainter &painter, const QRect &area) const;
    void paintValue(QPainter &painter, int left, int baseline) const;
    [[nodiscard]] int valueWidth() const;

    bool m_isOld = false;
    bool m_isOneLine = false;
    QString m_caption;
    Reading m_reading;
    PlotLine m_trend;
    QFont m_captionFont;
    QFont m_valueFont;
};

} // namespace qontroller::ui
