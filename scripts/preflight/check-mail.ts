import { DescribeActiveReceiptRuleSetCommand } from '@aws-sdk/client-ses';
import { GetAccountCommand, GetEmailIdentityCommand, type Tag } from '@aws-sdk/client-sesv2';
import type { StageConfig } from '#lib/config.ts';
import { ruleSetNameOf, serviceStackNameOf } from '#lib/settings.ts';
import { STAGE_TAG } from '#shared/services/mail-domains/ses-identity.ts';
import { ownerOf, resourcesOf } from '../stage/stacks.ts';
import type { Account } from './account.ts';
import { type Finding, fail, isNamed, ok, warn } from './finding.ts';

const REGION = 'inbound mail';
const IDENTITY = 'mail domain';
const RULE_SET = 'receipt rules';
const SANDBOX = 'sending';

/** Checks that SES receives mail in the region: it does not in all regions in which it sends. */
export async function checkInboundRegion({ region, hasAddress }: Account): Promise<Finding> {
  const host = `inbound-smtp.${region}.amazonaws.com`;
  const sending = `email.${region}.amazonaws.com`;
  try {
    if (!(await hasAddress(sending)))
      return warn(REGION, `not checked: the DNS resolver does not know ${sending} either`);
    if (await hasAddress(host)) return ok(REGION, `SES receives mail in ${region}`);
  } catch (error) {
    // Some networks reach AWS by a proxy, and have no resolver of public names.
    return warn(REGION, `not checked: the DNS resolver does not respond: ${(error as Error).message}`);
  }
  return fail(
    REGION,
    `${host} has no address, so SES receives no mail in ${region}; choose a region of the table "Email receiving ` +
      'endpoints" (AWS General Reference, Amazon SES endpoints and quotas)',
  );
}

/** Checks that CloudFormation can create the mail domain: it refuses an identity that exists outside of its stack. */
export async function checkIdentity({ ses, stacks, region }: Account, config: StageConfig): Promise<Finding> {
  const { mailDomain } = config;
  let tags: readonly Tag[] | undefined;
  try {
    tags = (await ses.send(new GetEmailIdentityCommand({ EmailIdentity: mailDomain }))).Tags;
  } catch (error) {
    if (isNamed(error, 'NotFoundException')) return ok(IDENTITY, `${mailDomain} is free in SES`);
    throw error;
  }
  const stack = serviceStackNameOf(config);
  const own = await resourcesOf(stacks, stack);
  if (own?.some(({ type, id }) => type === 'AWS::SES::EmailIdentity' && id === mailDomain)) {
    return ok(IDENTITY, `${mailDomain} belongs to ${stack}`);
  }
  const owner = await ownerOf(stacks, mailDomain);
  return fail(
    IDENTITY,
    `${mailDomain} is an identity of SES in ${region} already, so its creation will fail. ${describeOwner(owner, tags)} ` +
      'Choose another AID_MAIL_DOMAIN, or give the domain up there first',
  );
}

function describeOwner(stack: string | undefined, tags: readonly Tag[] = []): string {
  if (stack !== undefined) return `It belongs to the stack ${stack}.`;
  const stage = stageOf(tags);
  if (stage !== undefined) return `It is the mail domain of an organization of the stage ${stage}.`;
  const named = tags.map(({ Key, Value }) => `${Key}=${Value}`).join(', ');
  return `It belongs to no stack${named === '' ? ' and has no tags' : `; its tags are ${named}`}.`;
}

/** The stage of an identity that a stage made for the mail domain of an organization. */
function stageOf(tags: readonly Tag[] = []): string | undefined {
  return tags.find(({ Key }) => Key === STAGE_TAG)?.Value;
}

/** Checks which receipt rules are active: an account has one active set in a region. */
export async function checkRuleSet({ receiving, region }: Account, config: StageConfig): Promise<Finding> {
  if (!config.inboundMail) return ok(RULE_SET, 'none are needed, because the stage is to receive no mail');
  const own = ruleSetNameOf(config);
  const { Metadata } = await receiving.send(new DescribeActiveReceiptRuleSetCommand({}));
  const active = Metadata?.Name;
  if (active === own) return ok(RULE_SET, `${own} is active`);
  if (active === undefined)
    return ok(RULE_SET, `none is active in ${region}; run npm run inbound-mail -- activate after it`);
  return warn(
    RULE_SET,
    `${active} is active in ${region}. The deployment does not change that, and this stage receives no mail until ` +
      `${own} is active instead, which ends the mail of the other: use another region or account for one of them`,
  );
}

/** Checks whether SES sends for the account at all, and to every address, and as fast as the stage is sized for. */
export async function checkSending({ ses, region }: Account, { sesRate }: StageConfig): Promise<Finding> {
  const { SendingEnabled, ProductionAccessEnabled, EnforcementStatus, SendQuota } = await ses.send(
    new GetAccountCommand({}),
  );
  if (!SendingEnabled) {
    return warn(SANDBOX, `SES does not send for this account in ${region} (${EnforcementStatus}): see its console`);
  }
  if (!ProductionAccessEnabled) {
    return warn(
      SANDBOX,
      `the account is in the sandbox of SES in ${region}: it sends to verified addresses only, at most ` +
        `${SendQuota?.Max24HourSend} emails a day. Ask for production access in the SES console`,
    );
  }
  const quota = `SES sends ${SendQuota?.MaxSendRate} emails per second, and ${SendQuota?.Max24HourSend} a day`;
  const rate = Math.max(1, Math.floor(SendQuota?.MaxSendRate ?? sesRate));
  if (rate === sesRate) return ok(SANDBOX, quota);
  return warn(SANDBOX, `${quota}, and the stage is sized for ${sesRate} a second: set AID_SES_RATE=${rate}`);
}
