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
import { checkLedger } from '../ledger/check-ledger.ts';
import { endpoints } from '../operator/endpoints.ts';
import { hostileText, hostileValue } from '../testing/fuzz/hostile-values.ts';
import { type Ask, writeAsks, writeWellMeant } from '../testing/fuzz/http-fuzz.ts';
import { judgeAnswer } from '../testing/fuzz/judge-answer.ts';
import { mutatedRequest, validRequest } from '../testing/fuzz/mutated-request.ts';
import { notifications } from '../testing/fuzz/notifications.ts';
import { oddLines, sendBytes } from '../testing/fuzz/odd-lines.ts';
import { hangMs, type RawRequest, sendRaw } from '../testing/fuzz/raw-request.ts';
import { createOperator } from '../testing/operator-client.ts';
import { isLongRun, seed, seedLabel } from '../testing/run-scale.ts';
import { describeRequest } from '../testing/sample-values.ts';
import {
  makeOwner,
  makeSubject,
  type Owner,
  subjectKinds,
} from '../testing/subjects/make-subject.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** Of so many random requests, a long run makes all, and every other run a twelfth. */
const share = (count: number) => (isLongRun ? count : Math.ceil(count / 12));
/** Of each call, so many requests as they should be come first: short runs too get past every door. */
const wellMeantEach = 8;
const atOnce = 16;
const patience = { timeout: 120_000 };

let server: TestServer;
/** Ids of things that are there, by the field that names them. */
let known: Record<string, string[]>;
let owner: Owner;
let playerTokens: string[];
let operatorKeys: string[];
const complaints: string[] = [];
/** Addresses where something got past all checks of its shape. */
const takenUp = new Set<string>();

beforeAll(async () => {
  // A slow machine is not what is tried here.
  server = await startTestServer({}, { providerTimeoutMs: 10_000, hasJobs: true });
  owner = await makeOwner(server, 'other');
  const made = await Promise.all(
    subjectKinds
      .filter((kind) => kind !== 'block')
      .map(async (kind) => [`${kind}Id`, await makeSubject(server, owner, kind)]),
  );
  known = { ...Object.fromEntries(made), player: [owner.externalId] };
  known.paymentSessionId = known.sessionId ?? [];
  known.depositId = [...(known.depositId ?? []), ...(known.incompleteDepositId ?? [])];
  known.returnUrl = [`${server.url}/kassa/form`];
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

beforeEach(() => {
  vi.spyOn(server.core.log, 'error').mockImplementation((fields, message) => {
    const { error } = fields as { error?: Error };
    complaints.push(`${message}: ${error?.stack ?? JSON.stringify(fields)}`);
  });
});

afterAll(async () => {
  const problems = await checkLedger(server.core.db);
  // One of the subjects is a wallet operation that was refused, and its rule rightly names it.
  const unmade = problems.filter(({ rule }) => !rule.startsWith('what had to be was not refused'));
  expect(unmade).toEqual([]);
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
const meant = ['a notification led to', 'a withdrawal was paid after it was given up'];

function expectNothingLogged(): void {
  const isMeant = (it: string) => meant.some((start) => it.startsWith(start));
  expectNone(complaints.splice(0).filter((it) => !isMeant(it)));
}

function expectNone(wrong: string[]): void {
  const shown = wrong.slice(0, 12).map((it) => it.slice(0, 1200));
  expect(wrong.length, `${seedLabel}\n${shown.join('\n')}`).toBe(0);
}

/** Without long runs of one character. */
function describeAsked(asked: unknown): string {
  const readable = isRawRequest(asked) ? { ...asked, body: asked.body?.toString() } : asked;
  return JSON.stringify(readable)?.replaceAll(/(.{1,6})\1{20,}/g, '$1…') ?? '';
}

function isRawRequest(asked: unknown): asked is RawRequest {
  return typeof asked === 'object' && asked !== null && 'headers' in asked && 'path' in asked;
}

async function askOverHttp(request: RawRequest, hasErrorBody = true): Promise<string | null> {
  const answer = await sendRaw(server.url, request);
  if ([200, 409, 422].includes(answer?.status ?? 0)) takenUp.add(request.path);
  return answer && judgeAnswer(answer, { hasErrorBody: hasErrorBody && request.method !== 'HEAD' });
}

const callNames = Object.keys(calls) as CallName[];

test('player calls over HTTP', patience, async () => {
  const asks = (makeRequest: typeof mutatedRequest): fc.Arbitrary<Ask>[] =>
    callNames.map((name) => {
      const { method, request } = calls[name];
      const path = `/api/banking/${name}`;
      return makeRequest(describeRequest(request), known).map((fields) => ({
        method,
        path,
        fields,
      }));
    });
  const bearers = playerTokens.map((token) => `Bearer ${token}`);
  const wellMeant = asks(validRequest).map((ask) => writeWellMeant(ask, `Bearer ${owner.token}`));
  const random = writeAsks(fc.oneof(...asks(mutatedRequest)), bearers);
  await askAll(
    [...wellMeant.flatMap((each) => sample(each, wellMeantEach)), ...sample(random, share(4000))],
    (request) => askOverHttp(request),
  );
  expectMostTakenUp(callNames.map((name) => `/api/banking/${name}`));
});

test('player calls over the socket', patience, async () => {
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

test('operator endpoints', patience, async () => {
  known.blockId = await makeSubject(server, owner, 'block');
  const asks = (makeRequest: typeof mutatedRequest): fc.Arbitrary<Ask>[] =>
    [...endpoints.values()].map(({ method, path, request }) =>
      fc
        .tuple(makeRequest(describeRequest(request), known), hostileText)
        .map(([fields, text]) => splitPath(method, `/operator/v1${path}`, fields, text)),
    );
  const bearers = operatorKeys.map((key) => `Bearer ${key}`);
  const wellMeant = asks(validRequest).map((ask) => writeWellMeant(ask, bearers[0] ?? ''));
  const random = writeAsks(fc.oneof(...asks(mutatedRequest)), [...bearers, ...bearers, null]);
  await askAll(
    [...wellMeant.flatMap((each) => sample(each, wellMeantEach)), ...sample(random, share(3500))],
    (request) => askOverHttp(request),
  );
  const paths = [...endpoints.values()].map(({ path }) => path.replaceAll(/\{\w+\}/g, '[^/]+'));
  expectMostTakenUp(paths.map((path) => `/operator/v1${path}`));
});

/** Or the requests were turned away at the door, and tried nothing behind it. */
function expectMostTakenUp(paths: string[]): void {
  const isTakenUp = (path: string) => {
    const pattern = new RegExp(`^${path}(\\?|$)`);
    return [...takenUp].some((it) => pattern.test(it));
  };
  const missed = paths.filter((path) => !isTakenUp(path));
  expect(missed.length, missed.join('\n')).toBeLessThan(paths.length / 10);
}

/** Puts the fields that the path names into it. */
function splitPath(method: 'GET' | 'POST', pattern: string, fields: unknown, text: string): Ask {
  const rest: Record<string, unknown> =
    typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? { ...fields } : {};
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = rest[field];
    delete rest[field];
    return encodeURIComponent((typeof value === 'string' ? value : text).toWellFormed());
  });
  return { method, path, fields: typeof fields === 'object' && fields !== null ? rest : fields };
}

test('notifications of a provider', patience, async () => {
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

test('measurements, codes of pages, files and addresses that are none', patience, async () => {
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
});

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

test('bytes that are no request', patience, async () => {
  await askAll([...oddLines], async (bytes) => {
    const answer = await sendBytes(server.url, bytes);
    // Node itself refuses some, without a word.
    return answer && judgeAnswer(answer, { hasErrorBody: answer.body !== '' });
  });
});
