import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findByNumber } from '../../money/requisites/account-number.ts';
import { addRequisite } from '../../money/requisites/add-requisite.ts';
import { resolvePlayer } from '../../players/player-row.ts';
import { buildRequisite } from '../../testing/build-requisite.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { connect, type Db } from '../database/connect.ts';
import { digestsOfInstrument, digestsOfPayer, findByField, indexFields } from './blind-index.ts';
import { rotateSealed } from './rotate-sealed.ts';
import {
  type Fields,
  type FieldsSubject,
  openFields,
  openNotification,
  sealedTables,
  sealFields,
  toInstrumentContext,
  toNotificationContext,
  toPlayerDataContext,
  toSealContext,
  toStepContext,
  toTransferContext,
} from './sealed.ts';
import { buildVault } from './vault.ts';

let db: Db;

beforeAll(async () => {
  db = connect(await createTestDatabase());
});

afterAll(() => db.destroy());

const keys = ['old', 'fresh', 'other'].map((id, index) => ({
  id,
  secret: Buffer.alloc(32, index + 1),
}));
const [old, fresh, other] = keys as [(typeof keys)[0], (typeof keys)[0], (typeof keys)[0]];
const buildCore = (ring: typeof keys) => ({
  db,
  vault: buildVault(ring),
  now: () => new Date(),
  log: { info: vi.fn(), warn: vi.fn(), error: vi.fn() },
});
type Parts = ReturnType<typeof buildCore>;

/** Stores a deposit or withdrawal with these fields like the money core. */
async function store(
  core: Parts,
  fields: Fields,
  { kind = 'deposit', brandId = 'kassa' }: { kind?: FieldsSubject['kind']; brandId?: string } = {},
): Promise<FieldsSubject> {
  const playerId = await resolvePlayer(db, brandId, uuidv7());
  const subject: FieldsSubject = { kind, brandId, id: uuidv7(), playerId };
  const row = {
    id: subject.id,
    brand_id: brandId,
    player_id: playerId,
    reference: subject.id,
    payment_method: 'card',
    connector: 'sandbox',
    amount: '10',
    currency: 'EUR',
    fields_sealed: sealFields(core.vault, toSealContext(subject), fields),
  };
  const account = { account_amount: '10', account_currency: 'EUR' };
  const transfers = { hold_id: uuidv7(), settle_id: uuidv7(), return_id: uuidv7() };
  const rest = { return_url: 'https://pay.example', expires_at: new Date() };
  await db.transaction().execute(async (tx) => {
    await (kind === 'deposit'
      ? tx.insertInto('deposits').values({ ...row, ...account, ...rest, status: 'created' })
      : tx.insertInto('withdrawals').values({ ...row, ...transfers, status: 'requested' })
    ).execute();
    await indexFields(tx, core, subject, fields);
  });
  return subject;
}

async function load(
  core: Parts,
  subject: FieldsSubject,
): Promise<{ sealed: string; fields: Fields }> {
  const { fields_sealed } = await db
    .selectFrom(sealedTables[subject.kind])
    .select('fields_sealed')
    .where('id', '=', subject.id)
    .executeTakeFirstOrThrow();
  const sealed = fields_sealed ?? '';
  return { sealed, fields: openFields(core.vault, toSealContext(subject), fields_sealed) };
}

const newIban = () => `DE${uuidv7().replaceAll('-', '').toUpperCase()}`;

test("a search finds a field's value in any notation, within its brand and field only", async () => {
  const core = buildCore([old]);
  const iban = newIban();
  const first = await store(core, { iban, holder: ' ' });
  const second = await store(core, { iban: iban.toLowerCase() }, { kind: 'withdrawal' });
  await store(core, { iban }, { brandId: 'other' });
  await store(core, { account: iban });
  const spaced = iban.replace(/(.{4})/g, '$1 ');
  expect(await findByField(core, 'kassa', 'iban', spaced)).toEqual([second, first]);
  expect(await findByField(core, 'kassa', 'iban', newIban())).toEqual([]);
  expect(await findByField(core, 'kassa', 'holder', '')).toEqual([]);
});

test('a search finds every player, however often another one used the value', async () => {
  const core = buildCore([old]);
  const iban = newIban();
  const first = await store(core, { iban });
  const last = await store(core, { iban });
  const ids = Array.from({ length: 250 }, () => uuidv7());
  await sql`
    insert into blind_index select copy.* from blind_index t, unnest(${ids}::uuid[]) id,
      lateral jsonb_populate_record(null::blind_index,
        to_jsonb(t) || jsonb_build_object('subject_id', id)) copy
    where t.subject_id = ${last.id}`.execute(db);
  const found = await findByField(core, 'kassa', 'iban', iban);
  expect(found).toHaveLength(200);
  expect(found.map(({ id }) => id)).toContain(first.id);
});

test('the database holds nothing that was typed in plain text', async () => {
  const core = buildCore([old]);
  const iban = newIban();
  const subject = await store(core, { iban });
  const { sealed, fields } = await load(core, subject);
  expect(fields).toEqual({ iban });
  const index = await db.selectFrom('blind_index').selectAll().execute();
  expect(JSON.stringify([sealed, index])).not.toContain(iban);
});

test("a row's sealed fields can't be moved to another row", async () => {
  const core = buildCore([old]);
  const [mine, yours] = [await store(core, { iban: '1' }), await store(core, { iban: '2' })];
  const { sealed } = await load(core, yours);
  expect(() => openFields(core.vault, toSealContext(mine), sealed)).toThrow();
});

test('rotation seals and indexes all fields anew, so that the old key can be removed', async () => {
  const before = buildCore([old]);
  const iban = newIban();
  const subjects = [
    await store(before, { iban }),
    await store(before, { iban }, { kind: 'withdrawal' }),
    await store(before, { iban }, { brandId: 'other' }),
  ];
  const both = buildCore([fresh, old]);
  expect(await findByField(both, 'kassa', 'iban', iban)).toHaveLength(2);
  const { resealed, unreadable } = await rotateSealed(both);
  expect(resealed).toBeGreaterThanOrEqual(3);
  expect(unreadable).toEqual([]);
  const after = buildCore([fresh]);
  for (const subject of subjects) {
    const { sealed, fields } = await load(after, subject);
    expect(sealed.startsWith(after.vault.currentPrefix)).toBe(true);
    expect(fields).toEqual({ iban });
  }
  expect(await findByField(after, 'kassa', 'iban', iban)).toHaveLength(2);
  expect(await findByField(before, 'kassa', 'iban', iban)).toEqual([]);
  expect(await rotateSealed(both)).toEqual({ resealed: 0, unreadable: [] });
});

test('rotation finds what keys before and after the first have sealed', async () => {
  const subjects = [
    await store(buildCore([fresh]), { iban: newIban() }),
    await store(buildCore([other]), { iban: newIban() }),
    await store(buildCore([fresh]), { iban: newIban() }),
  ];
  const readable = async (ring: typeof keys) => {
    for (const subject of subjects) await load(buildCore(ring), subject);
  };
  await rotateSealed(buildCore([old, fresh, other]));
  await readable([old]);
  await rotateSealed(buildCore([other, old]));
  await readable([other]);
  await rotateSealed(buildCore([fresh, other]));
  await readable([fresh]);
});

/** Stores a provider's notification with this body. */
async function storeNotification(body: string, id = uuidv7()): Promise<string> {
  const row = { id, brand_id: 'kassa', connector: 'sandbox', notification_id: id, body };
  await db
    .insertInto('provider_notifications')
    .values({ ...row, headers: JSON.stringify({}), next_attempt_at: new Date() })
    .execute();
  return id;
}

test('rotation seals sealed notifications anew, and leaves those in plain text', async () => {
  const { vault } = buildCore([old]);
  const id = uuidv7();
  await storeNotification(vault.seal('paid by Zoë', toNotificationContext('kassa', id)), id);
  const plain = await storeNotification('{"paid.by":"Zoë"}');
  expect(await rotateSealed(buildCore([fresh, old]))).toMatchObject({ unreadable: [] });
  const rows = await db
    .selectFrom('provider_notifications')
    .select(['id', 'brand_id', 'body'])
    .where('id', 'in', [id, plain])
    .orderBy('id')
    .execute();
  const after = buildCore([fresh]).vault;
  expect(rows.map((row) => openNotification(after, row))).toEqual([
    'paid by Zoë',
    '{"paid.by":"Zoë"}',
  ]);
  expect(rows[0]?.body.startsWith(after.currentPrefix)).toBe(true);
});

test('rotation seals the steps of deposits anew', async () => {
  const { vault } = buildCore([old]);
  const { id, brandId } = await store(buildCore([old]), {});
  const context = toStepContext({ brand_id: brandId, id });
  await db
    .updateTable('deposits')
    .set({ step_sealed: vault.seal('{"kind":"code"}', context) })
    .where('id', '=', id)
    .execute();
  expect(await rotateSealed(buildCore([fresh, old]))).toMatchObject({ unreadable: [] });
  const { step_sealed } = await db
    .selectFrom('deposits')
    .select('step_sealed')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const after = buildCore([fresh]).vault;
  expect(step_sealed?.startsWith(after.currentPrefix)).toBe(true);
  expect(after.open(step_sealed ?? '', context)).toBe('{"kind":"code"}');
  // A sealed step can't be opened as fields of the same row.
  expect(() =>
    openFields(after, toSealContext({ kind: 'deposit', brandId, id }), step_sealed),
  ).toThrow();
});

test.each(['deposit', 'withdrawal'] as const)(
  'rotation seals the player of a %s anew',
  async (kind) => {
    const subject = await store(buildCore([old]), {}, { kind });
    const context = toPlayerDataContext(subject);
    await db
      .updateTable(sealedTables[kind])
      .set({ player_data_sealed: buildCore([old]).vault.seal('{"ipAddress":null}', context) })
      .where('id', '=', subject.id)
      .execute();
    expect(await rotateSealed(buildCore([fresh, old]))).toEqual({ resealed: 1, unreadable: [] });
    const { player_data_sealed } = await db
      .selectFrom(sealedTables[kind])
      .select('player_data_sealed')
      .where('id', '=', subject.id)
      .executeTakeFirstOrThrow();
    const after = buildCore([fresh]).vault;
    expect(after.open(player_data_sealed ?? '', context)).toBe('{"ipAddress":null}');
  },
);

test('rotation seals the instruments of receipts anew, with their digests', async () => {
  const { id: deposit_id } = await store(buildCore([old]), {});
  const { vault } = buildCore([old]);
  const key = { id: uuidv7(), brand_id: 'kassa' };
  const token = `tok_${uuidv7()}`;
  const payer = { token, payerName: 'Jan Keller' };
  const text = JSON.stringify({ kind: 'card', masked: null, ...payer });
  await db
    .insertInto('payments')
    .values({
      ...key,
      deposit_id,
      connector: 'sandbox',
      provider_payment_id: key.id,
      amount: '10',
      currency: 'EUR',
      status: 'parked',
      parked_reason: 'a test',
      evidence: 'a test',
      instrument_sealed: vault.seal(text, toInstrumentContext(key)),
      instrument_digest: digestsOfInstrument(vault, 'kassa', token)[0] ?? null,
      payer_match: 'different',
      payer_digest: digestsOfPayer(vault, 'kassa', payer)[0] ?? null,
    })
    .execute();
  expect(await rotateSealed(buildCore([fresh, old]))).toEqual({ resealed: 1, unreadable: [] });
  const { instrument_sealed, instrument_digest, payer_digest } = await db
    .selectFrom('payments')
    .select(['instrument_sealed', 'instrument_digest', 'payer_digest'])
    .where('id', '=', key.id)
    .executeTakeFirstOrThrow();
  const after = buildCore([fresh]).vault;
  expect(after.open(instrument_sealed ?? '', toInstrumentContext(key))).toBe(text);
  expect([instrument_digest]).toEqual(digestsOfInstrument(after, 'kassa', token));
  expect([payer_digest]).toEqual(digestsOfPayer(after, 'kassa', payer));
});

test('rotation seals the details of bank transfers anew', async () => {
  const key = { id: uuidv7(), brand_id: 'kassa' };
  const sealed = buildCore([old]).vault.seal('{"text":null}', toTransferContext(key));
  await db
    .insertInto('bank_transfers')
    .values({
      ...key,
      account: 'own',
      requisite_id: null,
      source: 'notification',
      statement_id: null,
      line: null,
      notification_id: null,
      bank_reference: key.id,
      paired_reference: null,
      amount: '10',
      currency: 'EUR',
      booked_at: new Date(),
      reference: null,
      details_sealed: sealed,
      status: 'review',
      because: 'unknownAccount',
    })
    .execute();
  expect(await rotateSealed(buildCore([fresh, old]))).toEqual({ resealed: 1, unreadable: [] });
  const { details_sealed } = await db
    .selectFrom('bank_transfers')
    .select('details_sealed')
    .where('id', '=', key.id)
    .executeTakeFirstOrThrow();
  const after = buildCore([fresh]).vault;
  expect(after.open(details_sealed ?? '', toTransferContext(key))).toBe('{"text":null}');
});

test('rotation skips rows that no key opens, and names them', async () => {
  const lost = await store(buildCore([other]), { iban: newIban() });
  const readable = await store(buildCore([old]), { iban: newIban() });
  const core = buildCore([fresh, old]);
  const { unreadable } = await rotateSealed(core);
  expect(unreadable).toEqual([lost.id]);
  expect(core.log.error).toHaveBeenCalledOnce();
  expect((await load(buildCore([fresh]), readable)).fields).toHaveProperty('iban');
  expect((await load(buildCore([other]), lost)).fields).toHaveProperty('iban');
});

test('rotation in two processes at once seals each row once', async () => {
  const before = buildCore([old]);
  const subjects = [];
  for (let index = 0; index < 20; index += 1) {
    subjects.push(await store(before, { iban: newIban() }));
  }
  const core = buildCore([fresh, old]);
  const rotations = await Promise.all([rotateSealed(core), rotateSealed(core)]);
  expect(rotations.reduce((sum, { resealed }) => sum + resealed, 0)).toBe(20);
  for (const subject of subjects) {
    expect((await load(buildCore([fresh]), subject)).fields).toHaveProperty('iban');
  }
});

test('rotation seals the operator’s own accounts anew, and they are still found by their number', async () => {
  const before = buildCore([old]);
  const number = String(Math.floor(Math.random() * 1e15) + 1e15);
  const { id } = await db
    .transaction()
    .execute((tx) =>
      addRequisite(
        before,
        tx,
        'kassa',
        buildRequisite({ account: 'own', kind: 'card', payee: { number } }),
      ),
    );
  await rotateSealed(buildCore([fresh, old]));
  const after = buildCore([fresh]);
  const found = await findByNumber(after, db, { brandId: 'kassa', account: 'own' }, number);
  expect(found?.id).toBe(id);
  const context = { table: 'requisites', brandId: 'kassa', id } as const;
  expect(JSON.parse(after.vault.open(found?.payee_sealed ?? '', context))).toEqual({ number });
});
