import {
  buildAskingDeposit,
  buildCreatedDeposit,
  buildDepositSummary,
  buildP2pResponse,
  buildTextField,
} from '@kassa/test-kit';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { CaptchaError } from '../../../features/captcha/captcha-error.ts';
import * as captcha from '../../../features/captcha/solve-captcha.ts';
import { buildUnifiedDeposit } from '../../../flows/deposit/created/testing/build-created.ts';
import { findDropdown } from '../../../testing/find-dropdown.ts';
import { layOutLists } from '../../../testing/lay-out.ts';
import {
  malformedAnswer,
  networkError,
  TransportError,
} from '../../../transport/transport-error.ts';
import {
  banks,
  buildP2pInvoice,
  cardNumber,
  emptyP2pResponse,
  findRow,
  paid,
  setUpP2p,
} from '../testing/set-up-p2p.tsx';

layOutLists();

let solutions = 0;
let solveCaptcha: MockInstance<typeof captcha.solveCaptcha>;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  solutions = 0;
  solveCaptcha = vi
    .spyOn(captcha, 'solveCaptcha')
    .mockImplementation(async () => ({ altcha: `solution-${++solutions}` }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const captchaRequired = new TransportError({
  kind: 'refused',
  code: 'captcha_required',
  message: '',
  status: 422,
});
const metric = (name: string, value: string) => ({
  messageType: 'Metric',
  payload: { name, value },
});

describe('the creation', () => {
  test('goes by deposit-create-p2p, without a popup, to the invoice', async () => {
    const open = vi.spyOn(window, 'open');
    const { pay, callsOf, pathOf, bridge } = setUpP2p();
    await pay();
    await findRow('Card number');
    expect(pathOf()).toBe('/deposit/peer-to-peer/invoice');
    expect(callsOf('deposit-create')).toEqual([]);
    expect(callsOf('deposit-create-p2p')).toMatchObject([
      {
        request: {
          altcha: 'solution-1',
          amount: '50',
          currency: 'EUR',
          paymentMethod: 'card_p2p',
          paymentSessionId: 'session-1',
          isActivatedBonus: false,
          metadata: { isFromChip: false },
        },
      },
    ]);
    const { request } = callsOf('deposit-create-p2p')[0] ?? {};
    expect(request).not.toHaveProperty('paymentType');
    expect(request).not.toHaveProperty('checkScore');
    expect(open).not.toHaveBeenCalled();
    expect(bridge.sent).toContainEqual(metric('deposit.create', 'ok'));
  });

  test('has the score of reCAPTCHA v3 verified', async () => {
    solveCaptcha.mockResolvedValue({ captchaResponse: 'two', captchaResponseV3: 'three' });
    const { pay, callsOf } = setUpP2p();
    await pay();
    await findRow('Card number');
    expect(callsOf('deposit-create-p2p')[0]?.request).toMatchObject({
      captchaResponseV3: 'three',
      checkScore: true,
    });
  });

  test('leads to the unified form where the provider sends one', async () => {
    const unifiedFlow = {
      created: new Date().toISOString(),
      timeout_minutes: 15,
      payment_amount: '50.00',
      payment_currency: 'EUR',
      requisites: [{ name: 'cardNumber', type: 'card', value: cardNumber }],
    };
    const created = buildCreatedDeposit({ source: null, data: { unifiedFlow } });
    const { pay, pathOf, transport } = setUpP2p({
      answers: { 'deposit-create-p2p': buildP2pResponse(created) },
    });
    transport.answers['deposit-get'] = networkError('lost');
    await pay();
    await findRow('Card number');
    expect(pathOf()).toBe('/deposit/peer-to-peer/unified-form');
  });

  test('goes on with the fields that the provider asks for', async () => {
    const asked = buildAskingDeposit([
      buildTextField({ name: 'otp', placeholder: { en: 'Code' } }),
    ]);
    const { pay, user, transport, callsOf } = setUpP2p({
      answers: { 'deposit-create-p2p': buildP2pResponse(asked) },
    });
    await pay();
    await user.type(await screen.findByLabelText('Code'), '1234');
    transport.answers['deposit-create-p2p'] = () => buildP2pInvoice();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await findRow('Card number');
    expect(callsOf('deposit-create-p2p')[1]?.request).toMatchObject({
      depositId: 'deposit-1',
      fields: { otp: '1234' },
    });
  });
});

describe('the captcha', () => {
  test('is solved anew, once, where the server asks for another', async () => {
    const { pay, callsOf, transport } = setUpP2p({
      answers: { 'deposit-create-p2p': captchaRequired },
    });
    solveCaptcha.mockImplementation(async () => {
      solutions += 1;
      if (solutions === 2) transport.answers['deposit-create-p2p'] = () => buildP2pInvoice();
      return { altcha: `solution-${solutions}` };
    });
    await pay();
    await findRow('Card number');
    expect(callsOf('deposit-create-p2p').map(({ request }) => request)).toMatchObject([
      { altcha: 'solution-1' },
      { altcha: 'solution-2' },
    ]);
  });

  test('that is refused twice is a failure', async () => {
    const { pay, callsOf, bridge } = setUpP2p({
      answers: { 'deposit-create-p2p': captchaRequired },
    });
    await pay();
    await waitFor(() => expect(bridge.sent).toContainEqual(metric('deposit.create', 'fail')));
    expect(callsOf('deposit-create-p2p')).toHaveLength(2);
  });

  test('that fails leaves the form as it was, and another press solves it anew', async () => {
    solveCaptcha.mockRejectedValueOnce(new CaptchaError('expired', 'The token expired'));
    const { pay, user, callsOf } = setUpP2p();
    await pay();
    const amount = screen.getByLabelText<HTMLInputElement>('Amount');
    await waitFor(() => expect(amount.disabled).toBe(false));
    expect(amount.value).toBe('50');
    expect(callsOf('deposit-create-p2p')).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Deposit €50.00' }));
    await findRow('Card number');
  });
});

describe('the banks', () => {
  const method = { banks };
  const choose = async (user: ReturnType<typeof setUpP2p>['user'], name: string) => {
    const findBox = () => findDropdown(/^Your bank/);
    await waitFor(async () => expect((await findBox()).getAttribute('aria-busy')).toBeNull());
    await user.click(await findBox());
    await user.click(await screen.findByRole('option', { name }));
  };

  test('are a required choice that can be searched, sent as "bank"', async () => {
    const { pay, user, callsOf } = setUpP2p({ method });
    const findBox = () => findDropdown(/^Your bank/);
    await findBox();
    await pay();
    await waitFor(async () => expect((await findBox()).getAttribute('aria-invalid')).toBe('true'));
    expect(callsOf('deposit-create-p2p')).toEqual([]);
    await user.click(await findBox());
    await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'hamkor');
    const option = await screen.findByRole('option', { name: 'Hamkorbank' });
    expect(option.querySelector('img')?.getAttribute('src')).toBe('icons/hamkorbank.svg');
    await user.click(option);
    await user.click(screen.getByRole('button', { name: 'Deposit €50.00' }));
    await findRow('Card number');
    const { request } = callsOf('deposit-create-p2p')[0] ?? {};
    expect(request).toMatchObject({ bank: 'hamkorbank' });
    expect(request).not.toHaveProperty('fields');
  });

  test('begin with the player’s last one', async () => {
    const first = setUpP2p({ method: { banks: banks.slice(0, 3) }, playerKey: 'player' });
    await choose(first.user, 'Ipoteka');
    await first.pay();
    await findRow('Card number');
    document.body.replaceChildren();
    setUpP2p({ method: { banks: banks.slice(0, 3) }, playerKey: 'player' });
    const box = await findDropdown(/^Your bank/);
    expect(box.textContent).toContain('Ipoteka');
  });
});

/** A unified form of the provider, with an instruction alone. */
const emptyForm = buildP2pResponse(
  buildUnifiedDeposit({ requisites: [], instruction: { text: { en: 'Pay.' } } }),
);

describe('a response by which nothing can be paid', () => {
  test.each([
    ['without account, form and fields', emptyP2pResponse, /^The payment details didn’t arrive/],
    [
      'that asks for fields and names none',
      buildP2pResponse(buildAskingDeposit([]), { isFieldsRequired: true }),
      /^This method needs a step/,
    ],
    [
      'with an account that can’t be read',
      { ...emptyP2pResponse, card: { encoded: 'x' } },
      /^The payment details didn’t arrive/,
    ],
    ['with a form that has nothing to pay by', emptyForm, /^The payment details didn’t arrive/],
  ])(
    '%s is reported to the host, and the player gets the reference',
    async (_, response, words) => {
      const { pay, user, bridge, pathOf, messagesOf } = setUpP2p({
        answers: { 'deposit-create-p2p': response },
      });
      await pay();
      expect(await screen.findByText('KS-7Q2M-41XK')).toBeTruthy();
      expect(screen.getByText(words)).toBeTruthy();
      expect(messagesOf('onInvalidP2PResponse')).toMatchObject([
        { payload: { paymentType: 'card_p2p', paymentMethod: 'card_p2p' } },
      ]);
      expect(bridge.sent).toContainEqual(metric('deposit.create', 'fail'));
      await user.click(screen.getByRole('button', { name: 'Back' }));
      await waitFor(() => expect(pathOf()).toBe('/deposit'));
    },
  );

  test('that is no deposit at all is reported, too', async () => {
    const { pay, messagesOf } = setUpP2p({
      answers: { 'deposit-create-p2p': malformedAnswer('deposit-create-p2p', 200) },
    });
    await pay();
    await waitFor(() => expect(messagesOf('onInvalidP2PResponse')).toHaveLength(1));
    expect(screen.getByText('We don’t know yet whether the deposit was created')).toBeTruthy();
  });
});

describe('an unpaid deposit of the method', () => {
  test('goes on at its invoice, which says so, and back leads to the list', async () => {
    const { user, pathOf, callsOf, bridge } = setUpP2p({
      answers: { 'deposit-check': () => buildP2pInvoice({}, { exists: true }) },
    });
    expect(await screen.findByText(/^You started this payment before/)).toBeTruthy();
    await paid();
    expect(pathOf()).toBe('/deposit/peer-to-peer/invoice');
    expect(callsOf('deposit-check')).toMatchObject([
      { request: { paymentMethod: 'card_p2p', selectedCountry: 'de' } },
    ]);
    expect(bridge.sent).toContainEqual(metric('deposit.check', 'ok'));
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(pathOf()).toBe('/deposit'));
  });

  test('that asks for fields goes on in the form', async () => {
    const asked = buildAskingDeposit([
      buildTextField({ name: 'otp', placeholder: { en: 'Code' } }),
    ]);
    const { router } = setUpP2p({
      answers: {
        'deposit-check': buildP2pResponse(asked, { exists: true }),
        'deposit-get': {
          deposit: buildDepositSummary({ paymentMethod: 'card_p2p' }),
          created: asked,
        },
      },
    });
    expect(await screen.findByLabelText('Code')).toBeTruthy();
    expect(router.getPlace()?.search).toMatchObject({ depositId: 'deposit-1' });
  });

  test.each([
    ['by which nothing can be paid', { ...emptyP2pResponse, exists: true as const }],
    ['with a form that has nothing to pay by', { ...emptyForm, exists: true as const }],
    ['that can’t be read', malformedAnswer('deposit-check', 200)],
  ])('%s is reported, and the form shows', async (_, answer) => {
    const { messagesOf } = setUpP2p({ answers: { 'deposit-check': answer } });
    expect(await screen.findByLabelText('Amount')).toBeTruthy();
    expect(messagesOf('onInvalidP2PResponse')).toHaveLength(1);
  });

  test('that there is none of leaves the form', async () => {
    const { bridge } = setUpP2p();
    expect(await screen.findByLabelText('Amount')).toBeTruthy();
    expect(bridge.sent).toContainEqual(metric('deposit.check', 'ok'));
  });

  test.each([
    ['fails', networkError('lost')],
    ['is refused', captchaRequired],
  ])('keeps nobody from the form where the check %s', async (_, answer) => {
    const { bridge } = setUpP2p({ answers: { 'deposit-check': answer } });
    expect(await screen.findByLabelText('Amount')).toBeTruthy();
    expect(bridge.sent).toContainEqual(metric('deposit.check', 'fail'));
  });

  test('leaves the form as it is when the player comes back after a failed check', async () => {
    const { callsOf } = setUpP2p({ answers: { 'deposit-check': networkError('lost') } });
    const box = await screen.findByLabelText('Amount');
    act(() => window.dispatchEvent(new Event('visibilitychange')));
    act(() => window.dispatchEvent(new Event('online')));
    expect(screen.getByLabelText('Amount')).toBe(box);
    expect(callsOf('deposit-check')).toHaveLength(1);
  });

  test('keeps nobody from the form where the check hangs', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { bridge } = setUpP2p({ answers: { 'deposit-check': 'never' } });
    await vi.advanceTimersByTimeAsync(3000);
    expect(screen.queryByLabelText('Amount')).toBeNull();
    await vi.advanceTimersByTimeAsync(1500);
    expect(await screen.findByLabelText('Amount')).toBeTruthy();
    expect(bridge.sent).toContainEqual(metric('deposit.check', 'fail'));
  });
});
