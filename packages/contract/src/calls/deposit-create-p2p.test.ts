import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeNextStep } from '../next-step.ts';
import type { DepositCreateResponse } from './deposit-create.ts';
import { depositCreateP2p, encodeP2p, toCreated } from './deposit-create-p2p.ts';

type ApiResponse = DepositCreateResponse['apiResponse'];

const passed = { amount: '50.00', currency: 'EUR' };

const invoice = fc.record(
  {
    created: fc.constant('2026-11-24T10:00:00.000Z'),
    timeout_minutes: fc.integer({ min: 1, max: 90 }),
    payment_amount: fc.constantFrom('50.00', '49.37'),
    payment_currency: fc.constantFrom('EUR', 'UZS'),
    requisites: fc.constant([{ name: 'phone', value: '+998901234567' }]),
    buttons: fc.constant(['complete']),
    qrCodeText: fc.string({ minLength: 1 }),
    buttonPay: fc.webUrl(),
    processingAmount: fc.constantFrom('49.37', '50.00'),
    processingCurrency: fc.constantFrom('EUR', 'UZS'),
  },
  { requiredKeys: ['payment_amount', 'payment_currency'] },
);

const parts: fc.Arbitrary<Partial<ApiResponse>> = fc.oneof(
  fc.record({ data: invoice }),
  fc.record({ data: invoice.map((unifiedFlow) => ({ unifiedFlow })) }),
  fc.record({ data: invoice, pageId: fc.constantFrom('pix', 'eazype', 'later') }),
  // A provider's page may name its parameters as it likes, as parts of this response, too.
  fc.record({
    source: fc.webUrl(),
    method: fc.constantFrom('GET' as const, 'POST' as const),
    data: fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('depositId', 'fields', 'method', 'exists', 'data')),
      fc.string(),
    ),
  }),
);

const deposits = fc
  .tuple(parts, fc.boolean())
  .map(([over, isFieldsRequired]): DepositCreateResponse => {
    const apiResponse = { source: null, method: 'GET' as const, data: {}, pageId: null, ...over };
    return {
      depositId: 'd1',
      reference: 'KS-7Q2M-41XK',
      apiResponse: { ...apiResponse, depositId: 'd1', isFieldsRequired },
      fields: [],
    };
  });

test('the next step stays the same in the form of a P2P response', () => {
  fc.assert(
    fc.property(deposits, fc.boolean(), (created, exists) => {
      const onWire = JSON.parse(JSON.stringify(encodeP2p(created, { exists, passed })));
      const response = depositCreateP2p.response.parse(onWire);
      expect(response).toMatchObject({ exists, passedAmount: '50.00', passedCurrency: 'EUR' });
      expect(decodeNextStep(toCreated(response))).toEqual(decodeNextStep(created));
    }),
  );
});

test('parameters of a page that are no parameters are left out', () => {
  const page = { source: 'https://pay.example/1', method: 'POST' as const, pageId: null };
  const apiResponse = { ...page, depositId: 'd1', data: {}, isFieldsRequired: false };
  const created = { depositId: 'd1', reference: 'KS-7Q2M-41XK', apiResponse, fields: [] };
  const response = { ...encodeP2p(created, { exists: false, passed }), data: 'token' };
  expect(toCreated(response)).toEqual(created);
});
