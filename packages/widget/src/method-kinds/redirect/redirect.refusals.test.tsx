import {
  buildCreatedDeposit,
  buildOffer,
  buildPaymentMethod,
  buildTextField,
} from '@kassa/test-kit';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TransportError } from '../../transport/transport-error.ts';
import { createFakePopup, findSnackbar, setUpForm } from './testing/set-up-form.tsx';

beforeEach(() => void vi.spyOn(window, 'open').mockImplementation(createFakePopup().open));
afterEach(() => void vi.restoreAllMocks());

const refusal = (code: string, params: Record<string, string> = {}) =>
  new TransportError({ kind: 'refused', code, message: '', status: 422, params });
const offering = (method: Parameters<typeof buildPaymentMethod>[0]) => ({
  'methods-payment-v3': buildOffer([buildPaymentMethod(method)]),
});
const waiting = () => screen.findByText('Waiting for your payment');
const describedBy = (box: HTMLElement) =>
  document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent;

test.each([
  [{ problem: 'missing' }, 'Enter the name as it stands on the account'],
  [{ problem: 'tooLong' }, 'Enter at most 128 characters'],
  [{ problem: 'notAPhone' }, 'Enter a full phone number'],
  [{ problem: 'notADate' }, 'Enter a full date: day, month and year'],
  [{ problem: 'checkDigit' }, 'Check “Account holder”: a digit seems to be wrong'],
  [{ problem: 'rule' }, 'Enter the name as the bank knows it'],
  [{ problem: 'newProblem' }, 'Enter the name as the bank knows it'],
  [{}, 'Enter the name as the bank knows it'],
])(
  'a field that the server rejects (%o) has the focus and says why, and no message is over it',
  async (params, words) => {
    const { user, pay, press, transport } = await setUpForm({
      answers: {
        ...offering({ fields: [buildTextField()] }),
        'deposit-create': refusal('banking.paymentMethodRegex', { field: 'holder', ...params }),
      },
    });
    const holder = await screen.findByLabelText('Account holder');
    await user.type(holder, 'R');
    await pay('50');
    await waitFor(() => expect(holder.getAttribute('aria-invalid')).toBe('true'));
    expect(describedBy(holder)).toBe(words);
    expect(document.activeElement).toBe(holder);

    transport.answers['deposit-create'] = buildCreatedDeposit();
    await user.type(holder, '. Das');
    expect(screen.queryByText('The deposit was not created')).toBeNull();
    await press();
    await waiting();
  },
);

test('a rejection of a field that the form doesn’t have is told above the form', async () => {
  const { pay } = await setUpForm({
    answers: { 'deposit-create': refusal('banking.paymentMethodRegex', { field: 'iban' }) },
  });
  await pay('50');
  const snackbar = await findSnackbar('The deposit was not created');
  expect(snackbar.textContent).toContain('could not be started');
});

test('an amount that the server rejects is marked, and the limits are loaded again', async () => {
  const { user, amount, pay, press, callsOf, transport } = await setUpForm({
    answers: { 'deposit-create': refusal('limit.exceeded') },
  });
  await waitFor(() => expect(callsOf('deposit-limits')).toHaveLength(1));
  transport.answers['deposit-limits'] = {
    min: '10',
    max: '40',
    limitedBy: 'day',
    remaining: '40',
    resetsAt: null,
  };
  await pay('50');
  await waitFor(() => expect(amount.getAttribute('aria-invalid')).toBe('true'));
  expect(describedBy(amount)).toContain('above what your limit leaves');
  expect(document.activeElement).toBe(amount);
  await waitFor(() => expect(callsOf('deposit-limits')).toHaveLength(2));

  transport.answers['deposit-create'] = buildCreatedDeposit();
  await user.clear(amount);
  await user.type(amount, '40');
  expect(screen.queryByText('The deposit was not created')).toBeNull();
  await waitFor(() => expect(amount.getAttribute('aria-invalid')).not.toBe('true'));
  await press();
  await waiting();
});

const limit = (value: string) => ({ limit: value, currency: 'EUR' });

test.each([
  ['amount.belowMin', limit('75'), 'The amount can’t be less than €75'],
  ['amount.aboveMax', limit('12.5'), 'The amount can’t be more than €12.50'],
  ['amount.aboveMax', {}, 'The amount is above the limit of this method.'],
  ['amount.invalid', {}, 'This amount can’t be paid. Check it and try again.'],
  [
    'banking.paymentMethodRegex',
    { field: 'amount', problem: 'rule' },
    'This amount can’t be paid. Check it and try again.',
  ],
])('for an amount with any field name %s %o reads "%s"', async (code, params, words) => {
  const { amount, pay } = await setUpForm({
    answers: {
      ...offering({ fields: [{ type: 'amount', name: 'sum' }] }),
      'deposit-create': refusal(code, params),
    },
  });
  await pay('50');
  await waitFor(() => expect(amount.getAttribute('aria-invalid')).toBe('true'));
  expect(describedBy(amount)).toContain(words);
});
