# SPDX-License-Identifier: LGPL-3.0-or-later
# cmake -DBUILD=build/PRESET -DGUI=ON -DBINDIR=bin -DDATADIR=share -DDOCDIR=share/doc/qontroller -DMANDIR=share/man -P install.cmake
set(prefix ${BUILD}/tests/prefix)
file(REMOVE_RECURSE ${prefix})

function(run)
    execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE output
        ERROR_VARIABLE output)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "${ARGV}: ${result}\n${output}")
    endif()
endfunction()

function(require text words problem)
    string(FIND "${text}" "${words}" found)
    if(found EQUAL -1)
        message(SEND_ERROR "${problem}")
    endif()
endfunction()

function(require_files) # below DATADIR
    foreach(file IN LISTS ARGV)
        if(NOT EXISTS ${prefix}/${DATADIR}/${file})
            message(SEND_ERROR "${file} is not installed")
        endif()
    endforeach()
endfunction()

# What installer/run builds can be installed: each file that is copied is built by that target.
execute_process(COMMAND ninja -C ${BUILD} -t commands qontroller-installation
    OUTPUT_VARIABLE commands COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ninja -C ${BUILD} -t targets all
    OUTPUT_VARIABLE known COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE scripts ${BUILD}/cmake_install.cmake)
set(copied 0)
foreach(script IN LISTS scripts)
    file(READ ${script} text)
    string(REGEX MATCHALL "\"${BUILD}/[^\"]+\"" files "${text}")
    list(TRANSFORM files REPLACE "\"${BUILD}/(.*)\"" "\\1")
    foreach(file IN LISTS files)
        string(FIND "${known}" "\n${file}: " isBuilt)
        string(FIND "${commands}" "${file}" isBuiltToInstall)
        if(NOT isBuilt EQUAL -1)
            math(EXPR copied "${copied} + 1")
            if(isBuiltToInstall EQUAL -1)
                message(SEND_ERROR "${file} is installed, and qontroller-installation does not build it")
            endif()
        endif()
    endforeach()
endforeach()
if(copied LESS 20)
    message(SEND_ERROR "only ${copied} of the files that are installed are built")
endif()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})

file(MAKE_DIRECTORY ${prefix}/source)
file(WRITE ${prefix}/session.json "{ \"version\": 1, \"controllers\": [ {
    \"name\": \"mirror\", \"plugin\": \"folder-mirror\",
    \"parameters\": { \"source\": \"${prefix}/source\", \"target\": \"${prefix}/target\" },
    \"isolation\": \"process\" } ] }\n")
run(${prefix}/${BINDIR}/qontrollerd --version)
run(${prefix}/${BINDIR}/qontroller-conformance --version)
run(${prefix}/${BINDIR}/qontrollerd --check ${prefix}/session.json) # loads the installed plugin
# in the installed qontroller-pluginhost


# The plugin finds the installed qontroller-logwriter: without it a process is not started.
file(MAKE_DIRECTORY ${prefix}/specs)
file(WRITE ${prefix}/specs/once.json
    "{ \"command\": [\"echo\", \"installed\"], \"restart\": { \"policy\": \"never\" } }\n")
file(WRITE ${prefix}/processes.json "{ \"version\": 1, \"controllers\": [ {
    \"name\": \"processes\", \"plugin\": \"process\",
    \"parameters\": { \"folder\": \"${prefix}/specs\", \"state\": \"${prefix}/state\" } } ] }\n")
run(${prefix}/${BINDIR}/qontrollerd --until-idle --metrics off --control off
    --state-dir ${prefix}/server ${prefix}/processes.json)
file(READ ${prefix}/state/once.log log)
require("${log}" "installed\n" "the installed process plugin has written no log")

# Each program has a manual page, with its options and what is added to them.
set(programs qontrollerd qontrollerctl qontroller-conformance)
if(GUI)
    list(APPEND programs qontroller)
endif()
foreach(program IN LISTS programs)
    file(READ ${prefix}/${MANDIR}/man1/${program}.1 page)
    foreach(word "SYNOPSIS" "…" [[\-\-help]] "SEE ALSO" "${program} \\- ")
        require("${page}" "${word}" "the manual page of ${program} lacks ${word}")
    endforeach()
    if(page MATCHES "@[A-Z_]+@")
        message(SEND_ERROR "the manual page of ${program} has a variable of CMake: ${CMAKE_MATCH_0}")
    endif()
    require("${page}" "${prefix}/${DOCDIR}\n" "the manual page of ${program} does not name ${prefix}/${DOCDIR}")
endforeach()

# Whatever an installed document links to is installed as well.
file(GLOB_RECURSE documents ${prefix}/${DOCDIR}/*.md)
list(LENGTH documents count)
if(count LESS 15)
    message(SEND_ERROR "only ${count} documents are installed")
endif()
foreach(document IN LISTS documents)
    get_filename_component(folder ${document} DIRECTORY)
    file(READ ${document} text)
    string(REPLACE "](" "<link>" text "${text}") # brackets and semicolons upset lists
    string(REGEX REPLACE "[][;]" "" text "${text}")
    string(REGEX MATCHALL "<link>[^()# \n]+[)#]" links "${text}")
    foreach(link IN LISTS links)
        string(REGEX REPLACE "^<link>(.*).$" "\\1" target "${link}")
        if(NOT target MATCHES "^[a-z]+:" AND NOT EXISTS ${folder}/${target})
            message(SEND_ERROR "${document} links to ${target}, which is not installed")
        endif()
    endforeach()
endforeach()

# The document that all begins with is there, with its links to what is installed alone.
file(READ ${prefix}/${DOCDIR}/README.md readme)
foreach(words "## The way of an id" "(resources/manual/server.md)" "[script](app/plugins/script)" "core is the engine")
    require("${readme}" "${words}" "the installed README.md lacks ${words}")
endforeach()

file(STRINGS ${prefix}/lib/systemd/system/qontrollerd@.service lines REGEX "^ExecStart")
foreach(line IN LISTS lines)
    require("${line}" "=${prefix}/${BINDIR}/qontrollerd " "the service starts another program: ${line}")
endforeach()
# Only the exit status of the server itself keeps systemd from starting it again and again, and
# only the server knows whether it has applied another session.
file(READ ${prefix}/lib/systemd/system/qontrollerd@.service unit)
foreach(line "Type=notify" "Restart=always" "RestartPreventExitStatus=2"
        "ExecReload=${prefix}/${BINDIR}/qontrollerctl --host %t/qontroller/%i/control.sock apply --yes")
    require("${unit}" "\n${line}" "the service lacks ${line}")
endforeach()
if(unit MATCHES "\nExecStartPre=")
    message(SEND_ERROR "the service has an ExecStartPre, whose status 2 is tried again for ever")
endif()

require_files(qontroller/qontroller.proto
    qontroller/prometheus/alerts.yml
    qontroller/prometheus/dashboard.json
    bash-completion/completions/qontrollerctl
    zsh/vendor-completions/_qontrollerctl
    fish/vendor_completions.d/qontrollerctl.fish)

# The service is closed to what it does not need. 25 of 100: the smaller the better.
run(systemd-analyze security --offline=true --threshold=25
    ${prefix}/lib/systemd/system/qontrollerd@.service)

if(GUI)
    run(${prefix}/${BINDIR}/qontroller --version)
    require_files(applications/org.qontroller.Qontroller.desktop
        metainfo/org.qontroller.Qontroller.metainfo.xml
        icons/hicolor/scalable/apps/qontroller.svg)
endif()
