// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/spells.h"

#include <atomic>
#include <random>

namespace qontroller {

namespace {

Spell anyOf64Bits()
{
    std::random_device random;
    return Spell(random()) << 32 | random();
}

} // namespace

Spell newSpell()
{
    static std::atomic<Spell> last{anyOf64Bits()};
    const Spell spell = ++last;
    return spell != 0 ? spell : ++last;
}

} // namespace qontroller
