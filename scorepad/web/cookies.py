"""Cookies that no clock spoils: neither this machine's, which may begin in 1970, nor one set back since."""

from __future__ import annotations

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature
from werkzeug.http import dump_cookie

from scorepad.web.addresses import cookie_path

YEAR = 365 * 24 * 3600


def install(app: Flask) -> None:
    """Sessions by such cookies."""
    app.session_interface = _Session()


def lasting(answer: Response, name: str, value: str, *, httponly: bool = False) -> None:
    """A cookie of this pad alone, wherever it is mounted, for a year from its arrival.

    It says how long, never until when: the phone counts by its own clock.
    """
    cookie = dump_cookie(
        name,
        value,
        max_age=YEAR,
        sync_expires=False,
        path=cookie_path(),
        httponly=httponly,
        secure=request.is_secure,
        samesite="Lax",
    )
    answer.headers.add("Set-Cookie", cookie)


class _Session(SecureCookieSessionInterface):
    """Signed with the moment, as by Flask, and read whatever it was: cookies of all versions hold."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Most browsers have none, and look every two seconds: nothing is made ready to check it then."""
        signed = request.cookies.get(self.get_cookie_name(app))
        serializer = self.get_signing_serializer(app) if signed else None
        if not serializer:
            return self.session_class()
        try:
            return self.session_class(serializer.loads(signed or ""))
        except BadSignature:
            return self.session_class()

    def get_cookie_path(self, app: Flask) -> str:  # noqa: ARG002 (as Flask calls it)
        return cookie_path()

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002
        return request.is_secure

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """One that is to last says how long; any other ends with the browser, as Flask has it."""
        signed_by = self.get_signing_serializer(app)
        if signed_by is None or "_permanent" not in session:
            super().save_session(app, session, response)
        elif self.should_set_cookie(app, session):
            response.vary.add("Cookie")
            said = signed_by.dumps(dict(session))
            lasting(response, self.get_cookie_name(app), said, httponly=True)
