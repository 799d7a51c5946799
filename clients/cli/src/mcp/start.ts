import { Aid } from '../../../typescript/src/index.ts';
import type { Context } from '../context.ts';
import { oneLine } from '../output/printable.ts';
import { agentId } from './agent-id.ts';
import { Bridge } from './bridge.ts';
import { type FileFolders, LocalFiles } from './local-files.ts';
import { notingFetch } from './request-ids.ts';
import { SecretRunner } from './secret/run-with-secret.ts';
import { Service } from './service.ts';
import { ToolCalls } from './tool-calls.ts';

export interface BridgeSettings {
  readonly url: string;
  readonly key: string;
  readonly identity: string | undefined;
  readonly folders: FileFolders;
  /** The programs that may be run with secrets. */
  readonly programs: readonly string[];
  readonly privateKey: string | undefined;
}

/** Serves an MCP client until the input ends. */
export async function serve(context: Context, settings: BridgeSettings): Promise<void> {
  const { url, key, identity, programs, privateKey } = settings;
  const folder = process.cwd();
  const client = new Aid({ url, key, fetch: notingFetch });
  const identityId = agentId(client, identity);
  const runner = new SecretRunner({
    client,
    programs,
    environment: context.environment,
    folder,
    identityId,
    privateKey,
  });
  const toolsets = programs.length === 0 ? '' : '?toolsets=vault';
  await new Bridge({
    service: new Service({ url: `${client.url}/v1/mcp${toolsets}`, key, identity }),
    tools: new ToolCalls({
      client,
      files: new LocalFiles(settings.folders, folder),
      identityId,
      ...(programs.length > 0 && { secrets: { programs, runner } }),
    }),
    write: (line) => context.output.write(line),
    log: (line) => context.errors.write(`aid mcp: ${oneLine(line)}\n`),
    signal: context.signal,
  }).run(context.input.bytes);
}
