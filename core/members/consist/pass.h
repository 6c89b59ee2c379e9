// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/outcome.h"
#include "core/members/consist/anyadapter.h"
#include "core/members/consist/consistoptions.h"
#include "core/members/consist/consistrecord.h"
#include "core/members/consist/ledger.h"
#include "core/members/consist/vanishing.h"

#include <cstdint>
#include <functional>

namespace qontroller::consist {

/// What is known of members but for the ledger. Functions may be empty: no source shows them, and
/// the adapter alone names them; isMassRemoval() says how many may go; no source is waited for.
struct MemberWatch
{
    enum class Sighting : std::uint8_t {
        None,
        Shown,   ///< by some source
        Doubted, ///< a list lacks it, with too many others to be believed
        Unheard, ///< its source has not had a complete list yet
    };

    std::function<Sighting(const EmployeeKey &)> sighting = {};
    std::function<bool(const Vanishing &)> mayGo = {};
    std::function<bool(const Vanishing &)> isUnsure = {};
};

struct PassResult
{
    Outcome outcome = Outcome::done();
    /// Nothing is left of an employer that is going; its clean-up mark is released.
    bool isClean = false;
    /// Each step was taken; what is wrong is wrong with single members alone.
    bool isWhole = false;
    ConsistRecord record;
    /// Employees that got traffic although their gate is closed and no mark of this employer tells
    /// of it: another party let it through. Sorted.
    std::vector<EmployeeKey> intrusions = {};
};

/// Looks once at one employer, and makes its resource and its members what they should be.
///
/// 1 read the employer, gone: done · 2 clean-up mark · 3 expected-by marks · 4 the resource:
/// compare, create, update, delete · 5 the members likewise, then their protection marks · 6 write
/// down what was found · 7 going and all clean: release the clean-up mark · 8 say when to come
/// back. When it is taken down, the members go first, and the resource when all of them are gone.
///
/// A protection mark is written to disk, as a claim, before the call that may let traffic through:
/// if the program ends in between, there is no traffic without a mark.
///
/// Members that are expected no longer, and of which no source says that they are there or were
/// deleted, are held where they are too many, or where \a members says so. They stay as they are,
/// and expected, until they are back or a person deletes them. Many that a source still shows stay
/// until it has had time to say what has become of them, and all stay until their source has had
/// its first list.
///
/// For one employer one call at a time. What \a adapter throws is a hard error.
[[nodiscard]] PassResult runPass(AnyConsistAdapter &adapter, Ledger &ledger,
                                 const ConsistOptions &options, ConsistEmployer employer,
                                 const MemberWatch &members = {});

} // namespace qontroller::consist
