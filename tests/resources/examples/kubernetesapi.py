# SPDX-License-Identifier: LGPL-3.0-or-later
"""kubernetesapi.py FOLDER: as much of the API of Kubernetes as kubectl needs for custom resources.

It writes FOLDER/kubeconfig as soon as it listens, and each request that changes something, or
begins a watch, into FOLDER/requests. FOLDER/faults, if there is one, says what goes wrong:
"status" is the answer to each request for objects, such as 500, "watchStatus" to each that begins a
watch. A "closed" that changes ends all watches, an "expired" that changes does so with 410 Gone,
and forgets what happened before. "hold" keeps back a list of one object, as a watch begins with."""
import contextlib
import http.server
import json
import sys
import threading
import time
import urllib.parse
import uuid
from pathlib import Path

FOLDER = Path(sys.argv[1])
CRDS = "customresourcedefinitions"
ONE_LOOK = 0.05  # seconds after which a watch looks at the faults again

changed = threading.Condition()
version = 100  # the first resourceVersion: a real server has others before it, too
oldest = 0  # what was before it is forgotten
kinds = {("apiextensions.k8s.io", "v1", CRDS): {"kind": "CustomResourceDefinition", "scope": ""}}
objects = {}
history = []


class Refused(Exception):
    def __init__(self, code, reason, message):
        super().__init__(message)
        self.status = {"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": code,
                       "reason": reason, "message": message, "metadata": {}}


def too_old(asked):
    return Refused(410, "Expired", f"too old resource version: {asked} ({oldest})")


def faults():
    try:
        return json.loads((FOLDER / "faults").read_text())
    except FileNotFoundError:
        return {}


def write(name, text):
    part = FOLDER / f".{name}"
    part.write_text(text)
    part.rename(FOLDER / name)


def store(kind, name, value, event):
    """Keeps value, or forgets it, and tells the watches. Called with the lock."""
    global version
    version += 1
    value["metadata"]["resourceVersion"] = str(version)
    if event == "DELETED":
        del objects[kind, name]
    else:
        objects[kind, name] = value
    history.append((version, kind, event, json.loads(json.dumps(value))))
    if kind[2] == CRDS and event == "ADDED":
        spec = value["spec"]
        for served in spec["versions"]:
            kinds[spec["group"], served["name"], spec["names"]["plural"]] = {
                "kind": spec["names"]["kind"], "scope": "namespaces",
                "singular": spec["names"]["singular"], "status": "status" in served["subresources"],
            }
    changed.notify_all()


def merged(old, patch):
    """RFC 7396."""
    if not isinstance(patch, dict):
        return patch
    result = dict(old) if isinstance(old, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), value)
    return result


class Request(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def handle(self):
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # a kubectl that was ended
            super().handle()

    def answer(self, value, code=200):
        data = json.dumps(value).encode() if value is not None else b""
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def read_body(self):
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def handle_one(self):
        self.body = self.read_body()
        url = urllib.parse.urlsplit(self.path)
        self.query = dict(urllib.parse.parse_qsl(url.query))
        try:
            parts = url.path.strip("/").split("/")
            if not self.discovery(parts):
                self.resources(parts)
        except Refused as refused:
            self.answer(refused.status, refused.status["code"])

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_one

    def discovery(self, parts):
        def group(name, versions):
            each = [{"groupVersion": f"{name}/{v}", "version": v} for v in versions]
            return {"name": name, "versions": each, "preferredVersion": each[0]}

        groups = {}
        for name, served, _ in kinds:
            groups.setdefault(name, []).append(served)
        if parts == ["version"]:
            self.answer({"major": "1", "minor": "30", "gitVersion": "v1.30.0"})
        elif parts == ["openapi", "v2"]:
            self.answer(None)  # no schema of anything: nothing is checked by kubectl
        elif parts == ["api"]:
            self.answer({"kind": "APIVersions", "versions": ["v1"]})
        elif parts == ["api", "v1"]:
            self.answer({"kind": "APIResourceList", "groupVersion": "v1", "resources": []})
        elif parts == ["apis"]:
            self.answer({"kind": "APIGroupList", "apiVersion": "v1",
                         "groups": [group(*each) for each in groups.items()]})
        elif len(parts) == 3 and parts[0] == "apis" and parts[2] in groups.get(parts[1], []):
            self.answer({"kind": "APIResourceList", "apiVersion": "v1",
                         "groupVersion": "/".join(parts[1:]),
                         "resources": [self.resource(key) for key in kinds
                                       if list(key[:2]) == parts[1:]]})
        else:
            return False
        return True

    @staticmethod
    def resource(key):
        kind = kinds[key]
        return {"name": key[2], "singularName": kind.get("singular", ""), "kind": kind["kind"],
                "namespaced": kind["scope"] != "",
                "verbs": ["create", "delete", "get", "list", "patch", "update", "watch"]}

    def resources(self, parts):
        """/apis/GROUP/VERSION[/namespaces/NAMESPACE]/PLURAL[/NAME[/status]]"""
        wrong = faults()
        is_watch = self.query.get("watch") in ("1", "true")
        status = wrong.get("watchStatus" if is_watch else "status", wrong.get("status"))
        if status:
            raise Refused(status, "InternalError", "the test wants it so")
        namespace = None
        if parts[0] == "apis" and parts[3:4] == ["namespaces"]:
            namespace = parts[4]
            parts = parts[:3] + parts[5:]
        kind = tuple(parts[1:4])
        if parts[0] != "apis" or kind not in kinds or len(parts) > 6:
            raise Refused(404, "NotFound", "the server could not find the requested resource")
        if self.command != "GET" or is_watch:
            with changed, open(FOLDER / "requests", "a") as log:
                log.write(f"{self.command} {self.path}\n")
        if len(parts) == 4 and self.command == "GET":
            self.list_or_watch(kind, namespace)
        elif len(parts) == 4 and self.command == "POST":
            value = json.loads(self.body)
            with changed:
                self.create(kind, namespace, value)
            self.answer(value, 201)
        elif len(parts) > 4:
            name = (namespace, urllib.parse.unquote(parts[4]))
            with changed:
                if (kind, name) not in objects:
                    raise Refused(404, "NotFound", f'{kind[2]}.{kind[0]} "{name[1]}" not found')
                value = self.one(kind, name, parts[5:] == ["status"])
            self.answer(value)
        else:
            raise Refused(405, "MethodNotAllowed", "not here")

    def create(self, kind, namespace, value):
        meta = value["metadata"]
        name = (namespace, meta["name"])
        if (kind, name) in objects:
            raise Refused(409, "AlreadyExists", f'{kind[2]} "{name[1]}" already exists')
        if namespace:
            meta["namespace"] = namespace
        meta.update(uid=str(uuid.uuid4()), generation=1,
                    creationTimestamp=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()))
        value.pop("status", None)
        store(kind, name, value, "ADDED")

    def one(self, kind, name, is_status):
        old = objects[kind, name]
        if self.command == "GET":
            return old
        if self.command == "DELETE":
            store(kind, name, dict(old, metadata=dict(old["metadata"])), "DELETED")
            return {"kind": "Status", "apiVersion": "v1", "status": "Success", "metadata": {}}
        body = json.loads(self.body)
        if self.command == "PATCH":
            if self.headers["Content-Type"] != "application/merge-patch+json":
                raise Refused(415, "UnsupportedMediaType", "a merge patch is expected")
            body = merged(old, body)
        asked = body["metadata"].get("resourceVersion", old["metadata"]["resourceVersion"])
        if asked != old["metadata"]["resourceVersion"]:
            raise Refused(409, "Conflict", "the object has been modified")
        if is_status:
            new = dict(old, metadata=dict(old["metadata"]), status=body.get("status"))
        else:
            new = dict(body, metadata=dict(body["metadata"]))
            new.pop("status", None)
            if "status" in old:
                new["status"] = old["status"]
            if new.get("spec") != old.get("spec"):
                new["metadata"]["generation"] = old["metadata"]["generation"] + 1
        if new != old:
            store(kind, name, new, "MODIFIED")
        return new

    def wanted(self, namespace, value):
        meta = value["metadata"]

        def holds(selector, have):
            key, value = selector.split("=")
            return (have.get(key[:-1]) != value) if key.endswith("!") else have.get(key) == value

        def all_hold(name, have):
            return all(holds(each, have) for each in self.query.get(name, "").split(",") if each)

        return (namespace in (None, meta.get("namespace"))
                and all_hold("labelSelector", meta.get("labels", {}))
                and all_hold("fieldSelector", {"metadata.name": meta["name"]}))

    def list_or_watch(self, kind, namespace):
        if self.query.get("watch") in ("1", "true"):
            return self.watch(kind, namespace)
        while self.query.get("limit") == "1" and faults().get("hold"):
            time.sleep(ONE_LOOK)
        with changed:
            items = [value for (each, _), value in sorted(objects.items(), key=str)
                     if each == kind and self.wanted(namespace, value)]
            value = {"kind": kinds[kind]["kind"] + "List", "apiVersion": "/".join(kind[:2]),
                     "metadata": {"resourceVersion": str(version)}, "items": items}
        self.answer(value)

    def watch(self, kind, namespace):
        """Every event of the kind after resourceVersion, until a fault ends it."""
        global oldest
        began = faults()
        seen = int(self.query.get("resourceVersion") or version)
        if seen < oldest:
            raise too_old(seen)
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.flush()
        if self.query.get("allowWatchBookmarks") in ("1", "true"):
            self.chunk({"type": "BOOKMARK", "object": {
                "kind": kinds[kind]["kind"], "apiVersion": "/".join(kind[:2]),
                "metadata": {"resourceVersion": str(seen)}}})
        while True:
            with changed:
                changed.wait_for(lambda: version > seen, ONE_LOOK)
                events = [each for each in history if each[0] > seen and each[1] == kind]
                seen = version
            for _, _, event, value in events:
                if self.wanted(namespace, value):
                    self.chunk({"type": event, "object": value})
            now = faults()
            if now.get("expired") != began.get("expired"):
                with changed:
                    oldest = version
                self.chunk({"type": "ERROR", "object": too_old(seen).status})
            elif now.get("closed") == began.get("closed"):
                continue
            self.wfile.write(b"0\r\n\r\n")
            return

    def chunk(self, value):
        data = json.dumps(value).encode() + b"\n"
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128  # commands come in crowds


server = Server(("127.0.0.1", 0), Request)
write("kubeconfig", json.dumps({
    "apiVersion": "v1", "kind": "Config", "current-context": "test",
    "clusters": [{"name": "test", "cluster": {
        "server": f"http://127.0.0.1:{server.server_port}"}}],
    "contexts": [{"name": "test", "context": {"cluster": "test", "user": "test"}}],
    "users": [{"name": "test", "user": {}}]}))
server.serve_forever()
