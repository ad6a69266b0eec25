import { beforeEach, expect, test } from 'vitest';
import { useSessionStore } from '../../session/session-store.ts';
import { requireChoice, requireDeposit, requireGroup } from './deposit.guards.ts';

beforeEach(() => useSessionStore.setState(useSessionStore.getInitialState(), true));

test('a screen of the flow needs a method or a group, from the address or chosen before', () => {
  expect(requireChoice({ search: {} })).toEqual({ to: 'Deposit list' });
  expect(requireChoice({ search: { method: 'upi' } })).toBeNull();
  expect(requireChoice({ search: { group: 'cards' } })).toBeNull();
  useSessionStore.getState().chooseMethod('upi');
  expect(requireChoice({ search: {} })).toBeNull();
});

test('the complete page needs a deposit, a group’s page a group', () => {
  expect(requireDeposit({ search: {} })).toEqual({ to: 'Deposit list' });
  expect(requireDeposit({ search: { depositId: 'd1' } })).toBeNull();
  expect(requireGroup({ search: {} })).toEqual({ to: 'Deposit list' });
  expect(requireGroup({ search: { group: 'cards' } })).toBeNull();
});
