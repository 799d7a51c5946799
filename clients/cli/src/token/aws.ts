import { printableJson } from '../output/printable.ts';
import { exchange } from './exchange.ts';
import { ExchangeError } from './exchange-error.ts';
import { needed, type Provider, type Settings } from './provider.ts';
import { between } from './reason.ts';
import { subjectOf } from './subject.ts';

/**
 * AWS: `AssumeRoleWithWebIdentity` of STS. The call needs no signature, so it needs no key of AWS. Prints what
 * `credential_process` of a profile in `~/.aws/config` reads.
 *
 * See: AWS STS API reference, AssumeRoleWithWebIdentity; AWS CLI user guide, Source credentials with an external
 * process.
 */
export const aws: Provider = {
  title: 'AWS',
  options: {
    roleArn: ['AWS_ROLE_ARN'],
    region: ['AWS_REGION', 'AWS_DEFAULT_REGION'],
    sessionName: ['AWS_ROLE_SESSION_NAME'],
    durationSeconds: [],
    endpoint: ['AWS_ENDPOINT_URL_STS'],
  },
  required: ['roleArn'],
  audience: () => 'sts.amazonaws.com',
  async exchange({ token }, settings, signal) {
    const { durationSeconds, sessionName = subjectOf(token) } = settings;
    const body = new URLSearchParams({
      Action: 'AssumeRoleWithWebIdentity',
      Version: '2011-06-15',
      RoleArn: needed(aws, settings, 'roleArn'),
      RoleSessionName: sessionName,
      WebIdentityToken: token,
      ...(durationSeconds !== undefined && { DurationSeconds: durationSeconds }),
    });
    const xml = await exchange({ provider: aws.title, endpoint: endpointOf(settings), body, secret: token, signal });
    const row = {
      Version: 1,
      AccessKeyId: between(xml, 'AccessKeyId'),
      SecretAccessKey: between(xml, 'SecretAccessKey'),
      SessionToken: between(xml, 'SessionToken'),
      Expiration: between(xml, 'Expiration'),
    };
    if (Object.values(row).includes(undefined)) throw new ExchangeError('AWS gave no credentials');
    return { text: printableJson(row), row };
  },
};

/** The endpoint of a region, or the global one. See: AWS General Reference, STS endpoints. */
function endpointOf({ endpoint, region }: Settings): string {
  if (endpoint !== undefined) return endpoint;
  if (region === undefined) return 'https://sts.amazonaws.com/';
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://sts.${encodeURIComponent(region)}.${domain}/`;
}
