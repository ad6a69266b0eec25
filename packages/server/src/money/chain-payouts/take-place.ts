import { addDecimals, compareDecimals } from '@kassa/contract';
import { sql } from 'kysely';
import { ChainError } from '../../connectors/chain-rail.ts';
import { fromUnits } from '../../connectors/coin-units.ts';
import type {
  ChainPayoutOrder,
  PayoutObstacle,
  PayoutQuote,
  Reservation,
  Taken,
  WalletOutput,
} from '../../connectors/hot-wallet.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { lockWithdrawal } from '../withdrawals/load-withdrawal.ts';
import { findGap, findPaidBefore } from './find-foreign.ts';
import type { PayingWallet } from './find-hot-wallet.ts';
import { loadPayout } from './load-payout.ts';
import { lockWallet } from './lock-wallet.ts';

/** A payout that is about to get its place. */
export interface PlannedPayout {
  paying: PayingWallet;
  order: ChainPayoutOrder;
  /** The recipient as blocks have it. */
  target: string;
  quote: PayoutQuote;
}

const dayMs = 24 * 3600_000;

/** How soon a payout is looked at again. */
export const lookEveryMs = 5_000;

/**
 * Gives a payout its place in the wallet: its number or its outputs, which it keeps for good. The
 * wallet's row is locked meanwhile, and nothing outside the database is asked. Returns `taken` also
 * if it has a place already.
 */
export function takePlace(
  core: Core,
  withdrawal: Withdrawal,
  planned: PlannedPayout,
): Promise<{ kind: 'taken'; isOwn: boolean } | PayoutObstacle> {
  return core.db.transaction().execute(async (tx) => {
    const current = await lockWithdrawal(tx, withdrawal.brand_id, withdrawal.id);
    if (current?.status !== 'sending') return { kind: 'waits', detail: 'it is no longer sent' };
    if ((await loadPayout(tx, current)) !== undefined) return { kind: 'taken', isOwn: false };
    if (!(await lockWallet(core, tx, planned.paying))) {
      return { kind: 'refused', detail: 'the hot wallet belongs to another account' };
    }
    const reservation = await findRoom(core, tx, planned);
    if ('kind' in reservation) return reservation;
    await insertPayout(core, tx, current, planned, reservation);
    return { kind: 'taken', isOwn: true };
  });
}

/** Chooses the place that a payout would have in the wallet now; or what keeps it from one. */
export async function findRoom(
  core: Core,
  tx: Tx,
  planned: PlannedPayout,
): Promise<Reservation | PayoutObstacle> {
  const { paying, order, quote } = planned;
  const obstacle =
    (await findUnsigned(tx, paying)) ??
    (await findPaidBefore(tx, paying, quote.alike)) ??
    (await findFullDay(core, tx, planned));
  if (obstacle !== null) return obstacle;
  const taken = await loadTaken(tx, paying, quote.outputs);
  const place = paying.wallet.reserve(order, quote, taken);
  return 'kind' in place ? place : ((await findGap(tx, paying, place)) ?? place);
}

const walletOf = ({ rail, wallet }: PayingWallet) => ({
  blockchain: rail.blockchain,
  network: wallet.network,
  wallet: wallet.address,
});

/** One payout at a time waits for its signature, so that a number without one leaves no gap. */
export async function findUnsigned(
  db: Db | Tx,
  paying: PayingWallet,
): Promise<PayoutObstacle | null> {
  const unsigned = await db
    .selectFrom('chain_payouts')
    .select('withdrawal_id')
    .where(({ and }) => and(walletOf(paying)))
    .where('status', '=', 'reserved')
    .executeTakeFirst();
  return unsigned === undefined
    ? null
    : {
        kind: 'waits',
        detail: 'another payout of the hot wallet waits for its signature',
        isBusy: true,
      };
}

/** The cap of a day is a limit of what a stolen key or a bug can cost: a person has to look. */
async function findFullDay(
  core: Core,
  tx: Tx,
  { paying, order: { coin, units } }: PlannedPayout,
): Promise<PayoutObstacle | null> {
  const cap = paying.wallet.dailyCap.get(coin.currency);
  if (cap === undefined) return null;
  const spent = await sumOfDay(core, tx, paying, coin.currency);
  const total = addDecimals(spent, fromUnits(units, coin.decimals));
  if (compareDecimals(total, cap) <= 0) return null;
  const detail = `the hot wallet pays at most ${cap} ${coin.currency} in 24 hours, and has paid ${spent}`;
  return { kind: 'refused', detail };
}

/** What the wallet has paid of a coin in the last 24 hours, also for an account of a former name. */
async function sumOfDay(
  core: Pick<Core, 'now'>,
  tx: Tx,
  paying: PayingWallet,
  currency: string,
): Promise<string> {
  const { total } = await selectDay(core, tx, paying, currency).executeTakeFirstOrThrow();
  return total ?? '0';
}

/**
 * What an account has paid of a coin from its wallet in the last 24 hours: the settings of another
 * brand may name the wallet, too, and what this one pays is its own affair.
 */
export async function sumOfAccount(
  core: Pick<Core, 'now'>,
  db: Pick<Tx, 'selectFrom'>,
  paying: PayingWallet,
  currency: string,
): Promise<string> {
  const { total } = await selectDay(core, db, paying, currency)
    .where('brand_id', '=', paying.brandId)
    .where('account', '=', paying.account)
    .executeTakeFirstOrThrow();
  return total ?? '0';
}

const selectDay = (
  { now }: Pick<Core, 'now'>,
  db: Pick<Tx, 'selectFrom'>,
  paying: PayingWallet,
  currency: string,
) =>
  db
    .selectFrom('chain_payouts')
    .select(({ fn }) => fn.sum<string | null>('amount').as('total'))
    .where(({ and }) => and(walletOf(paying)))
    .where('coin', '=', currency)
    .where('reserved_at', '>', new Date(now().getTime() - dayMs))
    .where('status', '<>', 'failed');

/**
 * What the wallet's other payouts have taken. Of outputs these are all with a row, whatever the
 * status of their payout: no output is given twice.
 * @param offered - the outputs of which one may be chosen
 */
async function loadTaken(
  tx: Tx,
  paying: PayingWallet,
  offered: readonly WalletOutput[],
): Promise<Taken> {
  const { blockchain, network, wallet } = walletOf(paying);
  const highest = await tx
    .selectFrom('chain_payouts')
    .select('nonce')
    .where(({ and }) => and(walletOf(paying)))
    .where('nonce', 'is not', null)
    .orderBy('nonce', 'desc')
    .limit(1)
    .executeTakeFirst();
  const open = await tx
    .selectFrom('chain_payouts')
    .select(['coin', 'units'])
    .where(({ and }) => and(walletOf(paying)))
    .where('status', 'in', ['reserved', 'signed'])
    .where('height', 'is', null)
    .execute();
  const { rows: fees } = await sql<{ fee: string }>`
    select max(t.fee) as fee from chain_payouts p
    join chain_payout_transactions t on t.withdrawal_id = p.withdrawal_id
    where p.blockchain = ${blockchain} and p.network = ${network} and p.wallet = ${wallet}
      and p.status in ('reserved', 'signed') and p.height is null
    group by p.withdrawal_id`.execute(tx);
  const { rows: inputs } = await sql<{ txid: string; vout: number }>`
    select i.txid, i.vout
    from unnest(${offered.map(({ txid }) => txid)}::text[],
      ${offered.map(({ vout }) => vout)}::integer[]) as o (txid, vout)
    join chain_payout_inputs i
      on i.blockchain = ${blockchain} and i.network = ${network}
      and i.txid = o.txid and i.vout = o.vout`.execute(tx);
  const units = new Map<string, bigint>();
  for (const row of open) {
    units.set(row.coin, (units.get(row.coin) ?? 0n) + BigInt(row.units));
  }
  return {
    nonce: highest?.nonce == null ? null : Number(highest.nonce),
    outputs: new Set(inputs.map(({ txid, vout }) => `${txid}:${vout}`)),
    units,
    fees: fees.reduce((sum, { fee }) => sum + BigInt(fee), 0n),
  };
}

async function insertPayout(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  { paying, order: { coin, units }, target }: PlannedPayout,
  { nonce, inputs }: Reservation,
): Promise<void> {
  const { brand_id, id: withdrawal_id } = withdrawal;
  const { blockchain, network } = walletOf(paying);
  await tx
    .insertInto('chain_payouts')
    .values({
      withdrawal_id,
      brand_id,
      account: paying.account,
      ...walletOf(paying),
      coin: coin.currency,
      contract: coin.contract,
      units,
      amount: fromUnits(units, coin.decimals),
      target,
      nonce,
      status: 'reserved',
      reserved_at: core.now(),
      next_look_at: new Date(core.now().getTime() + lookEveryMs),
    })
    .execute();
  if (inputs.length === 0) return;
  await tx
    .insertInto('chain_payout_inputs')
    .values(inputs.map((input) => ({ ...input, blockchain, network, brand_id, withdrawal_id })))
    .execute();
}

/** Runs what asks a node; its failure only delays a payout. */
export async function untilNodesAnswer<Answer>(
  ask: () => Promise<Answer>,
): Promise<Answer | PayoutObstacle> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    return { kind: 'waits', detail: `a node: ${error.reason} (${error.message})` };
  }
}
