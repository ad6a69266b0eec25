import {
  type CallName,
  calls,
  pageCodeRequestSchema,
  rumBatchSchema,
  socketPath,
} from '@kassa/contract';
import fc from 'fast-check';
import { io, type Socket } from 'socket.io-client';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { endpoints } from '../operator/dispatch/endpoints.ts';
import { hostileText, hostileValue } from '../testing/fuzz/hostile-values.ts';
import { type Ask, splitPath, writeAsks, writeUsual } from '../testing/fuzz/http-fuzz.ts';
import { judgeAnswer } from '../testing/fuzz/judge-answer.ts';
import { mutatedRequest, usualRequest } from '../testing/fuzz/mutated-request.ts';
import { notifications } from '../testing/fuzz/notifications.ts';
import { oddLines, sendBytes } from '../testing/fuzz/odd-lines.ts';
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
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** Of so many random requests, a long run makes all, and every other run a twelfth. */
const share = (count: number) => (isLongRun ? count : Math.ceil(count / 12));
/** So often each call is asked last as it should be: short runs too get past every door. */
const rounds = 8;
const atOnce = 16;
const timeouts = { timeout: 120_000 };

let server: TestServer;
/** Ids of things that are there, by the field that names them. */
type Known = Record<string, string[]>;
let known: Known;
let owner: Owner;
let playerTokens: string[];
let operatorKeys: string[];
const complaints: string[] = [];
/** Addresses where something got past all checks of its shape. */
const takenUp = new Set<string>();

beforeAll(async () => {
  // A slow machine is not what is tried here.
  server = await startTestServer({}, { providerTimeoutMs: 10_000, hasJobs: true });
  ({ owner, known } = await meetOwner());
  playerTokens = [
    await server.token(),
    await server.token({ playerId: 'player-2' }),
    await server.token({ currency: 'JPY', playerId: 'player-3' }),
    owner.token,
  ];
  const operators = [
    await createOperator(server, { brandId: 'other' }),
    await createOperator(server, { brandId: 'other', scopes: ['read'] }),
  ];
  operatorKeys = operators.map(({ key }) => key);
});

/** Makes another player, with one of everything. */
async function meetOwner(): Promise<{ owner: Owner; known: Known }> {
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
  known.returnUrl = [`${server.url}/kassa/form`];
  return { owner, known };
}

beforeEach(() => {
  vi.spyOn(server.core.log, 'error').mockImplementation((fields, message) => {
    const { error } = fields as { error?: Error };
    complaints.push(`${message}: ${error?.stack ?? JSON.stringify(fields)}`);
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

/** Asks everything, some at a time; fails with what is wrong with the answers, and with what was asked. */
async function askAll<Asked>(
  asks: Asked[],
  ask: (asked: Asked) => Promise<string | null>,
): Promise<void> {
  const waiting = asks.toReversed();
  const wrong: string[] = [];
  const work = async () => {
    for (let asked = waiting.pop(); asked !== undefined; asked = waiting.pop()) {
      const verdict = await ask(asked).catch((error: Error) => error.message);
      if (verdict !== null) wrong.push(`${verdict}\n  to ${describeAsked(asked)}`);
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

/** What an operator must know of a provider's words is meant to be logged; no failure is. */
const meant = [
  'a notification had no effect',
  "an event of a provider's status response had no effect",
  'a withdrawal was paid after it was given up',
];

function expectNothingLogged(): void {
  const isMeant = (it: string) => meant.some((start) => it.startsWith(start));
  expectNone(complaints.splice(0).filter((it) => !isMeant(it)));
}

function expectNone(wrong: string[]): void {
  const shown = wrong.slice(0, 12).map((it) => it.slice(0, 1200));
  expect(wrong.length, `${seedLabel}\n${shown.join('\n')}`).toBe(0);
}

async function askOverHttp(request: RawRequest, hasErrorBody = true): Promise<string | null> {
  const answer = await sendRaw(server.url, request);
  // Whoever uses a key again learns at the door that it was used.
  const isReused = answer?.body.includes('idempotency.keyReused') ?? false;
  if ([200, 409, 422].includes(answer?.status ?? 0) && !isReused) takenUp.add(request.path);
  return answer && judgeAnswer(answer, { hasErrorBody: hasErrorBody && request.method !== 'HEAD' });
}

const callNames = Object.keys(calls) as CallName[];

test(`player calls over HTTP (${seedLabel})`, timeouts, async () => {
  const targets = callNames.map((name): Target => {
    const { method, request } = calls[name];
    const path = `/api/banking/${name}`;
    return { path, schema: describeRequest(request), ask: (fields) => ({ method, path, fields }) };
  });
  const another = await meetOwner();
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
    return judgeAnswer(answer as { status: number; body: unknown });
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
  const another = await meetOwner();
  const blockId = await makeSubject(server, another.owner, 'block');
  const bearers = operatorKeys.map((key) => `Bearer ${key}`);
  await askTargets(targets, {
    count: 3500,
    bearers: [...bearers, ...bearers, null],
    usual: { bearer: bearers[0] ?? '', known: { ...another.known, blockId } },
  });
});

interface Target {
  /** With the names of fields, in braces, where their values stand. */
  path: string;
  schema: JsonSchema;
  /** Asks for these fields; the text stands for those that the path names and that aren't there. */
  ask: (fields: unknown, text: string) => Ask;
}

interface TargetOptions {
  /** Of random requests, in a long run. */
  count: number;
  bearers: (string | null)[];
  /** Who asks as they should, and of what: random requests know nothing of it, and leave it as it is. */
  usual: { bearer: string; known: Known };
}

/** Asks at random, and then as it should be. */
async function askTargets(
  targets: Target[],
  { count, bearers, usual }: TargetOptions,
): Promise<void> {
  const random = targets.map(({ schema, ask }) =>
    fc.tuple(mutatedRequest(schema, known), hostileText).map(([fields, text]) => ask(fields, text)),
  );
  const asked = sample(writeAsks(fc.oneof(...random), bearers), share(count));
  await askAll(asked, (request) => askOverHttp(request));
  // Few get that far by chance.
  if (isLongRun) expectTakenUp(targets, 4 / 5);
  const wellMeant = Array.from({ length: rounds }, (_, round) =>
    targets.map(({ schema, ask }) =>
      writeUsual(ask(usualRequest(schema, usual.known, round), ''), usual.bearer),
    ),
  );
  await askAll(wellMeant.flat(), (request) => askOverHttp(request));
  expectTakenUp(targets, 9 / 10);
}

/** Or the requests were turned away at the door, and tried nothing behind it. */
function expectTakenUp(targets: Target[], share: number): void {
  const isTakenUp = ({ path }: Target) => {
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`);
    return [...takenUp].some((it) => pattern.test(it));
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
  await askAll(sample(asked, share(1000)), (request) => askOverHttp(request, false));
  const isLeft = () =>
    db
      .selectFrom('provider_notifications')
      .select('id')
      .where('processed_at', 'is', null)
      .where('attempts', '=', 0)
      .executeTakeFirst();
  await expect.poll(isLeft, { timeout: 30_000 }).toBeUndefined();
  expectNothingLogged();
});

test(
  `measurements, codes of pages, files and addresses that are none (${seedLabel})`,
  timeouts,
  async () => {
    const batch = mutatedRequest(describeRequest(rumBatchSchema));
    const rum = batch.map((fields): Ask => ({ method: 'POST', path: '/kassa/rum', fields }));
    const request = mutatedRequest(describeRequest(pageCodeRequestSchema));
    const codes = request.map((fields): Ask => ({ method: 'POST', path: '/kassa/form', fields }));
    const begin = fc.constantFrom(...beginnings);
    const steps = fc.array(fc.oneof(fc.constantFrom(...stepsUp), hostileText), { maxLength: 4 });
    const files = fc
      .tuple(begin, steps)
      .map(([start, rest]): Ask => ({ method: 'GET', path: start + rest.join('/'), fields: {} }));
    const asks = writeAsks(fc.oneof(rum, codes, files), [null]);
    await askAll(sample(asks, share(1000)), (request) => askOverHttp(request));
  },
);

const beginnings = [
  '/',
  '/kassa/',
  '/kassa/assets/',
  '/kassa/icons/',
  '/kassa/locales/',
  '/other/',
];
beginnings.push('/api/', '/api/docs/', '/api/docs/static/', '/operator/v1/', '//');

const stepsUp = ['..', '%2e%2e', '..%2f..%2fpackage.json', '..%5c..', '%252e%252e', '.%00.'];
stepsUp.push('etc', 'passwd', 'main.js', 'card.svg', '.git', 'index.html', '%c0%ae%c0%ae', '%');

test('bytes that are no request', timeouts, async () => {
  await askAll([...oddLines], async (bytes) => {
    const answer = await sendBytes(server.url, bytes);
    // Node itself refuses some, without a word.
    return answer && judgeAnswer(answer, { hasErrorBody: answer.body !== '' });
  });
});
