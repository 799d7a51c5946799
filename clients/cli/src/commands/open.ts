import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Aid, AuthError } from '../../../typescript/src/index.ts';
import type { HandCommand, HandOptions } from '../command.ts';
import { type Context, clientWithoutLogin, outputOf, profileName, storedProfile } from '../context.ts';
import { requireLocal } from '../local/local-service.ts';

const OPTIONS = [{ flags: '--print', text: 'Print the address, but do not open it.' }];

/** Opens the service's web page in the browser: for a local service, the console. */
export const open: HandCommand = {
  command: ['open'],
  title: 'Open the service in the browser',
  text: 'For a local service, opens the console at the organization of the stored key. Also prints the address.',
  arguments: [],
  options: OPTIONS,
  run: (context, _args, options) => openAt(context, options, clientWithoutLogin(context, options).url),
};

/** Opens the console of the service on this machine. */
export const localOpen: HandCommand = {
  command: ['local', 'open'],
  title: 'Open the console of the service on this machine',
  text: 'Opens it in the browser at the organization of the stored key. Also prints the address.',
  arguments: [],
  options: OPTIONS,
  run: (context, _args, options) =>
    openAt(context, options, requireLocal(clientWithoutLogin(context, options), 'local open').url),
};

async function openAt(context: Context, options: HandOptions, url: string): Promise<void> {
  const slug = await storedOrganization(context, options, url);
  const address = typeof slug === 'string' ? `${url}/#/${encodeURIComponent(slug)}` : `${url}/`;
  outputOf(context, options).show(address, { url: address });
  if (options.print !== true) await browse(address, context);
}

/** How long to wait for the service to say who owns the key. */
const ASKED_MS = 3000;

/**
 * The short name of the stored key's organization; `undefined` if the service refuses the key, as it does after a
 * reset.
 */
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

/**
 * A program that has not failed by then has opened the address. Some keep running, because they are the browser itself.
 */
const OPENED_MS = 3000;

/** Opens an address with the system's program. */
async function browse(address: string, { environment, signal }: Context): Promise<void> {
  const [program, ...args] = openerOf(process.platform);
  const child = spawn(program, [...args, address], { env: environment, stdio: 'ignore', detached: true });
  const fails = (reason: string) => new Error(`${program} cannot open the address: ${reason}; open it yourself`);
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
  } finally {
    // Only now: until then nothing else keeps this process running, and it would end while it waits.
    child.unref();
  }
}

/** The program that opens an address in the user's browser on this system. */
function openerOf(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
}
