import type { Answer, Question } from 'dns-packet';
import { REGION } from '../../assembly/aws-identifiers.ts';

/** Answers of one name and type, or that there is no such name. */
export type Zone = (question: Question) => readonly Answer[] | 'no such name';

/** See: RFC 6761, section 6.4: names under it are known not to exist. */
const NEVER = /(?:^|\.)invalid$/i;

/**
 * A zone whose owner has published whatever they were asked to, under every name. Only names under `.invalid` are not
 * there, so that both ends of a story can be tried on a laptop.
 *
 * See: docs/decisions/0008-domain-ownership.md.
 */
export const diligentOwner: Zone = ({ type, name }) => {
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
