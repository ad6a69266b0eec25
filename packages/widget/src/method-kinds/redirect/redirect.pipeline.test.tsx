import {
  buildAskingDeposit,
  buildBonus,
  buildCreatedDeposit,
  buildDepositSummary,
  buildOffer,
  buildPaymentMethod,
  buildTextField,
} from '@kassa/test-kit';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import {
  afterEach,
  beforeEach,
  describe,
  expect,
  type MockInstance,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { CaptchaError } from '../../features/captcha/captcha-error.ts';
import * as captcha from '../../features/captcha/solve-captcha.ts';
import { type StageOptions, setStage } from '../../testing/stage.tsx';
import { networkError, TransportError } from '../../transport/transport-error.ts';
import { createFakePopup, findSnackbar, setUpForm } from './testing/set-up-form.tsx';

let fake: ReturnType<typeof createFakePopup>;
let solutions = 0;
let solveCaptcha: MockInstance<typeof captcha.solveCaptcha>;

beforeEach(() => {
  fake = createFakePopup();
  vi.spyOn(window, 'open').mockImplementation(fake.open);
  solutions = 0;
  solveCaptcha = vi
    .spyOn(captcha, 'solveCaptcha')
    .mockImplementation(async () => ({ altcha: `solution-${++solutions}` }));
});
afterEach(() => void vi.restoreAllMocks());

const refusal = (code: string, params: Record<string, string> = {}) =>
  new TransportError({ kind: 'refused', code, message: '', status: 422, params });
const offering = (method: Parameters<typeof buildPaymentMethod>[0]): StageOptions['answers'] => ({
  'methods-payment-v3': buildOffer([buildPaymentMethod(method)]),
});
const metrics = (value: string) =>
  expect.objectContaining({ payload: { name: 'deposit.create', value } });
const waiting = () => screen.findByText('Waiting for your payment');

test('a server that hangs: after 10 s the form tells what becomes of the deposit, with a way back', async () => {
  const { user, amount, router } = await setUpForm({
    answers: { 'deposit-create': 'never' },
  });
  await user.type(amount, '50');
  const button = await screen.findByRole('button', { name: 'Deposit €50.00' });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.click(button);
  expect(button.textContent).toBe('Opening the payment page…');
  expect(screen.getByText('Opening the payment page…', { selector: '[role=status]' })).toBeTruthy();
  act(() => void vi.advanceTimersByTime(9_900));
  expect(screen.queryByText(/Still trying/)).toBeNull();
  act(() => void vi.advanceTimersByTime(200));
  expect(screen.getAllByText(/Still trying.*never created twice/)).toHaveLength(2);
  vi.useRealTimers();
  await user.click(screen.getByRole('button', { name: 'Back to the methods' }));
  await waitFor(() => expect(router.getPlace()?.path).toBe('/deposit'));
});

describe('a method with a captcha', () => {
  const answers = offering({ needsCaptcha: true });

  test('opens nothing in the click; a new click after the creation leads to the payment', async () => {
    const { user, pay, callsOf } = await setUpForm({ answers });
    await pay('50');
    const link = await screen.findByRole('link', { name: 'Continue to payment' });
    expect(screen.getByText(/Your deposit is ready/)).toBeTruthy();
    expect(fake.open).not.toHaveBeenCalled();
    expect(callsOf('deposit-create')[0]?.request).toMatchObject({ altcha: 'solution-1' });
    // The button that had the focus is gone.
    expect(document.activeElement).toBe(link);
    await user.click(link);
    await waiting();
  });

  test('whose captcha the player closes shows a short text, and creates nothing', async () => {
    solveCaptcha.mockRejectedValue(new CaptchaError('closed', 'by the player'));
    const { pay, callsOf, messagesOf } = await setUpForm({ answers });
    await pay('50');
    await findSnackbar('You closed the check');
    expect(callsOf('session-start')).toEqual([]);
    expect(messagesOf('Metric')).not.toContainEqual(metrics('fail'));
  });

  test.each([
    ['expired', 'The check has run out of time'],
    ['scriptFailed', 'couldn’t be loaded'],
    ['network', 'couldn’t be reached'],
    ['unknown', 'failed. Try again'],
  ] as const)(
    'whose captcha fails (%s) shows the reason, and can be retried',
    async (kind, words) => {
      solveCaptcha.mockRejectedValueOnce(new CaptchaError(kind, 'for the log'));
      const { pay, press, callsOf } = await setUpForm({ answers });
      await pay('50');
      expect((await findSnackbar('The deposit was not created')).textContent).toContain(words);
      await press();
      await screen.findByRole('link', { name: 'Continue to payment' });
      expect(callsOf('deposit-create')).toHaveLength(1);
    },
  );

  test('sends the same solution again with the same keys after a lost connection', async () => {
    const lost = new TransportError({ kind: 'network', code: 'network', message: 'lost' });
    const { pay, press, callsOf } = await setUpForm({
      answers: { ...answers, 'deposit-create': lost },
    });
    await pay('50');
    await findSnackbar('We don’t know yet whether the deposit was created');
    await press();
    await waitFor(() => expect(callsOf('deposit-create')).toHaveLength(2));
    const [first, second] = callsOf('deposit-create');
    expect(second).toEqual(first);
  });
});

describe('captcha_required (§8)', () => {
  test('is answered once, with a new captcha and the same key; the popup closes', async () => {
    const answers = [refusal('captcha_required'), buildCreatedDeposit()];
    const { pay, callsOf } = await setUpForm({
      answers: { 'deposit-create': () => answers.shift() ?? 'never' },
    });
    await pay('50');
    await screen.findByRole('link', { name: 'Continue to payment' });
    expect(fake.popup.close).toHaveBeenCalled();
    const [first, second] = callsOf('deposit-create');
    expect(first?.request).not.toHaveProperty('altcha');
    expect(second?.request).toMatchObject({ altcha: 'solution-1' });
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
    expect(callsOf('session-start')).toHaveLength(1);
  });

  test('is a failure the second time; the next press solves another captcha', async () => {
    const { pay, press, callsOf } = await setUpForm({
      answers: {
        ...offering({ needsCaptcha: true }),
        'deposit-create': refusal('captcha_required'),
      },
    });
    await pay('50');
    const snackbar = await findSnackbar('The deposit was not created');
    expect(snackbar.textContent).toContain('confirm that you are not a robot');
    expect(callsOf('deposit-create').map(({ request }) => request)).toMatchObject([
      { altcha: 'solution-1' },
      { altcha: 'solution-2' },
    ]);
    await press();
    await waitFor(() => expect(callsOf('deposit-create').length).toBeGreaterThan(2));
    expect(callsOf('deposit-create')[2]?.request).toMatchObject({ altcha: 'solution-3' });
  });
});

describe('a provider that asks for more fields', () => {
  const asked = buildTextField({ name: 'otp', placeholder: { en: 'Code from the SMS' } });
  const asking = {
    ...offering({ fields: [buildTextField()] }),
    'deposit-create': () => buildAskingDeposit([asked]),
  };

  async function reachFields() {
    const form = await setUpForm({ answers: asking });
    await form.user.type(await screen.findByLabelText('Account holder'), 'R. Das');
    await form.pay('50');
    return { ...form, otp: await screen.findByLabelText<HTMLInputElement>('Code from the SMS') };
  }

  test('gets its fields added: the form stays, the popup closes, nothing is created by itself', async () => {
    const { amount, callsOf } = await reachFields();
    expect(fake.popup.close).toHaveBeenCalled();
    expect(amount.disabled).toBe(true);
    expect(amount.value).toBe('50');
    expect(screen.getByText(/needs a few more details/)).toBeTruthy();
    expect(callsOf('deposit-create')).toHaveLength(1);
  });

  test('gets the values by the next press: the same deposit, with a new idempotency key', async () => {
    const { user, otp, press, callsOf, transport } = await reachFields();
    transport.answers['deposit-create'] = buildCreatedDeposit();
    await user.type(otp, '1234');
    await press();
    await waiting();
    const [first, second] = callsOf('deposit-create');
    expect(second?.request).toMatchObject({
      depositId: 'deposit-1',
      amount: '50',
      currency: 'EUR',
      paymentType: 'card',
      paymentSessionId: 'session-1',
    });
    expect(second?.request).toHaveProperty('fields', { otp: '1234' });
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
    expect(callsOf('session-start')).toHaveLength(1);
    expect(fake.open).toHaveBeenCalledTimes(2);
  });

  test('may time out: the next press creates a new deposit', async () => {
    const { user, otp, press, callsOf, transport } = await reachFields();
    transport.answers['deposit-create'] = refusal('deposit.notOpen');
    await user.type(otp, '1234');
    await press();
    await findSnackbar('The deposit did not go through');
    await waitFor(() => expect(screen.queryByLabelText('Code from the SMS')).toBeNull());
    transport.answers['deposit-create'] = buildCreatedDeposit();
    await press();
    await waiting();
    const last = callsOf('deposit-create').at(-1);
    expect(last?.request).not.toHaveProperty('depositId');
    expect(last?.request).toMatchObject({ amount: '50', fields: { holder: 'R. Das' } });
  });
});

test.each([
  ['that was rejected', refusal('provider.declined')],
  ['with an unknown outcome', networkError('lost')],
])('a deposit %s may count towards the limits, which are loaded again', async (_, answer) => {
  const { pay, callsOf } = await setUpForm({ answers: { 'deposit-create': answer } });
  await pay('50');
  await waitFor(() => expect(callsOf('deposit-limits')).toHaveLength(2));
});

test('the limits are requested by both names of the method, for a server of the release before', async () => {
  const { callsOf } = await setUpForm();
  const [asked] = callsOf('deposit-limits');
  expect(asked?.request).toEqual({ currency: 'EUR', paymentType: 'card', paymentMethod: 'card' });
});

describe('a continued deposit', () => {
  const path = '/deposit/redirect?method=card&depositId=deposit-1';
  const asked = buildTextField({ name: 'otp', placeholder: { en: 'Code from the SMS' } });
  const deposit = buildDepositSummary();

  test('shows the requested fields and its fixed amount, and goes on', async () => {
    const created = buildAskingDeposit([asked]);
    const { user, amount, press, callsOf } = await setUpForm({
      path,
      // The remaining limit already counts this deposit.
      answers: {
        'deposit-get': { deposit, created },
        'deposit-limits': {
          min: '10',
          max: '5',
          limitedBy: 'day',
          remaining: '5',
          resetsAt: null,
        },
      },
    });
    expect(amount.disabled).toBe(true);
    expect(amount.value).toBe('50');
    await user.type(await screen.findByLabelText('Code from the SMS'), '1234');
    await press();
    await waiting();
    expect(callsOf('session-start')).toEqual([]);
    const [call] = callsOf('deposit-create');
    expect(call?.request).toMatchObject({ depositId: 'deposit-1', fields: { otp: '1234' } });
    expect(call?.request).not.toHaveProperty('paymentSessionId');
  });

  test('without requested fields leads to its status', async () => {
    const stage = setStage({
      path,
      answers: { 'deposit-get': { deposit: { ...deposit, canContinue: false }, created: null } },
    });
    render(stage.element);
    await waiting();
    expect(stage.router.getPlace()?.search).toMatchObject({ depositId: 'deposit-1' });
  });
});

describe('reports', () => {
  test('the host is told of the provider’s page, where the method wants it', async () => {
    const { pay, messagesOf } = await setUpForm({
      answers: offering({ notifiesHostOnRedirect: true }),
    });
    await pay('50');
    await waiting();
    expect(messagesOf('externalRedirect')).toEqual([
      {
        messageType: 'externalRedirect',
        payload: { depositId: 'deposit-1', paymentType: 'card', paymentMethod: 'card' },
      },
    ]);
    expect(messagesOf('Metric')).toContainEqual(metrics('ok'));
  });

  test('otherwise the host isn’t told; a failure is a metric', async () => {
    const { pay, messagesOf } = await setUpForm({
      answers: { 'deposit-create': refusal('provider.declined') },
    });
    await pay('50');
    await findSnackbar('The deposit was not created');
    expect(messagesOf('externalRedirect')).toEqual([]);
    expect(messagesOf('Metric')).toContainEqual(metrics('fail'));
  });

  test('the server is told where the page is closed during a creation', async () => {
    const { pay, callsOf } = await setUpForm({
      answers: { 'deposit-create': 'never' },
      hostData: { userId: 'player-7' },
    });
    window.dispatchEvent(new Event('pagehide'));
    expect(callsOf('session-form-on-close-modal')).toEqual([]);

    await pay('50');
    await waitFor(() => expect(callsOf('deposit-create')).toHaveLength(1));
    window.dispatchEvent(new Event('pagehide'));
    expect(callsOf('session-form-on-close-modal')).toMatchObject([
      {
        keepalive: true,
        request: {
          paymentMethod: 'card',
          paymentMethodText: 'Bank card',
          userId: 'player-7',
          paymentSessionId: 'session-1',
        },
      },
    ]);
  });
});

test('a native app opens the provider’s page in the system’s browser', async () => {
  const { pay } = await setUpForm({ isNative: true });
  await pay('50');
  await waiting();
  expect(fake.open).toHaveBeenCalledExactlyOnceWith(
    'https://provider.example/pay/1',
    '_blank',
    'noopener,noreferrer',
  );
});

test('a bonus that is on and reached is sent; one that isn’t reached is not', async () => {
  const bonus = buildBonus();
  const { user, amount, press, callsOf, transport } = await setUpForm({
    hostData: { bonusList: [bonus], bonusId: bonus.id },
    answers: { 'deposit-create': refusal('provider.declined') },
  });
  await user.type(amount, '10');
  await press();
  await waitFor(() => expect(callsOf('deposit-create')).toHaveLength(1));
  expect(callsOf('deposit-create')[0]?.request).toMatchObject({ isActivatedBonus: false });
  transport.answers['deposit-create'] = buildCreatedDeposit();
  await user.clear(amount);
  await user.type(amount, '100');
  await press();
  await waitFor(() => expect(callsOf('deposit-create')).toHaveLength(2));
  expect(callsOf('deposit-create')[1]?.request).toMatchObject({
    isActivatedBonus: true,
    bonusId: bonus.id,
  });
});

test('a bonus in the account’s currency is sent with a deposit that is converted into it', async () => {
  const bonus = buildBonus();
  const method = buildPaymentMethod({ amount_rules: { INR: { min: '10', max: '5000' } } });
  const { pay, callsOf } = await setUpForm({
    hostData: { bonusList: [bonus], bonusId: bonus.id },
    answers: { 'methods-payment-v3': { ...buildOffer([method]), currency: 'INR' } },
  });
  await pay('15');
  await waiting();
  expect(callsOf('deposit-create')[0]?.request).toMatchObject({
    currency: 'INR',
    isActivatedBonus: true,
    bonusId: bonus.id,
  });
});

test('the session holds the group in which the method was chosen', async () => {
  const { pay, callsOf } = await setUpForm({
    path: '/deposit/group/redirect?method=card&group=cards',
  });
  await pay('50');
  await waiting();
  expect(callsOf('session-start')[0]?.request).toMatchObject({ pendingGroup: 'cards' });
});
