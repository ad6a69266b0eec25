import { type CallName, calls, socketPath } from '@kassa/contract';
import fc from 'fast-check';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { checkLedger } from '../ledger/check-ledger.ts';
import { endpoints } from '../operator/endpoints.ts';
import { hostileText, hostileValue } from '../testing/fuzz/hostile-values.ts';
import { type Ask, writeAsks } from '../testing/fuzz/http-fuzz.ts';
import { judgeAnswer } from '../testing/fuzz/judge-answer.ts';
import { mutatedRequest } from '../testing/fuzz/mutated-request.ts';
import { hangMs, type RawRequest, sendRaw } from '../testing/fuzz/raw-request.ts';
import { createOperator } from '../testing/operator-client.ts';
import { describeRequest } from '../testing/sample-values.ts';
import { makeOwner, makeSubject, subjectKinds } from '../testing/subjects/make-subject.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** Another seed makes other requests: `FUZZ_SEED=7 npx vitest run …`; the same one makes the same. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const atOnce = 16;
const patience = { timeout: 120_000 };

let server: TestServer;
/** Ids of things that are there, by the field that names them. */
let known: Record<string, string[]>;
let playerTokens: string[];
let operatorKeys: string[];
const complaints: string[] = [];

beforeAll(async () => {
  // A slow machine is not what is tried here.
  server = await startTestServer({}, { providerTimeoutMs: 10_000 });
  const owner = await makeOwner(server, 'other');
  const made = await Promise.all(
    subjectKinds
      .filter((kind) => kind !== 'block')
      .map(async (kind) => [`${kind}Id`, await makeSubject(server, owner, kind)]),
  );
  known = { ...Object.fromEntries(made), player: [owner.externalId] };
  known.paymentSessionId = known.sessionId ?? [];
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
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
});

/** Asks everything, some at a time; gives what is wrong with the answers, with what was asked. */
async function askAll<Asked>(
  arbitrary: fc.Arbitrary<Asked>,
  count: number,
  ask: (asked: Asked) => Promise<string | null>,
): Promise<void> {
  const waiting = fc.sample(arbitrary, { seed, numRuns: count });
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
  const logged = complaints.splice(0).filter((it) => !it.startsWith('a notification led to'));
  const all = [...wrong, ...logged].map((it) => it.slice(0, 1200));
  expect(all.length, `FUZZ_SEED=${seed}\n${all.slice(0, 12).join('\n')}`).toBe(0);
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
  return answer && judgeAnswer(answer, { hasErrorBody: hasErrorBody && request.method !== 'HEAD' });
}

const callNames = Object.keys(calls) as CallName[];

test('player calls over HTTP', patience, async () => {
  const asks: fc.Arbitrary<Ask>[] = callNames.map((name) => {
    const { method, request } = calls[name];
    const path = `/api/banking/${name}`;
    return mutatedRequest(describeRequest(request), known).map((fields) => ({
      method,
      path,
      fields,
    }));
  });
  const bearers = playerTokens.map((token) => `Bearer ${token}`);
  await askAll(writeAsks(fc.oneof(...asks), bearers), 5000, askOverHttp);
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
  await askAll(asked, 2000, async ([at, call]) => {
    const socket = sockets[at] as Socket;
    const answer: unknown = await socket.timeout(hangMs).emitWithAck('call', call);
    return judgeAnswer(answer as { status: number; body: unknown });
  });
  for (const socket of sockets) socket.close();
});

test('operator endpoints', patience, async () => {
  const asks: fc.Arbitrary<Ask>[] = [...endpoints.values()].map(({ method, path, request }) =>
    fc
      .tuple(mutatedRequest(describeRequest(request), known), hostileText)
      .map(([fields, text]) => splitPath(method, `/operator/v1${path}`, fields, text)),
  );
  const bearers = operatorKeys.map((key) => `Bearer ${key}`);
  await askAll(writeAsks(fc.oneof(...asks), [...bearers, ...bearers, null]), 2500, (request) =>
    askOverHttp(request),
  );
});

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
