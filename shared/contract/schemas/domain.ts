import { z } from 'zod';
import { RECORD_PURPOSES, RECORD_TYPES } from '../../domain/mail/dns-records.ts';
import { domainNameSchema } from '../../domain/mail/domain-name.ts';
import { DOMAIN_STATUSES } from '../../domain/mail/domain-proof.ts';
import { timestampSchema } from './common.ts';

/** Mail domains of an organization. Rule: shapes, Domains. */
export const createDomainBody = z
  .strictObject({ domain: domainNameSchema.meta({ example: 'example.com' }) })
  .meta({ id: 'CreateDomain' });

const recordSchema = z.strictObject({
  purpose: z.enum(RECORD_PURPOSES).meta({
    description: '`dkim` and `mail_from` prove the domain; `mx` brings its mail here; `spf` and `dmarc` are advice.',
  }),
  type: z.enum(RECORD_TYPES),
  name: z.string(),
  value: z.string(),
  priority: z.int().nullable(),
  status: z.enum(['missing', 'valid']),
});

export const domainSchema = z
  .strictObject({
    id: z.string(),
    domain: z.string(),
    status: z.enum(DOMAIN_STATUSES),
    is_default: z.boolean(),
    records: z.array(recordSchema).meta({
      description: 'The DNS records to set. Those for DKIM are here as soon as SES knows the domain, within seconds.',
    }),
    verified_at: timestampSchema.nullable(),
    last_checked_at: timestampSchema.nullable(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'Domain' });

export const domainsSchema = z.strictObject({ domains: z.array(domainSchema) }).meta({ id: 'Domains' });
