import { buildPaymentMethod } from '@kassa/test-kit';
import { beforeEach, expect, test } from 'vitest';
import { useSessionStore } from '../session/session-store.ts';
import { type Flow, refuseClosed, requireChoice, requireRunning, requireSearch } from './guards.ts';

beforeEach(() => useSessionStore.setState(useSessionStore.getInitialState(), true));

const list = { to: 'Deposit list' };
const deposit: Flow = { transaction: 'deposit', root: 'Deposit list' };
const withdrawal: Flow = { transaction: 'withdrawal', root: 'Withdrawal list' };

test('a screen of a flow needs a method or a group, from the address or chosen before', () => {
  const guard = requireChoice(deposit);
  expect(guard({ search: {} })).toEqual(list);
  expect(guard({ search: { method: 'upi' } })).toBeNull();
  expect(guard({ search: { group: 'cards' } })).toBeNull();
  useSessionStore.getState().chooseMethod('deposit', 'upi');
  expect(guard({ search: {} })).toBeNull();
  expect(requireChoice(withdrawal)({ search: {} })).toEqual({ to: 'Withdrawal list' });
});

test('each flow redirects to its own first screen', () => {
  expect(requireChoice(withdrawal)({ search: {} })).toEqual({ to: 'Withdrawal list' });
});

test('the complete page needs a deposit, a group’s page a group', () => {
  const guard = requireSearch('Deposit list', 'depositId');
  expect(guard({ search: { group: 'cards' } })).toEqual(list);
  expect(guard({ search: { depositId: 'd1' } })).toBeNull();
});

test('an invoice needs a deposit that goes on', () => {
  const guard = requireRunning('Deposit list');
  expect(guard({ search: { method: 'upi' } })).toEqual(list);
  expect(guard({ search: { depositId: 'd1' } })).toBeNull();
  useSessionStore.getState().startDeposit({ depositId: 'd1', redirect: null, popup: null });
  expect(guard({ search: {} })).toBeNull();
});

test('a method in maintenance takes no new deposit; existing ones go on', () => {
  const methods = [
    buildPaymentMethod({ name: 'upi', unavailable: { reason: 'planned' } }),
    buildPaymentMethod({ name: 'card' }),
  ];
  const guard = (search: Record<string, string>) => refuseClosed(deposit, { methods }, search);
  expect(guard({ method: 'upi' })).toEqual(list);
  expect(guard({ method: 'card' })).toBeNull();
  expect(guard({ method: 'upi', depositId: 'd1' })).toBeNull();
  useSessionStore.getState().chooseMethod('deposit', 'upi');
  expect(guard({})).toEqual(list);
  expect(guard({ group: 'cards' })).toBeNull();
  useSessionStore.getState().startDeposit({ depositId: 'd1', redirect: null, popup: null });
  expect(guard({ method: 'upi' })).toBeNull();
});

test('a blocked player begins no deposit; existing ones go on', () => {
  const block = { reason: 'selfExcluded' as const };
  const guard = (search: Record<string, string>) =>
    refuseClosed(deposit, { methods: [buildPaymentMethod()], block }, search);
  expect(guard({ method: 'card' })).toEqual(list);
  expect(guard({ group: 'cards' })).toEqual(list);
  expect(guard({ method: 'card', depositId: 'd1' })).toBeNull();
});
