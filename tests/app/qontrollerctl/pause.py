# SPDX-License-Identifier: LGPL-3.0-or-later
# A client in another language, made from the installed qontroller.proto: pauses one object.
import sys
import grpc
import qontroller_pb2 as messages
import qontroller_pb2_grpc as services

socket, controller, name = sys.argv[1:]
host = services.HostStub(grpc.insecure_channel("unix:" + socket))
sample = next(host.Pull(iter([messages.PullRequest(reads=messages.READS_EVENTS)])))
number = {each.name: each.id for each in sample.controllers}[controller.encode()]
pause = messages.Command.Pause(ids=[name.encode()], reason=b"from Python")
print(host.Submit(messages.Command(controller=number, pause=pause)).ticket)
