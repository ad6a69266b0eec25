import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBrowserHistory } from './history.ts';

const start = window.location.href;

beforeEach(() => window.history.replaceState(null, '', '/kassa/deposit?method=upi'));
afterEach(() => window.history.replaceState(null, '', start));

test('addresses are read and written under the product', () => {
  const history = createBrowserHistory('kassa', window);
  expect(history.address).toBe('/deposit?method=upi');
  history.push('/deposit/group?group=cards', { index: 1 });
  expect(window.location.pathname).toBe('/kassa/deposit/group');
  expect(history.entry).toEqual({ index: 1, data: undefined });
  history.replace('/error', { index: 1, data: { message: 'lost' } });
  expect(history.entry.data).toEqual({ message: 'lost' });
});

test.each([null, 'text', 7, { index: 'one' }, { index: -4 }, {}])(
  'an entry with %j, which isn’t the router’s, counts as the first',
  (state) => {
    window.history.replaceState(state, '', '/kassa/deposit');
    expect(createBrowserHistory('kassa', window).entry.index).toBe(0);
  },
);

test('another product’s address is unknown', () => {
  window.history.replaceState(null, '', '/kassandra/deposit');
  expect(createBrowserHistory('kassa', window).address).toBe('ndra/deposit');
});

test('the browser leaves scrolling to the router, and reports going back', () => {
  const history = createBrowserHistory('kassa', window);
  expect(window.history.scrollRestoration).toBe('manual');
  const listener = vi.fn();
  const stop = history.onPop(listener);
  window.dispatchEvent(new PopStateEvent('popstate'));
  stop();
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(listener).toHaveBeenCalledOnce();
});
