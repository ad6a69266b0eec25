import {
  buildDestination,
  buildOffer,
  buildQuote,
  buildTextField,
  buildWithdrawal,
  type FakeAnswers,
} from '@kassa/test-kit';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { networkError } from '../../../transport/transport-error.ts';
import { created, creationsOf, refused } from '../testing/creations.ts';
import { bankOut, setUpConfirmation, setUpWithdrawal } from '../testing/set-up-withdrawal.tsx';

/** Returns the value of a detail of the destination. */
const factOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

test('the player reads all that follows before they confirm', async () => {
  await setUpConfirmation({
    'withdrawal-quote': buildQuote({
      fee: '0.50',
      arrives: { amount: '53.21', currency: 'USDT' },
      rate: '1.075',
      destinationDetails: buildDestination({ parts: [{ field: 'account', value: '0123456789' }] }),
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
  ]);
  expect(screen.getByText('You receive').nextElementSibling?.textContent).toMatch(/^53\.21\sUSDT$/);
  expect(screen.getByText('Bank transfer')).toBeTruthy();
  expect(factOf('Account number')).toBe('0123 4567 89');
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
        forfeitedBonusIds: [],
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
    const { user, confirm, callsOf, transport, at, router, events } = await setUpConfirmation({
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
    const submits = events().filter(({ submit_amount }) => submit_amount !== undefined);
    expect(submits.map(({ event }) => event)).toEqual(['submit']);
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
  const welcome = {
    bonusId: 'b1',
    title: 'Welcome',
    amount: '10.00',
    currency: 'EUR' as const,
    spins: null,
  };
  const luckySpins = { ...welcome, bonusId: 'b2', title: 'Lucky spins', amount: '0', spins: 20 };
  const forfeits: FakeAnswers = {
    ...created,
    'withdrawal-quote': buildQuote({ forfeitedBonuses: [welcome, luckySpins] }),
  };

  test('the player has to agree', async () => {
    const { user, confirm, callsOf, at, events } = await setUpConfirmation(forfeits);
    expect(screen.getByText('€10.00')).toBeTruthy();
    expect(screen.getByText('20 free spins')).toBeTruthy();
    await confirm();
    const box = screen.getByRole('checkbox', { name: 'I agree to lose these 2 bonuses' });
    expect(document.activeElement).toBe(box);
    expect(screen.getByText('Tick the box to go on, or keep the 2 bonuses.')).toBeTruthy();
    expect(events().at(-1)).toMatchObject({ event: 'error', field_name: 'forfeitedBonuses' });
    expect(callsOf('withdrawal-create')).toEqual([]);
    await user.click(box);
    await confirm();
    await at('Withdrawal complete');
    expect(creationsOf(callsOf)[0]?.request.forfeitedBonusIds).toEqual(['b1', 'b2']);
  });

  test('they agree anew to one that has come since', async () => {
    const { user, confirm, callsOf, transport, at } = await setUpConfirmation({
      'withdrawal-quote': buildQuote({ forfeitedBonuses: [welcome] }),
      'withdrawal-create': refused('quote.changed', 409),
    });
    await user.click(screen.getByRole('checkbox', { name: 'I agree to lose this bonus' }));
    transport.answers['withdrawal-quote'] = forfeits['withdrawal-quote'];
    await confirm();
    expect(await screen.findByText(/would now forfeit another bonus/)).toBeTruthy();
    transport.answers['withdrawal-create'] = buildWithdrawal();
    await confirm();
    expect(creationsOf(callsOf).map(({ request }) => request.forfeitedBonusIds)).toEqual([['b1']]);
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /these 2 bonuses/ });
    expect([document.activeElement, box.checked]).toEqual([box, false]);
    await user.click(box);
    await confirm();
    await at('Withdrawal complete');
    expect(creationsOf(callsOf)[1]?.request.forfeitedBonusIds).toEqual(['b1', 'b2']);
  });

  test('they can be kept', async () => {
    const { user, at } = await setUpConfirmation(forfeits);
    await user.click(screen.getByRole('button', { name: 'Keep the 2 bonuses' }));
    await at('Withdrawal list');
  });
});

const addressOut = (blockchain: 'ETHEREUM' | 'BITCOIN', currency: string) =>
  buildOffer([
    {
      ...bankOut,
      text: { en: 'Tether (USDT)' },
      coin: { currency, blockchain, min: '1', max: '100000' },
      fields: [
        buildTextField({ name: 'address', placeholder: { en: 'Address of your wallet' } }),
        buildTextField({ name: 'account', placeholder: { en: 'Account number' } }),
      ],
    },
  ]);

describe('what can’t be undone is shown whole', () => {
  test('an address with its network, its contract and a warning', async () => {
    const address = '0x9aF4c1e02d7b83A51f6E9c0447bD2a8f13C0e79C8';
    const { user } = setUpWithdrawal('/withdrawal/redirect?method=bank-out', {
      'methods-withdrawal': addressOut('ETHEREUM', 'USDT'),
      'withdrawal-quote': buildQuote({
        destinationDetails: buildDestination({
          parts: [{ field: 'address', value: address }],
          contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
        }),
      }),
    });
    await user.type(await screen.findByLabelText('Amount'), '50');
    await user.type(screen.getByLabelText('Address of your wallet'), address);
    await user.type(screen.getByLabelText('Account number'), '1');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByText(/leaves your balance/);
    expect(factOf('Network')).toBe('Ethereum (ERC-20)');
    expect(factOf('Token contract')).toBe('0xdAC…31ec7');
    expect(factOf('Address of your wallet')).toBe(address);
    expect(screen.getByText('0x9aF')).toBeTruthy();
    expect(screen.getByText('e79C8')).toBeTruthy();
    expect(screen.getByText(/Sent coins can’t be called back/)).toBeTruthy();
  });

  test.each([
    ['DE89370400440532013000', 'IBAN · Germany', 'DE89 3704 0044 0532 0130 00'],
    ['DE893…13000', 'IBAN · Germany', 'DE893…13000'],
    ['•••• 7947', 'IBAN', '•••• 7947'],
  ])('an IBAN with its country, in groups of four: %s', async (shown, label, value) => {
    const iban = buildTextField({
      name: 'account',
      placeholder: { en: 'IBAN' },
      accountNumber: 'iban',
    });
    const { user } = setUpWithdrawal('/withdrawal/redirect?method=bank-out', {
      'methods-withdrawal': buildOffer([{ ...bankOut, fields: [iban] }]),
      'withdrawal-quote': buildQuote({
        destinationDetails: buildDestination({
          parts: [{ field: 'account', value: shown }],
        }),
      }),
    });
    await user.type(await screen.findByLabelText('Amount'), '50');
    await user.type(screen.getByLabelText('IBAN'), 'DE89370400440532013000');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByText(/leaves your balance/);
    expect(factOf(label)).toBe(value);
  });
});

describe('a holder whom the bank names differently', () => {
  const other = buildQuote({ holder: 'WILHELMINA VAN DER ZANDT', isHolderAsked: true });
  const words = 'Pay to WILHELMINA VAN DER ZANDT';

  test('is asked about, and the creation says whom the player confirmed', async () => {
    const { user, confirm, callsOf, at } = await setUpConfirmation({
      ...created,
      'withdrawal-quote': other,
    });
    expect(screen.queryByText('confirmed by the bank')).toBeNull();
    await confirm();
    expect(screen.getByText(/Tick the box if the account is the right one/)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: words }));
    expect(callsOf('withdrawal-create')).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: words }));
    await confirm();
    await at('Withdrawal complete');
    expect(creationsOf(callsOf)[0]?.request.confirmedHolder).toBe('WILHELMINA VAN DER ZANDT');
  });

  test('is asked about as soon as the bank names them at the creation', async () => {
    const { confirm, transport } = await setUpConfirmation({
      'withdrawal-create': refused('holder.unconfirmed', 409),
    });
    transport.answers['withdrawal-quote'] = other;
    await confirm();
    expect(await screen.findByRole('checkbox', { name: words })).toBeTruthy();
    expect(screen.getByText(/at the bank differs from the name you entered/)).toBeTruthy();
  });
});
