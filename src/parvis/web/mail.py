"""Mails by SMTP: made of words, sent beside the loop. Imports how people are reached."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from parvis.web.delivery import Smtp
from parvis.web.push import Undelivered

PATIENCE = 10.0  # seconds
LASTING = (550, 551, 553)  # what a mail server answers if there is no such mailbox


def mail(
    smtp: Smtp, to: str, subject: str, lines: list[str], language: str, stop: str = ""
) -> EmailMessage:
    """A mail of plain paragraphs; `stop` is the address at which there are no more."""
    made = EmailMessage()
    made["From"] = f"Parvis <{smtp.sender}>"
    made["To"] = to
    made["Subject"] = subject
    made["Date"] = formatdate()
    made["Message-ID"] = make_msgid(domain=smtp.sender.rpartition("@")[2])
    made["Content-Language"] = language
    made["Auto-Submitted"] = "auto-generated"
    if stop:
        made["List-Unsubscribe"] = f"<{stop}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    made.set_content("\n\n".join(lines) + "\n")
    return made


def send_mail(smtp: Smtp, message: EmailMessage) -> None:
    """`Undelivered` says what went wrong. Blocks."""
    try:
        with connected(smtp) as server:
            if smtp.user:
                server.login(smtp.user, smtp.password)
            server.send_message(message)
    except smtplib.SMTPRecipientsRefused as error:
        codes = {code for code, _ in error.recipients.values()}
        raise Undelivered("mail: refused", codes <= set(LASTING)) from None
    except (smtplib.SMTPException, OSError, ValueError) as error:
        raise Undelivered(f"mail: {type(error).__name__}") from None


def connected(smtp: Smtp) -> smtplib.SMTP:
    context = ssl.create_default_context()
    if smtp.tls:
        return smtplib.SMTP_SSL(smtp.host, smtp.port, timeout=PATIENCE, context=context)
    server = smtplib.SMTP(smtp.host, smtp.port, timeout=PATIENCE)
    if smtp.starttls:
        try:
            server.starttls(context=context)
        except BaseException:
            server.close()
            raise
    return server
