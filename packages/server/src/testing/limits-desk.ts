import type { CallError, DepositStatus, Money } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Caller } from '../core/caller.ts';
import { connect, type Db, type Tx } from '../ground/database/connect.ts';
import { requireDepositAllowed } from '../money/policy/require-allowed.ts';
import type { LimitsCore } from '../money/policy/usage.ts';
import { type LimitPeriod, setPlayerLimit } from '../players/player-limits.ts';
import { lockPlayer } from '../players/player-row.ts';
import { buildStaticRates } from '../providers/rates/brand-rates.ts';
import { buildCaller } from './build-caller.ts';
import { buildMethod } from './build-method.ts';
import { createTestDatabase } from './test-database.ts';

export const hour = 60 * 60_000;
export const day = 24 * hour;
export const start = Date.parse('2026-11-20T12:00:00Z');
export const method = buildMethod('card', {
  amount_rules: { EUR: { min: '5', max: '500' }, USD: { min: '5', max: '500' } },
});
export const by = { actor: 'key "desk"', reason: 'asked for by phone' };

/** The state of one test: its clock and the player that it starts with. */
interface Desk {
  db: Db;
  now: Date;
  caller: Caller;
  core: LimitsCore;
  warnings: object[];
}

/**
 * Gives the tests of a file a database, and each test a player and a clock. Registers the hooks
 * that do so; `desk` is filled once they have run.
 */
export function useLimitsDesk() {
  const warnings: object[] = [];
  const core: LimitsCore = {
    now: () => desk.now,
    ratesOf: () => buildStaticRates({ kind: 'static', base: 'EUR', table: { USD: '2' } }),
    log: { info: () => {}, warn: (fields) => warnings.push(fields), error: () => {} },
  };
  const desk = { core, warnings } as Desk;
  beforeAll(async () => {
    // A busy machine may serve the callers of a test slowly.
    desk.db = connect(await createTestDatabase(), { mostWaitMs: 60_000, statementTimeoutMs: 0 });
  });
  afterAll(() => desk.db.destroy());
  beforeEach(async () => {
    desk.now = new Date(start);
    desk.caller = await meetLimitedPlayer(desk.db, 'kassa');
  });
  const run = <Result>(act: (tx: Tx) => Promise<Result>) => desk.db.transaction().execute(act);
  return {
    desk,
    run,
    wait: (ms: number) => {
      desk.now = new Date(desk.now.getTime() + ms);
    },
    limit: (amount: string, options: LimitOptions = {}) => setLimit(desk, amount, options),
    /** Requests a deposit as a player does: validation and insert in one transaction. */
    deposit: (
      amount: string,
      accountAmount: Money = { amount, currency: 'EUR' },
      currency = 'EUR',
    ) =>
      run(async (tx) => {
        await lockPlayer(tx, desk.caller);
        const payment = { method, amount: { amount, currency }, accountAmount };
        await requireDepositAllowed(core, tx, desk.caller, payment);
        await insertDeposit(desk, accountAmount.amount, { tx });
      }),
  };
}

/** Inserts a player of a brand whose account is in euros. */
export async function meetLimitedPlayer(db: Db, brandId: string): Promise<Caller> {
  const playerId = uuidv7();
  await db
    .insertInto('players')
    .values({ id: playerId, brand_id: brandId, external_id: playerId })
    .execute();
  return buildCaller(brandId, playerId, 'EUR', { playerId });
}

interface LimitOptions {
  period?: LimitPeriod;
  source?: 'operator' | 'player';
  transaction?: 'deposit' | 'withdrawal';
  currency?: string;
}

function setLimit(
  { db, core, caller }: Desk,
  amount: string,
  { period = 'day', source = 'operator', transaction = 'deposit', currency = 'EUR' }: LimitOptions,
) {
  return db.transaction().execute((tx) =>
    setPlayerLimit(core, tx, caller, {
      transaction,
      period,
      source,
      amount: { amount, currency },
      ...by,
    }),
  );
}

/** Inserts a deposit in the given status, created now. */
export async function insertDeposit(
  { db, now, caller }: Pick<Desk, 'db' | 'now' | 'caller'>,
  amount: string,
  {
    status = 'created',
    credited,
    creditedAt = now,
    expiresInMs = 0,
    lateForMs,
    of = caller,
    tx = db,
  }: {
    status?: DepositStatus;
    /** The credited amount, and when it was credited. */
    credited?: string;
    creditedAt?: Date;
    expiresInMs?: number;
    /** The rest of the late window; none if left out. */
    lateForMs?: number;
    of?: Caller;
    tx?: Db | Tx;
  } = {},
): Promise<void> {
  const id = uuidv7();
  await tx
    .insertInto('deposits')
    .values({
      id,
      brand_id: of.brandId,
      player_id: of.playerId,
      reference: `KS-${id}`,
      payment_method: 'card',
      connector: 'sandbox',
      status,
      amount,
      currency: of.currency,
      account_amount: amount,
      account_currency: of.currency,
      credited_amount: credited ?? '0',
      return_url: 'http://localhost',
      expires_at: new Date(now.getTime() + expiresInMs),
      late_until: lateForMs === undefined ? null : new Date(now.getTime() + lateForMs),
      created_at: now,
    })
    .execute();
  if (credited === undefined) return;
  await tx
    .insertInto('payments')
    .values({
      id: uuidv7(),
      brand_id: of.brandId,
      deposit_id: id,
      connector: 'sandbox',
      provider_payment_id: id,
      amount: credited,
      currency: of.currency,
      status: status === 'crediting' ? 'crediting' : 'credited',
      processed_amount: credited,
      processed_currency: of.currency,
      rate: '1',
      evidence: 'a test',
      created_at: creditedAt,
    })
    .execute();
}

/** Returns the error code and params of a rejected request, or null if it was accepted. */
export async function refusal(
  work: Promise<unknown>,
): Promise<Pick<CallError, 'code' | 'params'> | null> {
  try {
    await work;
    return null;
  } catch (error) {
    const { code, params } = error as CallError;
    return { code, params };
  }
}
