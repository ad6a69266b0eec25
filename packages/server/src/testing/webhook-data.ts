import type { WebhookData } from '@kassa/contract';

/** Builds the webhook data of a deposit in status `created`. */
export function buildDepositData(depositId: string): WebhookData<'deposit.status'> {
  return {
    depositId,
    reference: 'KD-7Q2M-41XK',
    status: 'created',
    word: 'PENDING',
    paymentMethod: 'card',
    amount: '50.00',
    currency: 'EUR',
    creditedAmount: '0',
    reversedAmount: '0',
    accountCurrency: 'EUR',
    declineReason: null,
  };
}

/** Builds the webhook data of an offered bonus. */
export function buildBonusData(bonusId: string): WebhookData<'bonus.offered'> {
  return {
    bonusId,
    kind: 'deposit',
    currency: 'EUR',
    depositId: null,
    accruedAmount: null,
    revokedAmount: null,
    spins: null,
    wagerMultiplier: '30',
    payoutMultiplier: null,
    onWithdrawal: 'forfeited',
    wageredAt: null,
  };
}
