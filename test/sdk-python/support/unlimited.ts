import { DEFAULT_LIMITS } from '#shared/domain/limits/limits.ts';

const UNREACHED = 1_000_000;
const COUNTED = /Per(?:Minute|Hour|Day)|Agents$|(?:Streams|Waits)/;

/** Limits that no test reaches, as `AID_LIMITS`: a follower that is killed leaves its streams behind. */
export const UNLIMITED = JSON.stringify(
  Object.fromEntries(
    Object.keys(DEFAULT_LIMITS)
      .filter((name) => COUNTED.test(name))
      .map((name) => [name, UNREACHED]),
  ),
);
