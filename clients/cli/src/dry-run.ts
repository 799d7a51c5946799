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
