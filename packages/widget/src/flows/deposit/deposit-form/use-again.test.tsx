import {
  type CallRequest,
  type CallResponse,
  cardViewTypes,
  type PaymentMethod,
} from '@kassa/contract';
import {
  buildAskingDeposit,
  buildCreatedDeposit,
  buildOffer,
  buildP2pResponse,
  buildPaymentMethod,
  buildSavedDetails,
  buildTextField,
  type FakeAnswers,
} from '@kassa/test-kit';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { setStage } from '../../../testing/stage.tsx';
import { networkError, TransportError } from '../../../transport/transport-error.ts';

const phone = buildTextField({ name: 'phone', placeholder: { en: 'Phone number' } });

function setUp(over: Partial<PaymentMethod> = {}, answers: FakeAnswers = {}) {
  const method = buildPaymentMethod({ fields: [phone], isPaidHere: true, ...over });
  const isP2p = method.cardViewType === cardViewTypes.p2p;
  const stage = setStage({
    path: `/deposit/${isP2p ? 'peer-to-peer/base' : 'redirect'}?method=${method.name}`,
    answers: {
      'methods-payment-v3': buildOffer([method]),
      'saved-details-list': { details: [buildSavedDetails({ masked: '•••• 5678' })] },
      ...answers,
    },
  });
  render(stage.element);
  const { transport } = stage;
  const requests = <Name extends 'deposit-create' | 'deposit-create-p2p' | 'saved-details-list'>(
    call: Name,
  ) =>
    transport.calls.flatMap(({ name, request }) =>
      name === call ? [request as CallRequest<Name>] : [],
    );
  const user = userEvent.setup();
  const pay = async () => {
    await user.type(await screen.findByLabelText('Amount'), '50');
    await user.click(screen.getByRole('button', { name: /^Deposit/ }));
  };
  return { ...stage, user, requests, pay };
}

const saved = () => screen.findByRole<HTMLInputElement>('radio', { name: /5678/ });
const phoneBox = () => screen.queryByLabelText('Phone number');
const refusal = (code: string, params: Record<string, string> = {}) =>
  new TransportError({ kind: 'refused', code, status: 404, message: '', params });

test('saved details stand in for the fields, and the amount stays', async () => {
  const { user, requests, pay } = setUp();
  await user.click(await saved());
  expect(phoneBox()).toBeNull();
  await pay();
  await waitFor(() => expect(requests('deposit-create')).toHaveLength(1));
  const [request] = requests('deposit-create');
  expect(request).toMatchObject({ amount: '50', detailsId: 'details-1' });
  expect(request).not.toHaveProperty('fields');
});

test('the details used last are chosen at first, unless something was typed', async () => {
  const { promise, resolve } = Promise.withResolvers<CallResponse<'saved-details-list'>>();
  const details = [buildSavedDetails({ masked: '•••• 5678' })];
  const { user, router } = setUp({}, { 'saved-details-list': () => promise });
  await user.type(await screen.findByLabelText('Phone number'), '1');
  resolve({ details });
  expect(await saved()).toHaveProperty('checked', false);
  expect(phoneBox()).toHaveProperty('value', '1');
  await user.clear(screen.getByLabelText('Phone number'));
  router.navigate({ to: 'Deposit list' });
  await user.click(await screen.findByRole('link', { name: /Bank card/ }));
  await waitFor(async () => expect(await saved()).toHaveProperty('checked', true));
  expect(phoneBox()).toBeNull();
});

test('other details are typed as ever, and what was typed before is still there', async () => {
  const { user, requests, pay } = setUp();
  await saved();
  const other = () => screen.getByRole('radio', { name: 'Enter other details' });
  await user.click(other());
  await user.type(await screen.findByLabelText('Phone number'), '1234');
  await user.click(await saved());
  await user.click(other());
  expect(screen.getByLabelText<HTMLInputElement>('Phone number').value).toBe('1234');
  await pay();
  await waitFor(() => expect(requests('deposit-create')).toHaveLength(1));
  const [request] = requests('deposit-create');
  expect(request).toMatchObject({ fields: { phone: '1234' } });
  expect(request).not.toHaveProperty('detailsId');
});

test('a payment from person to person takes them too', async () => {
  const { user, requests, pay } = setUp(
    { name: 'card_p2p', cardViewType: cardViewTypes.p2p },
    { 'deposit-create-p2p': buildP2pResponse(buildCreatedDeposit({ source: null })) },
  );
  await user.click(await saved());
  await pay();
  await waitFor(() => expect(requests('deposit-create-p2p')).toHaveLength(1));
  const [request] = requests('deposit-create-p2p');
  expect(request).toMatchObject({ detailsId: 'details-1' });
  expect(request).not.toHaveProperty('fields');
});

test('details that were removed meanwhile bring the fields back, with the reason', async () => {
  const { user, requests, pay } = setUp({}, { 'deposit-create': refusal('details.notFound') });
  await user.click(await saved());
  await pay();
  expect(await screen.findByText(/These saved details were removed/)).toBeTruthy();
  expect(phoneBox()).toBeTruthy();
  await waitFor(() => expect(requests('saved-details-list')).toHaveLength(2));
});

test('details that break a newer rule are typed again, with the reason at their field', async () => {
  const { user, pay } = setUp(
    {},
    { 'deposit-create': refusal('banking.paymentMethodRegex', { field: 'phone' }) },
  );
  await user.click(await saved());
  await pay();
  await waitFor(() => expect(phoneBox()?.getAttribute('aria-invalid')).toBe('true'));
});

test('the same payment is sent again while its outcome is unknown', async () => {
  const { user, router, pay, transport } = setUp({}, { 'deposit-create': networkError('lost') });
  await user.click(await saved());
  await pay();
  await screen.findByText(/We don’t know/);
  router.navigate({ to: 'Deposit list' });
  await user.click(await screen.findByRole('link', { name: /Bank card/ }));
  expect((await saved()).checked).toBe(true);
  await user.click(screen.getByRole('button', { name: /^Deposit/ }));
  const keys = () =>
    transport.calls.flatMap(({ name, idempotencyKey }) =>
      name === 'deposit-create' ? [idempotencyKey] : [],
    );
  await waitFor(() => expect(keys()).toHaveLength(2));
  expect(new Set(keys()).size).toBe(1);
});

test('the provider’s further fields are asked for, and the saved ones stay away', async () => {
  const code = buildTextField({ name: 'code', placeholder: { en: 'Code' } });
  const { user, pay } = setUp({}, { 'deposit-create': buildAskingDeposit([code]) });
  await user.click(await saved());
  await pay();
  expect(await screen.findByLabelText('Code')).toBeTruthy();
  expect(phoneBox()).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
});

test.each([
  ['without fields', { fields: [] }],
  ['whose provider asks in advance', { isPreparationRequired: true }],
  ['of a wallet alone', { cardViewType: cardViewTypes.cardWalletOnly }],
])('a method %s asks for no saved details', async (_, over) => {
  const { requests } = setUp(over, { 'deposit-prepare': { details: [], fields: [] } });
  await screen.findByLabelText('Amount');
  expect(requests('saved-details-list')).toEqual([]);
});
