import { Stage } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { AidService, type AidServiceProps } from './aid-service.ts';

/**
 * The whole service as a stage of a pipeline: all its stacks are deployed together.
 *
 * @example pipeline.addStage(new AidStage(this, 'Prod', { stage: 'prod', mailDomain: 'agents.example.com', env }));
 */
export class AidStage extends Stage {
  readonly aid: AidService;

  constructor(scope: Construct, id: string, { env, ...props }: AidServiceProps) {
    super(scope, id, { ...(env !== undefined && { env }) });
    this.aid = new AidService(this, 'Aid', props);
  }
}
