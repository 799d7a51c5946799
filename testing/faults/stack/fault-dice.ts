import type { CallFault, FaultSettings, Service } from '../disturbance.ts';
import { Random } from '../random.ts';

/**
 * Decides which calls fail. The n-th call of one operation always has the same fault, whatever calls of other
 * operations come between.
 */
export class FaultDice {
  readonly #settings: FaultSettings;
  readonly #sequences = new Map<string, Random>();
  readonly #outages = new Map<Service, { fault: CallFault; until: number }>();
  readonly counts: Record<string, number> = {};
  #calm = true;
  #seed = '';

  constructor(settings: FaultSettings) {
    this.#settings = settings;
  }

  /** Begins with the sequences of a seed. */
  begin(seed: string): void {
    this.#calm = false;
    this.#seed = seed;
    this.#sequences.clear();
  }

  /** From now on nothing fails. */
  calm(): void {
    this.#calm = true;
    this.#outages.clear();
  }

  outage(service: Service, fault: CallFault, ms: number): void {
    this.#outages.set(service, { fault, until: Date.now() + ms });
  }

  /** The fault of the next call, if it has one, and a random number for its size. */
  draw(service: Service, operation: string): { fault: CallFault; size: number } | undefined {
    if (this.#calm) return undefined;
    const random = this.#sequence(`${service}.${operation}`);
    const { rates, operationRates } = this.#settings;
    const drawn = this.#fromRates(random.next(), operationRates[`${service}.${operation}`] ?? rates[service]);
    const size = random.next();
    const outage = this.#outages.get(service);
    const fault = outage !== undefined && Date.now() < outage.until ? outage.fault : drawn;
    if (fault === undefined) return undefined;
    const name = `${service} ${fault}`;
    this.counts[name] = (this.counts[name] ?? 0) + 1;
    return { fault, size };
  }

  /** How a message is sent: how often, and with which delays in seconds. */
  deliveriesOf(queue: string): number[] {
    if (this.#calm) return [0];
    const { duplicate, delay, maxDelaySeconds } = this.#settings.queues;
    const random = this.#sequence(`queue.${queue}`);
    const isRepeated = random.chance(duplicate);
    const delays = [0, 1].map(() => (random.chance(delay) ? random.int(1, maxDelaySeconds) : 0));
    if (isRepeated) this.counts['messages repeated'] = (this.counts['messages repeated'] ?? 0) + 1;
    return isRepeated ? delays : delays.slice(0, 1);
  }

  #fromRates(value: number, rates: Readonly<Partial<Record<CallFault, number>>>): CallFault | undefined {
    let bound = 0;
    for (const [fault, rate] of Object.entries(rates) as [CallFault, number][]) {
      bound += rate;
      if (value < bound) return fault;
    }
    return undefined;
  }

  #sequence(name: string): Random {
    const known = this.#sequences.get(name) ?? new Random(`${this.#seed}/${name}`);
    this.#sequences.set(name, known);
    return known;
  }
}
