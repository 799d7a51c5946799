import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Assembly } from '../assembly/assembly.ts';
import { ACCOUNT, REGION } from '../assembly/aws-identifiers.ts';
import { readProperties } from '../assembly/read-properties.ts';
import type { Functions } from '../functions/functions.ts';

interface Schedule {
  readonly name: string;
  readonly arn: string;
  readonly everyMs: number;
  readonly targets: readonly { readonly functionArn: string; readonly input: string | undefined }[];
}

const targetSchema = z.object({ Arn: z.string(), Input: z.string().optional() });

const ruleSchema = z.object({
  ScheduleExpression: z.string().optional(),
  State: z.string().optional(),
  Targets: z.array(targetSchema).optional(),
});

const schedulerSchema = z.object({
  ScheduleExpression: z.string(),
  State: z.string().optional(),
  Target: targetSchema,
});

const UNIT_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** The first run comes soon, because work may have become due while the stack was down. */
const FIRST_RUN_MS = 500;

/** Runs the functions that the templates put on a schedule. */
export class Schedules {
  readonly #schedules: readonly Schedule[];
  readonly #functions: Functions;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(assembly: Assembly, functions: Functions) {
    this.#schedules = schedulesOf(assembly);
    this.#functions = functions;
  }

  start(): void {
    for (const schedule of this.#schedules) {
      this.#timers.add(setTimeout(() => this.#run(schedule), FIRST_RUN_MS));
      this.#timers.add(setInterval(() => this.#run(schedule), schedule.everyMs));
    }
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /** A failed run is in the function's log; the next one follows in any case. */
  #run(schedule: Schedule): void {
    for (const { functionArn, input } of schedule.targets) {
      const event = input === undefined ? scheduledEvent(schedule) : (JSON.parse(input) as unknown);
      this.#functions.invoke(functionArn, event).catch(() => {});
    }
  }
}

function schedulesOf(assembly: Assembly): readonly Schedule[] {
  const rules = assembly.resources('AWS::Events::Rule').flatMap((resource) => {
    const { ScheduleExpression, State, Targets = [] } = readProperties(resource, ruleSchema);
    if (ScheduleExpression === undefined || State === 'DISABLED') return [];
    const targets = Targets.map(({ Arn, Input }) => ({ functionArn: Arn, input: Input }));
    return [{ name: resource.name, arn: resource.attribute('Arn'), everyMs: rateOf(ScheduleExpression), targets }];
  });
  const scheduler = assembly.resources('AWS::Scheduler::Schedule').flatMap((resource) => {
    const { ScheduleExpression, State, Target } = readProperties(resource, schedulerSchema);
    if (State === 'DISABLED') return [];
    const targets = [{ functionArn: Target.Arn, input: Target.Input }];
    return [{ name: resource.name, arn: resource.attribute('Arn'), everyMs: rateOf(ScheduleExpression), targets }];
  });
  return [...rules, ...scheduler];
}

/** Source: EventBridge user guide, Rate expressions. */
function rateOf(expression: string): number {
  const [, count = '', unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const milliseconds = Number(count) * (UNIT_MS[unit] ?? Number.NaN);
  if (!(milliseconds > 0)) throw new Error(`a schedule says "${expression}"; only rates are emulated`);
  return milliseconds;
}

function scheduledEvent({ arn }: Schedule) {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: ACCOUNT,
    time: new Date().toISOString().replace(/\.\d{3}Z$/, 'Z'),
    region: REGION,
    resources: [arn],
    detail: {},
  };
}
