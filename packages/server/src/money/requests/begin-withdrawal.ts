import { CallError, type CallRequest } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { namesOf } from '../../catalog/fields.ts';
import type { Caller, Device } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { indexFields } from '../../ground/encryption/blind-index.ts';
import type { FieldsSubject } from '../../ground/encryption/sealed.ts';
import { sealPayee } from '../../ground/encryption/sealed-payee.ts';
import { insertWithReference } from '../../ground/make-reference.ts';
import { type CheckedCode, checkCode, useCode } from '../../players/confirmation-codes.ts';
import { loadPlayerData, type PlayerData, sealPlayerData } from '../../players/player-data.ts';
import { type AgreedForfeits, requireAgreedForfeits } from '../bonuses/withdrawal-bonuses.ts';
import { isOverdraft } from '../ledger/transfers.ts';
import type { RuleFinding } from '../payout-rules/rule-subject.ts';
import { keepDetails } from '../saved-details/keep-details.ts';
import { enqueueOperation, purposeOf } from '../wallet/operations.ts';
import { recordWithdrawalTransition } from '../withdrawals/move-withdrawal.ts';
import { moneyOf } from '../withdrawals/payout-money.ts';
import { admitWithdrawal, refuseWithdrawal } from '../withdrawals/review.ts';
import { holderOf, requireConfirmedHolder } from './account-holder.ts';
import {
  judgeWithdrawal,
  planWithdrawal,
  requireExpected,
  toConfirmedOrder,
  type Verdict,
  type WithdrawalPlan,
} from './plan-withdrawal.ts';

/** What was prepared for a withdrawal outside of its transaction. */
export interface PreparedWithdrawal {
  plan: WithdrawalPlan;
  code: CheckedCode;
  /** What the order carries of the player. */
  player: PlayerData;
  agreedForfeits: AgreedForfeits;
}

/**
 * Prepares a withdrawal: plans it, checks the code of its player and loads what the order carries of
 * them. Called outside of transactions.
 * @throws CallError as {@link planWithdrawal}; quote.changed, holder.unconfirmed; code.required, code.wrong, code.expired
 */
export async function prepareWithdrawal(
  core: Core,
  caller: Caller,
  request: CallRequest<'withdrawal-create'>,
  device: Device,
): Promise<PreparedWithdrawal> {
  const plan = await planWithdrawal(core, caller, request, 'withdrawalCreation');
  // What the player is told first, so that no try of a code is lost to it.
  requireExpected(plan, request.expected);
  requireConfirmedHolder(plan, request);
  const code = await checkCode(core, caller, toConfirmedOrder(plan, device.locale), request.code);
  const player = await loadPlayerData(core, caller, device);
  return { plan, code, player, agreedForfeits: request.forfeitedBonusIds ?? null };
}

/**
 * Judges a planned withdrawal, inserts it and holds its money (design §3.7): in this
 * transaction in Kassa's own ledger, otherwise by a queued operation of the operator's wallet. One
 * that a rule of payouts refuses is inserted as `rejected`, for the operator to see.
 * @throws CallError if the limits, the code or the balance don't allow it; quote.changed if it would
 *   forfeit a bonus that the player didn't agree to lose
 */
export async function beginWithdrawal(
  core: Core,
  tx: Tx,
  caller: Caller,
  withdrawalId: string,
  prepared: PreparedWithdrawal,
): Promise<void> {
  const { plan } = prepared;
  const verdict = await judgeWithdrawal(core, tx, caller, plan);
  const refusal = verdict.findings.find(({ effect }) => effect === 'refuse');
  if (refusal !== undefined) {
    await insertRefused(core, tx, caller, withdrawalId, prepared, verdict, refusal);
    return;
  }
  await requireAgreedForfeits(tx, caller, prepared.agreedForfeits);
  await useCode(core, tx, caller, prepared.code);
  const kept = await keepDetails(core, tx, caller, plan.method, 'withdrawal', plan.details);
  const withdrawal = await insertWithdrawal(core, tx, caller, withdrawalId, prepared, {
    ...verdict,
    detailsId: kept?.detailsId ?? null,
  });
  await holdMoney(core, tx, withdrawal, verdict.findings);
}

/** Holds a withdrawal's money, or asks the operator's wallet to. */
async function holdMoney(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  findings: readonly RuleFinding[],
): Promise<void> {
  const isAsked = await enqueueOperation(core, tx, {
    id: withdrawal.hold_id,
    brandId: withdrawal.brand_id,
    playerId: withdrawal.player_id,
    kind: 'hold',
    money: moneyOf(withdrawal),
    purpose: purposeOf('withdrawal', withdrawal),
    withdrawalId: withdrawal.id,
  });
  if (isAsked) return;
  try {
    await admitWithdrawal(core, tx, withdrawal, findings);
  } catch (error) {
    if (!isOverdraft(error)) throw error;
    throw new CallError(
      'balance.insufficient',
      "The player's balance doesn't cover the withdrawal.",
    );
  }
}

async function insertRefused(
  core: Core,
  tx: Tx,
  caller: Caller,
  withdrawalId: string,
  prepared: PreparedWithdrawal,
  verdict: Verdict,
  refusal: RuleFinding,
): Promise<void> {
  const row = { ...verdict, detailsId: null };
  const withdrawal = await insertWithdrawal(core, tx, caller, withdrawalId, prepared, row);
  await refuseWithdrawal(core, tx, withdrawal, refusal);
}

/** Inserts a withdrawal with everything that its payout needs later. */
async function insertWithdrawal(
  core: Core,
  tx: Tx,
  caller: Caller,
  withdrawalId: string,
  { plan, player, agreedForfeits }: PreparedWithdrawal,
  { findings, sendsAfter, detailsId }: Verdict & { detailsId: string | null },
): Promise<Withdrawal> {
  const { method, account, routePlan, details, money, cost } = plan;
  const subject: FieldsSubject = { kind: 'withdrawal', id: withdrawalId, ...caller };
  const reviewed = findings.filter(({ effect }) => effect === 'review').map(({ rule }) => rule);
  const now = core.now();
  const order = {
    id: withdrawalId,
    brand_id: caller.brandId,
    player_id: caller.playerId,
    payment_method: method.name,
    connector: account.name,
    route_plan: JSON.stringify(routePlan),
    status: 'created' as const,
    ...money,
    fee: cost.fee,
    payout_amount: cost.arrives.amount,
    payout_currency: cost.arrives.currency,
    rate: cost.rate?.rate ?? null,
    rate_source: cost.rate?.source ?? null,
    destination_masked: details.masked,
    destination_digest: details.digest,
    saved_details_id: detailsId,
    is_verified: caller.isVerified,
    sends_after: sendsAfter,
    reviewed_rules: JSON.stringify(reviewed),
    agreed_forfeits: agreedForfeits && JSON.stringify(agreedForfeits),
    country: caller.country,
    fields_sealed: sealPayee(core.vault, subject, toPayee(plan)),
    player_data_sealed: sealPlayerData(core.vault, subject, player),
    field_names: JSON.stringify(namesOf(method.fields ?? [])),
    hold_id: uuidv7(),
    settle_id: uuidv7(),
    return_id: uuidv7(),
    created_at: now,
    updated_at: now,
  };
  const withdrawal = await insertWithReference('KW', (reference) =>
    recordWithdrawalTransition(core, tx, {
      write: { insert: { ...order, reference } },
      withdrawal: { ...order, reference, paid_amount: null },
      from: null,
      reason: 'requested by the player',
    }),
  );
  await indexFields(tx, core, subject, details.fields);
  return withdrawal;
}

/** What is sealed of the payee; the names only where a rule compares them. */
function toPayee(plan: WithdrawalPlan) {
  const { details, playerNames } = plan;
  return {
    fields: details.fields,
    instrumentToken: details.instrument?.token ?? null,
    holder: holderOf(plan),
    firstName: playerNames?.first ?? null,
    lastName: playerNames?.last ?? null,
  };
}
