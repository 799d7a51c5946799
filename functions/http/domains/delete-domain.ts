import * as routes from '#shared/contract/routes/domains.ts';
import { insertOutbox } from '#shared/data/entities/log/outbox.ts';
import { removeDomain } from '#shared/data/entities/mail/domain.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { randomPart } from '#shared/domain/ids/ids.ts';
import { noContent, operation, write } from '#shared/runtime/pipeline/operation.ts';
import { domainRecord } from './domain-record.ts';
import { loadDomain } from './load-domain.ts';

export const deleteDomain = operation(routes.deleteDomain, async ({ actor, table, now }, { params }) => {
  const domain = await loadDomain(table, actor, params.id);
  if (domain.mailboxCount > 0) {
    const { mailboxCount: count } = domain;
    const mailboxes = count === 1 ? 'a mailbox: delete it first' : `${count} mailboxes: delete them first`;
    throw new AppError('domain.in_use', `The domain has ${mailboxes}.`);
  }

  const { organizationId } = domain;
  return write((tx) => {
    tx.put(
      ...removeDomain(domain),
      insertOutbox({
        id: randomPart(),
        organizationId,
        createdAt: now,
        kind: 'domain_release',
        domain: domain.domain,
      }),
    );
    tx.audit({ before: domainRecord(domain) });
    return noContent();
  });
});
