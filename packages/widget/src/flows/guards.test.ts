import { beforeEach, expect, test } from 'vitest';
import { useSessionStore } from '../session/session-store.ts';
import { requireChoice, requireRunning, requireSearch } from './guards.ts';

beforeEach(() => useSessionStore.setState(useSessionStore.getInitialState(), true));

const list = { to: 'Deposit list' };

test('a screen of a flow needs a method or a group, from the address or chosen before', () => {
  const guard = requireChoice('Deposit list');
  expect(guard({ search: {} })).toEqual(list);
  expect(guard({ search: { method: 'upi' } })).toBeNull();
  expect(guard({ search: { group: 'cards' } })).toBeNull();
  useSessionStore.getState().chooseMethod('upi');
  expect(guard({ search: {} })).toBeNull();
});

test('each flow leads to its own first screen', () => {
  expect(requireChoice('Withdrawal list')({ search: {} })).toEqual({ to: 'Withdrawal list' });
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
