import type { CallResponse } from '@kassa/contract';
import { buildWithdrawal } from '@kassa/test-kit';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refused } from '../testing/creations.ts';
import { setUpConfirmation } from '../testing/set-up-withdrawal.tsx';

type Created = CallResponse<'withdrawal-create'>;

/** Confirms a withdrawal of 50, and leaves for its form before the server has answered. */
async function setUpSlowCreation() {
  const { promise, resolve } = Promise.withResolvers<Created | Error>();
  const stage = await setUpConfirmation({ 'withdrawal-create': () => promise });
  await stage.confirm();
  stage.router.back();
  await stage.at('Withdrawal redirect');
  const amount = await screen.findByLabelText<HTMLInputElement>('Amount');
  return { ...stage, amount, answer: resolve };
}

const told = () => screen.findByText(/The withdrawal of €50.00 was created/);

test('a player who fills in the form again is told, and keeps what they typed', async () => {
  const { user, amount, answer } = await setUpSlowCreation();
  await user.clear(amount);
  await user.type(amount, '70');
  answer(buildWithdrawal());
  await told();
  expect(amount.value).toBe('70');
  expect(screen.getByLabelText<HTMLInputElement>('Account number').value).toBe('0123456789');
});

test('a player who confirms another order is told, and stays there', async () => {
  const { user, amount, answer, router } = await setUpSlowCreation();
  await user.clear(amount);
  await user.type(amount, '70');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('button', { name: 'Withdraw €70.00' });
  answer(buildWithdrawal());
  await told();
  expect(router.getPlace()?.route.name).toBe('Withdrawal confirm');
  expect(screen.getByRole('button', { name: 'Withdraw €70.00' })).toBeTruthy();
});

test('a player who has come back to the same order sees its page', async () => {
  const { user, answer, at } = await setUpSlowCreation();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('button', { name: 'Try again' });
  answer(buildWithdrawal());
  await at('Withdrawal complete');
  expect(screen.queryByText(/The withdrawal of €50.00 was created/)).toBeNull();
});

test('a late refusal leaves another order alone', async () => {
  const { user, amount, answer, router, at, callsOf } = await setUpSlowCreation();
  await user.clear(amount);
  await user.type(amount, '70');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('button', { name: 'Withdraw €70.00' });
  answer(refused('quote.changed', 409));
  await expect.poll(() => callsOf('withdrawal-quote')).toHaveLength(3);
  router.navigate({ to: 'Withdrawal list' });
  await at('Withdrawal list');
  router.navigate({ to: 'Withdrawal confirm', search: { method: 'bank-out' } });
  expect(await screen.findByRole('button', { name: 'Withdraw €70.00' })).toBeTruthy();
});
