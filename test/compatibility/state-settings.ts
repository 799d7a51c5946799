import { reservePort } from '#testing/reserved-port.ts';

/** More than the writers need, so that no limit is reached, but for one that makes deliveries wait. */
const LIMITS = {
  orgRequestsPerMinute: 100_000,
  ipRequestsPerMinute: 100_000,
  signupStartsPerHour: 1000,
  unverifiedDeliveriesPerHour: 100,
};

/**
 * The settings with which stacks of several releases, one after the other, work on the rows of one engine and the files
 * of one folder. The ports stay, because stored addresses have them.
 */
export async function stateSettings(engine: string, folder: string): Promise<Readonly<Record<string, string>>> {
  const [AID_PORT, AID_TUNNEL_PORT, AID_SMTP_PORT] = (
    await Promise.all([reservePort(), reservePort(), reservePort()])
  ).map(String) as [string, string, string];
  return {
    AID_STATE_DIR: folder,
    AID_DYNAMODB_ENDPOINT: engine,
    AID_CHECK_ACCESS: '1',
    AID_PORT,
    AID_TUNNEL_PORT,
    AID_SMTP_PORT,
    AID_LIMITS: JSON.stringify(LIMITS),
  };
}
