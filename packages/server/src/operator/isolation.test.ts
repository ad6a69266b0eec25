import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isUuid } from '../ground/is-uuid.ts';
import { createOperator, type OperatorClient } from '../testing/operator-client.ts';
import {
  describeRequest,
  type JsonSchema,
  sampleRequest,
  sampleValues,
} from '../testing/sample-values.ts';
import { readAllRows } from '../testing/stored-rows.ts';
import {
  makeOwner,
  makeSubject,
  type Owner,
  type SubjectKind,
  subjectKinds,
} from '../testing/subjects/make-subject.ts';
import { resolveSubjectKind } from '../testing/subjects/subject-fields.ts';
import { type Reply, startTestServer, type TestServer } from '../testing/test-server.ts';
import type { Endpoint } from './define-endpoint.ts';
import { endpoints } from './dispatch/endpoints.ts';

/**
 * Returns the id fields of an endpoint's path, and for an act also of its body, with their kind.
 */
function findIdFields(name: string): [field: string, kind: SubjectKind][] {
  const { path, kind, request } = requireEndpoint(name);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field);
  const fields = Object.keys(describeRequest(request).properties ?? {});
  return fields.flatMap((field): [string, SubjectKind][] => {
    const isInPath = inPath.includes(field);
    if (!isInPath && kind !== 'act') return [];
    const subject = resolveSubjectKind(name, field, { isInPath });
    return subject === null ? [] : [[field, subject]];
  });
}

/** The id fields of all endpoints; a new endpoint is included automatically. */
const idFields = [...endpoints.keys()].flatMap((name) =>
  findIdFields(name).map(([field, kind]): [string, string, SubjectKind] => [name, field, kind]),
);

/** The id fields that name something of a player, except the player. */
const ofPlayers = idFields.filter(
  ([name, , kind]) => kind !== 'player' && findIdFields(name).some(([, it]) => it === 'player'),
);

/** Endpoints that list, search or export, each with its text filters. */
const lists = [...endpoints].flatMap(([name, { kind, path, request }]) => {
  if (kind === 'act' || path.includes('{')) return [];
  const { properties = {} } = describeRequest(request);
  const isText = ({ type, enum: words }: JsonSchema) => type === 'string' && words === undefined;
  const filters = Object.entries(properties).filter(([, schema]) => isText(schema));
  return [[name, filters.map(([field]) => field)] as [name: string, filters: string[]]];
});

let server: TestServer;
const logLines: string[] = [];
let ownOperator: OperatorClient;
let otherOperator: OperatorClient;

beforeAll(async () => {
  server = await startTestServer({}, { logLines });
  ownOperator = await createOperator(server);
  otherOperator = await createOperator(server, { brandId: 'other' });
});

afterAll(() => server.stop());

function requireEndpoint(name: string): Endpoint {
  const endpoint = endpoints.get(name);
  if (endpoint === undefined) throw new Error(`There is no endpoint ${name}`);
  return endpoint;
}

/** Builds a request whose ids all belong to an owner, except for the given fields. */
async function buildRequest(
  name: string,
  owner: Owner,
  fields: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const own: Record<string, unknown> = {};
  for (const [field, kind] of findIdFields(name)) {
    if (fields[field] === undefined) [own[field]] = await makeSubject(server, owner, kind);
  }
  return { ...sampleRequest(describeRequest(requireEndpoint(name).request)), ...own, ...fields };
}

/** Pairs a payment with its own deposit; a deposit goes without a payment. */
async function matchUp(
  { paymentId, ...request }: Record<string, unknown>,
  tried: string,
): Promise<Record<string, unknown>> {
  if (typeof paymentId !== 'string' || tried === 'depositId') return request;
  if (request.depositId === undefined) return { ...request, paymentId };
  const { deposit_id: depositId } = await server.core.db
    .selectFrom('payments')
    .select('deposit_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return { ...request, paymentId, depositId };
}

/** Reads all rows except the log of acts, which also contains rejected acts. */
async function readRows() {
  const { db } = server.core;
  for (const table of ['deposits', 'withdrawals'] as const) {
    await db.updateTable(table).set({ next_check_at: null }).execute();
  }
  return readAllRows(db, { except: ['operator_acts'] });
}

/** Returns an id or reference of the same form that doesn't exist. */
const unknownLike = (name: string) => (isUuid(name) ? uuidv7() : 'KS-0000-0000');

/** Returns a reply without the reference of its request. */
function withoutReference({ status, body }: Reply): unknown {
  const { reference, ...error } = body.error;
  expect(reference).toMatch(/^KR-/);
  return { status, error };
}

/** An id field of an endpoint, and its kind. */
type IdField = (typeof idFields)[0];

/** Requests that lack a subject of another player, with the subject's names; by endpoint and field. */
type Attempts = Map<string, { names: string[]; request: Record<string, unknown> }>;

/** Prepares a request of a player of `brandId` for each field, and a subject of brand `kassa`. */
async function prepare(brandId: 'kassa' | 'other', fields: IdField[]): Promise<Attempts> {
  const attempts: Attempts = new Map();
  for (const [name, field, kind] of fields) {
    const names = await makeSubject(server, await makeOwner(server, 'kassa'), kind);
    const request = await buildRequest(name, await makeOwner(server, brandId), { [field]: '' });
    attempts.set(`${name} ${field}`, { names, request });
  }
  return attempts;
}

describe('of another', () => {
  let ofOtherBrand: Attempts;
  let ofOtherPlayer: Attempts;
  let before: Record<string, string[]>;

  // The rows are compared once for all attempts, each of which has a subject of its own.
  beforeAll(async () => {
    ofOtherBrand = await prepare('other', idFields);
    ofOtherPlayer = await prepare('kassa', ofPlayers);
    before = await readRows();
  });

  test.each(idFields)(
    'brand, %s with its %s answers 404, as for one that does not exist',
    async (name, field) => {
      const { names = [], request } = ofOtherBrand.get(`${name} ${field}`) ?? {};
      expect(names).not.toEqual([]);
      for (const id of names) {
        const never = await otherOperator.ask(name, { ...request, [field]: unknownLike(id) });
        expect(never).toMatchObject({ status: 404 });
        const foreign = await otherOperator.ask(name, { ...request, [field]: id });
        expect(withoutReference(foreign)).toEqual(withoutReference(never));
      }
      await expectNoActsBy(otherOperator, 'kassa');
    },
  );

  test.each(ofPlayers)('player, %s with its %s answers 404', async (name, field) => {
    const { names: [id] = [], request } = ofOtherPlayer.get(`${name} ${field}`) ?? {};
    expect(id).toBeDefined();
    expect(await ownOperator.ask(name, { ...request, [field]: id })).toMatchObject({ status: 404 });
  });

  test('nothing is changed by these attempts', async () => {
    expect(await readRows()).toEqual(before);
  });
});

test.each(idFields)('%s finds the %s of its own brand', async (name, field, kind) => {
  let names: string[];
  let index = 0;
  do {
    // A new subject for each of its names: an act may leave nothing for the other names to find.
    const owner = await makeOwner(server, 'kassa');
    names = await makeSubject(server, owner, kind);
    const fields = { [field]: names[index] };
    const request = await matchUp(await buildRequest(name, owner, fields), field);
    const { status, body } = await ownOperator.ask(name, request);
    // Some acts don't fit the status of the subject; finding the subject is enough.
    expect([200, 400, 409, 422], JSON.stringify(body)).toContain(status);
    index += 1;
  } while (index < names.length);
});

async function expectNoActsBy({ keyId }: OperatorClient, brandId: string): Promise<void> {
  const acts = await server.core.db
    .selectFrom('operator_acts')
    .select('id')
    .where('key_id', '=', keyId)
    .where((expression) =>
      expression.or([expression('brand_id', '=', brandId), expression('outcome', '=', 'done')]),
    )
    .execute();
  expect(acts).toEqual([]);
}

describe("another brand's lists", () => {
  let marks: string[];

  beforeAll(async () => {
    const makeOne = async (kind: SubjectKind) =>
      makeSubject(server, await makeOwner(server, 'kassa'), kind);
    marks = (await Promise.all(subjectKinds.map(makeOne))).flat();
  });

  test.each(lists)('%s shows nothing of this brand', async (name, filters) => {
    expectNothingOfOurs(await readAnswer(name, {}));
    for (const field of filters) {
      for (const mark of marks) expectNothingOfOurs(await readAnswer(name, { [field]: mark }));
    }
  });

  function expectNothingOfOurs(answer: string): void {
    expect(marks.filter((mark) => answer.includes(mark))).toEqual([]);
  }

  async function readAnswer(name: string, fields: Record<string, unknown>): Promise<string> {
    const { kind, request: schema } = requireEndpoint(name);
    const request = { ...sampleRequest(describeRequest(schema)), ...fields };
    if (kind === 'export') return otherOperator.download(name, request);
    const { status, body } = await otherOperator.ask(name, request);
    // 404: it has no such account, and 409: no sweepstakes.
    expect([200, 400, 404, 409]).toContain(status);
    // An error response may repeat the request's values.
    return status === 200 ? JSON.stringify(body) : '';
  }
});

test("no log line has an operator's id of a player", async () => {
  for (const [name, field] of idFields.filter(([, , kind]) => kind === 'player')) {
    const owner = await makeOwner(server, 'kassa');
    await ownOperator.ask(name, await buildRequest(name, owner, { [field]: owner.externalId }));
  }
  const { externalId, token } = await makeOwner(server, 'kassa');
  const events = [{ event: 'exit', event_category: 'deposit' }];
  await server.call('events', { events, userId: externalId }, { token });
  await fetch(`${server.url}/operator/v1/players/${externalId}/misspelled`);
  await fetch(`${server.url}/operator/v1/players/${externalId}%zz`);
  const log = logLines.join('');
  expect(log).toContain('"path":"/operator/v1/players/:player"');
  expect(log).toContain('analytics event');
  // All players of this file, whichever test called for them.
  const players = await server.core.db.selectFrom('players').select('external_id').execute();
  expect(players.length).toBeGreaterThan(idFields.length);
  expect(players.filter(({ external_id }) => log.includes(external_id))).toEqual([]);
});

test('fields of endpoints have samples', () => {
  for (const [name, { request }] of endpoints) {
    for (const [field, schema] of Object.entries(describeRequest(request).properties ?? {})) {
      expect(sampleValues(schema, field), `${name} ${field}`).not.toEqual([]);
    }
  }
});
