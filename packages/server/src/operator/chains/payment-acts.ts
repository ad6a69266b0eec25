import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { ChainPayment } from '../../ground/database/tables/chains.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { lockMoney } from '../../money/provider-events/lock-money.ts';
import { requireDistinctOnChain } from '../acts/require-distinct.ts';
import { OperatorError } from '../operator-error.ts';
import { findChainPayment, shownStatusOf } from './find-payments.ts';

/** What every act on a payment needs. */
interface Act {
  brandId: string;
  chainPaymentId: string;
  /** The name of the key, for the history. */
  actor: string;
  reason: string;
}

/**
 * Gives a parked payment to a deposit. From now on the watcher treats it as if it had been found so:
 * it is credited with its confirmations, by the rules of every payment. Its rate is that of its
 * detection, or today's if it had none in the player's currency.
 * @throws OperatorError chainPayment.notFound; act.impossible if it isn't parked, is of an unknown
 * token, or if the deposit is paid in another coin or at another account; money.resembles
 */
export async function assignChainPayment(
  core: Core,
  tx: Tx,
  act: Act & { deposit: Deposit; separateFrom?: readonly string[] | undefined },
): Promise<ChainPayment> {
  const { brandId, chainPaymentId, actor, reason, deposit, separateFrom } = act;
  const payment = await lockParked(tx, brandId, chainPaymentId);
  const { coin, account_currency: known } = payment;
  if (coin === null) {
    const message = 'Your account does not take this token, so nobody can be credited with it.';
    throw new OperatorError('act.impossible', message);
  }
  await requirePaidSo(tx, deposit, { ...payment, coin });
  await requireDistinctOnChain(tx, payment, { depositId: deposit.id, separateFrom });
  const currency = deposit.account_currency;
  const isRated = payment.rate !== null && known === currency;
  const rate = isRated ? null : await core.ratesOf(brandId).rate(coin, currency, core.now());
  return tx
    .updateTable('chain_payments')
    .set({
      status: 'seen',
      because: null,
      note: null,
      deposit_id: deposit.id,
      player_id: deposit.player_id,
      account_currency: currency,
      ...(!isRated && { rate: rate?.rate ?? null, rate_source: rate?.source ?? null }),
      resolved_at: core.now(),
      resolved_reason: `${actor}: ${reason}`,
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', chainPaymentId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Closes a parked payment that nobody is credited with, or that was given back.
 * @throws OperatorError chainPayment.notFound, act.impossible if it isn't parked
 */
export async function dismissChainPayment(
  { now }: Pick<Core, 'now'>,
  tx: Tx,
  { brandId, chainPaymentId, actor, reason }: Act,
): Promise<void> {
  await lockParked(tx, brandId, chainPaymentId);
  await tx
    .updateTable('chain_payments')
    .set({ resolved_at: now(), resolved_reason: `${actor}: ${reason}` })
    .where('brand_id', '=', brandId)
    .where('id', '=', chainPaymentId)
    .execute();
}

async function lockParked(tx: Tx, brandId: string, id: string): Promise<ChainPayment> {
  const { account, coin, amount } = await findChainPayment(tx, brandId, id);
  if (coin !== null) await lockMoney(tx, { brandId, account, amount, currency: coin });
  const payment = await tx
    .selectFrom('chain_payments')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const status = shownStatusOf(payment);
  if (status === 'parked') return payment;
  const message = `This payment is ${status} and waits for no decision.`;
  throw new OperatorError('act.impossible', message);
}

/** Requires a deposit to be paid at an account's chain and in a coin. */
async function requirePaidSo(
  tx: Tx,
  { brand_id, chain_address_id: id }: Deposit,
  { account, blockchain, coin }: Pick<ChainPayment, 'account' | 'blockchain'> & { coin: string },
): Promise<void> {
  const address =
    id === null
      ? undefined
      : await tx
          .selectFrom('chain_addresses')
          .select('id')
          .where('brand_id', '=', brand_id)
          .where('id', '=', id)
          .where('account', '=', account)
          .where('blockchain', '=', blockchain)
          .where('coin', '=', coin)
          .executeTakeFirst();
  if (address !== undefined) return;
  const message = `This deposit is not paid in ${coin} on ${blockchain} at the account ${account}.`;
  throw new OperatorError('act.impossible', message);
}
