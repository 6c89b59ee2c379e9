// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QString>
#include <QtCore/QThreadPool>
#include <QtCore/QTimer>

#include "core/members/consist/lifecycleport.h"

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace qontroller::ui {

using LifecyclePortPtr = std::shared_ptr<consist::LifecyclePort>;
using EmployerSummaries = std::vector<consist::EmployerSummary>;

/// What a LifecyclePort said at one time.
struct LifecyclePicture
{
    WallTime now{}; ///< there
    std::vector<consist::OperationView> operations;
    /// Null: not asked for. The same pointer as before if nothing has changed.
    std::shared_ptr<const EmployerSummaries> employers;
    std::vector<consist::EmployerView> opened;
    bool hasControllers = true; ///< false: no consist controller has run there; all is empty
};
using LifecyclePicturePtr = std::shared_ptr<const LifecyclePicture>;

/// Asks a LifecyclePort for operations, employers and members, and sends it commands.
///
/// The port may wait for a disk and for foreign code, so questions have a thread of their own
/// and commands another: a slow answer keeps no command back. One question is under way at a
/// time. All else is in the GUI thread.
class LifecycleFeed final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds Interval{500};
    static constexpr std::chrono::milliseconds StaleAfter{2000};
    static constexpr std::size_t MostOpened = 24; ///< employers in one question: a step of 10 ms

    /// Of those that are open, what has waited longest is first.
    using Question = consist::LifecycleQuestion;
    using Depth = Question::Depth;
    /// What is to be asked now; nothing: the window does not look.
    using Wish = std::function<std::optional<Question>()>;

    using Orders = std::vector<std::pair<consist::EmployeeKey, consist::Command>>;
    using Answers = std::vector<tl::expected<void, Error>>;

    explicit LifecycleFeed(Wish wish, const Clock &clock = SteadyClock::instance(),
                           QObject *parent = nullptr);
    /// Waits for what is under way.
    ~LifecycleFeed() override;

    /// Null: there is none. Asks it at once and then twice a second.
    void setPort(const LifecyclePortPtr &port);
    [[nodiscard]] bool hasPort() const { return m_port != nullptr; }

    /// As they were told last; null: not yet.
    [[nodiscard]] std::shared_ptr<const EmployerSummaries> employers() const { return m_employers; }

    /// Asks nothing more, and takes no answer.
    void stop();

    /// Asks now, or once more as soon as what is under way is answered.
    void pull();

    /// How long the port has owed an answer.
    [[nodiscard]] Duration owed() const;
    [[nodiscard]] bool isStale() const { return owed() >= StaleAfter; }
    /// Why the last question was not answered; empty: it was.
    [[nodiscard]] const QString &problem() const { return m_problem; }
    /// A question or commands are under way.
    [[nodiscard]] bool isBusy() const { return m_askedAt || m_sending > 0; }

    /// Sends \a orders one after the other; \a then gets an answer for each. Then it pulls.
    void submit(Orders orders, std::function<void(const Answers &)> then);
    /// Likewise LifecyclePort::forget() for each of \a employers.
    void forget(std::vector<consist::EmployerName> employers, std::string by,
                std::function<void(const Answers &)> then);

signals:
    void pulled(const qontroller::ui::LifecyclePicturePtr &picture);

private:
    /// Calls \a tell with the port and each of \a orders, on the thread of commands.
    template<class Order, class Tell>
    void send(std::vector<Order> orders, Tell tell, std::function<void(const Answers &)> then);
    void ask();
    using Told = tl::expected<LifecyclePicturePtr, Error>;
    void receive(const LifecyclePortPtr &port, const Told &told);

    Wish m_wish;
    const Clock &m_clock;
    LifecyclePortPtr m_port;
    std::shared_ptr<const EmployerSummaries> m_employers;
    std::optional<TimePoint> m_askedAt; ///< while a question is under way
    bool m_again = false;
    int m_sending = 0; ///< commands that have no answer yet
    QString m_problem;
    QTimer m_timer;
    QThreadPool m_questions;
    QThreadPool m_commands; ///< last: the destructors wait for what is under way
};

} // namespace qontroller::ui
