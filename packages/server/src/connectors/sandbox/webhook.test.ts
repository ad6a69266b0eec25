import { expect, it } from 'vitest';
import { knownPaymentSchema } from './client/schemas.ts';
import { parseSandboxNotification } from './webhook.ts';

const payment = {
  id: 'pay_1',
  merchantReference: 'deposit-1',
  status: 'approved',
  amount: '50.00',
  currency: 'EUR',
  paidAmount: '20.50',
};
const read = (type: string, content: object) =>
  parseSandboxNotification(JSON.stringify({ eventId: 'evt_1', type, ...content }));

it('reads a payment: the received amount, its currency, and the fee', () => {
  const paid = { ...payment, paidCurrency: 'USD', fee: '0.31' };
  expect(read('payment.updated', { payment: paid })).toEqual([
    {
      kind: 'payment',
      providerReference: 'pay_1',
      depositId: 'deposit-1',
      status: 'approved',
      paid: { amount: '20.50', currency: 'USD' },
      fee: { amount: '0.31', currency: 'USD' },
    },
  ]);
});

it('reads a payment in the older format, without fee and received currency', () => {
  expect(read('payment.updated', { payment })).toMatchObject([
    { paid: { amount: '20.50', currency: 'EUR' }, fee: null },
  ]);
});

it.each(['pending', 'declined', 'canceled'])('a %s payment has no received amount', (status) => {
  expect(read('payment.updated', { payment: { ...payment, status } })).toMatchObject([
    { status, paid: null, fee: null },
  ]);
});

it('reads a further receipt by its own id', () => {
  const { status: _, paidAmount: __, ...receipt } = { ...payment, id: 'rcp_2', fee: '0.75' };
  expect(read('receipt.created', { receipt })).toEqual([
    {
      kind: 'payment',
      providerReference: 'rcp_2',
      depositId: 'deposit-1',
      status: 'approved',
      paid: { amount: '50.00', currency: 'EUR' },
      fee: { amount: '0.75', currency: 'EUR' },
    },
  ]);
});

it('reads a reversal and a payout', () => {
  const { id: _, ...rest } = payment;
  const reversal = { ...rest, id: 'rev_1', receiptId: 'pay_1', kind: 'chargeback' };
  expect(read('reversal.created', { reversal })).toEqual([
    {
      kind: 'reversal',
      providerReference: 'rev_1',
      depositId: 'deposit-1',
      paymentReference: 'pay_1',
      reversal: 'chargeback',
      amount: { amount: '50.00', currency: 'EUR' },
    },
  ]);
  const paid = { paidAmount: '49.99', paidCurrency: 'USD' };
  const payout = { ...rest, id: 'out_1', status: 'returned', ...paid, fee: '0.30' };
  expect(read('payout.updated', { payout })).toEqual([
    {
      kind: 'payout',
      providerReference: 'out_1',
      withdrawalId: 'deposit-1',
      status: 'returned',
      paid: { amount: '49.99', currency: 'USD' },
      fee: { amount: '0.30', currency: 'EUR' },
    },
  ]);
});

it.each([
  ['payment.updated', { payment: { ...payment, paidAmount: true } }],
  ['payment.updated', { payment: { ...payment, paidAmount: '2e1' } }],
  ['payment.updated', { receipt: payment }],
  ['payment.settled', { payment }],
])('rejects a malformed %s %j', (type, content) => {
  expect(read(type, content)).toMatchObject({ kind: 'unreadable' });
});

const { paidAmount: _, ...unpaid } = payment;
const refund = {
  ...unpaid,
  paymentReference: 'p1',
  status: 'completed',
  refundedAmount: '5.005',
  refundedCurrency: 'EUR',
};

it.each([
  ['payment.updated', { payment: { ...payment, paidAmount: '20.505' } }, 'payment.paidAmount'],
  ['payment.updated', { payment: { ...payment, paidCurrency: 'JPY' } }, 'payment.paidAmount'],
  ['payment.updated', { payment: { ...payment, fee: '0.755' } }, 'payment.fee'],
  ['receipt.created', { receipt: { ...unpaid, amount: '1.005' } }, 'receipt.amount'],
  ['receipt.created', { receipt: { ...unpaid, fee: '0.001' } }, 'receipt.fee'],
  [
    'reversal.created',
    { reversal: { ...unpaid, currency: 'VND', amount: '5.5', receiptId: 'p1', kind: 'refund' } },
    'reversal.amount',
  ],
  ['refund.updated', { refund }, 'refund.refundedAmount'],
  [
    'payout.updated',
    { payout: { ...unpaid, status: 'completed', paidAmount: '1.0005', paidCurrency: 'KWD' } },
    'payout.paidAmount',
  ],
])('an amount in a %s that its currency cannot have is named', (type, content, detail) => {
  expect(read(type, content)).toEqual({ kind: 'unreadable', detail });
});

it('zeros behind an amount are no further decimals', () => {
  expect(read('payment.updated', { payment: { ...payment, paidAmount: '20.5000' } })).toMatchObject(
    [{ paid: { amount: '20.5000' } }],
  );
});

it('an answer to a status request has amounts of their currencies only', () => {
  const known = { ...payment, receipts: [{ ...unpaid, amount: '20.50' }], reversals: [] };
  expect(knownPaymentSchema.safeParse(known).success).toBe(true);
  for (const part of [
    { paidAmount: '20.505' },
    { receipts: [{ ...unpaid, amount: '20.505' }] },
    { reversals: [{ ...unpaid, amount: '1.005', receiptId: 'p1', kind: 'refund' }] },
  ]) {
    expect(knownPaymentSchema.safeParse({ ...known, ...part }).success).toBe(false);
  }
});
