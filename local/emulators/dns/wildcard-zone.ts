import type { Answer, Question } from 'dns-packet';
import { REGION } from '../../assembly/aws-identifiers.ts';

/** Returns the answers for one name and type, or that the name does not exist. */
export type Zone = (question: Question) => readonly Answer[] | 'no such name';

/** See: RFC 6761, section 6.4: names under it are known not to exist. */
const NEVER = /(?:^|\.)invalid$/i;

/**
 * A zone in which every name has all records that the service asks its owner for. Only names under `.invalid` do not
 * exist, so that both results can be tried on a laptop.
 *
 * See: docs/decisions/0008-domain-ownership.md.
 */
export const allRecordsZone: Zone = ({ type, name }) => {
  if (NEVER.test(name)) return 'no such name';
  const record = { name, ttl: 0 };
  switch (type) {
    case 'MX':
      return [`inbound-smtp.${REGION}.amazonaws.com`, `feedback-smtp.${REGION}.amazonses.com`].map((exchange) => ({
        ...record,
        type,
        data: { preference: 10, exchange },
      }));
    case 'TXT':
      return ['v=spf1 include:amazonses.com ~all', 'v=DMARC1; p=none'].map((data) => ({ ...record, type, data }));
    case 'CNAME': {
      const [token, label] = name.split('.');
      return label === '_domainkey' ? [{ ...record, type, data: `${token}.dkim.amazonses.com` }] : [];
    }
    default:
      return [];
  }
};
