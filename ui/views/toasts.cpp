// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/toasts.h"

#include "ui/views/table.h"
#include "ui/widgets/labels.h"

#include <QtCore/QEvent>
#include <QtCore/QTimer>
#include <QtGui/QAccessible>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QStyle>
#include <QtWidgets/QToolButton>

#include <algorithm>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr auto Stays = 12s;
constexpr auto StaysWhileOthersWait = 3s;
constexpr int Margin = 8;
constexpr int ToastGap = 4; // between two
constexpr int MostWidth = 640;
constexpr int ToastHeight = 36; ///< about

} // namespace

/// One sentence with its buttons.
class Toasts::Toast final : public QFrame
{
public:
    Toast(Toasts &toasts, const Waiting &what)
        : QFrame(&toasts)
        , m_key(what.key)
        , m_label(selectableLabel("toastText", this))
    {
        setObjectName(QStringLiteral("toast"));
        setFrameShape(StyledPanel);
        setAutoFillBackground(true);
        setBackgroundRole(QPalette::Base);
        setAccessibleName(Toasts::tr("Message"));
        setAccessibleDescription(what.sentence);
        m_label->setText(what.sentence);
        auto *layout = new QHBoxLayout(this);
        layout->setContentsMargins(8, 4, 4, 4);
        layout->addWidget(m_label, 1);
        for (const MessageAction &action : what.actions)
            layout->addWidget(makeButton(toasts, action));
        layout->addWidget(makeClose(toasts));
        m_timer.setSingleShot(true);
        connect(&m_timer, &QTimer::timeout, this, [this, &toasts] { toasts.close(this); });
        m_timer.start(Stays);
    }

    [[nodiscard]] const QString &key() const { return m_key; }
    [[nodiscard]] QString sentence() const { return m_label->text(); }

    /// As wide as its sentence, which wraps when that is more than \a most.
    [[nodiscard]] int fitWidth(int most)
    {
        m_label->setWordWrap(false);
        const int natural = sizeHint().width();
        m_label->setWordWrap(natural > most);
        return std::min(natural, most);
    }

    void goSoon()
    {
        if (m_timer.remainingTimeAsDuration() > StaysWhileOthersWait)
            m_timer.start(StaysWhileOthersWait);
    }

protected:
    void enterEvent(QEnterEvent *event) override
    {
        m_timer.stop();
        QFrame::enterEvent(event);
    }
    void leaveEvent(QEvent *event) override
    {
        m_timer.start(StaysWhileOthersWait);
        QFrame::leaveEvent(event);
    }

private:
    QToolButton *makeButton(Toasts &toasts, const MessageAction &action)
    {
        auto *button = new QToolButton(this);
        button->setObjectName(QStringLiteral("toastAction"));
        button->setText(action.text);
        connect(button, &QToolButton::clicked, this, [this, &toasts, run = action.run] {
            toasts.close(this);
            run();
        });
        return button;
    }

    QToolButton *makeClose(Toasts &toasts)
    {
        auto *button = new QToolButton(this);
        button->setObjectName(QStringLiteral("toastClose"));
        button->setAutoRaise(true);
        button->setIcon(style()->standardIcon(QStyle::SP_TitleBarCloseButton));
        button->setAccessibleName(Toasts::tr("Close message"));
        button->setToolTip(Toasts::tr("Close"));
        connect(button, &QToolButton::clicked, this, [this, &toasts] { toasts.close(this); });
        return button;
    }

    QString m_key;
    QLabel *m_label;
    QTimer m_timer;
};

Toasts::Toasts(QWidget *under)
    : QWidget(under)
    , m_under(*under)
{
    setObjectName(QStringLiteral("toasts"));
    hide();
    under->installEventFilter(this);
}

Toasts::~Toasts() = default;

void Toasts::prefer(const QList<QWidget *> &places)
{
    m_places = places;
    setParent(m_under.window());
    for (QWidget *place : places)
        place->installEventFilter(this);
}

// Docks behind others lie beside the window.
const QWidget *Toasts::betterPlace() const
{
    const auto seen = std::ranges::find_if(m_places, [this](const QWidget *place) {
        return place->isVisible() && place->height() >= ToastHeight
               && parentWidget()->rect().contains(
                   place->mapTo(parentWidget(), place->rect().center()));
    });
    return seen == m_places.end() ? nullptr : *seen;
}

QRect Toasts::area() const
{
    const QWidget *better = betterPlace();
    const QWidget &place = better ? *better : m_under;
    return {&place == parentWidget() ? QPoint() : place.mapTo(parentWidget(), QPoint()),
            place.size()};
}

std::optional<int> Toasts::topOverList() const
{
    const QWidget *better = betterPlace();
    const auto *list = better ? better->findChild<const Table *>() : nullptr;
    const int rows = list ? list->model()->rowCount() : 0;
    if (rows == 0)
        return std::nullopt;
    const QRect last = list->visualRect(list->model()->index(rows - 1, 0));
    if (last.bottom() < list->viewport()->height() - ToastHeight - 2 * Margin)
        return std::nullopt;
    return list->viewport()->mapTo(parentWidget(), QPoint(0, Margin)).y();
}

void Toasts::say(const QString &sentence, const QList<MessageAction> &actions, const QString &key)
{
    m_waiting.push_back({sentence, actions, key});
    showNext();
}

void Toasts::showNext()
{
    while (!m_waiting.empty() && m_shown.size() < room()) {
        auto *toast = new Toast(*this, m_waiting.front());
        m_waiting.pop_front();
        m_shown.push_back(toast);
        place(toast);
        QAccessibleEvent event(toast, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
    if (!m_waiting.empty()) {
        for (Toast *toast : m_shown)
            toast->goSoon();
    }
    fit();
}

// At most a fifth of what is under them, but one; all of it where no rows are.
std::size_t Toasts::room() const
{
    const int fit = area().height() / ((betterPlace() ? 1 : 5) * (ToastHeight + ToastGap));
    return std::clamp(std::size_t(std::max(fit, 0)), std::size_t(1), MostShown);
}

void Toasts::withdraw(const QString &key)
{
    std::erase_if(m_waiting, [&](const Waiting &waiting) { return waiting.key == key; });
    const auto found = std::ranges::find_if(m_shown, [&](const Toast *toast) {
        return toast->key() == key;
    });
    if (found != m_shown.end())
        close(*found);
}

bool Toasts::has(const QString &key) const
{
    return std::ranges::any_of(m_shown, [&](const Toast *toast) { return toast->key() == key; })
           || std::ranges::count(m_waiting, key, &Waiting::key) > 0;
}

void Toasts::close(Toast *toast)
{
    if (std::erase(m_shown, toast) == 0)
        return;
    toast->hide();
    toast->deleteLater(); // its button may be what asks for this
    showNext();
}

QStringList Toasts::sentences() const
{
    QStringList sentences;
    for (const Toast *toast : m_shown)
        sentences += toast->sentence();
    return sentences;
}

bool Toasts::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move
        || event->type() == QEvent::Show || event->type() == QEvent::Hide)
        arrange();
    return QWidget::eventFilter(watched, event);
}

// The first place that no other has.
void Toasts::place(Toast *toast)
{
    const QRect room = area();
    const int width = toast->fitWidth(std::min(MostWidth, room.width() - 2 * Margin));
    const int height = std::max(toast->heightForWidth(width), toast->minimumSizeHint().height());
    QRect place(room.center().x() - width / 2, room.bottom() + 1 - Margin - height, width, height);
    const std::optional<int> top = topOverList();
    if (top)
        place.moveTop(*top);
    const auto takes = [&place, toast](const Toast *other) {
        return other != toast && other->isVisibleTo(other->parentWidget())
               && other->geometry().adjusted(0, -ToastGap, 0, ToastGap).intersects(place);
    };
    for (auto other = std::ranges::find_if(m_shown, takes); other != m_shown.end();
         other = std::ranges::find_if(m_shown, takes))
        top ? place.moveTop((*other)->geometry().bottom() + ToastGap + 1)
            : place.moveBottom((*other)->geometry().top() - ToastGap - 1);
    toast->setGeometry(place);
    toast->show();
}

// All anew: what is under them has another size.
void Toasts::arrange()
{
    for (Toast *toast : m_shown)
        toast->hide();
    for (Toast *toast : m_shown)
        place(toast);
    fit();
}

// Over all of it, and there only where toasts are.
void Toasts::fit()
{
    setVisible(!m_shown.empty());
    setGeometry(parentWidget()->rect());
    QRegion region;
    for (const Toast *toast : m_shown)
        region += toast->geometry();
    setMask(region);
    raise();
}

} // namespace qontroller::ui
