import type { Assembly } from './assembly/assembly.ts';
import type { buildAssembly } from './assembly/build-assembly.ts';
import type { Clock } from './clock.ts';
import type { EmailService } from './emulators/email/email-api.ts';
import type { Identities } from './emulators/email/identities.ts';
import type { ReceiptRules } from './emulators/email/receipt-rules.ts';
import type { Queues } from './emulators/queues/queues.ts';
import type { Topics } from './emulators/topics/topics.ts';
import type { Functions } from './functions/functions.ts';
import type { LocalSettings } from './settings.ts';
import type { SocketGateway } from './sockets/socket-gateway.ts';
import type { EventSources } from './sources/event-sources.ts';
import type { StackMetrics } from './stack-metrics.ts';

export interface StackProps {
  readonly settings: LocalSettings;
  /** Shows a line to the person at the terminal. */
  show(line: string): void;
  /** Called when an essential part of the stack has ended unexpectedly. */
  onBroken(reason: string): void;
  /** Called when a person has asked for an empty stack, with the settings that start it on the same ports. */
  onReset?(settings: LocalSettings): void;
  /** Builds the assembly; tests replace it with a small one. */
  readonly build?: typeof buildAssembly;
  /** The path of the readiness check; none for an assembly without one. */
  readonly readyPath?: string;
}

export interface LocalStack {
  readonly url: string;
  readonly smtpPort: number;
  /** Address of the emulated AWS services, for access from outside. */
  readonly awsEndpoint: string;
  readonly dynamodbEndpoint: string;
  readonly queues: Queues;
  readonly functions: Functions;
  readonly metrics: StackMetrics;
  readonly assembly: Assembly;
  readonly topics: Topics;
  readonly identities: Identities;
  /** Which receipt rules are active; another stage of the account may activate its own. */
  readonly receiptRules: ReceiptRules;
  readonly sources: EventSources;
  readonly email: EmailService;
  /** The clock of the functions, queues and metrics. */
  readonly clock: Clock;
  /** The WebSocket API, if the templates have one. */
  readonly sockets: SocketGateway | undefined;
  /** The console on an origin of its own, if the stage has it. */
  readonly consoleUrl: string | undefined;
  stop(): Promise<void>;
}
