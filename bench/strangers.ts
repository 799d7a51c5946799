import { type BenchmarkRun, within } from './support/measurement.ts';
import { strangerLimits } from './support/stranger-limits.ts';
import { createTenant } from './support/tenant.ts';
import { withStack } from './support/with-stack.ts';

const ORGANIZATIONS = 12;
const WAITS_EACH = 25;
const RESERVED = 100;
const MAX_SHARE = 0.1;
const TIMEOUT_MS = 10_000;

/** What one network address can hold of the waits of a stage with twelve organizations, and how many it can create. */
export const strangers: BenchmarkRun = (say) =>
  withStack(
    { environment: { AID_LIMITS: strangerLimits(), AID_WAIT_CONCURRENCY: String(RESERVED) } },
    async (stack) => {
      const tenants = [];
      for (let n = 0; n < ORGANIZATIONS; n++) tenants.push(await createTenant(stack.baseUrl));
      say(`${ORGANIZATIONS} organizations of one address, ${WAITS_EACH} waits each, at once`);
      const opened = tenants.flatMap(({ orgKey }) =>
        Array.from({ length: WAITS_EACH }, async () => {
          const url = `${stack.baseUrl}/v1/events/wait?type=mail.sent&timeout_ms=${TIMEOUT_MS}`;
          const response = await fetch(url, { headers: { authorization: `Bearer ${orgKey}` } });
          await response.arrayBuffer();
          return response.status;
        }),
      );
      const held = (await Promise.all(opened)).filter((status) => status === 200).length;

      let created = ORGANIZATIONS;
      for (let status = 201; status === 201; ) {
        const response = await fetch(`${stack.baseUrl}/v1/organizations`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ name: 'stranger', slug: `stranger-${created}-${Date.now()}` }),
        });
        await response.arrayBuffer();
        status = response.status;
        if (status === 201) created += 1;
      }
      return [
        within('waits of a stage that 12 organizations of one address hold', held / RESERVED, MAX_SHARE, 'of them', 2),
        within('organizations that an address creates in an hour', created, 30, ''),
      ];
    },
  );
