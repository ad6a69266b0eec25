import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type Db } from '../../ground/database/connect.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { loadBalance, loadDebt } from './balances.ts';
import { checkLedger } from './check-ledger.ts';
import { type AccountRef, isOverdraft, moveMoney, postTransfer } from './transfers.ts';

let db: Db;
let depositId: string;
const playerId = uuidv7();
const brandId = 'kassa';

beforeAll(async () => {
  // A busy machine may serve the callers of a test slowly.
  db = connect(await createTestDatabase(), { mostWaitMs: 60_000 });
  await db
    .insertInto('players')
    .values({ id: playerId, brand_id: brandId, external_id: 'player-1' })
    .execute();
  depositId = uuidv7();
  await db
    .insertInto('deposits')
    .values({
      id: depositId,
      brand_id: brandId,
      player_id: playerId,
      reference: 'KS-TEST-0001',
      payment_method: 'card',
      connector: 'sandbox',
      status: 'created',
      amount: '50',
      currency: 'EUR',
      account_currency: 'EUR',
      account_amount: '1',
      return_url: 'http://localhost',
      expires_at: new Date(),
    })
    .execute();
});

afterAll(() => db.destroy());

const player = { kind: 'player', owner: playerId } as const;
const clearing = { kind: 'clearing', owner: 'sandbox' } as const;

function transfer(amount: string, { id = uuidv7(), back = false } = {}) {
  const [from, to] = back ? [player, clearing] : [clearing, player];
  return db.transaction().execute((tx) =>
    postTransfer(tx, {
      id,
      brandId,
      kind: 'deposit',
      depositId,
      lines: moveMoney({ amount, currency: 'EUR' }, from, to),
    }),
  );
}

const balance = () => loadBalance(db, { brandId, ...player, currency: 'EUR' });

describe('the ledger', () => {
  test('moves money exactly, in any number of concurrent transfers', async () => {
    await Promise.all(Array.from({ length: 20 }, () => transfer('0.1')));
    expect(await balance()).toBe('2.0');
  });

  test('sums up what a player owes, by currency', async () => {
    const owed = async (currency: string) =>
      (await loadDebt(db, { brandId, playerId, currency })).owed;
    expect(await owed('EUR')).toBe('0');
    const receivable = { kind: 'receivable', owner: playerId } as const;
    for (const [amount, currency] of [
      ['4.5', 'EUR'],
      ['0.25', 'EUR'],
      ['9', 'USD'],
    ] as const) {
      await db.transaction().execute((tx) =>
        postTransfer(tx, {
          id: uuidv7(),
          brandId,
          kind: 'adjustment',
          lines: moveMoney({ amount, currency }, receivable, clearing),
        }),
      );
    }
    expect(await owed('EUR')).toBe('4.75');
    expect(await owed('USD')).toBe('9');
    // A settled debt was booked nevertheless.
    await db.transaction().execute((tx) =>
      postTransfer(tx, {
        id: uuidv7(),
        brandId,
        kind: 'adjustment',
        lines: moveMoney({ amount: '4.75', currency: 'EUR' }, clearing, receivable),
      }),
    );
    const debt = await loadDebt(db, { brandId, playerId, currency: 'EUR' });
    expect([Number(debt.owed), Number(debt.everBooked)]).toEqual([0, 4.75]);
  });

  test('rejects the same transfer twice', async () => {
    const id = uuidv7();
    await transfer('1', { id });
    await expect(transfer('1', { id })).rejects.toThrow(/duplicate key/);
    expect(await balance()).toBe('3.0');
  });

  test("rejects a transfer that takes a player's balance below zero", async () => {
    await expect(transfer('3.01', { back: true })).rejects.toThrow(/check constraint/);
    expect(await balance()).toBe('3.0');
  });

  test.each(['held', 'bonus'] as const)(
    'rejects a transfer that takes %s money below zero',
    async (kind) => {
      const account = { kind, owner: playerId };
      const move = (amount: string, from: AccountRef, to: AccountRef) =>
        db.transaction().execute((tx) =>
          postTransfer(tx, {
            id: uuidv7(),
            brandId,
            kind: 'adjustment',
            lines: moveMoney({ amount, currency: 'EUR' }, from, to),
          }),
        );
      await move('2', clearing, account);
      await expect(move('2.01', account, clearing)).rejects.toSatisfy(isOverdraft);
      await move('2', account, clearing);
    },
  );

  test.each([
    ['changing an entry', 'update ledger_entries set amount = amount + 1'],
    ['deleting an entry', 'delete from ledger_entries'],
    ['emptying the table', 'truncate ledger_entries'],
    ['changing a transfer', "update ledger_transfers set kind = 'gift'"],
    ['deleting a transfer', 'delete from ledger_transfers'],
  ])('rejects %s', async (_, statement) => {
    await expect(sql.raw(statement).execute(db)).rejects.toThrow(/immutable/);
  });

  test('rejects a transfer that does not sum to zero, at commit', async () => {
    const unbalanced = db.transaction().execute(async (tx) => {
      const id = uuidv7();
      await tx
        .insertInto('ledger_transfers')
        .values({ id, brand_id: brandId, kind: 'deposit', deposit_id: depositId })
        .execute();
      const account = await tx
        .selectFrom('ledger_accounts')
        .select('id')
        .where('kind', '=', 'player')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('ledger_entries')
        .values({
          transfer_id: id,
          line: 1,
          brand_id: brandId,
          account_id: account.id,
          currency: 'EUR',
          amount: '1000',
        })
        .execute();
    });
    await expect(unbalanced).rejects.toThrow(/does not sum to zero/);
    expect(await balance()).toBe('3.0');
  });

  test('keeps gold and sweep coins like any money, issued by the account for coins', async () => {
    const issuance = { kind: 'issuance', owner: 'coins' } as const;
    await db.transaction().execute((tx) =>
      postTransfer(tx, {
        id: uuidv7(),
        brandId,
        kind: 'adjustment',
        playerId,
        reason: 'a package of coins',
        lines: [
          ...moveMoney({ amount: '50000', currency: 'QGC' }, issuance, player),
          ...moveMoney({ amount: '5', currency: 'QSC' }, issuance, player),
        ],
      }),
    );
    expect(await loadBalance(db, { brandId, ...player, currency: 'QGC' })).toBe('50000');
    expect(await loadBalance(db, { brandId, ...player, currency: 'QSC' })).toBe('5');
    const redeem = db.transaction().execute((tx) =>
      postTransfer(tx, {
        id: uuidv7(),
        brandId,
        kind: 'adjustment',
        playerId,
        lines: moveMoney({ amount: '6', currency: 'QSC' }, player, issuance),
      }),
    );
    const error = await redeem.catch((cause: unknown) => cause);
    expect(isOverdraft(error)).toBe(true);
  });

  test('rejects an entry of another brand or currency than its account', async () => {
    const account = await db
      .selectFrom('ledger_accounts')
      .select('id')
      .where('kind', '=', 'player')
      .executeTakeFirstOrThrow();
    const { transfer_id } = await db
      .selectFrom('ledger_entries')
      .select('transfer_id')
      .limit(1)
      .executeTakeFirstOrThrow();
    for (const change of [{ brand_id: 'other' }, { currency: 'USD' }]) {
      const entry = {
        transfer_id,
        line: 9,
        brand_id: brandId,
        account_id: account.id,
        currency: 'EUR',
        amount: '1',
        ...change,
      };
      await expect(db.insertInto('ledger_entries').values(entry).execute()).rejects.toThrow(
        /foreign key/,
      );
    }
  });

  test('is checked, and each violated rule is found', async () => {
    const problems = await checkLedger(db);
    // These transfers have no payments and no grant, and the deposit has no history.
    expect(new Set(problems.map(({ rule }) => rule))).toEqual(
      new Set([
        'every coin comes from a grant, and goes back by a reversal',
        'every deposit transfer has its credited payment',
        'the history of every deposit ends in its status',
      ]),
    );
    await sql`update ledger_accounts set balance = balance + 1 where kind = 'player'`.execute(db);
    expect((await checkLedger(db)).map(({ rule }) => rule)).toContain(
      'every balance equals its entries',
    );
    const correctionId = uuidv7();
    await sql`insert into corrections (id, brand_id, player_id, reference, direction, amount,
      currency, status, reason, actor, created_at, updated_at) values (${correctionId}, ${brandId},
      ${playerId}, 'KC-1', 'debit', 7, 'EUR', 'pending', '', '', now(), now())`.execute(db);
    const ruleOfCorrections =
      'every correction has one transfer of its amount exactly when it is done';
    const violation = { rule: ruleOfCorrections, subject: correctionId };
    expect(await checkLedger(db)).not.toContainEqual(violation);
    await sql`update corrections set status = 'done'`.execute(db);
    expect(await checkLedger(db, { brandId })).toContainEqual(violation);
    const id = uuidv7();
    const corrections = { kind: 'corrections', owner: 'corrections' } as const;
    const lines = moveMoney({ amount: '1', currency: 'EUR' }, corrections, clearing);
    await db
      .transaction()
      .execute((tx) => postTransfer(tx, { id, brandId, kind: 'adjustment', lines }));
    expect(await checkLedger(db, { brandId })).toContainEqual({
      rule: 'every entry of the corrections has its done correction',
      subject: id,
    });
    const rule = 'what refunds and chargebacks took back of every deposit equals its reversals';
    for (const change of ['refunded_amount = 1', 'charged_back_amount = 1']) {
      expect((await checkLedger(db)).map((problem) => problem.rule)).not.toContain(rule);
      await sql`update deposits set ${sql.raw(change)}`.execute(db);
      expect(await checkLedger(db, { brandId })).toContainEqual({ rule, subject: depositId });
      await sql`update deposits set refunded_amount = 0, charged_back_amount = 0`.execute(db);
    }
  });
});
