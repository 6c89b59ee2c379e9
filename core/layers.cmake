# SPDX-License-Identifier: LGPL-3.0-or-later
# How a layer is declared, so that it cannot include what it does not link.

find_package(Threads REQUIRED)

# Flags that every target of the project gets, and none of its users.
add_library(qontroller-flags INTERFACE)
target_compile_options(qontroller-flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow
    -Wnon-virtual-dtor -Woverloaded-virtual -Wconversion -Wno-sign-conversion
    $<$<BOOL:${QONTROLLER_WARNINGS_AS_ERRORS}>:-Werror>
    $<$<CXX_COMPILER_ID:Clang>:-Wthread-safety>)
# Nothing that a source keeps to itself escapes when another only includes it to compile it.
if(QONTROLLER_UNITY)
    target_compile_options(qontroller-flags INTERFACE
        $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    # In kB. Such a compilation needs most of what it has until its end: GCC looks in vain for what
    # it could give back, for a twentieth of its time. It takes some 900 MB instead of 750.
    add_compile_options($<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=500000>)
endif()
if(QONTROLLER_SANITIZE)
    # Its check of a vptr opens a pipe, and tests of shortages have no descriptor left for one.
    add_compile_options(-fsanitize=${QONTROLLER_SANITIZE} -fno-sanitize=vptr -fno-omit-frame-pointer
        -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${QONTROLLER_SANITIZE})
endif()

# What makes a fault in an optimised build an orderly crash instead of an opening:
# tst_hardening reads it off the files. A sanitizer has its own ways, and they do not mix.
if(NOT QONTROLLER_SANITIZE AND NOT CMAKE_BUILD_TYPE STREQUAL Debug)
    set(QONTROLLER_HARDENED ON)
    include(CheckPIESupported)
    check_pie_supported()
    add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 -fstack-protector-strong
        -fstack-clash-protection)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
        add_compile_options(-fcf-protection=full)
    endif()
    add_link_options(LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
endif()

# What most sources of a layer include, compiled once: half a second less for each folder. A source
# still includes what it uses, which the presets for every day and clang see to.
if(QONTROLLER_UNITY)
    set(source ${PROJECT_BINARY_DIR}/precompiled.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "// A target needs a source.\n")
    add_library(precompiled-standard OBJECT ${source})
    target_link_libraries(precompiled-standard PRIVATE qontroller-flags) # some define macros
    target_precompile_headers(precompiled-standard PRIVATE <algorithm> <array> <atomic> <chrono>
        <condition_variable> <filesystem> <fstream> <functional> <map> <memory> <mutex> <optional>
        <random> <ranges> <set> <sstream> <stdexcept> <stop_token> <string> <string_view> <thread>
        <unordered_map> <variant> <vector>)
endif()
function(qontroller_precompile_standard name)
    if(QONTROLLER_UNITY)
        target_precompile_headers(${name} REUSE_FROM precompiled-standard)
    endif()
endfunction()

# moc's output is not ours to mend: one harmless check there, and nothing inherited.
file(WRITE ${PROJECT_BINARY_DIR}/.clang-tidy "Checks: '-*,misc-definitions-in-headers'\n")

# One compilation for the sources of each folder: most of the time goes into what they include.
# The sources that include them stand in the build folder, so clang-tidy is told how to read them.
function(qontroller_compile_by_folder name folder)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    foreach(source IN LISTS ARGN)
        if(IS_ABSOLUTE ${source}) # generated
            continue()
        endif()
        get_filename_component(group ${folder}/${source} DIRECTORY)
        string(MAKE_C_IDENTIFIER ${group} group)
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endforeach()
    configure_file(${PROJECT_SOURCE_DIR}/.clang-tidy
        ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${name}.dir/Unity/.clang-tidy COPYONLY)
endfunction()

# qontroller_add_layer(NAME FOLDER f HEADERS h.h … [SOURCES s.cpp …] [LINKS t …] [PRIVATE_LINKS t …])
#
# Headers are included by their path from the top: "core/engine/queue/workqueue.h". The
# include directory of a layer holds nothing but a link to its own folder, so
# such a path is found only for layers that are linked.
function(qontroller_add_layer name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "FOLDER" "HEADERS;SOURCES;LINKS;PRIVATE_LINKS")
    set(root ${PROJECT_BINARY_DIR}/layers/${name})
    get_filename_component(parent ${root}/${arg_FOLDER} DIRECTORY)
    file(MAKE_DIRECTORY ${parent})
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${arg_FOLDER} ${root}/${arg_FOLDER} SYMBOLIC)
    list(TRANSFORM arg_HEADERS PREPEND ${root}/${arg_FOLDER}/ OUTPUT_VARIABLE headers)

    if(arg_SOURCES)
        add_library(${name} STATIC ${arg_SOURCES})
        set(scope PUBLIC)
        target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:qontroller-flags> ${arg_PRIVATE_LINKS})
        if(QONTROLLER_UNITY)
            qontroller_compile_by_folder(${name} ${arg_FOLDER} ${arg_SOURCES})
        endif()
        if(NOT arg_FOLDER STREQUAL ui) # has its own
            qontroller_precompile_standard(${name})
        endif()
    else()
        add_library(${name} INTERFACE)
        set(scope INTERFACE)
    endif()
    target_compile_features(${name} ${scope} cxx_std_20)
    target_link_libraries(${name} ${scope} ${arg_LINKS})
    target_sources(${name} ${scope} FILE_SET HEADERS BASE_DIRS ${root} FILES ${headers})
endfunction()
