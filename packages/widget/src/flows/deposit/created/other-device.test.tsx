import { buildDepositSummary, type FakeAnswers } from '@kassa/test-kit';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setPartStage } from '../../../testing/part-stage.tsx';
import { networkError } from '../../../transport/transport-error.ts';
import { OtherDevice } from './other-device.tsx';

let isAtDesk: boolean;
beforeEach(() => {
  isAtDesk = true;
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isAtDesk,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const codes = ['a', 'b', 'c'].map((sign) => sign.repeat(43));

function setUp(answers: FakeAnswers = {}) {
  let count = 0;
  const next = () => {
    count += 1;
    return { code: codes[count - 1] ?? '', validSeconds: 600 };
  };
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const part = <OtherDevice deposit={buildDepositSummary()} />;
  const stage = setPartStage(part, {
    answers: { 'deposit-device-code': next, ...answers },
    locale: 'pt-BR',
  });
  render(stage.element);
  const callsOf = () => stage.transport.calls.filter(({ name }) => name === 'deposit-device-code');
  const show = () => user.click(screen.getByRole('button', { name: 'Pagar em outro aparelho' }));
  return { user, ...stage, callsOf, show };
}

const link = () => screen.findByRole<HTMLTextAreaElement>('textbox');

test('the code is made on the press, and opens this deposit in the cashier’s language', async () => {
  document.documentElement.dataset.theme = 'dark';
  const { callsOf, show } = setUp();
  expect(callsOf()).toEqual([]);
  await show();
  const { pathname, search, origin } = new URL((await link()).value);
  expect(origin).toBe(window.location.origin);
  expect(pathname).toBe(`/kassa/pay/${codes[0]}`);
  expect(search).toBe('?locale=pt&theme=dark');
  expect(screen.getByRole('img', { name: /QR Code/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copiar o link' })).toBeTruthy();
  expect(screen.getByRole('timer')).toBeTruthy();
  expect(callsOf()).toMatchObject([{ request: { depositId: 'deposit-1' } }]);
});

test.each([
  [false, 'smooth'],
  [true, 'auto'],
])('the code comes into sight with the focus (reduced motion: %s)', async (isStill, behavior) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('reduced-motion') ? isStill : isAtDesk,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { show } = setUp();
  await show();
  const box = await link();
  expect(scrolled).toHaveBeenCalledWith({ behavior, block: 'nearest' });
  const [place] = scrolled.mock.contexts;
  expect(document.activeElement).toBe(place);
  expect((place as unknown as Element).contains(box)).toBe(true);
  scrolled.mockRestore();
});

test('an old code gives way to a button for a new one', async () => {
  const { user, show } = setUp();
  await show();
  await link();
  await act(() => vi.advanceTimersByTimeAsync(600_000));
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByText('Este código expirou.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Mostrar um novo código' }));
  expect((await link()).value).toContain(codes[1]);
});

test('each opening shows a new code', async () => {
  const { user, show } = setUp();
  await show();
  expect((await link()).value).toContain(codes[0]);
  await user.click(screen.getByRole('button', { name: 'Ocultar o código' }));
  expect(screen.queryByRole('textbox')).toBeNull();
  await show();
  await vi.waitFor(async () => expect((await link()).value).toContain(codes[1]));
});

test('a failure says that the player can pay here, and can be tried again', async () => {
  const { user, transport, show } = setUp({ 'deposit-device-code': networkError('lost') });
  await show();
  expect(await screen.findByText(/Você pode pagar aqui/)).toBeTruthy();
  transport.answers['deposit-device-code'] = { code: codes[2] ?? '', validSeconds: 600 };
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect((await link()).value).toContain(codes[2]);
});

test('a phone, which is the other device, has no such button', () => {
  isAtDesk = false;
  setUp();
  expect(screen.queryByRole('button')).toBeNull();
});
