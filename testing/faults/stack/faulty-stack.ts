import { BroadcastChannel } from 'node:worker_threads';
import { FUNCTION_NAMES } from '#lib/functions.ts';
import { buildAssembly } from '#local/assembly/build-assembly.ts';
import { startDynamoDb } from '#local/engines/dynamodb-engine.ts';
import type { LocalStack } from '#local/local-stack.ts';
import type { LocalSettings } from '#local/settings.ts';
import { startStack } from '#local/stack.ts';
import type { CallFault, Disturbance, FaultSettings, Incident } from '../disturbance.ts';
import { addPreload } from './add-preload.ts';
import { disturbQueue } from './disturb-queues.ts';
import { FaultDice } from './fault-dice.ts';
import { startFaultProxy } from './fault-proxy.ts';

/** How far the sweep's clock is set ahead, so that retries with a lost job are due at once. */
const SWEEP_AHEAD_MS = 150_000;

const TICK_MS = 100;
const STALL_MS = 800;

export interface FaultyStackProps {
  readonly settings: LocalSettings;
  readonly faults: FaultSettings;
  /** The folder of the database. */
  readonly dir: string;
}

/** The local stack with proxies in front of its services, and with ways to disturb it. */
export class FaultyStack {
  readonly stack: LocalStack;
  readonly incidents: Incident[];
  readonly #dice: FaultDice;
  readonly #channel = new BroadcastChannel('aid-faults');
  readonly #undo: readonly (() => unknown)[];

  private constructor(stack: LocalStack, dice: FaultDice, incidents: Incident[], undo: readonly (() => unknown)[]) {
    this.stack = stack;
    this.incidents = incidents;
    this.#dice = dice;
    this.#undo = undo;
  }

  static async start({ settings, faults, dir }: FaultyStackProps): Promise<FaultyStack> {
    const incidents: Incident[] = [];
    const dice = new FaultDice(faults);
    const options = {
      dice,
      onDeliveryFault: (deliveryId: string, fault: CallFault) => {
        incidents.push({ at: Date.now(), fault, deliveryId });
      },
    };
    const [dynamodb, aws] = [await startFaultProxy(options), await startFaultProxy(options)];
    const engine = await startDynamoDb(dir, undefined);
    dynamodb.forwardTo(engine.endpoint);
    const stack = await startStack({
      settings: { ...settings, dynamodbEndpoint: engine.endpoint },
      show: (line) => void process.stderr.write(`${line}\n`),
      onBroken: (reason) => {
        process.stderr.write(`${reason}\n`);
        process.exit(1);
      },
      build: async (assemblyDir, stage) => {
        await buildAssembly(assemblyDir, stage);
        addPreload(assemblyDir, { aws: aws.url, dynamodb: dynamodb.url });
      },
    });
    aws.forwardTo(stack.awsEndpoint);
    for (const queue of stack.queues.all) disturbQueue(queue, dice);
    const faulty = new FaultyStack(stack, dice, incidents, [
      () => stack.stop(),
      () => engine.stop(),
      () => dynamodb.close(),
      () => aws.close(),
    ]);
    faulty.#noteStalls();
    return faulty;
  }

  /** Functions report when they got no processor time. This thread, with the proxies, notes its own stalls. */
  #noteStalls(): void {
    this.#channel.onmessage = (message) => {
      const { stalled, stallMs, at } = (message as { data: { stalled?: string; stallMs: number; at: number } }).data;
      if (stalled !== undefined) this.incidents.push({ at, stallMs, function: stalled.replace('aid-dev-', '') });
    };
    let ticked = Date.now();
    setInterval(() => {
      const now = Date.now();
      const stallMs = now - ticked - TICK_MS;
      if (stallMs > STALL_MS) this.incidents.push({ at: now, stallMs, function: '*' });
      ticked = now;
    }, TICK_MS).unref();
  }

  get counts(): Readonly<Record<string, number>> {
    return this.#dice.counts;
  }

  begin(seed: string): void {
    this.#dice.begin(seed);
  }

  /** Ends all faults and sets all clocks right. */
  calm(): void {
    this.#dice.calm();
    this.incidents.push({ at: Date.now(), disturbance: { kind: 'clock', function: '*', offsetMs: 0 } });
    this.#channel.postMessage({ function: '*', offsetMs: 0 });
  }

  async disturb(disturbance: Disturbance): Promise<void> {
    this.incidents.push({ at: Date.now(), disturbance });
    switch (disturbance.kind) {
      case 'kill':
        return this.stack.functions.get(nameOf(disturbance.function)).kill();
      case 'freeze':
        return this.#channel.postMessage({ function: nameOf(disturbance.function), freezeMs: disturbance.ms });
      case 'clock':
        return this.#channel.postMessage({ function: nameOf(disturbance.function), offsetMs: disturbance.offsetMs });
      case 'outage':
        return this.#dice.outage(disturbance.service, disturbance.fault, disturbance.ms);
    }
  }

  /** Runs the sweep as if it were some minutes later. */
  async sweep(): Promise<void> {
    const name = nameOf('worker-sweep');
    await this.stack.functions.get(name).warm();
    this.#channel.postMessage({ function: name, offsetMs: SWEEP_AHEAD_MS });
    await this.stack.functions.invoke(name, {}).catch(() => {});
    this.#channel.postMessage({ function: name, offsetMs: 0 });
  }

  /** Sends the messages of dead-letter queues back, as an operator does. Returns their number. */
  redrive(): number {
    const { queues } = this.stack;
    let moved = 0;
    for (const source of queues.all) {
      const { redrive } = source.definition;
      const deadLetters = redrive === undefined ? undefined : queues.find(redrive.deadLetterArn);
      if (deadLetters === undefined) continue;
      const messages = deadLetters.receive({ max: 1000 });
      if (messages.length === 0) continue;
      source.send(
        messages.map(({ body, attributes, group }) => ({
          body,
          ...(attributes && { attributes }),
          ...(group !== undefined && { group }),
        })),
      );
      deadLetters.delete(messages.flatMap(({ receipt }) => receipt ?? []));
      moved += messages.length;
    }
    return moved;
  }

  /** Messages that wait in queues or are being processed. */
  get pendingMessages(): number {
    return this.stack.queues.all
      .filter(({ definition }) => definition.redrive !== undefined)
      .reduce((sum, { counts }) => sum + counts.ready + counts.inFlight + counts.delayed, 0);
  }

  async stop(): Promise<void> {
    this.#channel.close();
    for (const step of this.#undo) await step();
  }
}

function nameOf(name: string): string {
  if (!(FUNCTION_NAMES as readonly string[]).includes(name)) throw new Error(`there is no function ${name}`);
  return `aid-dev-${name}`;
}
