import {
  CallError,
  type CallRequest,
  type CallResponse,
  compareDecimals,
  type Decimal,
} from '@kassa/contract';
import type { Caller, Device } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { checkCode, needsCode, sendCode } from '../../players/confirmation-codes.ts';
import { listForfeitedBonuses } from '../bonuses/withdrawal-bonuses.ts';
import { makeRateLock } from '../withdrawals/rate-lock.ts';
import { findReviewReason } from '../withdrawals/review.ts';
import { isHolderAsked } from './account-holder.ts';
import {
  judgeWithdrawal,
  planWithdrawal,
  resolveOrder,
  toConfirmedOrder,
  type Verdict,
  type WithdrawalOrder,
  type WithdrawalPlan,
} from './plan-withdrawal.ts';
import { showDestination } from './show-destination.ts';

/**
 * Returns what a withdrawal would bring now, by the same plan as its creation, and creates nothing.
 * @throws CallError as the creation: limits, rules of payouts, and the balance if it is known; with a
 *   code as {@link checkCode}
 */
export async function quoteWithdrawal(
  core: Core,
  caller: Caller,
  order: CallRequest<'withdrawal-quote'>,
): Promise<CallResponse<'withdrawal-quote'>> {
  const plan = await planWithdrawal(core, caller, order, 'withdrawalQuote');
  const verdict = await judgeWithdrawal(core, core.db, caller, plan);
  const refusal = verdict.findings.find(({ effect }) => effect === 'refuse');
  if (refusal !== undefined) {
    throw new CallError(refusal.code, 'A rule of payouts refuses it.', refusal.params);
  }
  const balance = await loadKnownBalance(core, caller);
  if (balance !== null && compareDecimals(balance, plan.money.amount) < 0) {
    const message = "The player's balance doesn't cover the withdrawal.";
    throw new CallError('balance.insufficient', message);
  }
  // The code is checked last, so that no try is lost to what is refused anyway. It stays good.
  const isConfirmed =
    order.code !== undefined &&
    (await checkCode(core, caller, toConfirmedOrder(plan, null), order.code, {
      isOnlyLook: true,
    })) !== null;
  const { method, money, cost, bankHolder } = plan;
  const measured = core.arrivalsOf(caller.brandId, caller.country).byMethod.get(method.name);
  return {
    leaves: money,
    fee: cost.fee,
    arrives: cost.arrives,
    rate: cost.rate?.rate ?? null,
    rateLock:
      cost.rate === null
        ? null
        : makeRateLock(
            core,
            { player: caller, from: money.currency, to: cost.arrives.currency },
            cost.rate,
          ),
    destination: plan.details.masked,
    destinationDetails: showDestination(core, caller, plan, { order, isConfirmed }),
    holder: bankHolder,
    isHolderAsked: isHolderAsked(plan),
    usualMinutes: measured?.usualMinutes ?? method.usualMinutes ?? null,
    isReviewed: await isReviewed(core, caller, plan, verdict),
    sendsAfter: verdict.sendsAfter?.getTime() ?? null,
    needsCode: needsCode(core, caller),
    forfeitedBonuses: await listForfeitedBonuses(core.db, caller),
  };
}

/**
 * Sends the code that confirms a withdrawal.
 * @throws CallError as {@link resolveOrder} and {@link sendCode}
 */
export async function sendWithdrawalCode(
  core: Core,
  caller: Caller,
  order: WithdrawalOrder,
  { locale }: Device,
): Promise<CallResponse<'withdrawal-code'>> {
  const ordered = await resolveOrder(core, caller, order);
  return sendCode(core, caller, toConfirmedOrder(ordered, locale));
}

/** The player's balance; null if the operator's wallet doesn't answer in time. */
export async function loadKnownBalance(core: Core, caller: Caller): Promise<Decimal | null> {
  try {
    const { balanceData } = await core.walletOf(caller.brandId).profile(caller);
    const { amount, currency } = balanceData.primary;
    return currency === caller.currency ? amount : null;
  } catch (error) {
    if (error instanceof CallError) return null;
    throw error;
  }
}

async function isReviewed(
  core: Core,
  { brandId, playerId }: Caller,
  { money, details }: WithdrawalPlan,
  { findings }: Verdict,
): Promise<boolean> {
  const quoted = {
    id: null,
    brand_id: brandId,
    player_id: playerId,
    ...money,
    destination_digest: details.digest,
    debt_at_approval: null,
    created_at: core.now(),
  };
  return (await findReviewReason(core, core.db, quoted, findings)) !== null;
}
