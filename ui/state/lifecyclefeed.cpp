// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/lifecyclefeed.h"

#include "ui/words/format.h"

namespace qontroller::ui {

namespace {

using Employers = std::shared_ptr<const EmployerSummaries>;

/// \a before, if nothing has changed: then the window need not compare again.
Employers employersOf(EmployerSummaries told, const Employers &before)
{
    return before && *before == told ? before
                                     : std::make_shared<const EmployerSummaries>(std::move(told));
}

tl::expected<LifecyclePicturePtr, Error> look(consist::LifecyclePort &port,
                                              const LifecycleFeed::Question &question,
                                              const Employers &before)
{
    auto answer = port.look(question);
    if (!answer)
        return tl::unexpected(std::move(answer.error()));
    auto picture = std::make_shared<LifecyclePicture>();
    picture->now = answer->now;
    picture->operations = std::move(answer->operations);
    if (answer->employers)
        picture->employers = employersOf(*std::move(answer->employers), before);
    else if (!answer->hasControllers)
        picture->employers = employersOf({}, before);
    picture->opened = std::move(answer->opened);
    picture->hasControllers = answer->hasControllers;
    return picture;
}

} // namespace

LifecycleFeed::LifecycleFeed(Wish wish, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_wish(std::move(wish))
    , m_clock(clock)
{
    m_questions.setMaxThreadCount(1);
    m_commands.setMaxThreadCount(1);
    m_timer.setInterval(Interval);
    connect(&m_timer, &QTimer::timeout, this, &LifecycleFeed::ask);
}

LifecycleFeed::~LifecycleFeed()
{
    m_questions.waitForDone();
    m_commands.waitForDone();
}

void LifecycleFeed::setPort(const LifecyclePortPtr &port)
{
    if (m_port == port)
        return;
    m_port = port;
    m_employers = nullptr;
    m_problem.clear();
    if (m_port)
        m_timer.start();
    else
        m_timer.stop();
    pull();
}

void LifecycleFeed::stop()
{
    m_timer.stop();
    m_port = nullptr;
}

void LifecycleFeed::pull()
{
    m_again = m_askedAt.has_value();
    ask();
}

void LifecycleFeed::ask()
{
    if (!m_port || m_askedAt)
        return;
    std::optional<Question> question = m_wish();
    if (!question)
        return;
    if (question->open.size() > MostOpened)
        question->open.erase(question->open.begin() + MostOpened, question->open.end());
    m_askedAt = m_clock.now();
    m_questions.start([this, port = m_port, question = std::move(*question), before = m_employers] {
        Told told = look(*port, question, before);
        QMetaObject::invokeMethod(
            this, [this, port, told = std::move(told)] { receive(port, told); },
            Qt::QueuedConnection);
    });
}

void LifecycleFeed::receive(const LifecyclePortPtr &port, const Told &told)
{
    m_askedAt.reset();
    const bool isOld = port != m_port;
    if (!isOld) {
        m_problem = told ? QString() : toLine(told.error().message);
        if (told && (*told)->employers)
            m_employers = (*told)->employers;
        if (told)
            emit pulled(*told);
    }
    if (std::exchange(m_again, false) || isOld)
        ask();
}

Duration LifecycleFeed::owed() const
{
    return m_askedAt ? m_clock.now() - *m_askedAt : Duration::zero();
}

template<class Order, class Tell>
void LifecycleFeed::send(std::vector<Order> orders, Tell tell,
                         std::function<void(const Answers &)> then)
{
    if (!m_port)
        return then(
            Answers(orders.size(), tl::unexpected(Error("no controller runs that has it"))));
    ++m_sending;
    m_commands.start([this, port = m_port, orders = std::move(orders), tell = std::move(tell),
                      then = std::move(then)] {
        Answers answers;
        for (const Order &order : orders)
            answers.push_back(tell(*port, order));
        QMetaObject::invokeMethod(
            this,
            [this, answers = std::move(answers), then] {
                --m_sending;
                then(answers);
                pull();
            },
            Qt::QueuedConnection);
    });
}

void LifecycleFeed::submit(Orders orders, std::function<void(const Answers &)> then)
{
    send(
        std::move(orders),
        [](consist::LifecyclePort &port, const auto &order) {
            return port.submit(order.first, order.second);
        },
        std::move(then));
}

void LifecycleFeed::forget(std::vector<consist::EmployerName> employers, std::string by,
                           std::function<void(const Answers &)> then)
{
    send(
        std::move(employers),
        [by = std::move(by)](consist::LifecyclePort &port, const consist::EmployerName &employer) {
            return port.forget(employer, by);
        },
        std::move(then));
}

} // namespace qontroller::ui
