import type { Assembly } from './assembly/assembly.ts';
import { Clock } from './clock.ts';
import type { Queues } from './emulators/queues/queues.ts';
import type { LogLine } from './logs/log-store.ts';
import { Reputation } from './mail/reputation.ts';
import { type AlarmDefinition, alarmDefinitions } from './metrics/alarm-definition.ts';
import { embeddedMetrics } from './metrics/embedded-metrics.ts';
import { type AlarmEvaluation, evaluateAlarm } from './metrics/evaluate-alarm.ts';
import { logMetrics } from './metrics/log-metrics.ts';
import { MetricStore } from './metrics/metric-store.ts';
import { ServiceRecorder } from './metrics/service-recorder.ts';

/** The interval at which the states of queues and functions are measured. Graphs and alarms use whole minutes. */
const SAMPLE_MS = 10_000;

/** An alarm of the templates with its present state. */
export interface LocalAlarm extends AlarmEvaluation {
  readonly definition: AlarmDefinition;
}

/**
 * The part of CloudWatch in the local profile: the metrics that functions publish and services would publish, and the
 * alarms over them.
 */
export class StackMetrics {
  readonly store: MetricStore;
  readonly recorder: ServiceRecorder;
  readonly reputation = new Reputation();
  /** Records the metrics that the filters of the templates make of a line of a log. */
  readonly readLogLine: (group: string, line: LogLine) => void;
  readonly #definitions: readonly AlarmDefinition[];
  readonly #states = new Map<string, AlarmEvaluation>();
  #timer: NodeJS.Timeout | undefined;
  readonly #clock: Clock;

  constructor(assembly: Assembly, clock = new Clock()) {
    this.#clock = clock;
    this.store = new MetricStore({ now: clock.now });
    this.recorder = new ServiceRecorder(this.store);
    this.readLogLine = logMetrics(assembly, this.store);
    this.#definitions = alarmDefinitions(assembly);
  }

  /** Records the metrics in a line of a function's output, if there are any. */
  readonly readLine = (line: string): void => {
    for (const { metric, value, at } of embeddedMetrics(line)) this.store.record(metric, value, at);
  };

  /** From now on, measures everything that has a state rather than events. */
  start(queues: Queues): void {
    const sample = () => {
      this.recorder.measureConcurrency();
      this.reputation.measure(this.recorder);
      for (const { definition, counts, oldestSentAt } of queues.all) {
        const oldestMs = oldestSentAt === undefined ? 0 : Math.max(0, this.#clock.now() - oldestSentAt);
        this.recorder.queueMeasured(definition.name, { visible: counts.ready, oldestMs });
      }
    };
    sample();
    this.#timer = setInterval(sample, SAMPLE_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** All alarms with their states at a time. */
  alarms(now: number = this.#clock.now()): readonly LocalAlarm[] {
    return this.#definitions.map((definition) => {
      const evaluated = evaluateAlarm(definition, this.store, now, this.#states.get(definition.name)?.state);
      this.#states.set(definition.name, evaluated);
      return { definition, ...evaluated };
    });
  }
}
