// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/copier.h"
#include "app/plugins/foldermirror/mirror.h"
#include "app/plugins/foldermirror/remover.h"
#include "app/plugins/foldermirror/standstill.h"
#include "core/engine/api/attempt.h"
#include "core/engine/api/outcome.h"

namespace qontroller::foldermirror {

/// Makes a file of the target equal to that of the source.
///
/// The target's file is replaced in one step by a complete copy, or only gets
/// other permissions. A source that changed while it was copied is not published.
/// Thread-safe.
class FileMirror final
{
public:
    FileMirror(Mirror &mirror, Remover &remover)
        : m_mirror(mirror)
        , m_remover(remover)
    {}

    [[nodiscard]] Result<Outcome> add(const std::string &path, const Attempt &attempt);

private:
    struct Place;
    enum class Haste : unsigned char;

    [[nodiscard]] Result<Outcome> update(const Place &place, const Attempt &attempt);
    [[nodiscard]] bool mustRead(const Place &place, const Entry &source, const Entry &copy,
                                const Attempt &attempt) const;
    [[nodiscard]] Result<Outcome> check(const Place &place, const Entry &source,
                                        const Attempt &attempt);
    void settle(const Place &place, const Entry &source);
    [[nodiscard]] Result<ContentMatch> compareByReading(const Place &place, const Entry &source,
                                                        const Attempt &attempt) const;
    [[nodiscard]] Result<Outcome> replace(const Place &place, const Attempt &attempt);
    [[nodiscard]] Result<Outcome> copy(const Place &place, const UniqueFd &from,
                                       const Entry &before, Haste haste, const Attempt &attempt);
    [[nodiscard]] Outcome throwAway(const Place &place);
    [[nodiscard]] Outcome untilItRests(const Place &place) const;
    [[nodiscard]] static bool isFaithful(const UniqueFd &from, const TemporaryFile &file,
                                         const Entry &before, Haste haste, const Attempt &attempt);
    [[nodiscard]] tl::expected<void, int> setTime(const TemporaryFile &file, std::int64_t modified,
                                                  Haste haste);
    [[nodiscard]] Result<void> publish(const Place &place, TemporaryFile &file, const Entry &source,
                                       Haste haste);

    Mirror &m_mirror;
    Remover &m_remover;
    StandStill m_standStill;
};

} // namespace qontroller::foldermirror
