import { describe, expect, test } from 'vitest';
import { requireVersion } from '#functions/http/a2a-protocol/required-version.ts';
import { bodyOf, queryOf, taskPart } from '#functions/http/a2a-protocol/rest-call.ts';
import { readRpcRequest } from '#functions/http/a2a-protocol/rpc-request.ts';
import { SnsVerifier } from '#functions/http/inbound-mail/sns-verifier.ts';
import { listMessages } from '#shared/contract/routes/mail.ts';
import { protoJson } from '#shared/contract/schemas/proto-json.ts';
import type { Table } from '#shared/data/table-client.ts';
import { jsonBytes } from '#shared/domain/a2a/content.ts';
import { contactMatcher } from '#shared/domain/contact/contact.ts';
import { parseRetryAfter } from '#shared/domain/delivery/retry-schedule.ts';
import { verifySignature } from '#shared/domain/delivery/signature.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import {
  hostLiteral,
  isAllowedAddress,
  isLoopbackAddress,
  receiverUrlProblem,
  serverHostProblem,
} from '#shared/domain/http/url-safety.ts';
import { ID_PREFIX, type IdKind, isId } from '#shared/domain/ids/ids.ts';
import { topicHost } from '#shared/domain/mail/topic.ts';
import { isWellFormedApiKey } from '#shared/domain/organization/api-key.ts';
import { handleSchema, slugSchema } from '#shared/domain/organization/handle.ts';
import { isBase64 } from '#shared/domain/text/base64.ts';
import { canonicalJson } from '#shared/domain/text/canonical-json.ts';
import { parseJson } from '#shared/domain/text/parse-json.ts';
import { parseTimestamp } from '#shared/domain/time/time.ts';
import { authenticate } from '#shared/runtime/pipeline/authenticate.ts';
import { cacheable } from '#shared/runtime/pipeline/cacheable.ts';
import type { HttpRequest } from '#shared/runtime/pipeline/http.ts';
import { assertSafeJson, parseRequest, requireContentType } from '#shared/runtime/pipeline/parse.ts';
import type { ProtocolRequest } from '#shared/runtime/pipeline/protocol-messages.ts';
import { readPageToken } from '#shared/services/a2a-protocol/page-token.ts';
import { refusedField } from '#shared/services/a2a-protocol/protocol-errors.ts';
import { classifySesError } from '#shared/services/outbound-mail/classify-ses-error.ts';
import { serverMessage } from '#shared/services/outbound-mail/classify-smtp-error.ts';
import { JSON_BAITS, TEXT_BAITS } from '../support/growth-baits.ts';
import { growth, LINEAR } from '../support/time-complexity.ts';

/** Eight times as many are tried as well: more than API Gateway accepts for a header, a path or a query. */
const LINE = 4 * 1024;
/** Eight times as many are half a megabyte. What is linear up to that is linear up to 5 MB. */
const BODY = 64 * 1024;

type Parser = (text: string) => unknown;

const REQUEST: HttpRequest = {
  requestId: 'r',
  method: 'GET',
  resource: '/x',
  path: '/x',
  headers: {},
  query: {},
  params: {},
  body: null,
  address: '192.0.2.1',
  baseUrl: 'https://api.example',
  ownUrls: ['https://api.example'],
};

/** Parsers may throw for invalid input. */
const tolerant =
  (parse: Parser): Parser =>
  (text) => {
    try {
      return parse(text);
    } catch (error) {
      if (error instanceof RangeError) throw error;
      return undefined;
    }
  };

const asHeader = (name: string, value: string) => ({ ...REQUEST, headers: { [name]: value } });
const protocol = (fields: Partial<HttpRequest>) => ({ ...REQUEST, ...fields }) as unknown as ProtocolRequest;
const NO_POLICY = { allowLoopback: false };
const LOCAL_POLICY = { allowLoopback: true };

const LINE_PARSERS: Readonly<Record<string, Parser>> = {
  'a key in the authorization header': (text) => {
    // The request is refused before the table is read.
    authenticate(undefined as unknown as Table, `Bearer ${text}`, { now: 0 }).catch(() => {});
  },
  'the authorization header': (text) => {
    authenticate(undefined as unknown as Table, text, { now: 0 }).catch(() => {});
  },
  'the content type': (text) => requireContentType({}, { ...asHeader('content-type', text), body: '{}' }),
  'if-none-match': (text) => cacheable({ status: 200, headers: {}, body: {} }, asHeader('if-none-match', text), 60),
  'a2a-version in a header': (text) => requireVersion(protocol({ headers: { 'a2a-version': text } })),
  'a2a-version in the query': (text) => requireVersion(protocol({ query: { [text]: ['1.0'], 'A2A-Version': [text] } })),
  'retry-after of a receiver': (text) => parseRetryAfter(text, 0),
  'a signature': (signature) => verifySignature('secret', { requestId: 'x', timestamp: '0', signature }, 'body', 0),
  'the time of a signature': (timestamp) =>
    verifySignature('secret', { requestId: 'x', timestamp, signature: 'v1=' }, 'body', 0),
  'a query': (text) => parseRequest(listMessages, { ...REQUEST, query: { [text]: [text], before: [text] } }),
  'a query of the A2A protocol': (text) => queryOf(protocol({ query: { [text]: [text], includeArtifacts: [text] } })),
  'a path with a verb': (task) => taskPart(protocol({ params: { task } })),
  'a page token': (text) => readPageToken(text, /^(\d{1,15}) (tsk_[0-9A-Z]{26})$/),
  'an API key': isWellFormedApiKey,
  'an id': (text) => {
    for (const kind of Object.keys(ID_PREFIX) as IdKind[]) {
      isId(kind, text);
      isId(kind, `${ID_PREFIX[kind]}_${text}`);
    }
  },
  'a time': (text) => [parseTimestamp(text), parseTimestamp(text, 'up')],
  'a handle': (text) => handleSchema.safeParse(text),
  'a slug': (text) => slugSchema.safeParse(text),
  'a search': (text) => contactMatcher(text)({ displayName: text, emails: [text], agentHandles: [], company: null }),
  'the URL of a receiver': (text) => [receiverUrlProblem(text, NO_POLICY), receiverUrlProblem(text, LOCAL_POLICY)],
  'the path of a receiver': (text) => receiverUrlProblem(`https://receiver.example/${text}`, NO_POLICY),
  'the host of a receiver': (text) => receiverUrlProblem(`https://${text}/`, LOCAL_POLICY),
  'the host of a server': (text) => serverHostProblem(text, LOCAL_POLICY),
  'an address': (text) => [hostLiteral(text), isLoopbackAddress(text), isAllowedAddress(text, NO_POLICY)],
  'an address in brackets': (text) => hostLiteral(`[${text}]`),
  'the ARN of a topic': topicHost,
  'what an SMTP server says': (response) => serverMessage({ response }),
  'what SES says': (text) => classifySesError(new Error(text)),
  'a refused field': (text) => [refusedField(invalid(text, 'x')), refusedField(invalid('x', text))],
};

const BODY_PARSERS: Readonly<Record<string, Parser>> = {
  JSON: (text) => parseJson(text),
  'the check of a body': (text) => assertSafeJson(parseJson(text)),
  'the canonical form of a body': (text) => canonicalJson(assertSafeJson(parseJson(text))),
  ProtoJSON: (text) => protoJson(assertSafeJson(parseJson(text))),
  'the size of a part': (text) => jsonBytes(assertSafeJson(parseJson(text))),
  'a request of JSON-RPC': (text) => readRpcRequest(text),
  'a body of the HTTP binding': (text) => bodyOf(protocol({ body: text })),
  base64: isBase64,
};

describe('handwritten parsers of a line', () => {
  test.each(Object.entries(LINE_PARSERS))('The parser of %s takes linear time', async (_, parse) => {
    for (const [bait, make] of Object.entries(TEXT_BAITS)) {
      expect(await growth(tolerant(parse), make, LINE), bait).toBeLessThan(LINEAR);
    }
  });
});

describe('handwritten parsers of a body', () => {
  test.each(Object.entries(BODY_PARSERS))('The parser of %s takes linear time for a body', async (_, parse) => {
    for (const [bait, make] of Object.entries({ ...JSON_BAITS, ...TEXT_BAITS })) {
      expect(await growth(tolerant(parse), make, BODY), bait).toBeLessThan(LINEAR);
    }
  });
});

describe('a message of Amazon SNS', () => {
  const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:inbound';
  const CERTIFICATE = 'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0.pem';
  const genuine = {
    Type: 'Notification',
    MessageId: 'id',
    TopicArn: TOPIC,
    Message: 'message',
    Timestamp: new Date(0).toISOString(),
    SignatureVersion: '2',
    Signature: 'c2lnbmF0dXJl',
    SigningCertURL: CERTIFICATE,
  };
  const admit = (fields: object, pem = '') => {
    const door = new SnsVerifier(async () => ({ status: 200, text: pem }));
    return door.verify(Buffer.from(JSON.stringify({ ...genuine, ...fields })), [TOPIC], 0).catch(() => undefined);
  };

  test.each([...Object.keys(genuine), 'Subject', 'SubscribeURL', 'Token'])(
    'The field %s of a message of Amazon SNS is checked in linear time',
    async (field) => {
      for (const [bait, make] of Object.entries(TEXT_BAITS)) {
        expect(await growth((text) => admit({ [field]: text }), make, LINE), bait).toBeLessThan(LINEAR);
      }
    },
  );

  test.each([
    ['signing certificate', 'SigningCertURL', 'https://sns.eu-central-1.amazonaws.com/'],
    ['certificate’s name', 'SigningCertURL', 'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-'],
  ])('The URL of the %s of a message of Amazon SNS is checked in linear time', async (_, field, start) => {
    for (const [bait, make] of Object.entries(TEXT_BAITS)) {
      const check = (text: string) => admit({ [field]: start + text });
      expect(await growth(check, make, LINE), bait).toBeLessThan(LINEAR);
    }
  });

  test('The certificate of a message of Amazon SNS is read in linear time', async () => {
    const [begin, end] = ['-----BEGIN CERTIFICATE-----\n', '-----END CERTIFICATE-----\n'];
    const baits = { ...TEXT_BAITS, begins: (size: number) => begin.repeat(size / begin.length) };
    for (const [bait, make] of Object.entries(baits)) {
      for (const wrap of [(text: string) => text, (text: string) => `${begin}${text}\n${end}`]) {
        expect(await growth((text) => admit({}, wrap(text)), make, LINE), bait).toBeLessThan(LINEAR);
      }
    }
  });
});
