import type { Withdrawal, WithdrawalObstacle } from '@kassa/contract';
import {
  buildOffer,
  buildPaymentGroup,
  buildPaymentMethod,
  buildWithdrawal,
  buildWithdrawalPush,
} from '@kassa/test-kit';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TransportError } from '../../../transport/transport-error.ts';
import { bankOut, setUpWithdrawal } from '../testing/set-up-withdrawal.tsx';

const pending = buildWithdrawal({ paymentMethod: 'bank-out' });
const offer = buildOffer([bankOut]);

test('the withdrawals under way stand above the methods, and lead to their page', async () => {
  const sending = buildWithdrawal({
    withdrawalId: 'w2',
    paymentMethod: 'bank-out',
    amount: '70.00',
    status: 'SENDING',
    isCancelable: false,
    sentAt: Date.UTC(2026, 10, 25, 10, 40),
  });
  const paid = buildWithdrawal({ withdrawalId: 'w3', amount: '90.00', status: 'PAID' });
  const { user, at, router } = setUpWithdrawal('/withdrawal', {
    'withdrawal-list': { withdrawals: [pending, sending, paid] },
  });
  expect(await screen.findByRole('region', { name: '2 withdrawals under way' })).toBeTruthy();
  expect(screen.getByText(/Being checked/)).toBeTruthy();
  expect(screen.getByText(/On its way/)).toBeTruthy();
  expect(screen.queryByText('€90.00')).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Cancel withdrawal' })).toHaveLength(1);
  expect(screen.getByText('Main account · €120.00')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: '€70.00' }));
  await at('Withdrawal complete');
  expect(router.getPlace()?.search).toEqual({ withdrawalId: 'w2', method: 'bank-out' });
});

test('a withdrawal whose sending has an unknown outcome isn’t said to be on its way', async () => {
  const inDoubt = { ...pending, status: 'SENDING', isCancelable: false } as const;
  setUpWithdrawal('/withdrawal', { 'withdrawal-list': { withdrawals: [inDoubt] } });
  expect(await screen.findByText(/Being checked/)).toBeTruthy();
});

test('the way back of the last deposit stands first, single methods before groups', async () => {
  const wallets = Array.from({ length: 7 }, (_, index) =>
    buildPaymentMethod({ name: `w${index}`, text: { en: `Wallet ${index}` }, position: index }),
  );
  const card = buildPaymentMethod({
    name: 'card-out',
    text: { en: 'Payout to card' },
    position: 90,
  });
  const group = buildPaymentGroup({ paymentMethods: wallets.map(({ name }) => name) });
  setUpWithdrawal('/withdrawal', {
    'methods-withdrawal': {
      ...buildOffer([...wallets, bankOut, card], [group]),
      wayBack: 'card-out',
    },
  });
  await screen.findByRole('link', { name: /^Payout to card/ });
  // The deposit says nothing about an earlier payout.
  expect(screen.queryByText('Last used')).toBeNull();
  const sections = screen
    .getAllByRole('region')
    .map((section) => section.querySelector('h2')?.textContent);
  expect(sections).toEqual(['Recommended', 'Ways to withdraw', 'More ways to withdraw']);
});

test('one that is canceled is gone, and the balance is asked for again', async () => {
  const { user, callsOf, transport, events } = setUpWithdrawal('/withdrawal', {
    'withdrawal-list': { withdrawals: [pending] },
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel withdrawal' }));
  const canceled = buildWithdrawal({ status: 'CANCELED', isCancelable: false });
  transport.answers['withdrawal-cancel'] = canceled;
  transport.answers['withdrawal-list'] = { withdrawals: [canceled] };
  const before = callsOf('user-get').length;
  await user.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
  await waitFor(() => expect(screen.queryByText('Withdrawal under way')).toBeNull());
  expect(screen.getByText('Withdrawal canceled', { selector: 'b' })).toBeTruthy();
  // The pressed button is gone, and the section's title with it.
  expect(document.activeElement?.tagName).toBe('H1');
  expect(callsOf('user-get').length).toBeGreaterThan(before);
  expect(events()).toContainEqual(
    expect.objectContaining({ button_name: 'cancel', withdrawal_method: 'bank-out' }),
  );
});

test('each that is canceled is read out, also of the same amount', async () => {
  const other = buildWithdrawal({ withdrawalId: 'w2', paymentMethod: 'bank-out' });
  const { user, transport } = setUpWithdrawal('/withdrawal', {
    'withdrawal-list': { withdrawals: [pending, other] },
  });
  const region = { selector: '[role=status]' };
  const cancelOne = async (canceled: Withdrawal, left: Withdrawal[]) => {
    const [first] = await screen.findAllByRole('button', { name: 'Cancel withdrawal' });
    if (first !== undefined) await user.click(first);
    transport.answers['withdrawal-cancel'] = canceled;
    transport.answers['withdrawal-list'] = { withdrawals: left };
    await user.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
    return (await screen.findByText(/^Withdrawal canceled €50\.00 is back/, region)).textContent;
  };
  const ended = { status: 'CANCELED', isCancelable: false } as const;
  const first = await cancelOne({ ...pending, ...ended }, [{ ...pending, ...ended }, other]);
  expect(document.activeElement?.textContent).toBe('Withdrawal under way');
  await cancelOne({ ...other, ...ended }, [
    { ...pending, ...ended },
    { ...other, ...ended },
  ]);
  await waitFor(() =>
    expect(screen.getByText(/^Withdrawal canceled/, region).textContent).not.toBe(first),
  );
});

test('the list follows the pushes', async () => {
  const { transport } = setUpWithdrawal('/withdrawal');
  await screen.findByRole('link', { name: /Bank transfer/ });
  transport.answers['withdrawal-list'] = { withdrawals: [pending] };
  act(() => transport.push({ name: 'withdrawal.status', data: buildWithdrawalPush() }));
  expect(await screen.findByText('Withdrawal under way')).toBeTruthy();
});

test('a cancel that comes too late is told, and stays so', async () => {
  const { user, transport } = setUpWithdrawal('/withdrawal', {
    'withdrawal-list': { withdrawals: [pending] },
    'withdrawal-cancel': new TransportError({
      kind: 'refused',
      code: 'withdrawal.notOpen',
      message: '',
      status: 409,
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel withdrawal' }));
  const sending = {
    ...pending,
    status: 'SENDING',
    isCancelable: false,
    sentAt: Date.UTC(2026, 10, 25, 10, 40),
  } as const;
  transport.answers['withdrawal-list'] = { withdrawals: [sending] };
  await user.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
  expect(await screen.findByText(/On its way/)).toBeTruthy();
  const words = screen.getByRole('alert');
  expect(words.textContent).toBe('This withdrawal can’t be changed any more.');
  expect(screen.queryByRole('button', { name: 'Yes, cancel it' })).toBeNull();
  // The pressed button is gone.
  expect(document.activeElement).toBe(words);
});

test('a withdrawal that is sent while the player is asked leaves words in the question’s place', async () => {
  const { user, transport } = setUpWithdrawal('/withdrawal', {
    'withdrawal-list': { withdrawals: [pending] },
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel withdrawal' }));
  const approved = { ...pending, isCancelable: false };
  transport.answers['withdrawal-list'] = { withdrawals: [approved] };
  act(() => transport.push({ name: 'withdrawal.status', data: buildWithdrawalPush() }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/can’t be changed any more/);
});

test('one that ends without the player is told, and what they may withdraw follows', async () => {
  const obstacle = { kind: 'belowMinimum', min: '10', currency: 'EUR' } as const;
  const { transport } = setUpWithdrawal('/withdrawal', {
    'methods-withdrawal': { ...offer, obstacle },
    'withdrawal-list': { withdrawals: [pending] },
  });
  await screen.findByText('Withdrawal under way');
  await screen.findByText('Your balance is too low');
  const rejected = { ...pending, status: 'REJECTED', endReason: 'operator' } as const;
  transport.answers['withdrawal-list'] = { withdrawals: [rejected] };
  transport.answers['methods-withdrawal'] = offer;
  act(() => transport.push({ name: 'withdrawal.status', data: buildWithdrawalPush() }));
  expect(await screen.findByText('Withdrawal not approved')).toBeTruthy();
  expect(
    screen.getByText(/^Withdrawal not approved .* €50\.00 is back on your balance\.$/, {
      selector: '[role=status]',
    }),
  ).toBeTruthy();
  expect(await screen.findByRole('link', { name: /Bank transfer/ })).toBeTruthy();
  expect(screen.queryByText('Your balance is too low')).toBeNull();
});

test('a deposit that is credited meanwhile takes an obstacle away', async () => {
  const obstacle = { kind: 'belowMinimum', min: '10', currency: 'EUR' } as const;
  const { transport } = setUpWithdrawal('/withdrawal', {
    'methods-withdrawal': { ...offer, obstacle },
  });
  await screen.findByText('Your balance is too low');
  transport.answers['methods-withdrawal'] = offer;
  const deposited = {
    depositId: 'd1',
    status: 1,
    amount: '50.00',
    currency: 'EUR',
  } as const;
  act(() => transport.push({ name: 'deposit.status', data: deposited }));
  expect(await screen.findByRole('link', { name: /Bank transfer/ })).toBeTruthy();
});

test.each<[WithdrawalObstacle, string, string]>([
  [{ kind: 'unverified' }, 'Confirm your identity first', 'Back to the game'],
  [
    { kind: 'belowMinimum', min: '10', currency: 'EUR' },
    'Withdrawals here start at €10.',
    'Make a deposit',
  ],
  [
    { kind: 'turnover', missing: '34.50', currency: 'EUR' },
    '€34.50 has still to be played before you can withdraw.',
    'Back to the game',
  ],
])('an obstacle is told in words, with a way on: %j', async (obstacle, words, wayOn) => {
  const { user, bridge, at } = setUpWithdrawal('/withdrawal', {
    'methods-withdrawal': { ...offer, obstacle },
    'withdrawal-list': { withdrawals: [pending] },
  });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Bank transfer/ })).toBeNull();
  // What is under way goes on.
  expect(await screen.findByText('Withdrawal under way')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: wayOn }));
  if (obstacle.kind === 'belowMinimum') await at('Deposit list');
  else expect(bridge.sent.at(-1)).toEqual({ messageType: 'onClose' });
});

test('the bonuses that a withdrawal forfeits are told before a method is chosen', async () => {
  setUpWithdrawal('/withdrawal', {
    'methods-withdrawal': {
      ...offer,
      forfeitedBonuses: [
        { bonusId: 'b1', title: 'Welcome', amount: '10.00', currency: 'EUR', spins: null },
      ],
    },
  });
  expect(await screen.findByText('A withdrawal forfeits this bonus')).toBeTruthy();
  expect(screen.getByText('Welcome')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Bank transfer/ })).toBeTruthy();
});
