import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onAbort, pause } from '../../../../typescript/src/signals.ts';
import { Redactor } from './redactor.ts';
import { ShortText } from './short-text.ts';
import { ShownLines } from './shown-lines.ts';

/** A program with its arguments, run without a shell. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  /** The texts that its output must not contain. */
  readonly secrets: readonly string[];
  /** What is returned of its output: the lines that these patterns name, or all of it. */
  readonly show: readonly string[] | 'all';
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface CommandResult {
  /** Absent if a signal ended it. */
  readonly exitCode?: number;
  readonly isTimedOut: boolean;
  readonly stdout: OutputSummary;
  readonly stderr: OutputSummary;
}

/** What is known of an output of a program. */
interface OutputSummary {
  /** How much the program has written. */
  readonly bytes: number;
  /** What is returned of it, without the secrets. */
  readonly text: string;
}

/** An output while it is read. */
interface Collected {
  readonly bytes: number;
  readonly text: ShortText;
}

/** The limit of both outputs together. No tokenizer makes more tokens than bytes, and a result may have 10,000. */
const MAX_OUTPUT_BYTES = 8_000;
/** All but line feeds, carriage returns and tabs. JSON has six characters for each. */
const CONTROL_CHARACTERS = /[^\P{Cc}\n\r\t]/gu;
/** How long a program may take to exit when asked to, and its output to close after it has exited. */
const GRACE_MS = 1_000;

/**
 * Runs a program and returns what is shown of its output, with the secrets redacted. Ends any processes that it leaves
 * running. Rejects if it cannot be started.
 */
export async function runCommand(command: Command): Promise<CommandResult> {
  const { program, args, environment, folder, timeoutMs, signal } = command;
  const child = spawn(program, args, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that everything in it can be ended.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const closed = once(child, 'close');
  const exited = once(child, 'exit');
  const outputs = [child.stdout, child.stderr].map((stream) => collect(stream, command));
  const stop = () => void end(child, exited);
  const release = onAbort(signal, stop);
  const killNow = () => kill(child, 'SIGKILL');
  process.once('exit', killNow);
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    stop();
  }, timeoutMs);
  closed.catch(() => {});
  try {
    const [exitCode] = (await exited) as [number | null];
    await Promise.race([closed, pause(GRACE_MS, signal)]);
    const [stdout, stderr] = outputs.map((output) => output()) as [Collected, Collected];
    return { ...(exitCode !== null && { exitCode }), isTimedOut, ...shorten(stdout, stderr) };
  } finally {
    clearTimeout(timer);
    release();
    process.removeListener('exit', killNow);
    killNow();
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

/** Asks a program to exit, and kills it if it does not. */
async function end(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  kill(child, 'SIGTERM');
  await Promise.race([exited.catch(() => {}), pause(GRACE_MS)]);
  kill(child, 'SIGKILL');
}

/** Sends a signal to a program and to the processes that it started. */
function kill({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // None of them is running any more.
  }
}

/**
 * Reads an output. The function that it returns ends the reading, and returns what is shown, without secrets and
 * control characters.
 */
function collect(stream: NodeJS.ReadableStream, { secrets, show }: Command): () => Collected {
  const decoder = new TextDecoder();
  const redactor = new Redactor(secrets);
  const lines = show === 'all' ? undefined : new ShownLines(show);
  const text = new ShortText(MAX_OUTPUT_BYTES);
  let bytes = 0;
  const add = (redacted: string) => {
    const plain = redacted.replace(CONTROL_CHARACTERS, '\u{fffd}');
    text.add(lines === undefined ? plain : lines.push(plain));
  };
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (lines?.isDone !== true) add(redactor.push(decoder.decode(chunk, { stream: true })));
  });
  return () => {
    if (lines?.isDone !== true) {
      add(redactor.push(decoder.decode()));
      add(redactor.end());
      text.add(lines?.end() ?? '');
    }
    return { bytes, text };
  };
}

/** Both outputs. Each gets at least half of the limit, plus what the other does not need. */
function shorten(stdout: Collected, stderr: Collected): Pick<CommandResult, 'stdout' | 'stderr'> {
  const half = MAX_OUTPUT_BYTES / 2;
  const shown = ({ bytes, text }: Collected, other: Collected): OutputSummary => {
    return { bytes, text: text.toText(Math.max(half, MAX_OUTPUT_BYTES - other.text.bytes)) };
  };
  return { stdout: shown(stdout, stderr), stderr: shown(stderr, stdout) };
}
