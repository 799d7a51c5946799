import { domainOfAddress } from '#shared/domain/mail/address.ts';
import type { Name } from '#shared/domain/vouching/name.ts';
import { readEnv } from '#shared/runtime/env.ts';

/** A name, where each address on the mail domain of the stage is a group of its own: the agents of all are there. */
export function inOwnGroup<N extends Name | undefined>(name: N): N {
  if (name === undefined || name.kind === 'host') return name;
  const isOnStage = domainOfAddress(name.name) === readEnv('MAIL_DOMAIN').MAIL_DOMAIN;
  return isOnStage ? { ...name, group: name.name } : name;
}
