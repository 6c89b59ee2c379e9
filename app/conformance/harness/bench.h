// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/conformance/harness/dice.h"
#include "app/conformance/harness/instance.h"
#include "app/conformance/harness/world.h"
#include "app/consist/consistruntime.h"
#include "core/plugins/load/plugincatalogue.h"

#include <map>
#include <memory>
#include <string>

namespace qontroller::conformance {

/// How long things may take.
struct Limits
{
    Duration stop = std::chrono::seconds(5);    ///< a call after it was asked to stop
    Duration settle = std::chrono::seconds(30); ///< a call, and everything to be in order
};

/// What a plugin's file that was named by hand is looked for with: it and nothing else.
/// To name it is to trust it as it is.
[[nodiscard]] PluginSearch searchFor(const std::string &plugin);

/// The options that controllers run with here: lists and retries come quickly, nothing is given up
/// or held back.
[[nodiscard]] ControllerOptions benchOptions();

/// What checks work with: worlds and instances of the plugin, as many as they want.
/// For one thread.
class Bench
{
public:
    /// \a folder exists; worlds are made in it. Ends the check if the plugin cannot be used.
    Bench(const Subject &subject, std::string folder, const Limits &limits, Notes &notes);

    /// The parts are complete. What a consist controller keeps on disk is kept in memory here, for
    /// all instances in a world, of which there is one at a time.
    [[nodiscard]] Instance makeInstance(const World &world);
    [[nodiscard]] World makeWorld();

    [[nodiscard]] const Subject &subject() const { return m_subject; }
    [[nodiscard]] const Limits &limits() const { return m_limits; }
    [[nodiscard]] Notes &notes() const { return m_notes; }

    /// How long after its last call everything has to be in order: Done means now, give
    /// or take what the system does meanwhile.
    [[nodiscard]] Duration afterDone() const;

    /// Lets some time pass, little.
    static void wait(Duration time);

private:
    [[nodiscard]] std::optional<ConsistAccess> openConsist(ControllerParts &parts,
                                                           const World &world);

    const Subject &m_subject;
    std::string m_folder;
    Limits m_limits;
    Notes &m_notes;
    PluginCatalogue m_plugins;
    std::string m_pluginId;
    QJsonObject m_schema; ///< of its parameters
    int m_worlds = 0;
    std::map<std::string, ConsistRuntime> m_consist; ///< by the folder of its world
};

} // namespace qontroller::conformance
