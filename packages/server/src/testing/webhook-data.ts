import { padToCurrency, type WebhookData } from '@kassa/contract';

/** Builds the webhook data of a deposit in status `created`. */
export function buildDepositData(depositId: string): WebhookData<'deposit.status'> {
  return {
    depositId,
    reference: 'KS-7Q2M-41XK',
    status: 'created',
    word: 'PENDING',
    paymentType: 'card',
    paymentMethod: 'card',
    amount: padToCurrency('50', 'EUR'),
    currency: 'EUR',
    creditedAmount: padToCurrency('0', 'EUR'),
    reversedAmount: padToCurrency('0', 'EUR'),
    refundedAmount: padToCurrency('0', 'EUR'),
    chargedBackAmount: padToCurrency('0', 'EUR'),
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
