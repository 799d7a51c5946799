import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceNameOf } from '#lib/settings.ts';
import type { LocalStack } from '#local/local-stack.ts';
import { minuteOf } from '#local/metrics/metric-store.ts';
import { readSettings } from '#local/settings.ts';
import { startStack } from '#local/stack.ts';

const MINUTE_MS = 60_000;

/** The longest time for which a stack is waited for, and how long it is quiet when it has done its work. */
const MAX_SETTLE_MS = 20_000;
const QUIET_MS = 800;

/** The minutes after which an alarm that has not fired is given up. */
const MAX_MINUTES = 10;

/**
 * The minutes after which the alarm of a healed failure has to be over: it reads up to three periods of five minutes.
 */
const MAX_HEALING_MINUTES = 20;

/** A failure, how it is provoked and undone, and the alarm that has to fire. */
export interface Drill {
  readonly failure: string;
  /** The construct id of the alarm. */
  readonly alarm: string;
  /** Whether new code can be the reason, so that a release has to be rolled back. */
  readonly isReleaseFault?: true;
  /** Whether what fires the alarm is that its metric is missing. */
  readonly isMissing?: boolean;
  provoke(stage: DrillStage): Promise<void> | void;
  heal(stage: DrillStage): Promise<void> | void;
}

/** What a drill measured, in seconds of the stack's clock; `undefined` if it did not happen within ten minutes. */
export interface DrillResult {
  /** From the failure until a value of the alarm's metric was beyond its threshold, or missing for a whole minute. */
  readonly crossedAfter: number | undefined;
  /** From the failure until the alarm fired. */
  readonly firedAfter: number | undefined;
}

/**
 * A whole stack, the clock of which is moved by a minute at a time instead of waiting. Functions, queues and metrics
 * see it, and the sweep runs once per minute of it. The alarms are those of the templates.
 */
export class DrillStage {
  readonly stack: LocalStack;
  /** Functions that do not return. They are not waited for. */
  readonly #hanging = new Set<string>();
  /** When the step that is observed at its end began, by the clock of the stage. */
  #stepBegan = 0;

  private constructor(stack: LocalStack) {
    this.stack = stack;
    // The sweep runs at the beginning of a minute.
    stack.clock.advance(MINUTE_MS - (Date.now() % MINUTE_MS) + 1000);
  }

  static async start(): Promise<DrillStage> {
    const settings = readSettings({
      AID_PORT: '0',
      AID_SMTP_PORT: '0',
      AID_EPHEMERAL: '1',
      AID_LOG: 'error',
      AID_ALARM_EMAIL: 'night@example.com',
      AID_HEARTBEAT_WAYS: 'true',
      // The heartbeat uses all of them each minute.
      AID_WARM_FUNCTIONS: '60',
    });
    return new DrillStage(await startStack({ settings, show: () => {}, onBroken: () => {} }));
  }

  stop(): Promise<void> {
    return this.stack.stop();
  }

  /** The name of the function of a worker, or of a function of the API by its whole id. */
  readonly nameOf = (id: string): string =>
    serviceNameOf({ stage: 'dev' }, id.startsWith('http-') ? id : `worker-${id}`);

  /** Replaces the bundle of a function by other code. Returns what puts it back. */
  async replaceCode(worker: string, code: string): Promise<() => Promise<void>> {
    const runtime = this.stack.functions.get(this.nameOf(worker));
    const { modulePath } = runtime.definition;
    const bundle = readFileSync(modulePath);
    const replace = async (content: string | Buffer) => {
      writeFileSync(modulePath, content);
      await runtime.kill();
    };
    await replace(code);
    return () => replace(bundle);
  }

  /** Says whether invocations of a worker do not return from now on. */
  setHanging(worker: string, hangs: boolean): void {
    if (hangs) this.#hanging.add(this.nameOf(worker));
    else this.#hanging.delete(this.nameOf(worker));
  }

  /** Runs a drill: provokes the failure right after a sweep, the worst moment, and follows the alarm by the minute. */
  async run({ failure, alarm, provoke, heal, isMissing = false }: Drill): Promise<DrillResult> {
    await this.#untilHealthy(alarm, failure);
    this.#stepBegan = this.stack.clock.now();
    await provoke(this);
    await this.#settle();
    let crossedAfter: number | undefined;
    let firedAfter: number | undefined;
    const observe = (seconds: number) => {
      if (this.#hasCrossed(alarm, isMissing)) crossedAfter ??= seconds;
      if (this.#alarmOf(alarm).state === 'ALARM') firedAfter ??= seconds;
    };
    observe(0);
    for (let minute = 1; minute <= MAX_MINUTES && firedAfter === undefined; minute++) {
      await this.nextMinute();
      observe(minute * 60);
    }
    await heal(this);
    return { crossedAfter, firedAfter };
  }

  async #untilHealthy(alarm: string, failure: string): Promise<void> {
    await this.nextMinute();
    for (let minute = 0; this.#alarmOf(alarm).state !== 'OK'; minute++) {
      if (minute === MAX_HEALING_MINUTES) throw new Error(`${alarm} fires before this fails: ${failure}`);
      await this.nextMinute();
    }
  }

  /** Moves the clock by a minute, and runs the sweep. */
  async nextMinute(): Promise<void> {
    this.stack.clock.advance(MINUTE_MS);
    this.#stepBegan = this.stack.clock.now();
    await this.stack.functions.invoke(this.nameOf('sweep'), {}).catch(() => {});
    await this.#settle();
  }

  /** Waits until no function runs and the queues do not change. What a broken worker has received stays in flight. */
  async #settle(): Promise<void> {
    const { queues, metrics } = this.stack;
    let seen = '';
    let since = Date.now();
    for (const until = since + MAX_SETTLE_MS; Date.now() < until; await sleep(50)) {
      const state = JSON.stringify(queues.depths());
      if (state !== seen || metrics.recorder.running.some((name) => !this.#hanging.has(name))) {
        seen = state;
        since = Date.now();
      } else if (Date.now() - since > QUIET_MS) return;
    }
  }

  #alarmOf(id: string) {
    const resource = this.stack.assembly
      .resources('AWS::CloudWatch::Alarm')
      .find(({ logicalId }) => logicalId.replace(/[0-9A-F]{8}$/, '') === `Alarms${id}`);
    const found = this.stack.metrics.alarms().find(({ definition }) => definition.name === resource?.name);
    if (found === undefined) throw new Error(`the templates have no alarm ${id}`);
    return found;
  }

  /**
   * Whether a value since the beginning of the step is beyond the threshold, or the last whole minute has none although
   * it has to. A step may end in another minute than it began: the clock runs while the stage settles.
   */
  #hasCrossed(id: string, isMissing: boolean): boolean {
    const { definition } = this.#alarmOf(id);
    const { metric, statistic, periodMs, threshold } = definition;
    const minute = minuteOf(this.stack.clock.now());
    const to = isMissing ? minute : minute + MINUTE_MS;
    const from = (isMissing ? minute : minuteOf(this.#stepBegan) + MINUTE_MS) - periodMs;
    const points = this.stack.metrics.store.points(metric, statistic, { from, to, periodMs });
    return isMissing ? points.length === 0 : points.some(({ value }) => value > threshold);
  }
}
