import { buildDepositState, buildPaymentMethod } from '@kassa/test-kit';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  buildFound,
  buildInvoiceDeposit,
  buildUnifiedDeposit,
} from '../../flows/deposit/created/testing/build-created.ts';
import { resolvePlayerLocale } from '../../i18n/player-locale.ts';
import { TextProvider } from '../../i18n/text-provider.tsx';
import { useSessionStore } from '../../session/session-store.ts';
import { messagesOf } from '../../testing/stage.tsx';
import { PayPage } from './pay-page.screen.tsx';

const code = 'c'.repeat(43);
const method = buildPaymentMethod({ text: { en: 'Bank transfer' }, linkSchemes: ['upi'] });
const ticket = { ticket: `kdt_kassa_${'t'.repeat(43)}`, depositId: 'deposit-1', method };

interface Answer {
  status: number;
  body: unknown;
}

const ok = (body: unknown): Answer => ({ status: 200, body });
const refusal = (status: number, given: string): Answer => ({
  status,
  body: { error: { code: given, message: '', params: {}, reference: 'KR-1' } },
});

/** The server's answers by the last part of the path; null for no answer. */
let answers: Record<string, Answer | null>;
let asked: { name: string; authorization: string | null; body: unknown }[];

beforeEach(() => {
  useSessionStore.setState(useSessionStore.getInitialState(), true);
  sessionStorage.clear();
  asked = [];
  const now = new Date().toISOString();
  answers = {
    pay: ok(ticket),
    'deposit-get': ok({ ...buildFound(buildUnifiedDeposit()), now }),
    'deposit-status': ok(buildDepositState()),
    'deposit-complete': ok(buildDepositState()),
  };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const name = new URL(String(input)).pathname.split('/').at(-1) ?? '';
    const authorization = new Headers(init?.headers).get('authorization');
    asked.push({ name, authorization, body: init?.body && JSON.parse(String(init.body)) });
    const answer = answers[name];
    if (answer === undefined) throw new Error(`Nothing may ask for ${name}`);
    if (answer === null) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function open(given: string | null = code, tag = 'en') {
  const user = userEvent.setup();
  const locale = resolvePlayerLocale(tag);
  const messages = messagesOf(locale.tag);
  const page = { product: 'kassa', ownIcons: {} };
  const shown = render(
    <TextProvider locale={locale} messages={messages} onError={() => {}}>
      <PayPage page={page} code={given} locale={locale} messages={messages} />
    </TextProvider>,
  );
  return { user, ...shown };
}

const namesOf = () => asked.map(({ name }) => name);
const paid = () => screen.findByRole('button', { name: 'I have paid' });

describe('a good code', () => {
  test('is exchanged, and shows the deposit with its method, account and clock', async () => {
    open();
    expect(await screen.findByText('8600 1404 4123 5071')).toBeTruthy();
    expect(screen.getByText('Bank transfer')).toBeTruthy();
    expect(screen.getByRole('timer')).toBeTruthy();
    expect(asked[0]).toEqual({ name: 'pay', authorization: null, body: { code } });
    expect(asked[1]?.authorization).toBe(`Bearer ${ticket.ticket}`);
  });

  test('leads to the deposit alone: no way back, no close button, no other device', async () => {
    open();
    await paid();
    const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
    expect(names).not.toContain('Back');
    expect(names).not.toContain('Close');
    expect(screen.queryByRole('button', { name: 'Pay on another device' })).toBeNull();
    expect(screen.queryAllByRole('link')).toEqual([]);
  });

  test('asks the server for nothing but the deposit', async () => {
    const { user } = open();
    await user.click(await paid());
    await screen.findByText('Not confirmed yet');
    const allowed = ['pay', 'deposit-get', 'deposit-status', 'deposit-complete'];
    expect(namesOf().filter((name) => !allowed.includes(name))).toEqual([]);
    expect(namesOf()).toContain('deposit-complete');
  });

  test('of an Indian payment shows its invoice with its code and steps', async () => {
    const upi = buildPaymentMethod({ cardViewType: 3, linkSchemes: ['upi'] });
    answers.pay = ok({ ...ticket, method: upi });
    const inRupees = { payment_amount: '1003.00', payment_currency: 'INR' };
    const payee = { vpa: 'northline@okaxis', fullName: 'Northline Payments' };
    const deposit = { amount: '1003.00', currency: 'INR' };
    answers['deposit-get'] = ok(buildFound(await buildInvoiceDeposit(inRupees, payee), deposit));
    open();
    expect(await screen.findByText('northline@okaxis')).toBeTruthy();
    const steps = screen.getByRole('list', { name: 'How to pay' });
    expect(within(steps).getByText('Pay in the app')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'QR code of the payment' })).toBeTruthy();
  });

  test('survives a reload by the ticket in the tab', async () => {
    const first = open();
    await paid();
    first.unmount();
    asked = [];
    open(null);
    await paid();
    expect(namesOf()).not.toContain('pay');
  });

  test('takes the place of an earlier ticket in the tab', async () => {
    open().unmount();
    await waitFor(() => expect(namesOf()).toContain('pay'));
    asked = [];
    open('d'.repeat(43));
    await paid();
    expect(asked[0]).toMatchObject({ name: 'pay', body: { code: 'd'.repeat(43) } });
  });
});

describe('the status', () => {
  const end = async (status: 'PAYED' | 'CANCELED' | 'DECLINED') => {
    answers['deposit-status'] = ok(buildDepositState({ status }));
    answers['deposit-get'] = ok(buildFound(null));
    open();
    await screen.findByText('You can close this page. Your other device shows the same.');
    return screen.queryAllByRole('button').map((button) => button.textContent);
  };

  test('of a paid deposit has no balance, no list and no other deposit', async () => {
    const buttons = await end('PAYED');
    for (const name of ['Close', 'Back to the game', 'Make another deposit']) {
      expect(buttons).not.toContain(name);
    }
    expect(screen.queryAllByRole('link')).toEqual([]);
    expect(screen.queryByText('New balance')).toBeNull();
    expect(namesOf()).not.toContain('user-get');
  });

  test.each(['CANCELED', 'DECLINED'] as const)('%s offers no other method', async (status) => {
    const buttons = await end(status);
    expect(buttons.filter((name) => /method|again/i.test(name ?? ''))).toEqual([]);
  });

  test('that the other device brings about comes by itself', async () => {
    open();
    await paid();
    answers['deposit-status'] = ok(buildDepositState({ status: 'PAYED' }));
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(await screen.findByText(/You can close this page/)).toBeTruthy();
  });

  test('of an expired invoice offers no new deposit', async () => {
    const created = '2026-01-01T00:00:00Z';
    answers['deposit-get'] = ok({
      ...buildFound(buildUnifiedDeposit({ created })),
      now: new Date().toISOString(),
    });
    open();
    await screen.findByText('Time is up');
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/^New deposit/)]),
    );
  });
});

describe('no deposit is shown', () => {
  const used = /This link has been used or is too old/;

  test.each(['deposit.notFound', 'request.invalid'])('for a code with %s', async (given) => {
    answers.pay = refusal(given === 'request.invalid' ? 400 : 404, given);
    open();
    expect(await screen.findByText(used)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('for a page without a code and a ticket', async () => {
    open(null);
    expect(await screen.findByText(used)).toBeTruthy();
    expect(asked).toEqual([]);
  });

  test('for a deposit that has ended', async () => {
    answers.pay = refusal(409, 'deposit.notOpen');
    open();
    expect(await screen.findByText('This payment has ended')).toBeTruthy();
  });

  test('once the server no longer takes the ticket, which the tab forgets', async () => {
    open();
    await paid();
    answers['deposit-status'] = refusal(401, 'auth.tokenExpired');
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(await screen.findByText('This payment has ended')).toBeTruthy();
    expect(sessionStorage.getItem('kassa.pay.ticket')).toBeNull();
  });

  test('without a network; a press tries the same code again', async () => {
    answers.pay = null;
    const { user } = open();
    const again = await screen.findByRole('button', { name: 'Try again' });
    answers.pay = ok(ticket);
    await user.click(again);
    await paid();
    expect(asked.filter(({ name }) => name === 'pay')).toHaveLength(2);
  });
});
