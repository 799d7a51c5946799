import { VERSION } from '../../../typescript/src/generated/version.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const TIMEOUT_MS = 10_000;
/** The `Date` header has no milliseconds, and the response takes a moment. */
const TOLERATED_SECONDS = 5;
/**
 * How far the clock may be off for webhook signatures and key proofs. See:
 * docs/contract/webhooks.md#verifying-deliveries.
 */
const MAX_SECONDS = 300;

/** Checks that the service is at the address, its version, and its clock. */
export async function checkService(url: string, signal: AbortSignal): Promise<readonly Finding[]> {
  let response: Response;
  let version: unknown;
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    response = await fetch(`${url}/v1`, { headers: { accept: 'application/json' }, signal: limit });
    ({ version } = (await response.json()) as { version?: unknown });
  } catch (error) {
    signal.throwIfAborted();
    const { message, cause } = error as Error & { cause?: { code?: string } };
    const advice = 'Check the address (--url, AID_URL or aid login) and the network.';
    return [fail('address', `${url} does not respond like the service: ${cause?.code ?? message}`, advice)];
  }
  if (typeof version !== 'string') {
    return [fail('address', `${url} is a different server`, 'Check the address (--url, AID_URL or aid login).')];
  }
  return [ok('address', `${url} responds`), ofVersion(version), ofClock(response.headers.get('date'))];
}

/** Before 1.0, any minor version may be incompatible. */
function ofVersion(version: string): Finding {
  const line = (text: string) => text.split('.').slice(0, 2).join('.');
  if (line(version) === line(VERSION))
    return ok('version', `the service is version ${version}, and this program ${VERSION}`);
  const message = `the service is version ${version}, and this program ${VERSION}`;
  return warn('version', message, `Install aid-stack-cli@${line(version)} to match the service.`);
}

function ofClock(date: string | null): Finding {
  const seconds = Math.abs(Date.now() - Date.parse(date ?? '')) / 1000;
  if (Number.isNaN(seconds)) return warn('clock', 'the service does not send its time', 'Check the clock yourself.');
  if (seconds <= TOLERATED_SECONDS) return ok('clock', 'the clocks match');
  const message = `the clock of this machine is ${Math.round(seconds)} s off`;
  const advice = 'Set your system clock: webhook signatures and key proofs are timestamped.';
  return seconds > MAX_SECONDS ? fail('clock', message, advice) : warn('clock', message, advice);
}
