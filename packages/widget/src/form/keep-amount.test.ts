import { buildPaymentMethod } from '@kassa/test-kit';
import { beforeEach, expect, test } from 'vitest';
import { useSessionStore } from '../session/session-store.ts';
import { keepAmount } from './keep-amount.ts';

const drafts = () => useSessionStore.getState().formDrafts;

beforeEach(() => useSessionStore.setState(useSessionStore.getInitialState(), true));

test('an amount stands in the form as the player would type it', () => {
  keepAmount(buildPaymentMethod(), { amount: '50.50', currency: 'EUR' }, 'de-DE');
  expect(drafts()).toEqual({ 'card EUR': { amount: '50,50' } });
});

test('an amount leaves the other fields of the draft as they are', () => {
  const { keepFormDraft } = useSessionStore.getState();
  keepFormDraft('card EUR', { amount: '7', holder: 'Ann' });
  const fields = [{ type: 'amount', name: 'amount' } as const];
  keepAmount(buildPaymentMethod({ fields }), { amount: '50.00', currency: 'EUR' }, 'en');
  expect(drafts()).toEqual({ 'card EUR': { amount: '50', holder: 'Ann' } });
});
