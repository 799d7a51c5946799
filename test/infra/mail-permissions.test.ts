import { describe, expect, test } from 'vitest';
import { type Statement, statementsOf, synthesize } from './stage.ts';

const { dataTemplate, serviceTemplate } = synthesize();
const statements = [...statementsOf(dataTemplate), ...statementsOf(serviceTemplate)];

/** The resources of an SES statement, without the prefix that all ARNs of the account share. */
const sesNames = (statement: Statement | undefined) =>
  [statement?.Resource].flat().map((resource) => {
    const [, parts] = (resource as { 'Fn::Join': [string, (string | { Ref: string })[]] })['Fn::Join'];
    const text = parts.map((part) => (typeof part === 'string' ? part : part.Ref)).join('');
    return text.replace(/^.*AWS::AccountId:/, '').replace(/[A-F0-9]{8}$/, '');
  });

describe('permissions for mail', () => {
  test('The sender and the provider accounts may assume roles of customers, by their name, and none of this account', () => {
    const assuming = statements.filter(({ actions }) => actions.some((action) => action.startsWith('sts:')));
    expect(assuming.map(({ policy }) => policy.replace(/(?:Default|Role).*$/, '')).sort()).toEqual([
      'MailOutWorker',
      'Routesprovideraccounts',
    ]);
    for (const { actions, statement } of assuming) {
      expect(actions).toEqual(['sts:AssumeRole']);
      expect(JSON.stringify(statement.Resource)).toMatch(/:iam::\*:role\/aid-\*/);
      expect(statement.Condition).toEqual({ StringNotEquals: { 'aws:ResourceAccount': { Ref: 'AWS::AccountId' } } });
    }
  });

  test('Only one worker may change email identities, never those of the stage, and the domain routes and the heartbeat may only read them', () => {
    const onIdentities = statements.filter(({ actions }) => actions.some((action) => action.includes('EmailIdentity')));
    const granted = onIdentities.map(({ policy, actions, statement }) => [
      policy.replace(/(?:Default|Role).*$/, ''),
      statement.Effect,
      actions.map((action) => action.replace('ses:', '')),
      ...sesNames(statement),
    ]);
    expect(granted.sort()).toEqual([
      [
        'DomainsWorker',
        'Allow',
        [
          'CreateEmailIdentity',
          'DeleteEmailIdentity',
          'GetEmailIdentity',
          'PutEmailIdentityFeedbackAttributes',
          'PutEmailIdentityMailFromAttributes',
          'TagResource',
        ],
        'identity/*',
      ],
      [
        'DomainsWorker',
        'Deny',
        ['DeleteEmailIdentity', 'PutEmailIdentityFeedbackAttributes', 'PutEmailIdentityMailFromAttributes'],
        'identity/agents.example.com',
      ],
      ['Routesdomains', 'Allow', ['GetEmailIdentity'], 'identity/*'],
      ['SweeperWorker', 'Allow', ['GetEmailIdentity'], 'identity/agents.example.com'],
    ]);
  });

  test('Only the sender may send: from the domains of the account, through the configuration sets of the stage', () => {
    const sending = statements.filter(({ actions }) => actions.some((action) => /^ses:Send/.test(action)));
    expect(sending.map(({ policy, actions }) => [policy.replace(/[A-F0-9]{8}$/, ''), actions])).toEqual([
      ['MailOutWorkerRoleDefaultPolicy', ['ses:SendEmail', 'ses:SendRawEmail']],
    ]);
    expect(sesNames(sending[0]?.statement)).toEqual([
      'configuration-set/MailOutCodeConfigurationSet',
      'configuration-set/MailOutConfigurationSet',
      'identity/*',
    ]);
  });

  test('The sender may create tenants and associate their resources, and the worker that deletes domains may remove them', () => {
    const onTenants = statements.filter(({ actions }) => actions.some((action) => action.includes('Tenant')));
    const granted = onTenants.map(({ policy, actions, statement }) => {
      return [policy.replace(/Role.*$/, ''), ...actions, ...sesNames(statement)];
    });
    expect(granted.sort()).toEqual([
      ['DomainsWorker', 'ses:DeleteTenantResourceAssociation', 'ses:ListResourceTenants', 'identity/*', 'tenant/*'],
      ['MailOutWorker', 'ses:CreateTenant', 'tenant/*'],
      [
        'MailOutWorker',
        'ses:CreateTenantResourceAssociation',
        'configuration-set/MailOutCodeConfigurationSet',
        'configuration-set/MailOutConfigurationSet',
        'identity/*',
        'tenant/*',
      ],
    ]);
  });
});
