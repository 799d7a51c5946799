"""Sends emails from several threads, and prints how many calls succeeded. Arguments: how many, and to whom."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

from aid_stack import Aid


def main(count: int, to: str) -> None:
    with Aid(timeout=20) as aid, ThreadPoolExecutor(8) as threads:

        def send(number: int) -> str:
            return aid.mail.send(to=to, subject=f"Email {number}", text="Once.").id

        print(len(set(threads.map(send, range(count)))))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
