import {
  addDecimals,
  type Coins,
  type Conversion,
  compareDecimals,
  type Decimal,
  type Money,
  negateDecimal,
  padToCurrency,
  type WalletPurpose,
  type WebhookData,
} from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, Reversal } from '../../ground/database/tables/money.ts';
import type { Refund } from '../../ground/database/tables/refunds.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { recordEvent } from '../../messages/webhooks/record-event.ts';
import { lockPlayer } from '../../players/player-row.ts';
import type { Evidence } from '../../providers/evidence.ts';
import {
  type AccountRef,
  conversionLines,
  type Line,
  negateLines,
  postTransfer,
} from '../ledger/transfers.ts';
import { heldAccount } from '../refunds/settle-refund.ts';
import { hasEndedUndone } from '../states/refund.machine.ts';
import { loadCoveredCoins, salesAccount, takeCoinsLines } from '../sweepstake/coin-grants.ts';
import { enqueueOperation, purposeOf } from '../wallet/operations.ts';
import { balanceAccount } from '../wallet/wallets.ts';
import { type PayoutSource, payoutLines } from '../withdrawals/payout-money.ts';

/** Money to take back from a player because it left the provider again. */
export interface NewReversal {
  brandId: string;
  playerId: string;
  depositId: string | null;
  withdrawalId: string | null;
  /** The receipt, for a deposit. */
  paymentId: string | null;
  connector: string;
  /** The deposit or withdrawal. */
  subject: Pick<Deposit | Withdrawal, 'reference' | 'payment_method'>;
  kind: Reversal['kind'];
  /** The provider's id of it; null if an operator reports it without one. */
  providerReversalId: string | null;
  confirmedBy: Evidence['confirmedBy'];
  /** The reversed money in the currency of its arrival. */
  taken: Money;
  /** The same money in the account's currency. */
  conversion: Conversion;
  evidence: string;
  /** The refund through the provider that this is; its held money pays if it is open. */
  refund?: Refund | undefined;
  /** The coins of a package that are taken back with its price; null: it is of no package. */
  coins: Coins | null;
}

/** What the operator's wallet is told of each kind of reversal. */
const purposes: Readonly<Record<Reversal['kind'], WalletPurpose>> = {
  chargeback: 'chargeback',
  refund: 'refund',
  reversal: 'chargeback',
  latePayout: 'withdrawal',
};

/**
 * Records a chargeback, refund or other reversal once and takes its money from the player's
 * balance. Where the balance is too small, the player owes the rest (design §3.3). A late payout
 * is treated alike: its withdrawal had ended unpaid, so the player has the money twice. Returns
 * null if the reversal was recorded before. The caller has locked the deposit or withdrawal and the
 * player.
 */
export async function recordReversal(
  core: Core,
  tx: Tx,
  act: NewReversal,
): Promise<Reversal | null> {
  const { money } = act.conversion;
  const reversal = await tx
    .insertInto('reversals')
    .values({
      id: act.refund?.id ?? uuidv7(),
      brand_id: act.brandId,
      player_id: act.playerId,
      deposit_id: act.depositId,
      withdrawal_id: act.withdrawalId,
      payment_id: act.paymentId,
      connector: act.connector,
      kind: act.kind,
      provider_reversal_id: act.providerReversalId ?? `operator ${uuidv7()}`,
      confirmed_by: act.confirmedBy,
      amount: act.taken.amount,
      currency: act.taken.currency,
      account_amount: money.amount,
      account_currency: money.currency,
      rounding: act.conversion.rounding,
      status: 'pending',
      capture_id: uuidv7(),
      evidence: act.evidence,
      gold_amount: act.coins?.gcAmount ?? null,
      sweep_amount: act.coins?.scAmount ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (reversal === undefined) return null;
  if (act.coins !== null) return bookPackageReversal(core, tx, reversal, act.coins);
  const { refund } = act;
  // Nothing is held for a receipt that was still parked when its refund was requested.
  if (refund !== undefined && refund.account_amount !== null && !hasEndedUndone(refund.status)) {
    return bookReversal(core, tx, reversal, money.amount, heldAccount(refund));
  }
  const isAsked = await enqueueOperation(core, tx, {
    id: reversal.id,
    brandId: act.brandId,
    playerId: act.playerId,
    // The old form, for one release: a hold, which is captured once it is done.
    kind: core.walletOf(act.brandId).remote?.hasDebits === false ? 'hold' : 'debit',
    money,
    purpose: purposeOf(purposes[act.kind], act.subject),
    reversalId: reversal.id,
  });
  if (isAsked) return reversal;
  const covered = await loadCovered(tx, reversal);
  return bookReversal(core, tx, reversal, covered);
}

/**
 * Books the reversal of a package: its price comes from the sales, and its coins from the player's
 * balance. What was played of them is owed.
 */
async function bookPackageReversal(
  core: Core,
  tx: Tx,
  reversal: Reversal,
  coins: Coins,
): Promise<Reversal> {
  const player = { brandId: reversal.brand_id, playerId: reversal.player_id };
  const covered = await loadCoveredCoins(tx, player, coins);
  const marked = await tx
    .updateTable('reversals')
    .set({ gold_covered: covered.gcAmount, sweep_covered: covered.scAmount })
    .where('brand_id', '=', reversal.brand_id)
    .where('id', '=', reversal.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const lines = takeCoinsLines(player, coins, covered);
  return bookReversal(core, tx, marked, marked.account_amount, salesAccount, lines);
}

/** Returns the part of a reversal that the player's balance covers. */
async function loadCovered(tx: Tx, reversal: Reversal): Promise<Decimal> {
  const row = await tx
    .selectFrom('ledger_accounts')
    .select('balance')
    .where('brand_id', '=', reversal.brand_id)
    .where('kind', '=', 'player')
    .where('owner', '=', reversal.player_id)
    .where('currency', '=', reversal.account_currency)
    .forUpdate()
    .executeTakeFirst();
  const balance = row?.balance ?? '0';
  return compareDecimals(balance, reversal.account_amount) < 0 ? balance : reversal.account_amount;
}

/**
 * Books a reversal: `covered` comes from the player's balance, or from the money held for a refund,
 * and the player owes the rest.
 */
export async function bookReversal(
  core: Core,
  tx: Tx,
  reversal: Reversal,
  covered: Decimal,
  account: AccountRef = balanceAccount(core, reversal),
  coinLines: readonly Line[] = [],
): Promise<Reversal> {
  const receivable = addDecimals(reversal.account_amount, negateDecimal(covered));
  const owed: AccountRef = { kind: 'receivable', owner: reversal.player_id };
  await postTransfer(tx, {
    id: reversal.id,
    brandId: reversal.brand_id,
    kind: 'reversal',
    ...(reversal.deposit_id === null ? {} : { depositId: reversal.deposit_id }),
    ...(reversal.withdrawal_id === null ? {} : { withdrawalId: reversal.withdrawal_id }),
    lines: [
      ...(await linesOf(tx, reversal, [
        { account, amount: covered },
        { account: owed, amount: receivable },
      ])),
      ...coinLines,
    ],
  });
  await recordEvent(core, tx, {
    brandId: reversal.brand_id,
    playerId: reversal.player_id,
    type: 'reversal.recorded',
    data: {
      reversalId: reversal.id,
      kind: reversal.kind,
      depositId: reversal.deposit_id,
      withdrawalId: reversal.withdrawal_id,
      amount: padToCurrency(reversal.amount, reversal.currency),
      currency: reversal.currency,
      accountAmount: padToCurrency(reversal.account_amount, reversal.account_currency),
      accountCurrency: reversal.account_currency,
      covered: padToCurrency(covered, reversal.account_currency),
      receivable: padToCurrency(receivable, reversal.account_currency),
      ...describeCoins(reversal),
    },
  });
  return tx
    .updateTable('reversals')
    .set({ status: 'done', covered, receivable })
    .where('brand_id', '=', reversal.brand_id)
    .where('id', '=', reversal.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The coins that a reversal of a package took: of the balance, and owed. */
function describeCoins(reversal: Reversal): Pick<WebhookData<'reversal.recorded'>, 'coins'> {
  const { gold_amount: gold, sweep_amount: sweep, gold_covered, sweep_covered } = reversal;
  if (gold === null || sweep === null) return {};
  const [goldTaken, sweepTaken] = [gold_covered ?? '0', sweep_covered ?? '0'];
  return {
    coins: {
      covered: { gcAmount: goldTaken, scAmount: sweepTaken },
      receivable: {
        gcAmount: addDecimals(gold, negateDecimal(goldTaken)),
        scAmount: addDecimals(sweep, negateDecimal(sweepTaken)),
      },
    },
  };
}

/**
 * Builds the lines that take a reversal's money from its sources: those of a deposit's arrival with
 * the opposite sign, or those of the payout, which has a fee of its own.
 */
async function linesOf(
  tx: Tx,
  reversal: Reversal,
  sources: readonly PayoutSource[],
): Promise<Line[]> {
  if (reversal.withdrawal_id !== null) {
    const withdrawal = await tx
      .selectFrom('withdrawals')
      .selectAll()
      .where('brand_id', '=', reversal.brand_id)
      .where('id', '=', reversal.withdrawal_id)
      .executeTakeFirstOrThrow();
    return payoutLines(withdrawal, sources);
  }
  const money = { amount: reversal.account_amount, currency: reversal.account_currency };
  return negateLines(
    conversionLines(
      { amount: reversal.amount, currency: reversal.currency },
      { money, rounding: reversal.rounding },
      { kind: 'clearing', owner: reversal.connector },
      sources,
    ),
  );
}

/**
 * Locks a reversal's player and then the reversal. A repeated event locks in the same order:
 * deposit, player, reversal.
 */
export async function lockReversal(tx: Tx, brandId: string, reversalId: string): Promise<Reversal> {
  const find = tx
    .selectFrom('reversals')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', reversalId);
  const { player_id: playerId } = await find.executeTakeFirstOrThrow();
  await lockPlayer(tx, { brandId, playerId });
  return find.forNoKeyUpdate().executeTakeFirstOrThrow();
}
