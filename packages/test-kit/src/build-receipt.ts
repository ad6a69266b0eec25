import type { CallResponse, Receipt } from '@kassa/contract';

/** The signed receipt of a deposit of 50 euros by card. */
export function buildReceipt(overrides: Partial<Receipt> = {}): CallResponse<'deposit-receipt'> {
  const money = { amount: '50.00', currency: 'EUR' };
  return {
    receipt: {
      kind: 'kassa.receipt.v1',
      brand: 'kassa',
      brandName: 'Kassa demo',
      keysUrl: 'https://pay.example/kassa/.well-known/jwks.json',
      reference: 'KS-7Q2M-41XK',
      paymentMethod: 'card',
      methodName: 'Card',
      requested: money,
      payments: [{ paid: money, credited: money, instrument: '•••• 4242' }],
      credited: money,
      createdAt: '2026-11-20T12:00:00.000Z',
      paidAt: '2026-11-20T12:00:48.000Z',
      creditedAt: '2026-11-20T12:00:49.000Z',
      issuedAt: '2026-11-20T12:05:00.000Z',
      ...overrides,
    },
    signed: 'eyJhbGciOiJFZERTQSJ9.eyJraW5kIjoia2Fzc2EifQ.c2lnbmF0dXJl',
  };
}
