import { compareDecimals, type Decimal, type Money, padToCurrency } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Correction } from '../../ground/database/tables/corrections.ts';
import { insertWithReference } from '../../ground/make-reference.ts';
import { recordEvent } from '../../messages/webhooks/record-event.ts';
import { lockPlayer, type PlayerRef } from '../../players/player-row.ts';
import { type AccountRef, moveMoney, postTransfer } from '../ledger/transfers.ts';
import { enqueueOperation } from './operations.ts';
import { balanceAccount } from './wallets.ts';

/** A correction that an operator decided. */
export interface NewCorrection extends PlayerRef {
  /** Also the id of its transfer in the ledger and of its operation in the operator's wallet. */
  id: string;
  direction: Correction['direction'];
  money: Money;
  reason: string;
  actor: string;
}

/** `aboveBalance`: a debit of more than the balance; `otherCurrency`: not the account's. */
export type Recorded =
  | { kind: 'recorded'; correction: Correction }
  | { kind: 'aboveBalance'; left: Decimal }
  | { kind: 'otherCurrency'; currencies: string[] }
  | { kind: 'withoutDebits' };

/**
 * Corrects a player's balance: at once in Kassa's own ledger, or as soon as the operator's wallet
 * has answered. A correction is no deposit: it neither counts towards limits nor settles a debt,
 * and a debit takes no more than the balance. Anything else than `recorded` has changed nothing.
 */
export async function recordCorrection(
  core: Core,
  tx: Tx,
  { brandId, playerId, ...act }: NewCorrection,
): Promise<Recorded> {
  await lockPlayer(tx, { brandId, playerId });
  const { remote } = core.walletOf(brandId);
  if (remote?.hasDebits === false && act.direction === 'debit') return { kind: 'withoutDebits' };
  const problem = remote === null ? await findProblem(tx, { brandId, playerId }, act) : null;
  if (problem !== null) return problem;
  const now = core.now();
  const { amount, currency } = act.money;
  const correction = await insertWithReference('KC', (reference) =>
    tx
      .insertInto('corrections')
      .values({
        id: act.id,
        brand_id: brandId,
        player_id: playerId,
        reference,
        direction: act.direction,
        amount,
        currency,
        status: 'pending',
        reason: act.reason,
        actor: act.actor,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.columns(['brand_id', 'reference']).doNothing())
      .returningAll()
      .executeTakeFirst(),
  );
  const isAsked = await enqueueOperation(core, tx, {
    id: correction.id,
    brandId,
    playerId,
    kind: correction.direction,
    money: act.money,
    purpose: { kind: 'correction', reference: correction.reference, paymentType: null },
  });
  const recorded = isAsked ? correction : await bookCorrection(core, tx, correction);
  return { kind: 'recorded', correction: recorded };
}

const coins: ReadonlySet<string> = new Set(['QGC', 'QSC']);

/** Returns why a correction can't be booked in Kassa's own ledger, or null. */
async function findProblem(
  tx: Tx,
  { brandId, playerId }: PlayerRef,
  { direction, money }: Pick<NewCorrection, 'direction' | 'money'>,
): Promise<Exclude<Recorded, { kind: 'recorded' }> | null> {
  const accounts = await tx
    .selectFrom('ledger_accounts')
    .select(['currency', 'balance'])
    .where('brand_id', '=', brandId)
    .where('kind', '=', 'player')
    .where('owner', '=', playerId)
    .orderBy('currency')
    .forUpdate()
    .execute();
  const account = accounts.find(({ currency }) => currency === money.currency);
  const currencies = accounts.map(({ currency }) => currency);
  // A player of sweepstakes may have had one of the two coins only.
  const isOther = !currencies.concat(money.currency).every((currency) => coins.has(currency));
  if (account === undefined && accounts.length > 0 && isOther) {
    return { kind: 'otherCurrency', currencies };
  }
  const left = account?.balance ?? '0';
  const isShort = direction === 'debit' && compareDecimals(left, money.amount) < 0;
  return isShort ? { kind: 'aboveBalance', left } : null;
}

/** Books a correction. The caller has locked the player. */
export async function bookCorrection(
  core: Core,
  tx: Tx,
  correction: Correction,
): Promise<Correction> {
  const { id, brand_id: brandId, player_id: playerId, direction } = correction;
  const money = { amount: correction.amount, currency: correction.currency };
  const house: AccountRef = { kind: 'corrections', owner: 'corrections' };
  const balance = balanceAccount(core, correction);
  const [from, to] = direction === 'credit' ? [house, balance] : [balance, house];
  await postTransfer(tx, {
    id,
    brandId,
    kind: 'adjustment',
    playerId,
    // The operator's own words can be erased; the ledger can't.
    reason: "operator's correction",
    lines: moveMoney(money, from, to),
  });
  return settleCorrection(core, tx, correction, 'done');
}

/** Records that the operator's wallet refused a correction: no money moved. */
export async function refuseCorrection(core: Core, tx: Tx, correction: Correction): Promise<void> {
  await settleCorrection(core, tx, correction, 'refused');
}

async function settleCorrection(
  core: Core,
  tx: Tx,
  correction: Correction,
  status: 'done' | 'refused',
): Promise<Correction> {
  const settled = await tx
    .updateTable('corrections')
    .set({ status, updated_at: core.now() })
    .where('brand_id', '=', correction.brand_id)
    .where('id', '=', correction.id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordEvent(core, tx, {
    brandId: settled.brand_id,
    playerId: settled.player_id,
    type: 'correction.recorded',
    data: {
      correctionId: settled.id,
      reference: settled.reference,
      direction: settled.direction,
      amount: padToCurrency(settled.amount, settled.currency),
      currency: settled.currency,
      status,
    },
  });
  return settled;
}

/** Locks a correction's player and then the correction. */
export async function lockCorrection(tx: Tx, brandId: string, id: string): Promise<Correction> {
  const find = tx
    .selectFrom('corrections')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', id);
  const { player_id: playerId } = await find.executeTakeFirstOrThrow();
  await lockPlayer(tx, { brandId, playerId });
  return find.forNoKeyUpdate().executeTakeFirstOrThrow();
}

/**
 * Lists a player's corrections, newest first, with the last answer of the operator's wallet: those
 * before an id, or the newest ones.
 */
export function listCorrections(
  db: Db,
  { brandId, playerId }: PlayerRef,
  { before, limit }: { before: string | null; limit: number },
): Promise<(Correction & { detail: string | null })[]> {
  return db
    .selectFrom('corrections as c')
    .leftJoin('wallet_operations as o', (join) =>
      join.onRef('o.brand_id', '=', 'c.brand_id').onRef('o.id', '=', 'c.id'),
    )
    .selectAll('c')
    .select('o.detail')
    .where('c.brand_id', '=', brandId)
    .where('c.player_id', '=', playerId)
    .$if(before !== null, (query) => query.where('c.id', '<', before))
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute();
}
