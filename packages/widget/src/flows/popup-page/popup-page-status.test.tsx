import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { resolvePlayerLocale } from '../../i18n/player-locale.ts';
import { TextProvider } from '../../i18n/text-provider.tsx';
import { messagesOf } from '../../testing/stage.tsx';
import * as providerPage from './open-provider-page.ts';
import { PopupPageScreen } from './popup-page.screen.tsx';
import type { PopupPageStatusProps } from './popup-page-status.tsx';

const close = vi.fn();
let openProviderPage: MockInstance<typeof providerPage.openProviderPage>;
beforeEach(() => {
  openProviderPage = vi.spyOn(providerPage, 'openProviderPage').mockReturnValue();
  close.mockReset();
  vi.spyOn(window, 'close').mockImplementation(close);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  setOpener(null);
  window.location.hash = '';
});

function setOpener(opener: unknown) {
  Object.defineProperty(window, 'opener', { value: opener, configurable: true, writable: true });
}

function show(props: PopupPageStatusProps = {}, locale = 'en') {
  render(
    <TextProvider
      locale={resolvePlayerLocale(locale)}
      messages={messagesOf(resolvePlayerLocale(locale).tag)}
      onError={() => {}}
    >
      <PopupPageScreen {...props} />
    </TextProvider>,
  );
}

const redirect = { method: 'POST', url: 'https://bank.example/pay', fields: { id: '1' } };

/** Opens a popup that its opener sends on to the provider. */
function sendOn() {
  const opener = { postMessage: vi.fn() };
  setOpener(opener);
  window.location.hash = 'n1';
  show();
  expect(screen.getByText('One moment')).toBeTruthy();
  const data = { kind: 'kassa.popup.redirect', nonce: 'n1', redirect };
  const event = new MessageEvent('message', { data, origin: window.location.origin });
  Object.defineProperty(event, 'source', { value: opener });
  act(() => void window.dispatchEvent(event));
}

test('shows where it goes, and goes there', () => {
  sendOn();
  expect(screen.getByText(/You are going on to bank\.example/)).toBeTruthy();
  expect(openProviderPage).toHaveBeenCalledWith(redirect, document);
});

test('a slow provider can be opened again by hand', async () => {
  vi.useFakeTimers();
  sendOn();
  expect(screen.queryByRole('button')).toBeNull();
  act(() => void vi.advanceTimersByTime(8000));
  vi.useRealTimers();
  await userEvent.click(screen.getByRole('button', { name: /Open it again/ }));
  expect(openProviderPage).toHaveBeenCalledTimes(2);
});

test('a form that the policy refuses shows this, and what to do', () => {
  sendOn();
  const event = new Event('securitypolicyviolation');
  Object.defineProperty(event, 'effectiveDirective', { value: 'form-action' });
  act(() => void document.dispatchEvent(event));
  expect(screen.getByText('The payment page could not be opened')).toBeTruthy();
});

describe('with a code, in a browser that an app has opened', () => {
  const ask = vi.fn<typeof fetch>();
  const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
  const refuse = (status: number, code: string) =>
    answer(status, { error: { code, message: '', params: {}, reference: 'KR-1' } });
  const pageCode = 'c'.repeat(43);

  beforeEach(() => {
    ask.mockReset();
    vi.stubGlobal('fetch', ask);
  });
  afterEach(() => void vi.unstubAllGlobals());

  test('requests the redirect once, and posts the form', async () => {
    ask.mockResolvedValue(answer(200, redirect));
    show({ pageCode });
    expect(screen.getByText('One moment')).toBeTruthy();
    expect(await screen.findByText(/You are going on to bank\.example/)).toBeTruthy();
    expect(openProviderPage).toHaveBeenCalledExactlyOnceWith(redirect, document);
    expect(ask).toHaveBeenCalledTimes(1);
    const [url, options] = ask.mock.calls[0] ?? [];
    expect(String(url)).toBe(new URL('form', document.baseURI).href);
    expect(options).toMatchObject({ method: 'POST', body: JSON.stringify({ code: pageCode }) });
  });

  test.each([
    ['was used, or has expired', refuse(404, 'deposit.notFound')],
    ['is of a deposit that has ended', refuse(409, 'deposit.notOpen')],
    ['is malformed', refuse(400, 'request.invalid')],
    [
      'leads to a page that may not be opened',
      answer(200, { ...redirect, url: 'javascript:alert(1)' }),
    ],
  ])('a code that %s shows this, and the way back', async (_, response) => {
    ask.mockResolvedValue(response);
    show({ pageCode });
    expect(await screen.findByText('This link is no longer valid')).toBeTruthy();
    expect(screen.getByText(/Go back to the cashier/)).toBeTruthy();
    expect(openProviderPage).not.toHaveBeenCalled();
  });

  test.each([
    ['network', () => Promise.reject(new TypeError('failed'))],
    ['server that is unavailable', () => Promise.resolve(refuse(503, 'server.unavailable'))],
    ['server of the previous release', () => Promise.resolve(refuse(404, 'call.unknown'))],
    ['proxy', () => Promise.resolve(new Response('<html>', { status: 502 }))],
  ])('can be retried by hand after a failing %s', async (_, fail) => {
    ask.mockImplementationOnce(fail).mockResolvedValueOnce(answer(200, redirect));
    show({ pageCode });
    expect(await screen.findByText('The payment page could not be opened')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/You are going on to bank\.example/)).toBeTruthy();
    expect(openProviderPage).toHaveBeenCalledTimes(1);
  });
});

test('without an opener it is abandoned, and can be closed', async () => {
  show();
  expect(screen.getByText('Nothing to pay here')).toBeTruthy();
  expect(openProviderPage).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(close).toHaveBeenCalled();
});

test('a returning player sees the window close, or can close it', () => {
  show({ returned: { isUnpaid: false, reference: null } });
  expect(close).toHaveBeenCalled();
  expect(screen.getByText(/You can close this window/)).toBeTruthy();
});

test('a provider’s status "unpaid" is shown as the provider’s; the reference is shown', () => {
  show({ returned: { isUnpaid: true, reference: 'KS-7Q2M-41XK' } });
  expect(screen.getByText(/The provider says that the payment was not finished/)).toBeTruthy();
  expect(screen.getByText('KS-7Q2M-41XK')).toBeTruthy();
});

test('in an app the way back is a link, and nothing is closed', () => {
  show({ returned: { isUnpaid: false, reference: null }, isNative: true });
  expect(close).not.toHaveBeenCalled();
  const link = screen.getByRole('link', { name: 'Back to the cashier' });
  expect(link.getAttribute('href')).toBe('deposit');
});

test('uses the cashier’s language', () => {
  show({ returned: { isUnpaid: false, reference: null } }, 'ar');
  expect(screen.getByText('لقد عدت')).toBeTruthy();
});
