import { type Agent, freshName, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { Receiver } from '#testing/receiver.ts';
import { eventually } from './eventually.ts';
import type { DeliveryRecord } from './log-reader.ts';
import { withFixture } from './with-fixture.ts';

/** An organization with an agent and a receiver for one test, so that tests can run concurrently. */
async function setUp() {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const receiver = await Receiver.start();
  return {
    organization,
    agent,
    receiver,
    mail: async (to: Agent = agent): Promise<string> => {
      const subject = freshName('delivery');
      await sendMail({ to: to.address, subject, text: 'x' });
      return subject;
    },
    endpoint: (body: Record<string, unknown> = {}, api = organization.api) =>
      api.ok('createWebhook', { body: { url: receiver.url(), ...body } }),
    /** The delivery, once it matches. */
    deliveryThat: (passes: (delivery: DeliveryRecord) => boolean): Promise<DeliveryRecord> =>
      eventually(async () => {
        const { deliveries } = await organization.api.ok('listDeliveries');
        const found = deliveries.find(passes);
        if (found === undefined) throw new Error(JSON.stringify(deliveries));
        return found;
      }),
  };
}

/** Runs a test with an organization, an agent and a webhook receiver. */
export const withReceiver = withFixture(setUp);
