import { type TokenAlgorithm, timesFrom } from './subject-tokens.ts';

/** A token as a platform issues it to a workload, and the rule that names the workload. */
export interface WorkloadToken {
  readonly platform: string;
  readonly alg: TokenAlgorithm;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: (issuer: string, audience: string, now: number) => Record<string, unknown>;
  readonly rule: Readonly<Record<string, string>>;
  /** The claims of a neighbour on the same platform, which the rule is not about. */
  readonly neighbour: Readonly<Record<string, unknown>>;
}

/** Source: GitHub Docs, OpenID Connect reference (claims of the token; `core.getIDToken(audience)`). */
const GITHUB: WorkloadToken = {
  platform: 'GitHub Actions',
  alg: 'RS256',
  header: { x5t: 'ykNaY4qM_ta4k2TgZOCEYLkcYlA' },
  claims: (iss, aud, now) => ({
    jti: 'd0b1f1a3-6d9a-4b8e-9e0d-3f0c8f1b2a4c',
    sub: 'repo:octo-org/octo-repo:environment:prod',
    aud,
    environment: 'prod',
    ref: 'refs/heads/main',
    sha: 'b1d5781111d84f7b3fe45a0852e59758cd7a87e5',
    repository: 'octo-org/octo-repo',
    repository_owner: 'octo-org',
    actor_id: '12',
    repository_visibility: 'private',
    repository_id: '74',
    repository_owner_id: '65',
    run_id: '30433642',
    run_number: '10',
    run_attempt: '2',
    runner_environment: 'github-hosted',
    actor: 'octocat',
    workflow: 'example-workflow',
    head_ref: '',
    base_ref: '',
    event_name: 'workflow_dispatch',
    ref_type: 'branch',
    job_workflow_ref: 'octo-org/octo-automation/.github/workflows/oidc.yml@refs/heads/main',
    iss,
    ...timesFrom(now),
  }),
  rule: { sub: 'repo:octo-org/octo-repo:*', environment: 'prod' },
  neighbour: { sub: 'repo:octo-org/octo-repo-evil:environment:prod', repository: 'octo-org/octo-repo-evil' },
};

/** Source: Kubernetes documentation, Managing Service Accounts (schema for service account private claims). */
const KUBERNETES: WorkloadToken = {
  platform: 'Kubernetes',
  alg: 'RS256',
  header: { typ: undefined },
  claims: (iss, aud, now) => ({
    aud: [aud],
    iss,
    jti: 'ed9c7f7c-4c0e-4b9a-8f6c-8f6b1a0f6f4e',
    'kubernetes.io': {
      namespace: 'default',
      node: { name: 'node-1', uid: '58456cb0-dd00-45ed-b797-5578fdceaced' },
      pod: { name: 'worker-7f9c', uid: '5e0bd49b-f040-43b0-99b7-22765a53f7f3' },
      serviceaccount: { name: 'worker', uid: '14ee3fa4-a7e2-420f-9f9a-dbc4507c3798' },
    },
    sub: 'system:serviceaccount:default:worker',
    ...timesFrom(now, 3600),
  }),
  rule: { sub: 'system:serviceaccount:default:worker' },
  neighbour: { sub: 'system:serviceaccount:default:worker-2' },
};

/** Source: Google Cloud, Verifying the identity of instances (payload of the token). */
const GOOGLE: WorkloadToken = {
  platform: 'Google Cloud',
  alg: 'RS256',
  header: {},
  claims: (iss, aud, now) => {
    const { iat, exp } = timesFrom(now, 3600);
    return {
      iss,
      iat,
      exp,
      aud,
      sub: '107517467455664443765',
      azp: '107517467455664443765',
      email: 'worker@my-project.iam.gserviceaccount.com',
      email_verified: true,
      google: {
        compute_engine: {
          project_id: 'my-project',
          project_number: 739419398126,
          zone: 'us-west1-a',
          instance_id: '152986662232938449',
          instance_name: 'example',
        },
      },
    };
  },
  rule: { sub: '107517467455664443765', email_verified: 'true' },
  neighbour: { sub: '107517467455664443766' },
};

/** Source: IAM user guide, Understanding token claims (GetWebIdentityToken). */
const AWS: WorkloadToken = {
  platform: 'AWS',
  alg: 'ES384',
  header: {},
  claims: (iss, aud, now) => {
    const { iat, exp } = timesFrom(now, 900);
    return {
      iss,
      aud,
      sub: 'arn:aws:iam::123456789012:role/DataProcessingRole',
      iat,
      exp,
      jti: 'xyz123-def456-ghi789-jkl012',
      'https://sts.amazonaws.com/': {
        aws_account: '123456789012',
        source_region: 'us-east-1',
        org_id: 'o-abc1234567',
        principal_tags: { environment: 'production' },
        lambda_source_function_arn: 'arn:aws:lambda:us-east-1:123456789012:function:process-data',
      },
    };
  },
  rule: { sub: 'arn:aws:iam::123456789012:role/DataProcessingRole' },
  neighbour: { sub: 'arn:aws:iam::123456789012:role/DataProcessingRole2' },
};

export const WORKLOAD_TOKENS: readonly WorkloadToken[] = [GITHUB, KUBERNETES, GOOGLE, AWS];
