import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { ServiceFunction } from './service-function.ts';

export interface SweepProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
}

/**
 * Reads the index of due work once per minute, and goes the ways through the stage to see that they work. A failed
 * round is not retried, and a late one is dropped, because the next is at most a minute away.
 */
export class Sweep extends Construct {
  readonly worker: ServiceFunction;

  constructor(scope: Construct, id: string, { config, assetRoot }: SweepProps) {
    super(scope, id);
    this.worker = new ServiceFunction(this, 'Worker', { config, assetRoot, name: 'worker-sweep' });
    new Rule(this, 'EveryMinute', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(this.worker.live, { retryAttempts: 0, maxEventAge: Duration.minutes(1) })],
    });
  }
}
