import type { DepositState, DepositSummary } from '@kassa/contract';
import { encodeStatusWord, isReceived } from '@kassa/contract';
import { sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Claim } from '../../ground/database/tables/claims.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { credited, declined } from '../../messages/realtime/publish.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { feeOnTop } from '../deposits/charged.ts';
import { findClaimFault, showClaim } from '../deposits/claims.ts';
import { canContinue } from '../deposits/load-deposit.ts';
import { resolveReportedEnd } from '../deposits/player-step.ts';
import { unfinishedDepositStatuses } from '../states/deposit.machine.ts';

/** Builds the response of `deposit-status` for a deposit. */
export function showDeposit(deposit: Deposit): DepositState {
  return {
    depositId: deposit.id,
    reference: deposit.reference,
    status: encodeStatusWord(deposit.status),
    ...(isReceived(deposit.status) && { isReceived: true }),
    amount: deposit.amount,
    currency: deposit.currency,
    ...feeOnTop(deposit),
    ...credited(deposit),
    ...declined(deposit),
    ...(isUnpaid(deposit) && { isUnpaid: true }),
  };
}

/**
 * Whether the provider has canceled the payment of a canceled deposit, too, on request or by itself: nobody has
 * paid it or still can.
 */
function isUnpaid({ status, provider_cancel }: Deposit): boolean {
  return status === 'canceled' && provider_cancel === 'canceled';
}

const mostDeposits = 50;

/**
 * Loads a player's last deposits and all unfinished ones, newest first. A player who looks at a coin has
 * a deposit with an address: it counts from its first payment, or from a claim. That of a coin package was
 * ordered.
 */
export function listDeposits(
  { db, catalogOf }: Pick<Core, 'db' | 'catalogOf'>,
  { brandId, playerId }: PlayerRef,
): Promise<Deposit[]> {
  const { methods, unoffered = [] } = catalogOf(brandId);
  const ofCoins = [...methods, ...unoffered].flatMap(({ name, coin }) => (coin ? [name] : []));
  const own = db
    .selectFrom('deposits')
    .select('deposits.id')
    .where('deposits.brand_id', '=', brandId)
    .where('deposits.player_id', '=', playerId)
    .where(({ or, eb, exists, selectFrom }) => {
      const paid = selectFrom('chain_payments')
        .select('chain_payments.id')
        .where('chain_payments.brand_id', '=', brandId)
        .whereRef('chain_payments.deposit_id', '=', 'deposits.id');
      const claimed = selectFrom('claims')
        .select('claims.id')
        .where('claims.brand_id', '=', brandId)
        .whereRef('claims.deposit_id', '=', 'deposits.id');
      return or([
        eb('deposits.payment_method', '!=', sql<string>`all(${ofCoins}::text[])`),
        eb('deposits.gold_amount', 'is not', null),
        // An operator can confirm money that no node has seen.
        eb('deposits.status', 'in', ['crediting', 'parked', 'processed']),
        exists(paid),
        exists(claimed),
      ]);
    });
  const newest = db
    .selectFrom(own.orderBy('deposits.id', 'desc').limit(mostDeposits).as('newest'))
    .select('id');
  return db
    .selectFrom('deposits')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', 'in', newest.union(own.where('deposits.status', 'in', unfinishedDepositStatuses)))
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Summarizes a deposit for the player's list, with its latest claim. A deposit that waits for its player can be continued,
 * and one that they reported as paid, as long as its code or invoice lives.
 */
export function summarizeDeposit(
  core: Pick<Core, 'now' | 'vault'>,
  deposit: Deposit,
  claim: Claim | undefined,
): DepositSummary {
  const reportedEnd = resolveReportedEnd(core, deposit);
  return {
    ...showDeposit(deposit),
    paymentMethod: deposit.payment_method,
    createdAt: deposit.created_at.toISOString(),
    expiresAt: (reportedEnd ?? deposit.expires_at).toISOString(),
    canContinue: reportedEnd !== null || canContinue(deposit, core.now()),
    ...(reportedEnd !== null && { isReported: true }),
    ...(claim !== undefined && { claim: showClaim(core, claim) }),
    canClaim: findClaimFault(core, deposit, claim) === null,
    ...(deposit.gold_amount !== null && {
      coins: { gcAmount: deposit.gold_amount, scAmount: deposit.sweep_amount ?? '0' },
    }),
  };
}
