import { getDomain } from 'tldts-icann';
import type { StageConfig } from '#lib/config.ts';
import { domainsStackNameOf, mailFromDomainOf } from '#lib/settings.ts';
import { type DnsRecord, isPublished, mailDomainRecords, recordLine } from '#shared/domain/mail/dns-records.ts';
import { resourcesOf } from '../stage/stacks.ts';
import type { Account } from './account.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const RECORDS = 'mail records';

/** What DNS has for a record of the mail domain. */
interface Published {
  readonly record: DnsRecord;
  /** The values of its name and type; `undefined` if DNS did not respond. */
  readonly values: readonly string[] | undefined;
  /** The values that count where there are none. */
  readonly inherited: readonly string[];
}

/**
 * Checks the DNS records of the mail domain, but for the keys of DKIM, which exist only once SES has made them. A
 * record that the zone is to get from the deployment may not exist already: CloudFormation fails at it. What nothing
 * publishes is a warning. Without DMARC, SES verifies no sender, and agents of the stage read mail of each other as not
 * verified.
 */
export async function checkMailRecords(account: Account, config: StageConfig): Promise<Finding> {
  const mailFrom = mailFromDomainOf(config);
  const records = mailDomainRecords({ domain: config.mailDomain, mailFrom, dkim: null }, account.region).filter(
    ({ purpose }) => config.inboundMail || purpose !== 'mx',
  );
  const published = await Promise.all(records.map((record) => find(account, record)));
  const ofZone = new Set<string>(config.domains?.mailRecords);
  const own = await ownRecords(account, config);
  const taken = published.filter(
    ({ record: { name, purpose }, values = [] }) => ofZone.has(purpose) && values.length > 0 && !own.has(name),
  );
  if (taken.length > 0) return fail(RECORDS, `${taken.map(describeTaken).join('; ')}. The deployment will fail at it`);
  const unknown = published.filter(({ values }) => values === undefined);
  if (unknown.length > 0) {
    return warn(
      RECORDS,
      `not checked: DNS does not respond for ${unknown.map(({ record }) => record.name).join(', ')}`,
    );
  }
  const missing = published.filter(
    ({ record, values = [], inherited }) =>
      !isPublished(record, [...values, ...inherited]) && !ofZone.has(record.purpose),
  );
  if (missing.length > 0) {
    return warn(RECORDS, `not published: ${missing.map(({ record }) => recordLine(record)).join('; ')}`);
  }
  return ok(RECORDS, 'they are published, or the deployment adds them to the zone; those of DKIM are in the outputs');
}

/**
 * What DNS has for a record. A domain without a policy has that of the domain that its owner registered.
 *
 * See: RFC 7489, section 6.6.3.
 */
async function find({ lookUp }: Account, record: DnsRecord): Promise<Published> {
  const result = await lookUp(record.type, record.name);
  if (result.kind === 'unknown') return { record, values: undefined, inherited: [] };
  if (result.kind === 'found') return { record, values: result.values, inherited: [] };
  const registered = record.purpose === 'dmarc' ? getDomain(record.name) : null;
  const policy = registered === null ? undefined : await lookUp('TXT', `_dmarc.${registered}`);
  return { record, values: [], inherited: policy?.kind === 'found' ? policy.values : [] };
}

/** The names of the records that the stage has in its zone already. */
async function ownRecords({ stacks }: Account, config: StageConfig): Promise<ReadonlySet<string>> {
  const resources = (await resourcesOf(stacks, domainsStackNameOf(config))) ?? [];
  return new Set(resources.flatMap(({ type, id }) => (type === 'AWS::Route53::RecordSet' ? [id] : [])));
}

function describeTaken({ record: { name, type, purpose }, values = [] }: Published): string {
  return (
    `${name} has a ${type} record already, "${values.join('", "')}", which CloudFormation does not overwrite: leave ` +
    `${purpose} out of AID_MAIL_RECORDS to keep it, or delete it first`
  );
}
