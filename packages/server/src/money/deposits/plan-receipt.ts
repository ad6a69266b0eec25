import { addDecimals, compareDecimals, floorToCurrency, type Money } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';
import { chooseBlock } from '../../players/player-blocks.ts';
import type { PlayerLimit } from '../../players/player-limits.ts';
import { loadWindows } from '../policy/usage.ts';
import { ceilingOf } from './ceiling.ts';
import type { Crediting } from './crediting.ts';
import type { ParkedBecause } from './park-payment.ts';
import { planPackageReceipt } from './plan-package-receipt.ts';
import { type Arrival, isParked, planAtRate, type ReceiptPlan } from './receipt-plan.ts';

/**
 * Plans a receipt that has just arrived: it is credited if the deposit was asked for that much in
 * that currency, and if the player is not blocked and within their limits at this moment. The caller
 * has locked deposit and player.
 */
export async function planReceipt(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  arrival: Arrival,
): Promise<ReceiptPlan> {
  const because = findBlocked(core, arrival) ?? arrival.doubt;
  if (because !== null) return because;
  const plan =
    deposit.box_id === null
      ? await planByOrder(core, deposit, arrival)
      : await planPackageReceipt(core, tx, deposit, arrival);
  if (isParked(plan)) return plan;
  return (await exceedsLimit(core, tx, deposit, plan, arrival.standing.limits)) ?? plan;
}

async function planByOrder(
  core: Core,
  deposit: Deposit,
  { paid, account, others, rate }: Arrival,
): Promise<ReceiptPlan> {
  const because = isSecond(account, others) ?? exceedsOrder(core, deposit, paid, others);
  if (because !== null) return because;
  return rate === null ? planCrediting(core, deposit, paid) : planAtRate(deposit, paid, rate);
}

/** Plans the crediting of money without the guards of an arrival, as an operator decides it. */
export async function planCrediting(
  core: Core,
  deposit: Deposit,
  paid: Money,
): Promise<ReceiptPlan> {
  const found = await core
    .ratesOf(deposit.brand_id)
    .rate(paid.currency, deposit.account_currency, core.now());
  if (found === null) {
    return { code: 'noRate', reason: `arrived in ${paid.currency}, and there is no rate` };
  }
  return planAtRate(deposit, paid, { rate: found.rate, rateSource: found.source });
}

function findBlocked(
  { now }: Pick<Core, 'now'>,
  { standing: { blocks } }: Arrival,
): ParkedBecause | null {
  const block = chooseBlock(blocks, 'deposit', now());
  if (block === undefined) return null;
  return block.source === 'selfExclusion'
    ? { code: 'selfExcluded', reason: 'arrived after the player had excluded themselves' }
    : { code: 'playerBlocked', reason: "arrived while the player's deposits are blocked" };
}

/** Only one of a deposit's accounts is paid, whatever the ceiling leaves: the first one. */
function isSecond(account: string, others: readonly Payment[]): ParkedBecause | null {
  const first = others.find((other) => isCredited(other) && other.connector !== account);
  if (first === undefined) return null;
  const { amount, currency, connector } = first;
  const reason = `arrived at ${account}, and ${amount} ${currency} at ${connector} are credited`;
  return { code: 'otherAttempt', reason };
}

function exceedsOrder(
  core: Core,
  deposit: Deposit,
  paid: Money,
  others: readonly Payment[],
): ParkedBecause | null {
  const { currency } = deposit;
  if (paid.currency !== currency) {
    const reason = `arrived in ${paid.currency}, and ${currency} was asked for`;
    return { code: 'otherCurrency', reason };
  }
  const ceiling = ceilingOf(core, deposit);
  const counted = deposit.is_amount_open ? [] : others.filter(isCredited);
  const total = counted.reduce((sum, { amount }) => addDecimals(sum, amount), paid.amount);
  if (compareDecimals(total, ceiling) <= 0) return null;
  const reason = `${total} ${currency} have arrived, and at most ${ceiling} ${currency} are credited`;
  return { code: 'aboveCeiling', reason };
}

const isCredited = ({ status }: Payment) => status === 'credited' || status === 'crediting';

/**
 * Returns why money is above the player's limits at this moment; null if it is not.
 * @param known - the limits in force, if they are loaded already
 */
export async function exceedsLimit(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  { conversion: { money } }: Crediting,
  known?: readonly PlayerLimit[],
): Promise<ParkedBecause | null> {
  const asked = {
    brandId: deposit.brand_id,
    playerId: deposit.player_id,
    transaction: 'deposit',
    currency: money.currency,
    withoutOrder: deposit.id,
  } as const;
  const [lowest] = await loadWindows(core, tx, asked, known);
  if (lowest === undefined || compareDecimals(money.amount, lowest.remaining) <= 0) return null;
  const left = floorToCurrency(lowest.remaining, money.currency);
  const reason = `is above the player's limit per ${lowest.period}, which leaves ${left} ${money.currency}`;
  return { code: 'aboveLimit', reason };
}
