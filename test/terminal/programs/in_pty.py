"""Runs a command in a pseudo-terminal, with its own input and output as the other end of it.

Usage: in_pty.py <columns> <rows> <command> [<argument> ...]
"""

import errno
import fcntl
import os
import pty
import select
import struct
import sys
import termios

CHUNK = 65_536


def main():
    columns, rows, *command = sys.argv[1:]
    pid, terminal = pty.fork()
    if pid == 0:
        size = struct.pack("HHHH", int(rows), int(columns), 0, 0)
        fcntl.ioctl(sys.stdin.fileno(), termios.TIOCSWINSZ, size)
        os.execvp(command[0], command)
    ends = {terminal: sys.stdout.fileno(), sys.stdin.fileno(): terminal}
    while True:
        ready, _, _ = select.select(list(ends), [], [])
        for end in ready:
            data = read(end)
            if not data:
                # Closing the terminal hangs up on the command.
                os.close(terminal)
                sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
            write(ends[end], data)


def read(end):
    try:
        return os.read(end, CHUNK)
    except OSError as error:
        # The command has ended.
        if error.errno == errno.EIO:
            return b""
        raise


def write(end, data):
    while data:
        data = data[os.write(end, data) :]


main()
