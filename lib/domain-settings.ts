import { z } from 'zod';
import type { RecordPurpose } from '#shared/domain/mail/dns-records.ts';

/** A host name of the stage, with the certificate that API Gateway shows for it. */
export interface NamedHost {
  readonly name: string;
  readonly certificateArn: string;
}

/** The domains of a stage. One that is absent leaves API Gateway's own address. */
export interface StageDomains {
  readonly api?: NamedHost;
  /** The WebSocket API. API Gateway does not mix WebSocket and REST APIs under one name. */
  readonly sockets?: NamedHost;
  /** Each tunnel has a host below this one. Its certificate is for `*.<name>`. */
  readonly tunnels?: NamedHost;
  /** The web console, on an origin of its own. */
  readonly console?: NamedHost;
  /** The hosted zone of Route 53 that gets an alias record for each name. */
  readonly hostedZoneId?: string;
  /** The records of the mail domain that the hosted zone gets too. */
  readonly mailRecords?: readonly RecordPurpose[];
}

/** How long resolvers keep a record of the mail domain, in seconds, as a template has it. */
export const RECORD_SECONDS = '300';

/** A domain name in lower case, with at least two labels. */
export const DOMAIN = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** The length of a label with the address of a tunnel, and of the dot after it. */
const TUNNEL_LABEL = 28;

const CERTIFICATE_ARN = /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[A-Za-z0-9-]+$/;

/**
 * The records of the mail domain that a zone may get. Those with the keys of DKIM are not among them: a stage that is
 * deleted and created again may have other keys.
 */
const ZONE_RECORDS = ['mail_from', 'spf', 'dmarc', 'mx'] as const satisfies readonly RecordPurpose[];

const ALL_RECORDS = 'all';

/** Purposes with commas between them, or the word for all of them. */
const mailRecords = z
  .string()
  .transform((text) => (text.trim() === ALL_RECORDS ? [...ZONE_RECORDS] : text.split(',').map((one) => one.trim())))
  .pipe(z.array(z.enum(ZONE_RECORDS, `expected ${ALL_RECORDS}, or some of ${ZONE_RECORDS.join(', ')} with commas`)))
  .optional();

const domain = z.string().regex(DOMAIN, 'expected a domain name in lower case').optional();
const certificate = z.string().regex(CERTIFICATE_ARN, 'expected the ARN of a certificate of ACM').optional();

/** The variables about domains. */
export const DOMAIN_VARIABLES = {
  AID_API_DOMAIN: domain.meta({
    description: '[domain name](deployment.md#domains) of the API',
    shown: 'address of API Gateway',
  }),
  AID_API_CERTIFICATE: certificate.meta({ description: 'ARN of its certificate' }),
  AID_SOCKET_DOMAIN: domain.meta({
    description: 'domain name of the WebSocket API',
    shown: 'address of API Gateway',
  }),
  AID_SOCKET_CERTIFICATE: certificate.meta({ description: 'ARN of its certificate' }),
  AID_TUNNEL_DOMAIN: domain
    .refine((name = '') => name.length <= 253 - TUNNEL_LABEL, 'too long for hosts below it')
    .meta({ description: 'domain name below which each tunnel has a host', shown: 'address of API Gateway' }),
  AID_TUNNEL_CERTIFICATE: certificate.meta({ description: 'ARN of its certificate, for `*.` and the domain' }),
  AID_CONSOLE_DOMAIN: domain.meta({
    description: 'domain name of the web console, with `AID_CONSOLE`',
    shown: 'address of API Gateway',
  }),
  AID_CONSOLE_CERTIFICATE: certificate.meta({ description: 'ARN of its certificate' }),
  AID_HOSTED_ZONE: z
    .string()
    .regex(/^Z[A-Z0-9]{1,31}$/, 'expected the id of a hosted zone of Route 53')
    .optional()
    .meta({ description: 'id of a Route 53 zone that gets the records of these names' }),
  AID_MAIL_RECORDS: mailRecords.meta({
    description:
      'records of the mail domain that this zone gets too: `all`, or some of `mail_from`, `spf`, `dmarc`, `mx` with commas between them. None of them may exist ([deployment](deployment.md#the-records-of-the-mail-domain))',
  }),
} as const;

type Read = { [N in Exclude<keyof typeof DOMAIN_VARIABLES, 'AID_MAIL_RECORDS'>]?: string | undefined } & {
  readonly AID_MAIL_RECORDS?: readonly RecordPurpose[] | undefined;
  readonly AID_PROFILE: string;
  readonly AID_CONSOLE: string;
  readonly AID_PUBLIC_URL?: string | undefined;
  readonly AID_TUNNEL_URL?: string | undefined;
};

/** Each domain, its certificate, and the older variable that says the same address. */
const PAIRS = [
  { domain: 'AID_API_DOMAIN', certificate: 'AID_API_CERTIFICATE', address: 'AID_PUBLIC_URL' },
  { domain: 'AID_SOCKET_DOMAIN', certificate: 'AID_SOCKET_CERTIFICATE', address: undefined },
  { domain: 'AID_TUNNEL_DOMAIN', certificate: 'AID_TUNNEL_CERTIFICATE', address: 'AID_TUNNEL_URL' },
  { domain: 'AID_CONSOLE_DOMAIN', certificate: 'AID_CONSOLE_CERTIFICATE', address: undefined },
] as const;

/** The domains of a stage; `undefined` if it has none. */
export function domainsOf(read: Read): StageDomains | undefined {
  const host = (name: string | undefined, certificateArn: string | undefined): NamedHost | undefined =>
    name === undefined || certificateArn === undefined ? undefined : { name, certificateArn };
  const api = host(read.AID_API_DOMAIN, read.AID_API_CERTIFICATE);
  const sockets = host(read.AID_SOCKET_DOMAIN, read.AID_SOCKET_CERTIFICATE);
  const tunnels = host(read.AID_TUNNEL_DOMAIN, read.AID_TUNNEL_CERTIFICATE);
  const site = host(read.AID_CONSOLE_DOMAIN, read.AID_CONSOLE_CERTIFICATE);
  const { AID_HOSTED_ZONE: hostedZoneId, AID_MAIL_RECORDS: mailRecords } = read;
  if ([api, sockets, tunnels, site, mailRecords].every((one) => one === undefined)) return undefined;
  return {
    ...(api && { api }),
    ...(sockets && { sockets }),
    ...(tunnels && { tunnels }),
    ...(site && { console: site }),
    ...(hostedZoneId !== undefined && { hostedZoneId }),
    ...(mailRecords && { mailRecords }),
  };
}

/** What is wrong with the settings of the domains, in one line that names the variable. */
export function domainProblem(read: Read): string | undefined {
  const set = Object.keys(DOMAIN_VARIABLES).find((name) => read[name as keyof typeof DOMAIN_VARIABLES] !== undefined);
  if (set === undefined) return undefined;
  if (read.AID_PROFILE === 'local') return `${set}: only on AWS; a stack on one machine has loopback addresses`;
  for (const { domain, certificate, address } of PAIRS) {
    const name = read[domain];
    if (name !== undefined && read[certificate] === undefined) {
      const names = domain === 'AID_TUNNEL_DOMAIN' ? `*.${name}` : name;
      return `${certificate}: expected with ${domain}: the ARN of a certificate for ${names} in the region of the stage`;
    }
    if (name === undefined && read[certificate] !== undefined) return `${domain}: expected with ${certificate}`;
    if (name !== undefined && address !== undefined && read[address] !== undefined) {
      return `${address}: expected without ${domain}, from which the address follows`;
    }
  }
  const { AID_API_DOMAIN: api, AID_SOCKET_DOMAIN: sockets, AID_TUNNEL_DOMAIN: tunnels } = read;
  const { AID_CONSOLE_DOMAIN: site } = read;
  const { AID_HOSTED_ZONE: zone, AID_MAIL_RECORDS: records } = read;
  if (records !== undefined && zone === undefined) {
    return 'AID_MAIL_RECORDS: expected with AID_HOSTED_ZONE, the zone that gets the records';
  }
  if (records === undefined && PAIRS.every((pair) => read[pair.domain] === undefined)) {
    const domains = PAIRS.map((pair) => pair.domain).join(', ');
    return `AID_HOSTED_ZONE: expected with AID_MAIL_RECORDS, or with a domain: ${domains}`;
  }
  if (site !== undefined && read.AID_CONSOLE !== 'true') return 'AID_CONSOLE_DOMAIN: expected with AID_CONSOLE=true';
  if (sockets !== undefined && sockets === api) {
    return 'AID_SOCKET_DOMAIN: expected another name than AID_API_DOMAIN; API Gateway does not mix the two under one';
  }
  if (site !== undefined && (site === api || site === sockets)) {
    return 'AID_CONSOLE_DOMAIN: expected another name than those of the APIs, so that its page has an origin of its own';
  }
  const others = { AID_API_DOMAIN: api, AID_SOCKET_DOMAIN: sockets, AID_CONSOLE_DOMAIN: site };
  for (const [variable, name] of Object.entries(others)) {
    if (tunnels !== undefined && (name === tunnels || name?.endsWith(`.${tunnels}`))) {
      return `${variable}: expected a name that is not below AID_TUNNEL_DOMAIN, where tunnelled servers could set its cookies`;
    }
  }
  return undefined;
}
