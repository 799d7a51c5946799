import { beforeEach, expect } from 'vitest';
import type { Table } from '#shared/data/table-client.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { recordDeliveryUpdate } from '#shared/services/outbound-mail/record-delivery-update.ts';
import { taggedMail } from '#shared/services/outbound-mail/tags.ts';
import type { useApprovals } from '../approval-harness.ts';
import { useEndingProcesses } from '../ending-processes.ts';
import { type ModelClock, useModelClock } from './model-clock.ts';

type Harness = ReturnType<typeof useApprovals>;
type Office = Awaited<ReturnType<Harness['office']>>;

/** An agent, everything of which is held, and two who decide. */
export interface ModelOffice extends Office {
  readonly people: readonly [Person, Person];
}

interface Person {
  /** The id of the key that decides. */
  readonly id: string;
  readonly key: string;
}

/** How many runs use the same agent: a list of thousands of events would make each of them slow. */
const RUNS_PER_OFFICE = 50;

/** What the runs of a model share: processes that may end, clocks, and an agent for some dozens of them. */
export interface ModelWorld {
  readonly harness: Harness;
  readonly clock: ModelClock;
  readonly table: () => Table;
  /** An office, and a number that no other run has. */
  readonly next: () => Promise<{ readonly office: ModelOffice; readonly run: number }>;
  /** Records what SES reports about the emails that it has accepted, as the worker of its notifications does. */
  readonly notify: () => Promise<void>;
}

export function useModelWorld(
  engine: { readonly table: Table },
  harness: Harness,
  settings: Record<string, unknown>,
): ModelWorld {
  const clock = useModelClock();
  useEndingProcesses(() => [engine.table, getTable()]);
  let runs = 0;
  let office: ModelOffice | undefined;

  beforeEach(() => {
    harness.api().now = clock.now;
    office = undefined;
  });

  async function newOffice(): Promise<ModelOffice> {
    const made = await harness.office({ ttl_seconds: 3600, ...settings });
    const person = async () => {
      const body = { name: 'Approver' };
      const { status, body: key } = await harness.api().call('createApiKey', { key: made.organization.key, body });
      expect(status).toBe(201);
      return { id: key.id, key: key.key };
    };
    return { ...made, people: [await person(), await person()] };
  }

  return {
    harness,
    clock,
    table: () => engine.table,
    next: async () => {
      if (office === undefined || runs % RUNS_PER_OFFICE === 0) office = await newOffice();
      runs += 1;
      harness.forget();
      return { office, run: runs };
    },
    notify: async () => {
      for (const { sesId, tags } of harness.sent()) {
        const mail = taggedMail(tags);
        if (mail === undefined) throw new Error('an email without tags');
        const receipt = { providerMessageId: sesId, rfcMessageId: `<${sesId}@eu-central-1.amazonses.com>` };
        await recordDeliveryUpdate(getTable(), mail, { receipt, outcomes: [] });
      }
    },
  };
}
