import type {
  CallResponse,
  PayoutDestination,
  Withdrawal,
  WithdrawalStatusPush,
} from '@kassa/contract';

/** A withdrawal of 50 euros without a fee that the operator looks at. */
export function buildWithdrawal(overrides: Partial<Withdrawal> = {}): Withdrawal {
  const { amount = '50.00', currency = 'EUR', fee = '0.00' } = overrides;
  return {
    withdrawalId: 'withdrawal-1',
    reference: 'KW-7Q2M-41XK',
    paymentMethod: 'card-out',
    status: 'PENDING',
    amount,
    currency,
    fee,
    arrives: { amount, currency },
    paidAmount: null,
    destination: '•••• 1234',
    createdAt: Date.now(),
    sendsAfter: null,
    isCancelable: true,
    endReason: null,
    transaction: null,
    ...overrides,
  };
}

/** Builds a destination of which nothing but its mask is known. */
export function buildDestination(overrides: Partial<PayoutDestination> = {}): PayoutDestination {
  return { parts: [], isPartial: false, contract: null, ...overrides };
}

/** The quote of that withdrawal, which is sent at once and needs no code. */
export function buildQuote(
  overrides: Partial<CallResponse<'withdrawal-quote'>> = {},
): CallResponse<'withdrawal-quote'> {
  return {
    leaves: { amount: '50.00', currency: 'EUR' },
    fee: '0.00',
    arrives: { amount: '50.00', currency: 'EUR' },
    rate: null,
    rateLock: null,
    destination: '•••• 1234',
    holder: null,
    usualMinutes: 20,
    isReviewed: false,
    sendsAfter: null,
    needsCode: false,
    forfeitedBonuses: [],
    ...overrides,
  };
}

/** The push that the withdrawal was paid. */
export function buildWithdrawalPush(
  overrides: Partial<WithdrawalStatusPush> = {},
): WithdrawalStatusPush {
  return {
    withdrawalId: 'withdrawal-1',
    status: 1,
    word: 'PAID',
    amount: '50.00',
    currency: 'EUR',
    ...overrides,
  };
}
