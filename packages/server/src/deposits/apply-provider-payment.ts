import { addDecimals, compareDecimals, type Money, toCurrencyDecimals } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { ProviderPayment } from '../connectors/connector.ts';
import type { Core } from '../core.ts';
import type { Tx } from '../db/connect.ts';
import { canMove } from './deposit.machine.ts';
import { type Deposit, moveDeposit } from './move-deposit.ts';

/** What a provider's word led to. `changed` is to be published after the commit. */
export interface Applied {
  outcome: 'credited' | 'parked' | 'ended' | 'unchanged' | 'duplicate' | 'unknownDeposit';
  changed: Deposit | null;
}

export interface Evidence {
  brandId: string;
  connector: string;
  /** How we came to know: a notification's id, or that we asked. */
  source: string;
  payment: ProviderPayment;
}

/**
 * Applies what a provider says of a payment to its deposit, in the caller's transaction. Safe for
 * words that come twice, late or out of order: money is taken once per provider payment, and only
 * money moves a deposit that has ended.
 */
export async function applyProviderPayment(
  core: Core,
  tx: Tx,
  evidence: Evidence,
): Promise<Applied> {
  const { brandId, connector, payment } = evidence;
  const deposit = await tx
    .selectFrom('deposits')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('connector', '=', connector)
    .where('id', '=', payment.depositId)
    .forUpdate()
    .executeTakeFirst();
  if (deposit === undefined) return { outcome: 'unknownDeposit', changed: null };
  switch (payment.status) {
    case 'approved':
      return payment.paid === null || compareDecimals(payment.paid.amount, '0') <= 0
        ? { outcome: 'unchanged', changed: null }
        : receive(core, tx, deposit, evidence, payment.paid);
    case 'declined':
    case 'canceled':
      return end(core, tx, deposit, payment.status);
    case 'pending':
      return { outcome: 'unchanged', changed: null };
  }
}

/** Records what arrived, once, and credits it; what can't be credited is parked with its reason. */
async function receive(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  evidence: Evidence,
  paid: Money,
): Promise<Applied> {
  const parkedReason =
    paid.currency === deposit.currency ? null : `arrived in ${paid.currency}, and there is no rate`;
  const money = {
    amount: toCurrencyDecimals(paid.amount, deposit.currency),
    currency: deposit.currency,
  };
  const receipt = await tx
    .insertInto('payments')
    .values({
      id: uuidv7(),
      brand_id: deposit.brand_id,
      deposit_id: deposit.id,
      connector: deposit.connector,
      provider_payment_id: evidence.payment.providerReference,
      amount: paid.amount,
      currency: paid.currency,
      evidence: evidence.source,
      ...(parkedReason === null
        ? {
            status: 'credited' as const,
            processed_amount: money.amount,
            processed_currency: money.currency,
            rate: '1',
            rate_source: 'same currency',
          }
        : { status: 'parked' as const, parked_reason: parkedReason }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (receipt === undefined) return { outcome: 'duplicate', changed: null };
  return parkedReason === null
    ? credit(core, tx, deposit, receipt.id, money)
    : park(core, tx, deposit, parkedReason);
}

async function credit(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  transferId: string,
  money: Money,
): Promise<Applied> {
  await core.wallet.credit(tx, {
    transferId,
    brandId: deposit.brand_id,
    playerId: deposit.player_id,
    depositId: deposit.id,
    connector: deposit.connector,
    money,
  });
  const changed = await moveDeposit(tx, deposit, 'processed', {
    reason: 'the provider has the money',
    now: core.now(),
    changes: {
      credited_amount: toCurrencyDecimals(
        addDecimals(deposit.credited_amount, money.amount),
        money.currency,
      ),
      next_check_at: null,
    },
  });
  return { outcome: 'credited', changed };
}

async function park(core: Core, tx: Tx, deposit: Deposit, reason: string): Promise<Applied> {
  core.log.warn({ depositId: deposit.id, reason }, 'a payment is parked');
  const changed = canMove(deposit.status, 'parked')
    ? await moveDeposit(tx, deposit, 'parked', {
        reason,
        now: core.now(),
        changes: { next_check_at: null },
      })
    : null;
  return { outcome: 'parked', changed };
}

async function end(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  to: 'declined' | 'canceled',
): Promise<Applied> {
  if (!canMove(deposit.status, to)) return { outcome: 'unchanged', changed: null };
  const changed = await moveDeposit(tx, deposit, to, {
    reason: `the provider says it was ${to}`,
    now: core.now(),
    changes: { next_check_at: null },
  });
  return { outcome: 'ended', changed };
}
