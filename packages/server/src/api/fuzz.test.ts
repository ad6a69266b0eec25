import {
  type CallName,
  calls,
  oneTimeCodeRequestSchema,
  rumBatchSchema,
  socketPath,
} from '@kassa/contract';
import fc from 'fast-check';
import { io, type Socket } from 'socket.io-client';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { endpoints } from '../operator/dispatch/endpoints.ts';
import { checkAnswer } from '../testing/fuzz/check-answer.ts';
import { hostileText, hostileValue } from '../testing/fuzz/hostile-values.ts';
import { type Ask, splitPath, writeAsks, writeUsual } from '../testing/fuzz/http-fuzz.ts';
import { malformedLines, sendBytes } from '../testing/fuzz/malformed-lines.ts';
import { mutatedRequest, usualRequest } from '../testing/fuzz/mutated-request.ts';
import { notifications } from '../testing/fuzz/notifications.ts';
import { describeAsked, hangMs, type RawRequest, sendRaw } from '../testing/fuzz/raw-request.ts';
import { createOperator } from '../testing/operator-client.ts';
import { isLongRun, seed, seedLabel } from '../testing/run-scale.ts';
import { describeRequest, type JsonSchema } from '../testing/sample-values.ts';
import {
  makeOwner,
  makeSubject,
  type Owner,
  subjectKinds,
} from '../testing/subjects/make-subject.ts';
import { sellPackage } from '../testing/sweepstake-desk.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** The number of random requests: a long run makes all, other runs a twelfth. */
const share = (count: number) => (isLongRun ? count : Math.ceil(count / 12));
/** How often each call is made validly at the end, so that short runs pass every validation too. */
const rounds = 8;
const atOnce = 16;
const boxId = 'sold';
const timeouts = { timeout: 180_000 };

let server: TestServer;
/** Ids of existing rows, by the field that names them. */
type Known = Record<string, string[]>;
let known: Known;
let owner: Owner;
let playerTokens: string[];
let operatorKeys: string[];
const loggedErrors: string[] = [];
/** Targets where a request passed all validation of its shape. */
const acceptedPaths = new Set<string>();

beforeAll(async () => {
  // A slow machine must not cause timeouts here.
  server = await startTestServer({}, { providerTimeoutMs: 10_000, hasJobs: true });
  sellPackage(server.core, boxId);
  ({ owner, known } = await createOwner());
  playerTokens = [
    await server.token(),
    await server.token({ playerId: 'player-2' }),
    await server.token({ currency: 'JPY', playerId: 'player-3' }),
    await server.token({ currency: 'QSC', playerId: 'player-4' }),
    owner.token,
  ];
  const operators = [
    await createOperator(server, { brandId: 'other' }),
    await createOperator(server, { brandId: 'other', scopes: ['read'] }),
  ];
  operatorKeys = operators.map(({ key }) => key);
});

/** Creates another player with one row of everything. */
async function createOwner(): Promise<{ owner: Owner; known: Known }> {
  const owner = await makeOwner(server, 'other');
  const made = await Promise.all(
    subjectKinds
      .filter((kind) => kind !== 'block')
      .map(async (kind) => [`${kind}Id`, await makeSubject(server, owner, kind)]),
  );
  const known: Known = { ...Object.fromEntries(made), player: [owner.externalId] };
  known.paymentSessionId = known.sessionId ?? [];
  known.depositId = [...(known.depositId ?? []), ...(known.incompleteDepositId ?? [])];
  known.operationId = known.walletOperationId ?? [];
  known.transferId = known.bankTransferId ?? [];
  known.package = [boxId];
  known.returnUrl = [`${server.url}/kassa/form`];
  return { owner, known };
}

beforeEach(() => {
  vi.spyOn(server.core.log, 'error').mockImplementation((fields, message) => {
    const { error } = fields as { error?: Error };
    loggedErrors.push(`${message}: ${error?.stack ?? JSON.stringify(fields)}`);
  });
});

afterAll(async () => {
  const problems = await checkLedger(server.core.db);
  // One of the subjects is a wallet operation that was refused, and its rule rightly names it.
  const unmade = problems.filter(
    ({ rule }) => !rule.startsWith('every wallet operation that must happen'),
  );
  expect(unmade, seedLabel).toEqual([]);
  await server.stop();
});

/** Makes all requests, some at a time; fails with the invalid responses and their requests. */
async function askAll<Asked>(
  asks: Asked[],
  ask: (asked: Asked) => Promise<string | null>,
): Promise<void> {
  const waiting = asks.toReversed();
  const wrong: string[] = [];
  const work = async () => {
    for (let asked = waiting.pop(); asked !== undefined; asked = waiting.pop()) {
      const problem = await ask(asked).catch((error: Error) => error.message);
      if (problem !== null) wrong.push(`${problem}\n  to ${describeAsked(asked)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const { status } = await server.call('user-get', {});
  expect(status, 'still answers').toBe(200);
  expectNone(wrong);
  expectNothingLogged();
}

const sample = <Asked>(arbitrary: fc.Arbitrary<Asked>, numRuns: number): Asked[] =>
  fc.sample(arbitrary, { seed, numRuns });

/** Log messages that operators need about providers' data; no other error may be logged. */
const expectedMessages = [
  'a notification had no effect',
  "an event of a provider's response had no effect",
  'a payout has another amount than its withdrawal',
  'a withdrawal was paid after it had ended unpaid',
  'a refund was done after it had failed',
];

function expectNothingLogged(): void {
  const isExpected = (it: string) => expectedMessages.some((start) => it.startsWith(start));
  expectNone(loggedErrors.splice(0).filter((it) => !isExpected(it)));
}

function expectNone(wrong: string[]): void {
  const shown = wrong.slice(0, 12).map((it) => it.slice(0, 1200));
  expect(wrong.length, `${seedLabel}\n${shown.join('\n')}`).toBe(0);
}

async function askOverHttp(
  request: RawRequest,
  { origin = server.url, hasErrorBody = true } = {},
): Promise<string | null> {
  const answer = await sendRaw(origin, request);
  // A reused idempotency key is rejected before the request is handled.
  const isReused = answer?.body.includes('idempotency.keyReused') ?? false;
  if ([200, 409, 422].includes(answer?.status ?? 0) && !isReused) acceptedPaths.add(request.path);
  return answer && checkAnswer(answer, { hasErrorBody: hasErrorBody && request.method !== 'HEAD' });
}

const callNames = Object.keys(calls) as CallName[];

test(`player calls over HTTP (${seedLabel})`, timeouts, async () => {
  const targets = callNames.map((name): Target => {
    const { method, request } = calls[name];
    const path = `/api/banking/${name}`;
    return { path, schema: describeRequest(request), ask: (fields) => ({ method, path, fields }) };
  });
  const another = await createOwner();
  const bearers = playerTokens.map((token) => `Bearer ${token}`);
  await askTargets(targets, {
    count: 4000,
    bearers,
    usual: { bearer: `Bearer ${another.owner.token}`, known: another.known },
  });
});

test(`player calls over the socket (${seedLabel})`, timeouts, async () => {
  const sockets = playerTokens.map((token) =>
    io(server.url, {
      path: socketPath,
      transports: ['websocket'],
      auth: { token },
      forceNew: true,
    }),
  );
  const wellMeant = callNames.map((name) =>
    fc.record({
      name: fc.constant(name),
      method: fc.constant(calls[name].method),
      body: mutatedRequest(describeRequest(calls[name].request), known),
      headers: fc.oneof(
        fc.uuid().map((key): unknown => ({ 'idempotency-key': key })),
        hostileValue,
      ),
    }),
  );
  const asked = fc.tuple(fc.constantFrom(...sockets.keys()), fc.oneof(...wellMeant, hostileValue));
  await askAll(sample(asked, share(2000)), async ([at, call]) => {
    const socket = sockets[at] as Socket;
    const answer: unknown = await socket.timeout(hangMs).emitWithAck('call', call);
    return checkAnswer(answer as { status: number; body: unknown });
  });
  for (const socket of sockets) socket.close();
});

test(`operator endpoints (${seedLabel})`, timeouts, async () => {
  known.blockId = await makeSubject(server, owner, 'block');
  const targets = [...endpoints.values()].map(({ method, path: end, request }): Target => {
    const path = `/operator/v1${end}`;
    const ask = (fields: unknown, text: string) => splitPath(method, path, fields, text);
    return { path, schema: describeRequest(request), ask };
  });
  const another = await createOwner();
  const blockId = await makeSubject(server, another.owner, 'block');
  const fileId = await makeSubject(server, another.owner, 'payoutFile');
  const bearers = operatorKeys.map((key) => `Bearer ${key}`);
  await askTargets(targets, {
    origin: server.operatorUrl,
    count: 6500,
    bearers: [...bearers, ...bearers, null],
    usual: { bearer: bearers[0] ?? '', known: { ...another.known, blockId, fileId } },
  });
});

interface Target {
  /** With the names of path fields in braces. */
  path: string;
  schema: JsonSchema;
  /** Makes a request with these fields; `text` replaces the fields of the path that are missing. */
  ask: (fields: unknown, text: string) => Ask;
}

interface TargetOptions {
  /** Of the listener; the players' one if unset. */
  origin?: string;
  /** The number of random requests in a long run. */
  count: number;
  bearers: (string | null)[];
  /** A caller with valid rows; random requests don't know these, and don't change them. */
  usual: { bearer: string; known: Known };
}

/** Makes random requests, and then valid ones. */
async function askTargets(
  targets: Target[],
  { origin, count, bearers, usual }: TargetOptions,
): Promise<void> {
  const random = targets.map(({ schema, ask }) =>
    fc.tuple(mutatedRequest(schema, known), hostileText).map(([fields, text]) => ask(fields, text)),
  );
  const asked = sample(writeAsks(fc.oneof(...random), bearers), share(count));
  await askAll(asked, (request) => askOverHttp(request, { origin }));
  // Few random requests get that far.
  if (isLongRun) expectAccepted(targets, 4 / 5);
  const wellMeant = Array.from({ length: rounds }, (_, round) =>
    targets.map(({ schema, ask }) =>
      writeUsual(ask(usualRequest(schema, usual.known, round), ''), usual.bearer),
    ),
  );
  await askAll(wellMeant.flat(), (request) => askOverHttp(request, { origin }));
  expectAccepted(targets, 9 / 10);
}

/** Otherwise validation rejected all requests, and nothing behind it was tested. */
function expectAccepted(targets: Target[], share: number): void {
  const isTakenUp = ({ path }: Target) => {
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`);
    return [...acceptedPaths].some((it) => pattern.test(it));
  };
  const missed = targets.filter((target) => !isTakenUp(target)).map(({ path }) => path);
  expect(missed.length, `${seedLabel}\n${missed.join('\n')}`).toBeLessThan(
    (1 - share) * targets.length,
  );
}

test(`notifications of a provider (${seedLabel})`, timeouts, async () => {
  const { db } = server.core;
  const addresses = ['other', 'kassa', 'nobody'].map(
    (brandId) => `/api/providers/${brandId}/sandbox/notifications`,
  );
  const references = [...(known.depositId ?? []), ...(known.withdrawalId ?? []), uuidv7()];
  const asked = notifications(addresses, references, server.webhookSecret);
  await askAll(sample(asked, share(1000)), (request) =>
    askOverHttp(request, { hasErrorBody: false }),
  );
  const isLeft = () =>
    db
      .selectFrom('provider_notifications')
      .select('id')
      .where('processed_at', 'is', null)
      .where('attempts', '=', 0)
      .executeTakeFirst();
  await expect.poll(isLeft, { timeout: 90_000 }).toBeUndefined();
  expectNothingLogged();
});

test(`measurements, one-time codes, files and unknown URLs (${seedLabel})`, timeouts, async () => {
  const batch = mutatedRequest(describeRequest(rumBatchSchema));
  const rum = batch.map((fields): Ask => ({ method: 'POST', path: '/kassa/rum', fields }));
  const request = mutatedRequest(describeRequest(oneTimeCodeRequestSchema));
  const codes = fc
    .tuple(fc.constantFrom('/kassa/form', '/kassa/pay'), request)
    .map(([path, fields]): Ask => ({ method: 'POST', path, fields }));
  const asks = writeAsks(fc.oneof(rum, codes, files), [null]);
  await askAll(sample(asks, share(800)), (request) => askOverHttp(request));
  const origin = server.operatorUrl;
  const others = sample(writeAsks(files, [null]), share(200));
  await askAll(others, (request) => askOverHttp(request, { origin }));
});

const beginnings = [
  '/',
  '/kassa/',
  '/kassa/assets/',
  '/kassa/icons/',
  '/kassa/locales/',
  '/kassa/pay/',
  '/other/',
];
beginnings.push('/api/', '/api/docs/', '/api/docs/static/', '/operator/v1/', '//');

const stepsUp = ['..', '%2e%2e', '..%2f..%2fpackage.json', '..%5c..', '%252e%252e', '.%00.'];
stepsUp.push('etc', 'passwd', 'main.js', 'card.svg', '.git', 'index.html', '%c0%ae%c0%ae', '%');

const files = fc
  .tuple(
    fc.constantFrom(...beginnings),
    fc.array(fc.oneof(fc.constantFrom(...stepsUp), hostileText), { maxLength: 4 }),
  )
  .map(([start, rest]): Ask => ({ method: 'GET', path: start + rest.join('/'), fields: {} }));

test('bytes that are not a request', timeouts, async () => {
  const origins = [server.url, server.operatorUrl];
  const asked = origins.flatMap((origin) => malformedLines.map((bytes) => ({ origin, bytes })));
  await askAll(asked, async ({ origin, bytes }) => {
    const answer = await sendBytes(origin, bytes);
    // Node itself rejects some without a response.
    return answer && checkAnswer(answer, { hasErrorBody: answer.body !== '' });
  });
});
