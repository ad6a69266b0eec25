import {
  addDecimals,
  compareDecimals,
  divideDecimals,
  floorToCurrency,
  type Money,
  smallestAmount,
} from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { ActOf } from './acts.ts';
import { choose } from './choose.ts';
import type { ProviderDeposit, Receipt } from './provider-records.ts';
import { deliver, type World } from './world.ts';

/** A payment arrives: of the requested amount and currency, or of others. */
export function takePay(
  { provider }: World,
  { deposit: index, amount, currency, hasFee }: ActOf<'pay'>,
): void {
  const deposit = choose(provider.deposits, index);
  if (deposit === undefined) return;
  const paidCurrency = currency === 'asked' ? deposit.asked.currency : currency;
  const money = { amount: paidAmount(deposit, amount, paidCurrency), currency: paidCurrency };
  const fee = hasFee ? { amount: '0.35', currency: paidCurrency } : null;
  provider.receive(deposit, money, fee);
}

function paidAmount(
  { asked, receipts }: ProviderDeposit,
  amount: ActOf<'pay'>['amount'],
  currency: string,
): string {
  switch (amount) {
    case 'exact':
      return asked.amount;
    case 'part':
      return half(asked).amount;
    case 'over':
      return addDecimals(asked.amount, `${receipts.length + 1}`);
    case 'double':
      return addDecimals(asked.amount, asked.amount);
    case 'tiny':
      return smallestAmount(currency);
    case 'absurd':
      return '1000000000000000000';
  }
}

/** Returns half of the money, rounded down to the currency's decimals. */
export function half({ amount, currency }: Money): Money {
  return { amount: floorToCurrency(divideDecimals(amount, '2'), currency), currency };
}

export function takeClosePayment(
  { provider }: World,
  { deposit: index, status }: ActOf<'closePayment'>,
): void {
  const deposit = choose(provider.deposits, index);
  if (deposit !== undefined) provider.close(deposit, status);
}

/**
 * The provider reverses a receipt; its notification may be delivered before that of the payment.
 */
export function takeReverse(
  { provider }: World,
  { receipt: index, how, part }: ActOf<'reverse'>,
): void {
  const receipt = choose(provider.receipts, index);
  if (receipt !== undefined) takeBackFrom(provider, receipt, how, part);
}

/** Reverses a receipt or half of it. Returns null if less than that is left. */
export function takeBackFrom(
  provider: World['provider'],
  receipt: Receipt,
  how: ActOf<'reverse'>['how'],
  part: ActOf<'reverse'>['part'],
) {
  const money = part === 'whole' ? receipt.money : half(receipt.money);
  return compareDecimals(money.amount, '0') === 0 ? null : provider.reverse(receipt, how, money);
}

/** A payout goes on at the provider, which may report other money than it was asked to pay. */
export function takeMovePayout(
  { provider }: World,
  { payout: index, to, paid }: ActOf<'movePayout'>,
): void {
  const payout = choose([...provider.payouts.values()], index);
  if (payout === undefined) return;
  const { money } = payout;
  if (paid === 'part') {
    if (to === 'completed') provider.payInPart(payout, half(money));
    return;
  }
  const reported: Record<typeof paid, Money | undefined> = {
    asked: undefined,
    // More than was asked for: less may be a part.
    otherAmount: { ...money, amount: addDecimals(money.amount, '1') },
    otherCurrency: { ...money, currency: 'BRL' },
  };
  provider.movePayout(payout, to, reported[paid]);
}

export function takeMoveRefund(
  { provider }: World,
  { refund: index, to }: ActOf<'moveRefund'>,
): void {
  const refund = choose([...provider.refunds.values()], index);
  if (refund !== undefined) provider.moveRefund(refund, to);
}

/** Delivers a notification once, repeatedly or never; `index` may choose one out of order. */
export async function takeDeliver(
  world: World,
  core: Core,
  { index, way }: ActOf<'deliver'>,
): Promise<void> {
  const { provider } = world;
  const notification = choose(provider.queue, index);
  if (notification === undefined) return;
  if (way === 'lost') {
    provider.lost.push(notification);
    provider.queue = provider.queue.filter((it) => it !== notification);
    return;
  }
  const stays = way === 'stays';
  const twin = way === 'twiceAtOnce' ? deliver(world, core, notification, { isNew: true }) : null;
  await Promise.all([deliver(world, core, notification, { stays }), twin]);
}

/** The provider sends an acknowledged notification again, with the same id or a new one. */
export async function takeRepeat(
  world: World,
  core: Core,
  { index, isNew }: ActOf<'repeat'>,
): Promise<void> {
  const notification = choose(world.provider.delivered, index);
  if (notification !== undefined) await deliver(world, core, notification, { isNew });
}

/** Sends a notification that was true before the money came and arrives after it. */
export function takeNotifyOldStatus(
  { provider }: World,
  { deposit: index }: ActOf<'notifyOldStatus'>,
): void {
  const deposit = choose(provider.deposits, index);
  if (deposit === undefined) return;
  const { id, account, depositId } = deposit;
  const state = {
    kind: 'payment',
    providerReference: id,
    depositId,
    paid: null,
    fee: null,
  } as const;
  provider.notify(account, { ...state, status: 'pending' });
}

/** Requests that timed out reach the provider after all. */
export function arriveLate({ provider }: World): void {
  for (const act of provider.late.splice(0)) act();
}
