// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/common/listedfolder.h"
#include "app/plugins/process/obstacle.h"
#include "app/plugins/process/processidentity.h"
#include "app/plugins/process/processspec.h"
#include "core/base/files/lockedfd.h"
#include "core/engine/api/objectid.h"
#include "core/plugins/process/earlierlife.h"

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <vector>

namespace qontroller::supervision {

/// What is remembered of a process, so that the next host can adopt it. It is noted before the
/// process is started, then without its number.
struct StartRecord
{
    ProcessIdentity process; ///< pid -1: not known yet
    std::string start;       ///< differs for each start; the mark in its environment
    std::string bootId;      ///< of the boot that counts process.startTime
    std::string digest;      ///< of its spec; empty: the note was lost
    unsigned restarts = 0;
    std::int64_t startedAt = 0;           ///< ms since 1970
    Duration grace = ProcessSpec().grace; ///< of the spec that it was started with
    Duration resetAfter = RestartPolicy().resetAfter;
    std::optional<LogOptions> log = std::nullopt; ///< nothing: the process writes to its log by
                                                  ///< itself, as an earlier version had it
    std::string folder = {}; ///< the state folder that wrote it; empty: an earlier version did

    [[nodiscard]] bool isOfThisBoot() const;

    friend bool operator==(const StartRecord &, const StartRecord &) = default;
};

/// A file for each process that runs, and its logs. Thread-safe for different ids.
class StateFolder final
{
public:
    enum class Use : unsigned char {
        Alone, ///< no other host has it meanwhile
        Look,  ///< it is read as it is, whoever has it
    };
    explicit StateFolder(std::string path, Use use = Use::Alone);

    /// Makes the folder if there is none, and takes it: no other host may use it until
    /// this object ends. Again is no error, and takes the one that stands in its place by now. What
    /// runs and lost its note, with the folder or by itself, is noted anew. Nothing of it with
    /// Use::Look. The error is a sentence. For one thread.
    [[nodiscard]] tl::expected<void, std::string> take();
    /// A process of each id, or of \a only, that runs and has no note, or an older one of what has
    /// ended: it has the folder and its id in its environment. Of its spec nothing is known.
    [[nodiscard]] tl::expected<void, std::string> noteWhatIsLost(const ObjectId &only = {}) const;

    /// Nothing if there is none. The error is a sentence: it is not known what runs.
    [[nodiscard]] tl::expected<std::optional<StartRecord>, std::string> load(
        const ObjectId &id) const;
    /// Whether there is a note of what was started with the mark \a start, here or elsewhere, and
    /// no copy of one.
    [[nodiscard]] bool knows(const std::string &start) const;
    /// The state folder that wrote \a record, if that still has the note: this folder is a copy,
    /// and the process is not its own. Empty: it is, also where the folder was moved.
    [[nodiscard]] std::string originalOf(const StartRecord &record) const;
    /// Of what its notes are about and runs, without those that are copies.
    [[nodiscard]] std::vector<std::string> startsOfNoted() const;
    /// What was started by the state folder \a path and runs on this machine.
    [[nodiscard]] static std::vector<EarlierWork> workOf(const std::string &path);
    /// Of what was started with the mark \a start, as EarlierWork::what.
    [[nodiscard]] static ObjectId idIn(const std::string &start);
    /// What marks one more start of \a id; see StartRecord.
    [[nodiscard]] std::string nextStart(const ObjectId &id) const;
    /// As this folder's. On the disk when it returns.
    [[nodiscard]] tl::expected<void, Obstacle> save(const ObjectId &id,
                                                    const StartRecord &record) const;
    void forget(const ObjectId &id) const;
    /// Of all records.
    [[nodiscard]] std::vector<ObjectId> ids() const;
    /// Whether the record of \a id is a copy; see originalOf().
    [[nodiscard]] bool isCopy(const ObjectId &id) const;

    /// The folder of specs that what runs comes from; nowhere: that is not known.
    [[nodiscard]] ListedPlace specs() const;
    /// One that cannot be noted is not doubted after the next start. Writes only what is new, and
    /// nothing with Use::Look.
    void noteSpecs(const ListedPlace &place);

    /// Of \a id: where its output goes, the pipe on the way there, and what the writer says.
    [[nodiscard]] std::string log(const ObjectId &id) const;
    [[nodiscard]] std::string pipe(const ObjectId &id) const;
    [[nodiscard]] std::string record(const ObjectId &id) const;
    [[nodiscard]] const std::string &path() const { return m_path; }
    [[nodiscard]] Use use() const { return m_use; }

    /// The present one.
    [[nodiscard]] static const std::string &bootId();

private:
    [[nodiscard]] std::string file(const ObjectId &id) const;
    [[nodiscard]] std::string specsFile() const;
    [[nodiscard]] bool isTaken() const;
    [[nodiscard]] bool hasNoteOf(const std::string &start) const;
    [[nodiscard]] bool isNoted(const ObjectId &id, const EarlierWork &work) const;

    const std::string m_path;
    const Use m_use;
    LockedFd m_lock;
};

} // namespace qontroller::supervision
