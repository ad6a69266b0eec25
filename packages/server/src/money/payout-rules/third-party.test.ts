import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { toInstrumentContext } from '../../ground/encryption/sealed.ts';
import { meetLimitedPlayer } from '../../testing/limits-desk.ts';
import { usePayoutRulesDesk } from '../../testing/payout-rules-desk.ts';
import { comparePayers } from '../deposits/compare-payers.ts';
import { clearPayer, findClearing } from '../deposits/payer-match.ts';
import { evaluateRules } from './evaluate-rules.ts';
import type { RuleSubject } from './rule-subject.ts';

const { desk, core, deposit, subject } = usePayoutRulesDesk();

const anna = { first: 'Anna', last: 'Schmidt' };
const own = { token: 'own', payerName: 'ANNA SCHMIDT' };
const foreign = { token: 'foreign', payerName: 'Jan Keller' };

async function judge(part: Partial<RuleSubject> = {}) {
  desk.settings = { thirdParty: 'refuse' };
  const found = await evaluateRules(core, desk.db, subject('10', { playerNames: anna, ...part }));
  return found.map(({ effect, detail }) => ({ effect, detail }));
}

const refused = (reference: string) => [
  { effect: 'refuse', detail: `deposit ${reference} was paid by somebody else` },
];
const unclear = (reference: string) => [
  {
    effect: 'review',
    detail: `the name of the payer of deposit ${reference} can't be compared with the player's`,
  },
];
const effects = async (part?: Partial<RuleSubject>) =>
  (await judge(part)).map(({ effect }) => effect);

const later = () => {
  desk.now = new Date(desk.now.getTime() + 1000);
};

/** Repeats a paid deposit of the player so many times, with its receipt and transfer. */
async function repeat(reference: string, times: number): Promise<void> {
  const { deposit_id: depositId, ...receipt } = await receiptOf(reference);
  for (const table of ['deposits', 'payments', 'ledger_transfers']) {
    // The same number gives the same ids in every table.
    await sql`
      insert into ${sql.table(table)} select copy.*
      from ${sql.table(table)} t, generate_series(1, ${times}) n,
        lateral jsonb_populate_record(null::${sql.table(table)}, to_jsonb(t) || jsonb_build_object(
          'id', md5(t.id::text || n)::uuid, 'reference', ${reference} || '-' || n,
          'deposit_id', md5(${depositId} || n)::uuid, 'transfer_id', md5(${receipt.id} || n)::uuid,
          'provider_payment_id', md5(t.id::text || n))) copy
      where ${depositId}::uuid in (t.id, (to_jsonb(t)->>'deposit_id')::uuid)`.execute(desk.db);
  }
  // A sealed text belongs to its row.
  const text = core.vault.open(receipt.instrument_sealed ?? '', toInstrumentContext(receipt));
  const ids = Array.from({ length: times }, (_, at) =>
    createHash('md5')
      .update(`${receipt.id}${at + 1}`)
      .digest('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  );
  const sealed = ids.map((id) =>
    core.vault.seal(text, toInstrumentContext({ brand_id: 'kassa', id })),
  );
  await sql`
    update payments set instrument_sealed = s.sealed
    from unnest(${ids}::uuid[], ${sealed}::text[]) as s (id, sealed)
    where payments.id = s.id`.execute(desk.db);
}

const receiptOf = (reference: string) =>
  desk.db
    .selectFrom('payments')
    .selectAll()
    .where('deposit_id', '=', (query) =>
      query.selectFrom('deposits').select('id').where('reference', '=', reference),
    )
    .executeTakeFirstOrThrow();

const clear = async (reference: string, playerId = desk.caller.playerId) => {
  const payment = await receiptOf(reference);
  return desk.db.transaction().execute((tx) => clearPayer(core, tx, payment, playerId));
};

describe.each([25, 50, 500])('%i small deposits with an own card', (times) => {
  test('wash away no foreign payer', async () => {
    const reference = await deposit('900', { instrument: foreign, payerMatch: 'different' });
    later();
    await repeat(await deposit('1', { instrument: own, payerMatch: 'same' }), times);
    expect(await judge()).toEqual(refused(reference));
    expect(await judge({ requestedAt: desk.now })).toEqual(refused(reference));
  });

  test('wash away none of an earlier release, before and after it is compared', async () => {
    const reference = await deposit('900', { instrument: foreign });
    later();
    await repeat(await deposit('1', { instrument: own }), times);
    expect(await effects()).toEqual([times < 200 ? 'refuse' : 'review']);
    expect(await comparePayers(core)).toBe(times + 2);
    expect(await judge()).toEqual(refused(reference));
  });

  test('wash away no foreign payer of the time when the name was not known', async () => {
    const reference = await deposit('900', { instrument: foreign, payerMatch: 'unknown' });
    later();
    await repeat(await deposit('1', { instrument: own, payerMatch: 'unknown' }), times);
    expect(await judge()).toEqual(refused(reference));
  });

  test('nor does another name hide one', async () => {
    const reference = await deposit('900', { instrument: foreign, payerMatch: 'unclear' });
    later();
    await repeat(await deposit('1', { instrument: own, payerMatch: 'same' }), times);
    expect(await judge({ playerNames: { first: 'Jan', last: 'Keller' } })).toEqual(
      unclear(reference),
    );
  });
});

test('a name that is stated later changes no stored answer', async () => {
  await deposit('5', { instrument: own, payerMatch: 'same' });
  const jan = { first: 'Jan', last: 'Keller' };
  expect(await judge({ playerNames: jan })).toEqual([]);
  const reference = await deposit('5', { instrument: foreign, payerMatch: 'different' });
  expect(await judge({ playerNames: jan })).toEqual(refused(reference));
  expect(await judge({ playerNames: null })).toEqual(refused(reference));
});

test('a payer is compared once the name is known, and reviewed until then', async () => {
  await deposit('5', { instrument: own, payerMatch: 'unknown' });
  expect(await judge({ playerNames: null })).toEqual([
    { effect: 'review', detail: "the player's name isn't known" },
  ]);
  expect(await judge()).toEqual([]);
  const reference = await deposit('5', { instrument: foreign, payerMatch: 'unknown' });
  expect(await judge()).toEqual(refused(reference));
});

test('more payers than can be compared are reviewed, and a stranger among them is found', async () => {
  const many = await deposit('1', { instrument: own, payerMatch: 'unknown' });
  await repeat(many, 200);
  expect(await judge()).toEqual([]);
  await desk.db
    .updateTable('payments')
    .set({ payer_digest: sql`id::text` })
    .where('deposit_id', 'in', (query) =>
      query.selectFrom('deposits').select('id').where('reference', 'like', `${many}%`),
    )
    .execute();
  expect(await judge()).toEqual([
    { effect: 'review', detail: 'the player has too many payers who are not compared yet' },
  ]);
  const reference = await deposit('5', { instrument: foreign, payerMatch: 'different' });
  expect(await judge()).toEqual(refused(reference));
});

test('the answer outlives the data of the payer', async () => {
  const reference = await deposit('5', { payerMatch: 'different' });
  expect(await judge()).toEqual(refused(reference));
  await clear(reference);
  expect(await judge()).toEqual([]);
  const unknown = await deposit('5', { payerMatch: 'unknown' });
  expect(await judge()).toEqual(unclear(unknown));
});

test('a receipt that was taken back counts no more, beside another one of its deposit', async () => {
  const creditedAt = desk.now;
  const reference = await deposit('5', {
    instrument: foreign,
    payerMatch: 'different',
    reversed: '5',
    later: { amount: '7', creditedAt },
  });
  await desk.db
    .updateTable('payments')
    .set({ payer_match: 'same', payer_digest: null })
    .where('amount', '=', '7')
    .where('deposit_id', '=', (await receiptOf(reference)).deposit_id)
    .execute();
  expect(await judge()).toEqual([]);
  expect(await judge({ requestedAt: desk.now })).toEqual([]);
  await desk.db
    .updateTable('reversals')
    .set({ account_amount: '4.99', covered: '4.99' })
    .where('player_id', '=', desk.caller.playerId)
    .execute();
  expect(await judge()).toEqual(refused(reference));
});

test('what is not credited does not count', async () => {
  const reference = await deposit('5', { instrument: foreign, payerMatch: 'different' });
  const set = (status: 'crediting' | 'credited') =>
    receiptOf(reference).then(({ id }) =>
      desk.db.updateTable('payments').set({ status }).where('id', '=', id).execute(),
    );
  await set('crediting');
  expect(await judge()).toEqual([]);
  await set('credited');
  expect(await judge()).toEqual(refused(reference));
});

describe('a payer whom a person cleared', () => {
  test('counts no more, with all receipts of the same card and name', async () => {
    const first = await deposit('5', { instrument: foreign, payerMatch: 'different' });
    const second = await deposit('5', { instrument: foreign, payerMatch: 'different' });
    const written = { ...foreign, payerName: 'JAN  KELLER' };
    const third = await deposit('5', { instrument: written, payerMatch: 'different' });
    expect(await clear(second)).toHaveLength(3);
    expect(await judge()).toEqual([]);
    for (const reference of [first, third]) {
      expect((await receiptOf(reference)).payer_cleared_at).toEqual(desk.now);
    }
  });

  test.each([
    ['another card', { token: 'another' }],
    ['another name', { payerName: 'Jan Kellermann' }],
    ['no card', { token: null }],
  ])('clears nobody with %s', async (_, part) => {
    const cleared = await deposit('5', { instrument: foreign, payerMatch: 'different' });
    const other = await deposit('5', {
      instrument: { ...foreign, ...part },
      payerMatch: 'different',
    });
    await clear(cleared);
    expect(await judge()).toEqual(refused(other));
  });

  test('stays a stranger to other players', async () => {
    await deposit('5', { instrument: foreign, payerMatch: 'different' });
    const mine = desk.caller;
    desk.caller = await meetLimitedPlayer(desk.db, 'kassa');
    const reference = await deposit('5', { instrument: foreign, payerMatch: 'different' });
    await clear(reference);
    expect(await judge()).toEqual([]);
    const find = (playerId: string) =>
      desk.db.transaction().execute((tx) => {
        const owner = { brand_id: 'kassa', player_id: playerId };
        return findClearing(core, tx, owner, foreign);
      });
    expect(await find(desk.caller.playerId)).toEqual(desk.now);
    expect(await find(mine.playerId)).toBeNull();
    desk.caller = mine;
    expect(await effects()).toEqual(['refuse']);
  });

  test('stands for all who were deleted before they could be compared, but for no stranger', async () => {
    const first = await deposit('5', { payerMatch: 'unknown' });
    await deposit('5', { payerMatch: 'unclear' });
    const stranger = await deposit('5', { payerMatch: 'different' });
    const other = await deposit('5', { payerMatch: 'different' });
    expect(await clear(first)).toHaveLength(2);
    expect(await effects()).toEqual(['refuse']);
    expect(await clear(stranger)).toHaveLength(1);
    expect(await judge()).toEqual(refused(other));
  });
});

test('a job compares the receipts of an earlier release, all but those that it can not open', async () => {
  const compared = await deposit('5', { instrument: foreign });
  const unnamed = await deposit('5', { instrument: { token: 't1' } });
  const broken = await deposit('5', { instrument: foreign });
  const { id } = await receiptOf(broken);
  const sealed = (await receiptOf(compared)).instrument_sealed;
  await desk.db
    .updateTable('payments')
    .set({ instrument_sealed: sealed })
    .where('id', '=', id)
    .execute();
  await comparePayers(core);
  const answers = [compared, unnamed, broken].map(async (it) => (await receiptOf(it)).payer_match);
  expect(await Promise.all(answers)).toEqual(['unknown', 'unnamed', null]);
  await clear(compared);
  expect(await judge()).toEqual(unclear(broken));
});
