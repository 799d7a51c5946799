import { onTestFinished, test } from 'vitest';
import { compareWithDeliveries } from '../support/forwarded-deliveries.ts';
import { stackWithoutLimits } from '../support/sdk-guarantees.ts';

test('webhooks listen forwards 1,002 events with the bodies of their deliveries, byte for byte, over a second start', async () => {
  const stack = await stackWithoutLimits({ AID_EPHEMERAL: '1' });
  onTestFinished(() => stack.stop().then(() => {}));
  await compareWithDeliveries(stack, 1_002);
});
