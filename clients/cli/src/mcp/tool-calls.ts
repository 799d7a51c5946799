import type { Aid } from '../../../typescript/src/index.ts';
import { counted } from '../output/counted.ts';
import { attachFiles } from './attach-files.ts';
import { givenArguments } from './given-arguments.ts';
import { localError } from './local-error.ts';
import { FileProblem, type LocalFiles } from './local-files.ts';
import { type Message, type Params, type Request, type ToolResult, toolError, toolResponse } from './messages.ts';
import { withRequestId } from './request-ids.ts';
import { newKey, retryKeyOf } from './retry-key.ts';
import { SAVING_ARGUMENTS, saveAttachment } from './save-attachment.ts';
import type { SecretRunner } from './secret/run-with-secret.ts';
import { RUN_WITH_SECRET, runWithSecretTool } from './secret/tool-definition.ts';
import { ServiceFailure } from './service-failure.ts';
import { repeatableTools, withLocalTools } from './tool-list.ts';
import { misspelling, unknownArguments } from './unknown-arguments.ts';

/** What this program adds to the tools of the service. */
export interface LocalParts {
  readonly client: Aid;
  readonly files: LocalFiles;
  readonly identityId: () => Promise<string | undefined>;
  /** Runs the programs that may use secrets. Absent if there are none. */
  readonly secrets?: { readonly programs: readonly string[]; readonly runner: SecretRunner };
}

/** Sends a request to the service. */
export type Forward = (request: Request, isRepeatable: boolean) => Promise<Message>;

/** Tools that show a secret to the model. `run_with_secret` replaces them. */
const SHOWING_TOOLS: ReadonlySet<string> = new Set(['create_lease', 'redeem_lease']);
const SENDING_TOOLS: ReadonlySet<string> = new Set([
  ...['send_email', 'reply_to_email', 'forward_message', 'send_task', 'reply_to_task'],
]);
/** The tools that take effect once within ten minutes for equal arguments, or once per key. */
const DONE_ONCE: ReadonlySet<string> = new Set([...SENDING_TOOLS, 'save_contact']);
const NONE: ReadonlySet<string> = new Set();

/** The service's tools, extended with what only the client's machine can do. */
export class ToolCalls {
  readonly #parts: LocalParts;
  readonly #repeatable = new Set<string>();
  readonly #hidden: ReadonlySet<string>;

  constructor(parts: LocalParts) {
    this.#parts = parts;
    this.#hidden = parts.secrets === undefined ? NONE : SHOWING_TOOLS;
  }

  async list(request: Request, forward: Forward): Promise<Message> {
    const response = await forward(request, true);
    for (const name of repeatableTools(response.result)) this.#repeatable.add(name);
    const { secrets, files } = this.#parts;
    const own = secrets === undefined ? undefined : runWithSecretTool(secrets.programs);
    return response.result === undefined
      ? response
      : { ...response, result: withLocalTools(response.result, own, this.#hidden, files) };
  }

  async call(request: Request, forward: Forward, signal: AbortSignal): Promise<Message> {
    const { name, arguments: sent } = request.params ?? {};
    const given = givenArguments(sent);
    // The service reports what is wrong with these.
    if (typeof name !== 'string' || given === undefined) return forward(request, false);
    try {
      const here = this.#here(name, given);
      if (here !== undefined) return toolResponse(request, await withRequestId(() => here(signal)));
      const args = await attachFiles(given, this.#parts.files);
      const countsEachTime = DONE_ONCE.has(name) && args.send_again === true && args.idempotency_key === undefined;
      const keyed = SENDING_TOOLS.has(name) || countsEachTime ? withKey(name, args) : args;
      const isRepeatable = DONE_ONCE.has(name) || this.#repeatable.has(name);
      const call = forward({ ...request, params: { ...request.params, arguments: keyed } }, isRepeatable);
      return await (countsEachTime ? call.catch(asOfCall) : call);
    } catch (error) {
      if (error instanceof FileProblem) return toolResponse(request, toolError(`${name}: ${error.message}`));
      throw error;
    }
  }

  /** How a call is handled on this machine; `undefined` if the service handles it. */
  #here(name: string, args: Params): ((signal: AbortSignal) => Promise<ToolResult>) | undefined {
    const { secrets } = this.#parts;
    if (secrets !== undefined && name === RUN_WITH_SECRET) return (signal) => secrets.runner.call(args, signal);
    if (this.#hidden.has(name)) {
      return async () => toolError(`${name} is not available here; use ${RUN_WITH_SECRET}.`);
    }
    if (name !== 'get_attachment') return undefined;
    const isSaving = args.save_to !== undefined;
    const problem = isSaving
      ? unknownArguments(args, SAVING_ARGUMENTS)
      : misspelling('save_to', args, SAVING_ARGUMENTS);
    if (problem !== undefined) return async () => toolError(`${name}: ${problem}`);
    return isSaving ? (signal) => this.#save(args, signal) : undefined;
  }

  async #save(args: Params, signal: AbortSignal): Promise<ToolResult> {
    const { client, files } = this.#parts;
    try {
      const { path, size } = await saveAttachment(client, args, {
        files,
        identityId: await this.#parts.identityId(),
        signal,
      });
      return {
        content: [{ type: 'text', text: `Stored in ${path}: ${counted(size, 'byte')}.` }],
        structuredContent: { saved_to: path, saved_bytes: size },
      };
    } catch (error) {
      signal.throwIfAborted();
      return localError('get_attachment', error as Error, 'get_message returns the ids of its attachments');
    }
  }
}

/** This program's attempts count as one call, but the client's next call is a new one. */
function asOfCall(error: unknown): never {
  throw error instanceof ServiceFailure ? error.ofCall() : error;
}

/**
 * A call with an idempotency key, so that its attempts count as one: its own key; the key of its content, which equal
 * calls share for ten minutes; or a new one, if the call is repeated on purpose.
 */
function withKey(name: string, args: Params): Params {
  const { idempotency_key: given, send_again: again } = args;
  return { ...args, idempotency_key: given ?? (again === true ? newKey() : retryKeyOf(name, args)) };
}
