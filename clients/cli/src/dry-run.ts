import type { Aid } from '../../typescript/src/index.ts';
import { type CommonOptions, type Context, clientOf } from './context.ts';

/** What `--dry-run` prints: the request that would be sent, without the key. */
interface ShownRequest {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
}

/** Stands in for the network: keeps the request and returns an empty reply. */
export class DryRun {
  request: ShownRequest | undefined;

  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const body = await request.text();
    this.request = {
      method: request.method,
      url: request.url,
      ...(body !== '' && { body: JSON.parse(body) as unknown }),
    };
    return Response.json({});
  };
}

/** A client that sends nothing and needs no key, and the dry run that has the request it would send. */
export function dryRunOf(context: Context, options: CommonOptions): { readonly client: Aid; readonly dry: DryRun } {
  const dry = new DryRun();
  return { client: clientOf(context, { ...options, key: options.key ?? 'dry-run' }, { fetch: dry.fetch }), dry };
}
