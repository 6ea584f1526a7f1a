"""A program that is told: python3 receiver.py PORT KEY

It prints what Referee posts to http://THIS-MACHINE:PORT/, after it has made sure by the KEY that it comes from there.
The key is shown when the address is added. What came before is taken again, and not printed. Standard library only.
"""

import base64
import hashlib
import hmac
import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PORT, KEY = int(sys.argv[1]), base64.b64decode(sys.argv[2].removeprefix("whsec_"))
LATE = 300
known = set()


def comes_from_there(headers, body: bytes) -> bool:
    name, at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    seal = base64.b64encode(hmac.new(KEY, f"{name}.{at}.".encode() + body, hashlib.sha256).digest()).decode()
    seals = headers.get("webhook-signature", "").split()
    fresh = at.isdecimal() and abs(time.time() - int(at)) < LATE
    return fresh and any(hmac.compare_digest(f"v1,{seal}", one) for one in seals)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        right = comes_from_there(self.headers, body)
        self.send_response(204 if right else 401)
        self.end_headers()
        if right and self.headers["webhook-id"] not in known:
            known.add(self.headers["webhook-id"])
            post = json.loads(body)
            print(post["type"], json.dumps(post["data"], ensure_ascii=False), flush=True)

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("", PORT), Receiver).serve_forever()
