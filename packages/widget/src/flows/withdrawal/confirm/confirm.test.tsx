import type { CallRequest } from '@kassa/contract';
import { buildQuote, buildWithdrawal, type FakeAnswers } from '@kassa/test-kit';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { networkError, TransportError } from '../../../transport/transport-error.ts';
import { setUpConfirmation } from '../testing/set-up-withdrawal.tsx';

const refused = (code: string, status = 422) =>
  new TransportError({ kind: 'refused', code, message: '', status });
const created: FakeAnswers = { 'withdrawal-create': buildWithdrawal() };

type Calls = Awaited<ReturnType<typeof setUpConfirmation>>['callsOf'];
const creationsOf = (callsOf: Calls) =>
  callsOf('withdrawal-create').map(({ idempotencyKey, request }) => ({
    key: idempotencyKey,
    request: request as CallRequest<'withdrawal-create'>,
  }));

test('the player reads all that follows before they confirm', async () => {
  await setUpConfirmation({
    'withdrawal-quote': buildQuote({
      fee: '0.50',
      arrives: { amount: '53.21', currency: 'USDT' },
      rate: '1.075',
      destination: 'TXYZ•••AeBf2',
      holder: 'ADAEZE N. OKAFOR',
      isReviewed: true,
    }),
  });
  const rows = screen
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)
    // Amounts have spaces that don't break.
    .map((row) => row.replaceAll('\u00a0', ' '));
  expect(rows).toEqual([
    'Fee: €0.50',
    'Rate: €1 = 1.075 USDT',
    'When: Usually arrives in 20 minutes',
    'You receive: 53.21 USDT',
  ]);
  expect(screen.getByText('TXYZ•••AeBf2')).toBeTruthy();
  expect(screen.getByText('ADAEZE N. OKAFOR')).toBeTruthy();
  expect(screen.getByText('We check this withdrawal before we send it.')).toBeTruthy();
});

test('one withdrawal is created, however often the button is pressed', async () => {
  const { user, callsOf, at, router, events } = await setUpConfirmation(created);
  await user.dblClick(screen.getByRole('button', { name: 'Withdraw €50.00' }));
  await at('Withdrawal complete');
  expect(creationsOf(callsOf)).toEqual([
    {
      key: expect.any(String),
      request: {
        amount: '50',
        currency: 'EUR',
        paymentType: 'bank-out',
        fields: { account: '0123456789' },
        selectedCountry: 'de',
        expected: { amount: '50.00', currency: 'EUR' },
      },
    },
  ]);
  expect(router.getPlace()?.search).toEqual({
    withdrawalId: 'withdrawal-1',
    method: 'bank-out',
  });
  expect(events().filter(({ event }) => event === 'submit')).toEqual([
    {
      event: 'submit',
      event_category: 'withdrawal',
      form_type: 'withdrawal_confirm',
      submit_amount: '50',
      currency: 'EUR',
      withdrawal_method: 'bank-out',
      method_type: 'fiat',
      payment_region: 'de',
    },
  ]);
});

test('an edit finds the form as it was', async () => {
  const { user, at } = await setUpConfirmation();
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await at('Withdrawal redirect');
  expect((await screen.findByLabelText<HTMLInputElement>('Amount')).value).toBe('50');
  expect(screen.getByLabelText<HTMLInputElement>('Account number').value).toBe('0123456789');
});

describe('without a response', () => {
  test('the key stays, also after a visit to another screen', async () => {
    const { user, confirm, callsOf, transport, at, router } = await setUpConfirmation({
      'withdrawal-create': networkError('lost'),
    });
    await confirm();
    await screen.findByText('We don’t know yet whether the withdrawal was created');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(creationsOf(callsOf)).toHaveLength(2));
    await user.click(await screen.findByRole('button', { name: 'See your withdrawals' }));
    await at('Withdrawal list');
    router.navigate({ to: 'Withdrawal redirect', search: { method: 'bank-out' } });
    // Another quote doesn't make another request.
    transport.answers['withdrawal-quote'] = buildQuote({
      arrives: { amount: '51.00', currency: 'EUR' },
    });
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    transport.answers['withdrawal-create'] = buildWithdrawal();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await at('Withdrawal complete');
    const [first, second, third] = creationsOf(callsOf);
    expect([second, third]).toEqual([first, first]);
  });

  test('a request that was let through by nobody says nothing about the one before it', async () => {
    const { user, confirm, callsOf, transport } = await setUpConfirmation({
      'withdrawal-create': refused('server.error', 500),
    });
    await confirm();
    await screen.findByRole('button', { name: 'Try again' });
    transport.answers['withdrawal-create'] = refused('rate.limited', 429);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(creationsOf(callsOf)).toHaveLength(2));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

test('after a refusal the next press is a new request', async () => {
  const { confirm, callsOf } = await setUpConfirmation({
    'withdrawal-create': refused('payout.nameMismatch'),
  });
  await confirm();
  expect(await screen.findByText(/This account is in another name/)).toBeTruthy();
  await confirm();
  await waitFor(() => expect(creationsOf(callsOf)).toHaveLength(2));
  const [first, second] = creationsOf(callsOf);
  expect(second?.key).not.toBe(first?.key);
});

test('where less would arrive, the new quote shows first', async () => {
  const { user, confirm, callsOf, transport, at } = await setUpConfirmation({
    'withdrawal-create': refused('quote.changed', 409),
  });
  transport.answers['withdrawal-quote'] = buildQuote({
    arrives: { amount: '49.00', currency: 'EUR' },
  });
  await confirm();
  expect(await screen.findByText(/The rate or the fee has changed/)).toBeTruthy();
  expect(screen.getByText('€49.00')).toBeTruthy();
  transport.answers['withdrawal-create'] = buildWithdrawal();
  await user.click(screen.getByRole('button', { name: 'Withdraw €50.00' }));
  await at('Withdrawal complete');
  const [first, second] = creationsOf(callsOf);
  expect(second?.key).not.toBe(first?.key);
  expect(second?.request.expected).toEqual({ amount: '49.00', currency: 'EUR' });
});

describe('with bonuses to lose', () => {
  const forfeits: FakeAnswers = {
    ...created,
    'withdrawal-quote': buildQuote({
      forfeitedBonuses: [
        { bonusId: 'b1', title: 'Welcome', amount: '10.00', currency: 'EUR', spins: null },
        { bonusId: 'b2', title: 'Lucky spins', amount: '0', currency: 'EUR', spins: 20 },
      ],
    }),
  };

  test('the player has to agree', async () => {
    const { user, confirm, callsOf, at, events } = await setUpConfirmation(forfeits);
    expect(screen.getByText('€10.00')).toBeTruthy();
    expect(screen.getByText('20 free spins')).toBeTruthy();
    await confirm();
    const box = screen.getByRole('checkbox', { name: 'I agree to lose these 2 bonuses' });
    expect(document.activeElement).toBe(box);
    expect(screen.getByText('Tick the box to go on, or keep the bonus.')).toBeTruthy();
    expect(events().at(-1)).toMatchObject({ event: 'error', field_name: 'forfeitedBonuses' });
    expect(callsOf('withdrawal-create')).toEqual([]);
    await user.click(box);
    await confirm();
    await at('Withdrawal complete');
  });

  test('they can be kept', async () => {
    const { user, at } = await setUpConfirmation(forfeits);
    await user.click(screen.getByRole('button', { name: 'Keep the bonus' }));
    await at('Withdrawal list');
  });
});

describe('with a code', () => {
  const nextAt = Date.now() + 30_000;
  const sent = { sentTo: '+49 ••• 89', expiresAt: nextAt + 600_000, nextAt };
  const coded: FakeAnswers = {
    ...created,
    'withdrawal-quote': buildQuote({ needsCode: true }),
    'withdrawal-code': sent,
  };
  const findBox = () => screen.findByLabelText<HTMLInputElement>('Code from the message');

  async function setUpCode(answers: FakeAnswers = {}) {
    const stage = await setUpConfirmation({ ...coded, ...answers });
    await stage.user.click(screen.getByRole('button', { name: 'Send me a code' }));
    return { ...stage, box: await findBox() };
  }

  test('it is sent, typed and checked', async () => {
    const { user, box, confirm, callsOf, at } = await setUpCode();
    expect(screen.getByText('We have sent a code to +49 ••• 89.')).toBeTruthy();
    expect(document.activeElement).toBe(box);
    expect(box.autocomplete).toBe('one-time-code');
    await confirm();
    expect(screen.getByText('Enter all 6 digits of the code')).toBeTruthy();
    await user.type(box, '12٣x456');
    expect(box.value).toBe('123456');
    await confirm();
    await at('Withdrawal complete');
    expect(creationsOf(callsOf)[0]?.request.code).toBe('123456');
  });

  test('a wrong one is told beside it, and the next one is a new request', async () => {
    const { user, box, confirm, callsOf } = await setUpCode({
      'withdrawal-create': refused('code.wrong'),
    });
    await user.type(box, '111111');
    await confirm();
    expect(await screen.findByText(/This code is wrong/)).toBeTruthy();
    const again = await findBox();
    await user.clear(again);
    await user.type(again, '222222');
    await confirm();
    await waitFor(() => expect(creationsOf(callsOf)).toHaveLength(2));
    const [first, second] = creationsOf(callsOf);
    expect(second?.key).not.toBe(first?.key);
    expect(second?.request.code).toBe('222222');
  });

  test('one that has expired makes room for another', async () => {
    const { user, box, confirm } = await setUpCode({
      'withdrawal-create': refused('code.expired'),
    });
    await user.type(box, '111111');
    await confirm();
    expect(await screen.findByText(/This code no longer works/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send me a code' })).toBeTruthy();
  });

  test('one that could not be sent is told in its own words', async () => {
    const { user } = await setUpConfirmation({
      ...coded,
      'withdrawal-code': refused('server.unavailable', 503),
    });
    await user.click(screen.getByRole('button', { name: 'Send me a code' }));
    expect(
      await screen.findByText('The code couldn’t be sent. Try again in a moment.'),
    ).toBeTruthy();
    expect(screen.queryByText(/cashier is busy/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Send me a code' })).toBeTruthy();
  });

  test('another one can be sent once it may be', async () => {
    const { user, callsOf } = await setUpCode({ 'withdrawal-code': { ...sent, nextAt: 0 } });
    await user.click(await screen.findByRole('button', { name: 'Send another code' }));
    await waitFor(() => expect(callsOf('withdrawal-code')).toHaveLength(2));
  });

  test('the server may ask for it only at the creation', async () => {
    const { confirm } = await setUpConfirmation({
      ...coded,
      'withdrawal-quote': buildQuote(),
      'withdrawal-create': refused('code.required'),
    });
    await confirm();
    expect(await screen.findByRole('button', { name: 'Send me a code' })).toBeTruthy();
  });
});
