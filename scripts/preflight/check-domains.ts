import { DescribeCertificateCommand } from '@aws-sdk/client-acm';
import type { StageConfig } from '#lib/config.ts';
import type { NamedHost } from '#lib/domain-settings.ts';
import type { Account } from './account.ts';
import { type Finding, fail, isNamed, ok } from './finding.ts';

const CERTIFICATES = 'certificates';

/** A certificate of the stage, and what it has to be for. */
interface Needed {
  /** The setting with the certificate. */
  readonly setting: string;
  readonly certificateArn: string;
  readonly host: string;
}

/** Checks that API Gateway can use the certificate of each domain of the stage. */
export async function checkCertificates(account: Account, config: StageConfig): Promise<Finding> {
  const needed = neededBy(config);
  if (needed.length === 0) return ok(CERTIFICATES, 'none is needed, because the stage has no domain of its own');
  const problems: string[] = [];
  for (const one of needed) {
    const problem = await problemOf(account, one);
    if (problem !== undefined) problems.push(`${one.setting}: ${problem}`);
  }
  if (problems.length > 0) return fail(CERTIFICATES, problems.join('; '));
  return ok(CERTIFICATES, `issued for ${needed.map(({ host }) => host).join(', ')}`);
}

function neededBy({ domains: { api, sockets, tunnels, console } = {} }: StageConfig): Needed[] {
  return [
    ...neededFor('AID_API_CERTIFICATE', api),
    ...neededFor('AID_SOCKET_CERTIFICATE', sockets),
    ...neededFor('AID_TUNNEL_CERTIFICATE', tunnels, '*.'),
    ...neededFor('AID_CONSOLE_CERTIFICATE', console),
  ];
}

function neededFor(setting: string, domain: NamedHost | undefined, prefix = ''): Needed[] {
  if (domain === undefined) return [];
  return [{ setting, certificateArn: domain.certificateArn, host: `${prefix}${domain.name}` }];
}

/** What keeps API Gateway from using a certificate; `undefined` if nothing does. */
async function problemOf(
  { certificates, region }: Account,
  { certificateArn, host }: Needed,
): Promise<string | undefined> {
  const other = certificateArn.split(':')[3];
  if (other !== region) return `the certificate is in ${other}; ask for one in ${region}, the region of the stage`;
  try {
    const { Certificate } = await certificates.send(new DescribeCertificateCommand({ CertificateArn: certificateArn }));
    const names = [Certificate?.DomainName, ...(Certificate?.SubjectAlternativeNames ?? [])];
    if (Certificate?.Status === 'PENDING_VALIDATION') {
      return 'the certificate is not issued yet; add the CNAME record that proves the name, and wait';
    }
    if (Certificate?.Status !== 'ISSUED') return `the certificate is ${Certificate?.Status}; ask for another`;
    if (names.some((name) => name !== undefined && covers(name, host))) return undefined;
    return `the certificate is for ${[...new Set(names)].join(', ')}; ask for one for ${host}`;
  } catch (error) {
    if (!isNamed(error, 'ResourceNotFoundException')) throw error;
    return `the account has no such certificate in ${region}`;
  }
}

/** Whether a name in a certificate is for a host: a wildcard is for exactly one label. See: RFC 6125, section 6.4.3. */
function covers(name: string, host: string): boolean {
  const certified = name.toLowerCase();
  return certified === host || (certified.startsWith('*.') && certified.slice(2) === host.slice(host.indexOf('.') + 1));
}
