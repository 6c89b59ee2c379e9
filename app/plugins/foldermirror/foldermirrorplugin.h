// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/plugins/api/controllerplugin.h"

#include <QtCore/QObject>

namespace qontroller::foldermirror {

/// The controller `folder-mirror`: keeps a target folder equal to a source folder.
class FolderMirrorPlugin final : public QObject, public ControllerPlugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID QONTROLLER_CONTROLLER_PLUGIN_IID FILE "foldermirror.json")
    Q_INTERFACES(qontroller::ControllerPlugin)

public:
    tl::expected<ControllerParts, std::string> create(const QJsonObject &parameters,
                                                      const ControllerContext &context) override;
};

} // namespace qontroller::foldermirror
