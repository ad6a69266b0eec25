import { buildOffer, buildTokenMethod } from '@kassa/test-kit';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { layOutLists } from '../../../testing/lay-out.ts';
import { erc, setUpAddress, trc } from '../testing/set-up-address.tsx';

layOutLists();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (durationMs: number) => act(() => vi.advanceTimersByTimeAsync(durationMs));
const radio = (name: string) => screen.getByRole('radio', { name });

test('an arrow key creates no deposit before the keys rest, and keeps its focus', async () => {
  const bep = buildTokenMethod({
    name: 'usdt_bep20',
    position: 420,
    network: 'BEP-20',
    coin: { currency: 'USDT', blockchain: 'BINANCE_SMART_CHAIN', min: '5', max: '50000' },
  });
  const { callsOf, router } = setUpAddress({
    answers: { 'methods-payment-v3': buildOffer([trc, erc, bep]) },
  });
  await vi.dynamicImportSettled();
  await pass(250);
  const created = () => callsOf('deposit-create').map(({ request }) => Object(request).paymentType);
  // What was chosen in the list is created at once.
  expect(created()).toEqual(['usdt_trc20']);
  radio('TRC-20').focus();
  fireEvent.click(radio('ERC-20'));
  await pass(300);
  expect(document.activeElement).toBe(radio('ERC-20'));
  fireEvent.click(radio('BEP-20'));
  await pass(300);
  expect(router.getPlace()?.search.method).toBe('usdt_bep20');
  expect(created()).toEqual(['usdt_trc20']);
  await pass(100);
  await pass(250);
  expect(created()).toEqual(['usdt_trc20', 'usdt_bep20']);
  expect(document.activeElement).toBe(radio('BEP-20'));
});
