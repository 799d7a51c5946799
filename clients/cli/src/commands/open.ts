import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Aid, AuthError } from '../../../typescript/src/index.ts';
import type { HandCommand, HandOptions } from '../command.ts';
import { type Context, clientOf, outputOf, profileName, storedProfile } from '../context.ts';
import { localClient } from '../local/local-service.ts';

const OPTIONS = [{ flags: '--print', text: 'Only print the address.' }];

/** Shows the page of the service in the browser: on one machine the console. */
export const open: HandCommand = {
  command: ['open'],
  title: 'Open the page of the service in the browser',
  text: 'On this machine that is the console, at the organization of the stored key. The address is printed as well.',
  arguments: [],
  options: OPTIONS,
  run: (context, _args, options) => openAt(context, options, clientOf(context, options).url),
};

/** Shows the console of the service on this machine. */
export const localOpen: HandCommand = {
  command: ['local', 'open'],
  title: 'Open the console of the service on this machine',
  text: 'Shows it in the browser, at the organization of the stored key. The address is printed as well.',
  arguments: [],
  options: OPTIONS,
  run: (context, _args, options) => openAt(context, options, localClient(context, options, 'local open').url),
};

async function openAt(context: Context, options: HandOptions, url: string): Promise<void> {
  const slug = await storedOrganization(context, options, url);
  const address = typeof slug === 'string' ? `${url}/#/${encodeURIComponent(slug)}` : `${url}/`;
  outputOf(context, options).show(address, { url: address });
  if (options.print !== true) await browse(address, context);
}

/** How long the service may take to say who the key belongs to. */
const ASKED_MS = 3000;

/** The short name of the organization of the stored key; none where the service refuses the key, as after a reset. */
async function storedOrganization(context: Context, options: HandOptions, url: string): Promise<unknown> {
  const stored = storedProfile(context, options);
  if (stored?.url !== url) return undefined;
  const { profiles, signal } = context;
  try {
    const client = new Aid({ key: profiles.keyOf(profileName(context, options)), url });
    return (await client.me({ signal, maxRetries: 0, timeoutMs: ASKED_MS })).org_slug;
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof AuthError ? undefined : stored.who?.org_slug;
  }
}

/** A program that has not failed by then shows the address: some are the browser itself and keep running. */
const OPENED_MS = 3000;

/** Has the system open an address. */
async function browse(address: string, { environment, signal }: Context): Promise<void> {
  const [program, ...args] = openerOf(process.platform);
  const child = spawn(program, [...args, address], { env: environment, stdio: 'ignore', detached: true });
  child.unref();
  const fails = (reason: string) => new Error(`${program} cannot open it: ${reason}; open the address yourself`);
  try {
    const [code] = (await once(child, 'exit', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(OPENED_MS)]),
    })) as [number];
    if (code !== 0) throw fails(`exit code ${code}`);
  } catch (error) {
    signal.throwIfAborted();
    const { name, code } = error as NodeJS.ErrnoException;
    if (name === 'AbortError') return;
    throw code === undefined ? error : fails(code);
  }
}

/** The program of a system that opens an address in the browser of the user. */
function openerOf(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
}
