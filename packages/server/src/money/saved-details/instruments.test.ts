import { CallError } from '@kassa/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import { meetLimitedPlayer } from '../../testing/limits-desk.ts';
import { buildPayout, digestOf, usePayoutRulesDesk } from '../../testing/payout-rules-desk.ts';
import { findReceipt } from './instruments.ts';
import { keepDetails } from './keep-details.ts';
import { listSavedDetails } from './list-details.ts';
import { resolveDetails } from './resolve-details.ts';

const { desk, core, deposit } = usePayoutRulesDesk();

const card = buildPayout('card_out', { paysToInstrument: true, paysBack: ['card', 'visa'] });

beforeEach(() => {
  desk.methods = [card];
});

/** Inserts a paid deposit, a minute after the one before. */
async function pay(token: string | null, part: Parameters<typeof deposit>[1] & object = {}) {
  desk.now = new Date(desk.now.getTime() + 60_000);
  const masked = token === null ? null : `•••• ${token.slice(-4)}`;
  const instrument = { token, masked, payerName: 'ADA LOVELACE' };
  await deposit('50', { instrument, ...part });
}

const list = async (caller = desk.caller) =>
  (await listSavedDetails(core, caller, { paymentType: 'card_out' })).details;

const resolve = (detailsId: string | undefined, caller = desk.caller) =>
  resolveDetails(core, desk.db, caller, card, 'withdrawal', { detailsId });

async function codeOf(asked: Promise<unknown>): Promise<string | undefined> {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof CallError ? error.code : undefined;
}

test("lists the cards of the player's own credited receipts, each once and the newest first", async () => {
  await pay('tok_1111');
  await pay('tok_2222', { method: 'visa' });
  await pay('tok_1111');
  await pay(null);
  await pay('tok_3333', { method: 'wallet' });
  await pay('tok_4444', { connector: 'other' });
  await pay('tok_5555', { isUnpaid: true });
  const shown = await list();
  expect(shown.map(({ masked }) => masked)).toEqual(['•••• 1111', '•••• 2222']);
  expect(shown[0]).toEqual({
    detailsId: expect.any(String),
    paymentMethod: 'card_out',
    masked: '•••• 1111',
    holder: 'ADA LOVELACE',
    lastUsedAt: expect.any(Number),
    isRemovable: false,
  });
  expect(await list(await meetLimitedPlayer(desk.db, 'kassa'))).toEqual([]);
});

test('lists ten at most', async () => {
  for (let at = 0; at < 12; at += 1) await pay(`tok_${1000 + at}`);
  const shown = await list();
  expect(shown).toHaveLength(10);
  expect(shown[0]?.masked).toBe('•••• 1011');
});

test('a card is found and chosen, however many deposits came after it', async () => {
  await pay('tok_1111');
  const [{ detailsId = '' } = {}] = await list();
  await pay('tok_2222');
  const { id } = await desk.db
    .selectFrom('deposits')
    .select('id')
    .where('player_id', '=', desk.caller.playerId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  // 500 more with the other card. The same number gives the same ids in both tables, in their random part.
  for (const table of ['deposits', 'payments']) {
    await sql`
      insert into ${sql.table(table)} select copy.*
      from ${sql.table(table)} t, generate_series(1, 500) n,
        lateral jsonb_populate_record(null::${sql.table(table)}, to_jsonb(t) || jsonb_build_object(
          'id', overlay(t.id::text placing lpad(n::text, 12, '0') from 25)::uuid,
          'deposit_id', overlay(${id} placing lpad(n::text, 12, '0') from 25)::uuid,
          'reference', ${id} || n, 'provider_payment_id', ${id} || n,
          'created_at', ${desk.now}::timestamptz + interval '1 minute')) copy
      where ${id}::uuid in (t.id, (to_jsonb(t)->>'deposit_id')::uuid)`.execute(desk.db);
  }
  const shown = await list();
  expect(shown.map(({ masked }) => masked)).toEqual(['•••• 2222', '•••• 1111']);
  expect(shown[1]?.detailsId).toBe(detailsId);
  expect(await resolve(detailsId)).toMatchObject({ instrument: { token: 'tok_1111' } });
  const found = await findReceipt(desk.db, desk.caller, card, digestOf('tok_1111') ?? '');
  expect(found).toBe(detailsId);
});

test('a chosen card gives its token, account and payer', async () => {
  await pay('tok_1111');
  const [{ detailsId = '' } = {}] = await list();
  expect(await resolve(detailsId)).toEqual({
    fields: {},
    detailsId,
    instrument: {
      token: 'tok_1111',
      masked: '•••• 1111',
      digest: digestOf('tok_1111'),
      digests: [digestOf('tok_1111'), expect.any(String)],
      account: 'sandbox',
      payerName: 'ADA LOVELACE',
    },
    masked: '•••• 1111',
    digest: digestOf('tok_1111'),
    digests: [digestOf('tok_1111'), expect.any(String)],
    destination: {},
    holder: 'ADA LOVELACE',
  });
});

test('a receipt that is no longer listed, or another player’s, is not found', async () => {
  await pay('tok_1111');
  const [{ detailsId = '' } = {}] = await list();
  const stranger = await meetLimitedPlayer(desk.db, 'kassa');
  const other = { ...desk.caller, brandId: 'other' };
  for (const caller of [stranger, other]) {
    expect(await codeOf(resolve(detailsId, caller))).toBe('details.notFound');
  }
  for (const id of [uuidv7(), detailsId.toUpperCase(), '']) {
    expect(await codeOf(resolve(id))).toBe('details.notFound');
  }
  expect(await codeOf(resolve(undefined))).toBe('request.invalid');
  const nothing = { instrument_sealed: null, instrument_digest: null };
  await desk.db.updateTable('payments').set(nothing).where('id', '=', detailsId).execute();
  expect(await codeOf(resolve(detailsId))).toBe('details.notFound');
});

test('the card of a withdrawal is known as a destination, and saved nowhere else', async () => {
  await pay('tok_1111');
  await pay('tok_2222');
  const [second, first] = await list();
  const keep = async (detailsId = '') => {
    const resolved = await resolve(detailsId);
    return desk.db
      .transaction()
      .execute((tx) => keepDetails(core, tx, desk.caller, card, 'withdrawal', resolved));
  };
  expect(await keep(first?.detailsId)).toMatchObject({ isNew: true });
  expect(await keep(second?.detailsId)).toMatchObject({ isNew: true });
  expect(await keep(first?.detailsId)).toMatchObject({ isNew: false });
  const kept = await desk.db
    .selectFrom('saved_details')
    .select(['fields_sealed', 'masked'])
    .where('player_id', '=', desk.caller.playerId)
    .execute();
  expect(kept).toEqual([
    { fields_sealed: null, masked: null },
    { fields_sealed: null, masked: null },
  ]);
});
