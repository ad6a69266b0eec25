import { type Decimal, encodePushStatus, encodeStatusWord } from '@kassa/contract';
import type { Core } from '../core.ts';
import type { Deposit } from './move-deposit.ts';

/** Tells the player's open widgets, after the commit, how a deposit stands. */
export function publishDeposit(core: Core, deposit: Deposit): void {
  const status = encodePushStatus(deposit.status);
  if (status === null) return;
  core.publisher.depositChanged(deposit.brand_id, deposit.player_id, {
    depositId: deposit.id,
    status,
    word: encodeStatusWord(deposit.status),
    amount: deposit.amount,
    currency: deposit.currency,
    processingAmount: creditedAmount(deposit),
  });
  if (deposit.status === 'processed') {
    core.publisher.userChanged(deposit.brand_id, deposit.player_id);
  }
}

/** What was credited, or undefined while nothing was. */
export function creditedAmount(deposit: Deposit): Decimal | undefined {
  return deposit.status === 'processed' ? deposit.credited_amount : undefined;
}
