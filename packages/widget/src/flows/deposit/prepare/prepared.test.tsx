import type { CallResponse } from '@kassa/contract';
import {
  buildCreatedDeposit,
  buildOffer,
  buildPaymentMethod,
  buildTextField,
  type FakeAnswers,
} from '@kassa/test-kit';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setStage } from '../../../testing/stage.tsx';
import { networkError } from '../../../transport/transport-error.ts';

beforeEach(() => void vi.spyOn(window, 'open').mockReturnValue(null));
afterEach(() => void vi.restoreAllMocks());

const prepared: CallResponse<'deposit-prepare'> = {
  details: [
    { name: 'vpa', value: 'kassa@bank' },
    { name: 'code', type: 'QR', value: 'upi://pay' },
    { name: 'code', type: 'qr', value: 'upi://small' },
  ],
  fields: [buildTextField({ name: 'utr', placeholder: { en: 'UTR' } })],
};

function setUp(answers: FakeAnswers = {}, isPreparationRequired = true) {
  const user = userEvent.setup();
  const method = buildPaymentMethod({
    isPreparationRequired,
    fields: [
      buildTextField({ name: 'payer', placeholder: { en: 'Payer' } }),
      buildTextField({ name: 'utr', placeholder: { en: 'Number' } }),
    ],
  });
  const stage = setStage({
    path: '/deposit/redirect?method=card',
    answers: {
      'methods-payment-v3': buildOffer([method]),
      'deposit-prepare': prepared,
      'deposit-create': buildCreatedDeposit(),
      ...answers,
    },
  });
  render(stage.element);
  const callsOf = (name: string) => stage.transport.calls.filter((call) => call.name === name);
  return { user, ...stage, callsOf };
}

test('the provider’s details are above the form, except its QR code', async () => {
  const { callsOf } = setUp();
  expect(await screen.findByText('kassa@bank')).toBeTruthy();
  expect(screen.getByText('UPI ID')).toBeTruthy();
  expect(screen.queryByText(/^upi:/)).toBeNull();
  expect(callsOf('deposit-prepare')).toMatchObject([
    { request: { paymentMethod: 'card', currency: 'EUR', selectedCountry: 'de' } },
  ]);
});

test('the fields that the provider asks for join the form, and are sent with the rest', async () => {
  const { user, callsOf } = setUp();
  await user.type(await screen.findByLabelText('Amount'), '50');
  await user.type(screen.getByLabelText('Payer'), 'R. Das');
  // It replaces the method's own field of that name.
  expect(screen.queryByLabelText('Number')).toBeNull();
  await user.type(screen.getByLabelText('UTR'), '123');
  await user.click(screen.getByRole('button', { name: /Deposit €50/ }));
  await waitFor(() => expect(callsOf('deposit-create')).toHaveLength(1));
  expect(callsOf('deposit-create')[0]?.request).toMatchObject({
    fields: { payer: 'R. Das', utr: '123' },
  });
});

test('where the preparation fails the form shows the reason, and a press tries again', async () => {
  const { user, transport } = setUp({ 'deposit-prepare': networkError('lost') });
  expect(await screen.findByText('We can’t prepare this deposit')).toBeTruthy();
  transport.answers['deposit-prepare'] = prepared;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('UTR')).toBeTruthy();
});

test('a method that needs no preparation sends no request', async () => {
  const { callsOf } = setUp({}, false);
  await screen.findByLabelText('Amount');
  expect(callsOf('deposit-prepare')).toEqual([]);
});
