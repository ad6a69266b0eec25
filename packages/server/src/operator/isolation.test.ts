import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isUuid } from '../is-uuid.ts';
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
import { endpoints } from './endpoints.ts';

/** Every field of a path or an act that holds an id: a new endpoint is among them by itself. */
const idFields = [...endpoints].flatMap(([name, { path, kind, request }]) => {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field);
  const inBody = kind === 'act' ? Object.keys(describeRequest(request).properties ?? {}) : [];
  return [...new Set([...inPath, ...inBody])].flatMap(
    (field): [name: string, field: string, kind: SubjectKind][] => {
      const subject = resolveSubjectKind(name, field);
      return subject === null ? [] : [[name, field, subject]];
    },
  );
});

/** What lists, searches and exports; each with the texts that it may be asked for by. */
const lists = [...endpoints].flatMap(([name, { kind, path, request }]) => {
  if (kind === 'act' || path.includes('{')) return [];
  const { properties = {} } = describeRequest(request);
  const isText = ({ type, enum: words }: JsonSchema) => type === 'string' && words === undefined;
  const filters = Object.entries(properties).filter(([, schema]) => isText(schema));
  return [[name, filters.map(([field]) => field)] as [name: string, filters: string[]]];
});

let server: TestServer;
let owner: Owner;
let ownOperator: OperatorClient;
let otherOperator: OperatorClient;

beforeAll(async () => {
  server = await startTestServer();
  owner = await makeOwner(server, 'kassa', 'ada');
  ownOperator = await createOperator(server);
  otherOperator = await createOperator(server, { brandId: 'other' });
});

afterAll(() => server.stop());

function buildRequest(name: string, fields: Record<string, unknown>): Record<string, unknown> {
  const endpoint = endpoints.get(name);
  if (endpoint === undefined) throw new Error(`There is no endpoint ${name}`);
  return { ...sampleRequest(describeRequest(endpoint.request)), ...fields };
}

/** All rows but the log of acts, which refused ones stand in too. */
async function readRows() {
  const { db } = server.core;
  for (const table of ['deposits', 'withdrawals'] as const) {
    await db.updateTable(table).set({ next_check_at: null }).execute();
  }
  return readAllRows(db, { except: ['operator_acts'] });
}

/** Names something that never was, in the same way. */
const neverLike = (name: string) => (isUuid(name) ? uuidv7() : 'KS-0000-0000');

/** Without what names the request alone, or repeats what was asked. */
function withoutReference({ status, body }: Reply): unknown {
  const { reference, ...error } = body.error;
  expect(reference).toMatch(/^KR-/);
  return { status, error };
}

describe.each(idFields)('%s with a foreign %s', (name, field, kind) => {
  test('answers 404, as for one that never was, and changes nothing', async () => {
    const names = await makeSubject(server, owner, kind);
    const before = await readRows();
    const ask = (id: string) => otherOperator.ask(name, buildRequest(name, { [field]: id }));
    for (const id of names) {
      const never = await ask(neverLike(id));
      expect(never).toMatchObject({ status: 404 });
      expect(withoutReference(await ask(id))).toEqual(withoutReference(never));
    }
    expect(await readRows()).toEqual(before);
    await expectNoActsBy(otherOperator, 'kassa');
  });

  test("takes its own brand's", async () => {
    for (const id of await makeSubject(server, owner, kind)) {
      const { status, body } = await ownOperator.ask(name, buildRequest(name, { [field]: id }));
      // Some acts don't fit how the subject stands; they have found it all the same.
      expect([200, 409, 422], JSON.stringify(body)).toContain(status);
    }
  });
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

test.each(lists)("%s shows nothing of another brand's", async (name, filters) => {
  const subjects = await Promise.all(subjectKinds.map((kind) => makeSubject(server, owner, kind)));
  const marks = [...subjects.flat(), owner.playerId];
  const answers = async (fields: Record<string, unknown>) => {
    const answer = await readAnswer(buildRequest(name, fields));
    for (const mark of marks) expect(answer).not.toContain(mark);
  };
  const readAnswer = async (fields: Record<string, unknown>) => {
    const isFile = endpoints.get(name)?.kind === 'export';
    if (isFile) return otherOperator.download(name, fields);
    const { status, body } = await otherOperator.ask(name, fields);
    expect([200, 400]).toContain(status);
    // A refusal may say again what was asked for.
    return status === 200 ? JSON.stringify(body) : '';
  };
  await answers({});
  for (const field of filters) {
    for (const mark of [...marks, 'ada']) await answers({ [field]: mark });
  }
});

test('fields of endpoints have samples', () => {
  for (const [name, { request }] of endpoints) {
    for (const [field, schema] of Object.entries(describeRequest(request).properties ?? {})) {
      expect(sampleValues(schema, field), `${name} ${field}`).not.toEqual([]);
    }
  }
});
