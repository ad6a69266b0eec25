import { afterEach, expect, test } from 'vitest';
import { setStage } from '../testing/stage.tsx';
import {
  loadPopupPageAddress,
  popupPageAddress,
  takeCodeFromAddress,
} from './popup-page-address.ts';

afterEach(() => window.history.replaceState(null, '', '/'));

const code = 'Az0-_'.repeat(8).padEnd(43, 'x');

test('the page has the cashier’s language and theme', () => {
  document.documentElement.dataset.theme = 'dark';
  const { session } = setStage({ locale: 'pt-BR' }).started;
  const url = popupPageAddress(session);
  expect(url.pathname).toBe('/kassa/form');
  expect(url.search).toBe('?locale=pt&theme=dark');
});

test('a code is in the fragment, which no server sees, and is removed from the address', async () => {
  const { started, callsOf } = setStageWithCode();
  const address = await loadPopupPageAddress(
    started.session,
    'deposit-1',
    new AbortController().signal,
  );
  expect(callsOf()).toMatchObject([{ request: { depositId: 'deposit-1' } }]);
  const { search, hash } = new URL(address);
  expect(search).not.toContain(code);
  window.history.replaceState({ kept: 1 }, '', `/kassa/form${search}${hash}`);
  expect(takeCodeFromAddress(window)).toBe(code);
  expect(window.location.href).not.toContain(code);
  expect(window.location.search).toBe(search);
  expect(window.history.state).toEqual({ kept: 1 });
  // After a reload the page still knows that there was a code.
  expect(takeCodeFromAddress(window)).toBe('');
  expect(takeCodeFromAddress(window)).toBe('');
});

test.each(['', '#6ad2f3f0-5f7e-4d0e-9a55-7b8c1d1f0c11', '#codes', '#code=a b'])(
  'no code is taken from "%s", which stays as it is',
  (hash) => {
    window.history.replaceState(null, '', `/kassa/form${hash}`);
    const { href } = window.location;
    expect(takeCodeFromAddress(window)).toBeNull();
    expect(window.location.href).toBe(href);
  },
);

function setStageWithCode() {
  const stage = setStage({ answers: { 'deposit-page-code': { code } } });
  const callsOf = () => stage.transport.calls.filter(({ name }) => name === 'deposit-page-code');
  return { ...stage, callsOf };
}
