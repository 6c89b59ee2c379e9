# SPDX-License-Identifier: LGPL-3.0-or-later
# How a plugin is built: Qontroller's own, and those of projects that find_package(Qontroller).

# qontroller_add_plugin(NAME SOURCES s.cpp … METADATA m.json [LINKS t …])
#
# Builds the controller or locker plugin NAME.so into QONTROLLER_PLUGIN_DIRECTORY and
# installs it below QONTROLLER_PLUGIN_DESTINATION. METADATA is the file that
# Q_PLUGIN_METADATA names; what is wrong with it is said when CMake runs.
function(qontroller_add_plugin name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "METADATA" "SOURCES;LINKS")
    if(arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCES OR NOT arg_METADATA)
        message(FATAL_ERROR "qontroller_add_plugin(${name}): write a name, SOURCES and METADATA, "
            "as in qontroller_add_plugin(file-sizes SOURCES filesizes.cpp METADATA filesizes.json)")
    endif()
    qontroller_check_metadata(${arg_METADATA})

    add_library(${name} MODULE ${arg_SOURCES} ${arg_METADATA})
    set_target_properties(${name} PROPERTIES AUTOMOC ON PREFIX "" SUFFIX ".so"
        AUTOMOC_MOC_OPTIONS "-I${CMAKE_CURRENT_SOURCE_DIR}"
        CXX_EXTENSIONS OFF CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
        LIBRARY_OUTPUT_DIRECTORY ${QONTROLLER_PLUGIN_DIRECTORY})
    # moc puts the metadata into its output, which Ninja does not know for an output: what is
    # compiled of it would follow one build later.
    cmake_path(ABSOLUTE_PATH arg_METADATA OUTPUT_VARIABLE metadata)
    set_target_properties(${name} PROPERTIES AUTOGEN_TARGET_DEPENDS ${metadata})
    set_property(SOURCE ${arg_SOURCES}
        ${CMAKE_CURRENT_BINARY_DIR}/${name}_autogen/mocs_compilation.cpp
        APPEND PROPERTY OBJECT_DEPENDS ${metadata})
    # The flags are the tree's own: elsewhere there is no such target.
    target_link_libraries(${name} PRIVATE Qontroller::PluginApi ${arg_LINKS}
        $<TARGET_NAME_IF_EXISTS:qontroller-flags>)
    # A symbol that nobody has is said when the plugin is linked, not first when it is loaded.
    target_link_options(${name} PRIVATE LINKER:-z,defs)
    # Whatever the umask is: what others can write is loaded only if somebody trusts it.
    add_custom_command(TARGET ${name} POST_BUILD
        COMMAND chmod go-w ${QONTROLLER_PLUGIN_DIRECTORY} $<TARGET_FILE:${name}>)
    install(TARGETS ${name} LIBRARY DESTINATION ${QONTROLLER_PLUGIN_DESTINATION})
endfunction()

# qontroller_add_plugin_test(NAME PLUGIN p SOURCES s.cpp … [LINKS t …])
#
# Builds a QtTest program that has the file of the plugin p as QONTROLLER_PLUGIN, links
# Qontroller::Testing, and is a test of ctest: call enable_testing() before.
function(qontroller_add_plugin_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "PLUGIN" "SOURCES;LINKS")
    if(arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCES OR NOT TARGET "${arg_PLUGIN}")
        message(FATAL_ERROR "qontroller_add_plugin_test(${name}): write a name, a PLUGIN that "
            "qontroller_add_plugin has made, and SOURCES, as in "
            "qontroller_add_plugin_test(tst_sizes PLUGIN file-sizes SOURCES tst_sizes.cpp)")
    endif()
    find_package(Qt6 6.4 REQUIRED COMPONENTS Test)
    add_executable(${name} ${arg_SOURCES})
    set_target_properties(${name} PROPERTIES AUTOMOC ON)
    target_link_libraries(${name} PRIVATE Qontroller::PluginApi Qontroller::Testing Qt6::Test
        ${arg_LINKS})
    target_compile_definitions(${name} PRIVATE QONTROLLER_PLUGIN="$<TARGET_FILE:${arg_PLUGIN}>")
    add_dependencies(${name} ${arg_PLUGIN})
    add_test(NAME ${name} COMMAND ${name})
endfunction()

# qontroller_package(CONTACT)
#
# For a project of plugins: cpack -G DEB in the build folder writes the Debian package
# qontroller-PROJECT of them. CONTACT is an address of who makes it.
function(qontroller_package contact)
    set(CPACK_PACKAGE_NAME qontroller-${PROJECT_NAME})
    set(CPACK_PACKAGE_CONTACT ${contact})
    set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
    set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
    set(CPACK_DEBIAN_PACKAGE_DEPENDS qontrollerd)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
    include(CPack)
endfunction()

# qontroller_check_metadata(m.json) ends the configuration with a sentence if Qontroller
# would refuse a plugin for the form of its metadata. The host judges more when it loads
# one: whether it knows the version, the schema, the options.
function(qontroller_check_metadata file)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE path)
    if(NOT EXISTS ${path})
        message(FATAL_ERROR "${file}: there is no such file; METADATA names the JSON file that "
            "Q_PLUGIN_METADATA names in the source")
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    file(READ ${path} json)
    string(JSON type ERROR_VARIABLE error TYPE "${json}")
    if(error)
        string(REGEX REPLACE "^failed parsing json string:|[ \n*]+" " " error "${error}")
        message(FATAL_ERROR "${file}: is not JSON:${error}")
    elseif(NOT type STREQUAL OBJECT)
        message(FATAL_ERROR "${file}: must be an object, as in { \"id\": \"file-sizes\" }")
    endif()

    qontroller_check_metadata_value(id STRING "[a-z][a-z0-9]*(-[a-z0-9]+)*" "file-sizes")
    qontroller_check_metadata_value(name STRING ".+" "File sizes")
    qontroller_check_metadata_value(version STRING ".+" "1.0")
    qontroller_check_metadata_value(apiVersion "STRING|NUMBER" "[0-9]+([.][0-9]+)?" "3.0")
    foreach(key parameters defaults)
        string(JSON type ERROR_VARIABLE missing TYPE "${json}" ${key})
        if(NOT missing AND NOT type STREQUAL OBJECT)
            message(FATAL_ERROR "${file}: ${key} must be an object, not ${type}")
        endif()
    endforeach()
endfunction()

# For qontroller_check_metadata(), whose ${file} and ${json} it uses.
function(qontroller_check_metadata_value key types pattern example)
    string(JSON type ERROR_VARIABLE missing TYPE "${json}" ${key})
    if(missing)
        message(FATAL_ERROR "${file}: ${key} is missing; write it as in \"${key}\": \"${example}\"")
    endif()
    string(JSON value GET "${json}" ${key})
    if(NOT type MATCHES "^(${types})$" OR NOT value MATCHES "^(${pattern})$")
        message(FATAL_ERROR "${file}: ${key} must be text as in \"${example}\", but is ${value}")
    endif()
endfunction()
