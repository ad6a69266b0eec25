import { type CallName, calls, type SocketAnswer, socketPath } from '@kassa/contract';
import { sql } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { describeRequest, sampleRequest } from '../testing/sample-values.ts';
import { readAllRows } from '../testing/stored-rows.ts';
import {
  incompleteP2p,
  makeOwner,
  makeSubject,
  type Owner,
  type SubjectKind,
} from '../testing/subjects/make-subject.ts';
import { resolveSubjectKind } from '../testing/subjects/subject-fields.ts';
import { sellPackage } from '../testing/sweepstake-desk.ts';
import { type Reply, startTestServer, type TestServer } from '../testing/test-server.ts';

/** Every field of every call that holds an id; new calls are included automatically. */
const idFields = Object.keys(calls).flatMap((name) => {
  const { properties = {} } = describeRequest(calls[name as CallName].request);
  return Object.keys(properties).flatMap((field): [CallName, string, SubjectKind][] => {
    const kind = resolveSubjectKind(name, field);
    return kind === null ? [] : [[name as CallName, field, kind]];
  });
});

/** The package on sale. */
const boxId = 'usual';

let server: TestServer;
let owner: Owner;
/** Another player of the brand, and a player of another brand with the same operator's id. */
let others: Owner[];
const sockets = new Map<Owner, Socket>();

beforeAll(async () => {
  server = await startTestServer();
  sellPackage(server.core, boxId);
  owner = await makeOwner(server, 'kassa');
  const { externalId } = owner;
  others = [await makeOwner(server, 'kassa'), await makeOwner(server, 'other', externalId)];
  for (const other of others) {
    const auth = { token: other.token };
    sockets.set(other, io(server.url, { path: socketPath, transports: ['websocket'], auth }));
  }
});

afterAll(async () => {
  for (const socket of sockets.values()) socket.close();
  await server.stop();
});

/** The fields that the provider asks for when a deposit continues. */
const answers = { fields: { smsCode: '123456' } };

function buildRequest(name: CallName, field: string, id: string): Record<string, unknown> {
  const isCreating = name.startsWith('deposit-create');
  return {
    ...sampleRequest(describeRequest(calls[name].request)),
    ...(name === 'deposit-create-p2p' && incompleteP2p),
    ...(name === 'deposit-create-sweepstake' && { boxId, coins: undefined }),
    ...(isCreating && field === 'depositId' && answers),
    ...(name.startsWith('withdrawal-') && field === 'detailsId' && { paymentType: 'payout' }),
    [field]: id,
  };
}

async function askOverSocket(asker: Owner, name: CallName, body: object): Promise<Reply> {
  const request = {
    name,
    method: calls[name].method,
    body,
    headers: { 'idempotency-key': uuidv7() },
  };
  const answer: SocketAnswer = await sockets.get(asker)?.emitWithAck('call', request);
  return answer as Reply;
}

/** Removes the reference, which differs per request. */
function withoutReference({ status, body }: Reply): unknown {
  const { reference, ...error } = body.error;
  expect(reference).toMatch(/^KR-/);
  return { status, error };
}

/**
 * Leaves no job due and no notification on its way, so that only the calls can change a row. The
 * provider notifies of each payment that is canceled, after it has answered.
 */
async function holdJobs(): Promise<void> {
  const findUntold = async () => {
    const { rows } = await sql`
      select id from deposits d where status = 'canceled' and not exists (
        select from provider_notifications n
        where n.subject_ids @> array[d.id] and n.processed_at is not null)`.execute(server.core.db);
    return rows;
  };
  await vi.waitUntil(async () => (await findUntold()).length === 0, { timeout: 30_000 });
  for (const table of ['deposits', 'withdrawals'] as const) {
    await server.core.db.updateTable(table).set({ next_check_at: null }).execute();
  }
}

test('some calls take ids', () => {
  expect(idFields.map(([name, field]) => `${name} ${field}`)).toEqual(
    expect.arrayContaining(['deposit-status depositId', 'deposit-create paymentSessionId']),
  );
});

describe("an owner's subject", () => {
  /** The names of a subject for each field. */
  const foreign = new Map<string, string[]>();
  let before: Record<string, string[]>;

  // The rows are compared once for all attempts, each of which has a subject of its own.
  beforeAll(async () => {
    for (const [name, field, kind] of idFields) {
      foreign.set(`${name} ${field}`, await makeSubject(server, owner, kind));
    }
    await holdJobs();
    before = await readAllRows(server.core.db, { except: [] });
  });

  test.each(idFields)('of %s as %s gets others 404, as for an unknown id', async (name, field) => {
    const names = foreign.get(`${name} ${field}`) ?? [];
    expect(names).not.toEqual([]);
    // A call with a large body goes over HTTP alone.
    const hasSocket = calls[name].maxBodyBytes === undefined;
    for (const other of others) {
      const ask = (id: string) => server.call(name, buildRequest(name, field, id), other);
      const askSocket = (id: string) => askOverSocket(other, name, buildRequest(name, field, id));
      const never = withoutReference(await ask(uuidv7()));
      expect(never).toMatchObject({ status: 404 });
      for (const id of [...names, names[0]?.toUpperCase() ?? '', "' or 1=1 --", '']) {
        expect(withoutReference(await ask(id))).toEqual(never);
        if (hasSocket) expect(withoutReference(await askSocket(id))).toEqual(never);
      }
    }
  });

  test('is not changed by these attempts, and nothing else is', async () => {
    expect(await readAllRows(server.core.db, { except: [] })).toEqual(before);
  });
});

test.each(idFields)("%s accepts its owner's %s", async (name, field, kind) => {
  const [id = ''] = await makeSubject(server, owner, kind);
  const { status, body } = await server.call(name, buildRequest(name, field, id), owner);
  // The brand's withdrawals need no code, which is found out after the id was.
  if (name === 'withdrawal-code') expect(body.error.message).toMatch(/need no code/);
  else expect({ status, body }).toMatchObject({ status: 200 });
});

test("another player's idempotency key can be used", async () => {
  const key = uuidv7();
  const order = { amount: '50', currency: 'EUR', paymentType: 'card' };
  const answers = await Promise.all(
    [owner, ...others].map(({ token }) => server.call('deposit-create', order, { token, key })),
  );
  const ids = answers.map(({ body }) => body.depositId);
  expect(new Set(ids).size).toBe(3);
  expect(ids).not.toContain(undefined);
});
