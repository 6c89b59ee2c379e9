// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QThread>

#include "core/engine/observe/controllers/counters.h"
#include "core/engine/observe/items/itemdetail.h"
#include "core/remote/link/hostlink.h"

#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace qontroller::ui {

/// What a host said at one time.
struct HostPicture
{
    /// Of an item that was asked for.
    struct Detail
    {
        ControllerId controller = 0;
        ObjectId item;
        std::optional<ItemDetail> detail; ///< nothing: the host does not know it
    };

    std::shared_ptr<Delta> delta;
    std::vector<Sample> samples; ///< since the last picture, oldest first
    std::optional<std::vector<HostJob>> jobs;
    std::optional<JournalStatus> journal;
    std::optional<AlarmStatus> alarms;
    /// What is new in the operator log of a life of the host.
    std::optional<std::pair<HostRun, std::vector<OperatorLine>>> log;
    std::optional<Detail> detail;
};

/// Asks one host for pictures, in a thread of its own: a host that hangs leaves the window alive.
/// The same thread takes samples at a pace that does not depend on the window's, so that a slow
/// window loses no peak. All else is in the GUI thread.
class LinkReader final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds SampleInterval{100};
    /// The samples of a minute are kept for the next picture; if it comes later, the oldest are
    /// lost.
    static constexpr std::size_t MostSamples = 600;

    struct Question
    {
        bool jobs = false; ///< and the journal, alarms and the operator log
        std::optional<std::pair<ControllerId, ObjectId>> item = {};
    };

    explicit LinkReader(HostLinkPtr link, QObject *parent = nullptr);
    /// The host forgets how far it was read. Waits for a question that is under way.
    ~LinkReader() override;

    [[nodiscard]] const HostLinkPtr &link() const { return m_link; }

    /// Not while it is asked, or its answer was not taken yet.
    void ask(Question question);
    [[nodiscard]] bool isAsked() const { return m_isAsked; }
    [[nodiscard]] bool hasAnswered() const { return m_picture.has_value(); }
    /// Nothing: there is none (yet).
    [[nodiscard]] std::optional<HostPicture> take();
    /// The controllers that the pictures taken so far have told of, and that are not removed.
    [[nodiscard]] const std::set<ControllerId> &told() const { return m_told; }

signals:
    /// take() has a picture.
    void answered();

private:
    [[nodiscard]] HostPicture look(const Question &question);
    void readLog(HostPicture &picture);
    void receive(HostPicture picture);
    void note(const Delta &delta);
    void takeSample();

    const HostLinkPtr m_link;
    FeedReader m_reader;
    std::optional<HostPicture> m_picture;
    std::set<ControllerId> m_told;
    bool m_isAsked = false;
    QThread m_thread;
    QObject *m_asker;             ///< lives in m_thread
    std::deque<Sample> m_samples; ///< of m_thread
    /// How far the operator log of a life of the host was read: of m_thread.
    std::pair<std::uint32_t, std::uint64_t> m_logRead;
};

} // namespace qontroller::ui
