# SPDX-License-Identifier: LGPL-3.0-or-later
# What users and authors read, in the variable documents: it is installed, and the window shows it.
# Paths are those in the source, so that the links from one to the other hold.
file(GLOB documents RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/app/plugins/*/README.md
    ${PROJECT_SOURCE_DIR}/app/plugins/*/*/README.md)
list(APPEND documents README.md resources/operations.png resources/screenshot.png
    resources/manual/operator.md resources/manual/server.md resources/manual/terminal.md
    resources/manual/author.md app/conformance/README.md core/GLOSSARY.md core/sdk/GUIDELINES.md
    core/engine/RULES.md core/engine/api/README.md core/sdk/testing/README.md core/plugins/programs/README.md
    core/plugins/process/README.md core/members/consist/README.md core/members/consist/TUTORIAL.md
    resources/consist-template/README.md)
