import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator, type OperatorClient, operatorWith } from '../testing/operator-client.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let owner: OperatorClient;

beforeAll(async () => {
  server = await startTestServer();
  owner = await createOperator(server);
});

afterAll(() => server.stop());

const day = 24 * 3600_000;

/** Splits `kop_<id>_<secret>`; the secret itself may contain an underscore. */
function partsOf(key: string): { id: string; secret: string } {
  const [, id = '', ...secret] = key.split('_');
  return { id, secret: secret.join('_') };
}

test('a key allows what its scopes name, and is stored as a hash', async () => {
  const { body } = await owner.ask('keys-create', { name: 'support', scopes: ['read'] });
  expect(body.key).toMatch(/^kop_[0-9a-f]{32}_[\w-]{43}$/);
  const support = operatorWith(server, body.id, body.key);
  expect(await support.ask('keys-list')).toMatchObject({
    status: 403,
    body: { error: { code: 'scope.missing', reference: expect.stringMatching(/^KR-/) } },
  });
  const row = await server.core.db
    .selectFrom('operator_keys')
    .selectAll()
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(partsOf(body.key).secret);
  expect(row.last_used_at).not.toBeNull();
});

test('unknown, wrong, revoked and expired keys get the same response', async () => {
  const created = await createOperator(server, { expiresAt: new Date(Date.now() + day) });
  const revoked = await createOperator(server);
  await owner.ask('keys-revoke', { keyId: revoked.keyId, reason: 'someone left' });
  const { id, secret } = partsOf(created.key);
  const answers = await Promise.all(
    [
      '',
      'nonsense',
      `kop_${'0'.repeat(32)}_${secret}`,
      `kop_${id}_${'A'.repeat(43)}`,
      revoked.key,
    ].map((key) => operatorWith(server, id, key).ask('keys-list')),
  );
  answers.push(await server.later(2 * day, () => created.ask('keys-list')));
  for (const { status, body } of answers) {
    const { reference, ...error } = body.error;
    expect(status).toBe(401);
    expect(reference).toMatch(/^KR-/);
    expect(error).toEqual({
      code: 'key.invalid',
      message: 'This key is not valid.',
    });
  }
});

test('after a rotation both secrets are valid until the grace period ends', async () => {
  const old = await createOperator(server);
  const { body } = await owner.ask('keys-rotate', { keyId: old.keyId, graceSeconds: 3600 });
  const fresh = operatorWith(server, old.keyId, body.key);
  expect((await old.ask('keys-list')).status).toBe(200);
  expect((await fresh.ask('keys-list')).status).toBe(200);
  await server.later(3601_000, async () => {
    expect((await old.ask('keys-list')).status).toBe(401);
    expect((await fresh.ask('keys-list')).status).toBe(200);
  });
  await owner.ask('keys-revoke', { keyId: old.keyId, reason: 'no longer used' });
  expect((await old.ask('keys-list')).status).toBe(401);
  expect((await fresh.ask('keys-list')).status).toBe(401);
});

test('a key can’t grant scopes that it lacks, neither to a new key nor by rotating another', async () => {
  const small = await createOperator(server, { scopes: ['keys', 'read'] });
  const wanted = { name: 'more', scopes: ['read', 'ledger'] };
  expect(await small.ask('keys-create', wanted)).toMatchObject({
    status: 403,
    body: { error: { code: 'scope.missing' } },
  });
  expect((await small.ask('keys-rotate', { keyId: owner.keyId })).status).toBe(403);
  expect((await small.ask('keys-create', { name: 'same', scopes: ['read'] })).status).toBe(200);
});

test('a key that expires can’t create or rotate a key that expires later', async () => {
  const ends = new Date(Date.now() + day);
  const brief = await createOperator(server, { expiresAt: ends });
  const wanted = { name: 'later', scopes: ['read'] };
  for (const expiresAt of [undefined, new Date(ends.getTime() + 1).toISOString()]) {
    expect(await brief.ask('keys-create', { ...wanted, expiresAt })).toMatchObject({
      status: 403,
      body: { error: { code: 'key.outlivesOwn' } },
    });
  }
  expect(await brief.ask('keys-rotate', { keyId: owner.keyId })).toMatchObject({
    status: 403,
    body: { error: { code: 'key.outlivesOwn' } },
  });
  const expiresAt = ends.toISOString();
  expect((await brief.ask('keys-create', { ...wanted, expiresAt })).status).toBe(200);
  expect((await brief.ask('keys-rotate', { keyId: brief.keyId })).status).toBe(200);
});

test('keys that a revoked key created stay valid, and the response names them', async () => {
  const maker = await createOperator(server);
  const { body: made } = await maker.ask('keys-create', { name: 'child', scopes: ['read'] });
  const { body: gone } = await maker.ask('keys-create', { name: 'gone', scopes: ['read'] });
  await owner.ask('keys-revoke', { keyId: gone.id, reason: 'no longer used' });
  const revoked = await owner.ask('keys-revoke', { keyId: maker.keyId, reason: 'someone left' });
  expect(revoked.body.stillOpen).toEqual([{ id: made.id, name: 'child' }]);
  const { body } = await owner.ask('keys-list');
  expect(body.items.find(({ id }: { id: string }) => id === made.id)).toMatchObject({
    state: 'active',
    createdByKey: maker.keyId,
  });
});

test('a search by a payment detail is logged without the detail', async () => {
  const reader = await createOperator(server, { scopes: ['read'] });
  const search = { field: 'iban', value: 'DE00SECRETIBAN' };
  expect((await reader.ask('fields-search', search)).status).toBe(403);
  const desk = await createOperator(server, { scopes: ['players'] });
  expect((await desk.ask('fields-search', search)).status).toBe(200);
  const { body } = await owner.ask('acts-list', { action: 'fields-search' });
  expect(body.items).toMatchObject([
    { keyId: desk.keyId, outcome: 'done', request: { field: 'iban' } },
    { keyId: reader.keyId, outcome: 'refused', request: {} },
  ]);
  expect(JSON.stringify(body)).not.toContain(search.value);
});

test('a repeated request acts once, and its response has no secret', async () => {
  const key = uuidv7();
  const request = { name: 'twice', scopes: ['read'] };
  const [first, second] = await Promise.all([
    owner.ask('keys-create', request, key),
    owner.ask('keys-create', request, key),
  ]);
  expect(second.body.id).toBe(first.body.id);
  expect([first.body.key, second.body.key].filter((text) => text !== null)).toHaveLength(1);
  const other = await owner.ask('keys-create', { ...request, name: 'other' }, key);
  expect(other).toMatchObject({ status: 422, body: { error: { code: 'idempotency.keyReused' } } });
  const { body } = await owner.ask('acts-list', {
    action: 'keys-create',
    subjectId: first.body.id,
  });
  expect(body.items).toHaveLength(1);
});

test('every act is logged without any secret, rejected acts too', async () => {
  const { body: created } = await owner.ask('keys-create', { name: 'logged', scopes: ['read'] });
  await owner.ask('keys-revoke', { keyId: created.id, reason: 'a first time' });
  await owner.ask('keys-revoke', { keyId: created.id, reason: 'a second time' });
  const weak = await createOperator(server, { scopes: ['read'] });
  await weak.ask('keys-revoke', { keyId: created.id, reason: 'not allowed' });
  await owner.ask('keys-revoke', { keyId: created.id });
  const { body } = await owner.ask('acts-list', { subjectKind: 'key', subjectId: created.id });
  expect(
    body.items.map((act: Record<string, unknown>) => [act.action, act.outcome, act.errorCode]),
  ).toEqual([
    ['keys-revoke', 'refused', 'request.invalid'],
    ['keys-revoke', 'refused', 'scope.missing'],
    ['keys-revoke', 'refused', 'act.impossible'],
    ['keys-revoke', 'done', null],
    ['keys-create', 'done', null],
  ]);
  expect(body.items[3]).toMatchObject({
    actor: 'key "test desk"',
    keyId: owner.keyId,
    reason: 'a first time',
    requestId: expect.stringMatching(/^KR-/),
    after: { state: 'revoked' },
  });
  expect(JSON.stringify(body)).not.toContain(partsOf(created.key).secret);
});

test('the log of acts can not be changed', async () => {
  const { db } = server.core;
  for (const statement of [
    `update operator_acts set actor = 'nobody'`,
    'delete from operator_acts',
    'truncate operator_acts',
  ]) {
    await expect(sql.raw(statement).execute(db)).rejects.toThrow('only grows');
  }
});

test('lists have pages', async () => {
  const seen: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const { body } = await owner.ask('acts-list', { limit: 3, cursor });
    seen.push(...body.items.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor;
  }
  const { body } = await owner.ask('acts-list', { limit: 200 });
  expect(seen).toEqual(body.items.map(({ id }: { id: string }) => id));
  expect((await owner.ask('acts-list', { cursor: 'bm9uc2Vuc2U' })).status).toBe(400);
});

test('a misspelled field is rejected, not ignored', async () => {
  const slip = { keyId: owner.keyId, reason: 'a good reason', reson: 'a slip' };
  expect(await owner.ask('keys-revoke', slip)).toMatchObject({
    status: 400,
    body: { error: { code: 'request.invalid', message: expect.stringContaining('"reson"') } },
  });
});

test('an address that tries many keys is rate limited, and a valid key still works', async () => {
  const strict = await startTestServer({ RATE_LIMIT_SCALE: '1' });
  try {
    const good = await createOperator(strict);
    const attacker = operatorWith(strict, '', `kop_${'0'.repeat(32)}_${'A'.repeat(43)}`);
    const answers: number[] = [];
    while (!answers.includes(429) && answers.length < 200) {
      answers.push((await attacker.ask('keys-list')).status);
    }
    expect(answers.at(-1)).toBe(429);
    expect((await good.ask('keys-list')).status).toBe(200);
  } finally {
    await strict.stop();
  }
});

test('no page of another origin may read a response', async () => {
  for (const method of ['GET', 'OPTIONS']) {
    const response = await fetch(`${server.operatorUrl}/operator/v1/keys`, {
      method,
      headers: { origin: 'https://kassa.example', authorization: `Bearer ${owner.key}` },
    });
    const names = [...response.headers.keys()];
    expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
});
