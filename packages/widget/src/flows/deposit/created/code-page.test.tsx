import {
  buildCreatedDeposit,
  buildDepositState,
  buildOffer,
  buildPaymentMethod,
  type FakeAnswers,
} from '@kassa/test-kit';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type StageOptions, setStage } from '../../../testing/stage.tsx';
import { networkError, TransportError } from '../../../transport/transport-error.ts';
import { buildCodeDeposit, buildFound, pixText } from './testing/build-created.ts';

const pix = buildPaymentMethod({
  name: 'pix',
  category: 'bankTransfer',
  cardViewType: 6,
  text: { en: 'Pix' },
  linkSchemes: ['upi'],
});
const over = { paymentMethod: 'pix' };
const pixPath = '/deposit/redirect/pix?depositId=deposit-1&method=pix&to=Redirect%20deposit';
const eazypePath = '/deposit/redirect/eazype?depositId=deposit-1&method=pix';

function setUp({ answers, ...options }: StageOptions = {}) {
  const user = userEvent.setup();
  const stage = setStage({
    path: pixPath,
    answers: {
      'methods-payment-v3': buildOffer([pix]),
      'deposit-get': buildFound(buildCodeDeposit('pix'), over),
      'deposit-complete': buildDepositState(),
      'deposit-cancel': buildDepositState({ status: 'CANCELED' }),
      ...answers,
    },
    ...options,
  });
  render(stage.element);
  const callsOf = (name: string) => stage.transport.calls.filter((call) => call.name === name);
  return { user, ...stage, callsOf };
}

const code = () =>
  screen.findByLabelText<HTMLTextAreaElement>(/Pix code/, { selector: 'textarea' });
const paid = () => screen.findByRole('button', { name: 'I have paid' });
const refused = (name: string) => new TransportError({ kind: 'refused', code: name, message: '' });
const found = (data: Parameters<typeof buildCodeDeposit>[1]): FakeAnswers => ({
  'deposit-get': buildFound(buildCodeDeposit('pix', data), over),
});

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

describe('a Pix payment', () => {
  test('shows its code to scan and to copy, the exact amount, the reference and the time', async () => {
    setUp();
    expect((await code()).value).toBe(pixText);
    expect(screen.getByRole('img', { name: 'QR code of the Pix payment' })).toBeTruthy();
    expect(screen.getByText('€50.00')).toBeTruthy();
    expect(screen.getByText('Reference for support: KS-7Q2M-41XK')).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toMatch(/^1[45]:/);
    const steps = screen.getByRole('list', { name: 'How to pay' });
    expect(within(steps).getAllByRole('listitem')).toHaveLength(3);
  });

  test('is copied by a press, with a confirmation for 3 s', async () => {
    const { user } = setUp();
    await code();
    await user.click(screen.getByRole('button', { name: 'Copy the Pix code' }));
    expect(await navigator.clipboard.readText()).toBe(pixText);
    expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Copy the Pix code' })).toBeTruthy();
  });

  test('reports presses to analytics, in the deposit’s currency (§7)', async () => {
    const ofDeposit = { ...over, currency: 'BRL' };
    const { user, bridge } = setUp({
      answers: { 'deposit-get': buildFound(buildCodeDeposit('pix'), ofDeposit) },
    });
    await code();
    await user.click(screen.getByRole('button', { name: 'Copy the Pix code' }));
    await user.click(await paid());
    const reported = bridge.sent.filter(({ messageType }) => messageType === 'onAnalyticsEvent');
    const button = { event: 'button', currency: 'BRL', deposit_method: 'pix' };
    expect(reported).toMatchObject([
      { payload: { ...button, button_name: 'copy_code' } },
      { payload: { ...button, button_name: 'paid' } },
    ]);
  });

  test('is copied by the app in a web view', async () => {
    const { user, bridge } = setUp({ isNative: true });
    await code();
    await user.click(screen.getByRole('button', { name: 'Copy the Pix code' }));
    expect(bridge.sent).toContainEqual({
      messageType: 'onCopyToBuffer',
      payload: { text: pixText },
    });
  });

  test('is selected for the player where the browser forbids copying', async () => {
    const { user } = setUp();
    const box = await code();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await user.click(screen.getByRole('button', { name: 'Copy the Pix code' }));
    expect((await screen.findAllByText(/copy it yourself/))[0]).toBeTruthy();
    expect(document.activeElement).toBe(box);
    expect(box.selectionEnd).toBe(pixText.length);
  });

  test('is confirmed by the player, and shows its status then', async () => {
    const { user, callsOf, router } = setUp();
    await user.click(await paid());
    expect(await screen.findByText('Not confirmed yet')).toBeTruthy();
    expect(callsOf('deposit-complete')[0]?.request).toEqual({
      depositId: 'deposit-1',
      paymentMethod: 'pix',
    });
    expect(router.getPlace()?.search).toMatchObject({ method: 'pix', to: 'Redirect deposit' });
  });

  test('can be confirmed again after a lost connection', async () => {
    const { user, transport } = setUp({ answers: { 'deposit-complete': networkError('lost') } });
    await user.click(await paid());
    expect((await screen.findAllByText(/network connection failed/))[0]).toBeTruthy();
    transport.answers['deposit-complete'] = buildDepositState();
    await user.click(await paid());
    expect(await screen.findByText('Not confirmed yet')).toBeTruthy();
  });

  test('whose confirmation hangs tells after 10 s what becomes of the money, with a way back', async () => {
    const { user, router } = setUp({ answers: { 'deposit-complete': 'never' } });
    const button = await paid();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    fireEvent.click(button);
    act(() => void vi.advanceTimersByTime(9_900));
    expect(screen.queryByText(/Still trying/)).toBeNull();
    act(() => void vi.advanceTimersByTime(200));
    expect(screen.getAllByText(/Still trying.*the money is credited/)).toHaveLength(2);
    vi.useRealTimers();
    await user.click(screen.getByRole('button', { name: 'Back to the methods' }));
    await waitFor(() => expect(router.getPlace()?.path).toBe('/deposit'));
  });

  test('that has ended meanwhile leads to its status, without the player’s confirmation', async () => {
    const { user } = setUp({
      answers: {
        'deposit-complete': refused('deposit.notOpen'),
        'deposit-status': buildDepositState({ status: 'PENDING' }),
      },
    });
    await user.click(await paid());
    expect(await screen.findByText('Waiting for your payment')).toBeTruthy();
  });

  test('goes on by itself as soon as the money has arrived', async () => {
    const { transport, router } = setUp();
    await code();
    transport.answers['deposit-status'] = buildDepositState({ status: 'PAYED' });
    act(() =>
      transport.push({
        name: 'deposit.status',
        data: { depositId: 'deposit-1', status: 1, word: 'PAYED', amount: '50', currency: 'EUR' },
      }),
    );
    expect(await screen.findByText('€50.00 received')).toBeTruthy();
    expect(router.getPlace()?.path).toBe('/deposit/complete');
  });

  test('is not offered again once its money has arrived but isn’t on the balance yet', async () => {
    const { router } = setUp({
      answers: { 'deposit-status': buildDepositState({ isReceived: true }) },
    });
    expect(await screen.findByText('We are processing it')).toBeTruthy();
    expect(router.getPlace()?.path).toBe('/deposit/complete');
  });

  test.each(['DECLINED', 'CANCELED'] as const)('that is %s leaves the page too', async (status) => {
    const { router } = setUp({ answers: { 'deposit-status': buildDepositState({ status }) } });
    await waitFor(() => expect(router.getPlace()?.path).toBe('/deposit/complete'));
  });

  test('is loaded when the player is back from the bank’s app', async () => {
    const { callsOf } = setUp();
    await code();
    await waitFor(() => expect(callsOf('deposit-status').length).toBeGreaterThan(0));
    const before = callsOf('deposit-status').length;
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(callsOf('deposit-status')).toHaveLength(before + 1));
  });

  test('is canceled by a second press, which explains the consequence', async () => {
    const { user, callsOf, transport } = setUp();
    await user.click(await screen.findByRole('button', { name: 'Cancel deposit' }));
    const question = screen.getByText(/the money is credited when it arrives/);
    expect(document.activeElement).toBe(question);
    expect(callsOf('deposit-cancel')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Go on paying' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel deposit' }));
    transport.answers['deposit-status'] = buildDepositState({ status: 'CANCELED' });
    const confirm = screen.getByRole('button', { name: 'Cancel the deposit' });
    expect(confirm.className).toBe('danger');
    await user.click(confirm);
    expect(await screen.findByText('Payment canceled')).toBeTruthy();
    expect(callsOf('deposit-cancel')).toHaveLength(1);
  });

  test('of a method that isn’t offered here any more can be paid all the same', async () => {
    setUp({ answers: { 'methods-payment-v3': buildOffer() } });
    expect(await code()).toBeTruthy();
  });
});

describe('its time', () => {
  /** Advances the clock by a quarter of an hour while the page is hidden. */
  const passAway = () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 15 * 60_000);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  afterEach(() => void vi.useRealTimers());

  test('removes the code and the button at its end, and offers another deposit of the same amount', async () => {
    const { user } = setUp();
    (await paid()).focus();
    passAway();
    const title = await screen.findByText('Time is up');
    expect(document.activeElement?.contains(title)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
    expect(screen.queryByRole('button', { name: 'I have paid' })).toBeNull();
    expect(screen.queryByRole('img', { name: /QR/ })).toBeNull();
    expect(screen.getByText('Reference for support: KS-7Q2M-41XK')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'New deposit of €50.00' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Amount')).value).toBe('50');
  });

  test('leaves the sum that is charged, with its fee', async () => {
    const ended = buildCodeDeposit('pix', {
      qrCodeText: pixText,
      created: '2026-01-01T00:00:00Z',
    });
    setUp({ answers: { 'deposit-get': buildFound(ended, { ...over, charged: '51.50' }) } });
    expect(await screen.findByRole('button', { name: 'New deposit of €51.50' })).toBeTruthy();
    expect(screen.queryByText(/50\.00/)).toBeNull();
  });

  test('may be ended by the server too', async () => {
    const { user } = setUp({
      answers: { 'deposit-status': buildDepositState({ status: 'AUTO_CANCELED' }) },
    });
    await user.click(await screen.findByRole('button', { name: 'See where it stands' }));
    expect(await screen.findByText(/The time to pay has run out/)).toBeTruthy();
  });

  describe('where the device’s clock is wrong by hours', () => {
    const hours = 3 * 3_600_000;
    const behind = new Date(Date.now() - hours).toISOString();
    const ended = {
      createdAt: behind,
      expiresAt: new Date(Date.now() - hours + 15 * 60_000).toISOString(),
      paymentMethod: 'pix',
    };
    const created = buildCodeDeposit('pix', { qrCodeText: pixText, created: behind });

    test('is taken from the server', async () => {
      setUp({ answers: { 'deposit-get': { ...buildFound(created, ended), now: behind } } });
      await paid();
      expect(screen.getByRole('timer').textContent).toMatch(/1[45]:\d\d/);
    });

    test('doesn’t expire a payment before the server’s time is known', async () => {
      const { user } = setUp({
        path: '/deposit/redirect?method=pix',
        answers: {
          'deposit-create': created,
          'deposit-get': { ...buildFound(created, ended), now: behind },
        },
      });
      await user.type(await screen.findByLabelText('Amount'), '50');
      await user.click(await screen.findByRole('button', { name: /Deposit €50/ }));
      await paid();
      await waitFor(() => expect(screen.getByRole('timer').textContent).toMatch(/1[45]:\d\d/));
    });
  });

  test('doesn’t matter for money that comes after it', async () => {
    const { router } = setUp({
      answers: {
        ...found({ qrCodeText: pixText, created: '2026-01-01T00:00:00Z' }),
        'deposit-status': buildDepositState({ status: 'PAYED' }),
      },
    });
    await waitFor(() => expect(router.getPlace()?.path).toBe('/deposit/complete'));
  });
});

describe('the content of a code page', () => {
  test('may be a picture alone', async () => {
    const picture = 'data:image/png;base64,iVBORw0KGgo=';
    setUp({ answers: found({ qrDataURL: picture }) });
    const image = await screen.findByRole('img', { name: /QR code/ });
    expect(image.getAttribute('src')).toBe(picture);
    expect(screen.queryByRole('button', { name: /Copy the Pix code/ })).toBeNull();
  });

  test('may be a link to an app alone, which opens in this window', async () => {
    setUp({
      path: eazypePath,
      answers: {
        'deposit-get': buildFound(
          buildCodeDeposit('eazype', { buttonPay: 'upi://pay?pa=k@bank' }),
          over,
        ),
      },
    });
    const link = await screen.findByRole('link', { name: 'Open the payment app' });
    expect(link.getAttribute('href')).toBe('upi://pay?pa=k@bank');
    expect(link.getAttribute('target')).toBeNull();
    expect(screen.queryByRole('img', { name: /QR/ })).toBeNull();
  });

  test.each([
    ['a page', 'https://bank.example/pay', false],
    ['whatever a native app opens', 'upi://pay?pa=k@bank', true],
  ])('%s gets a window of its own', async (_, buttonPay, isNative) => {
    setUp({ isNative, answers: found({ buttonPay, qrCodeText: pixText }) });
    const link = await screen.findByRole('link', { name: /Open your bank/ });
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
  });

  test('is never a link of a scheme that the method doesn’t declare', async () => {
    setUp({ answers: found({ buttonPay: 'bank://pay', qrCodeText: pixText }) });
    await code();
    expect(screen.queryByRole('link', { name: /Open your bank/ })).toBeNull();
  });

  test('includes the provider’s page, where there is one', async () => {
    const created = buildCodeDeposit('pix');
    created.apiResponse.source = 'https://provider.example/pay/1';
    setUp({ answers: { 'deposit-get': buildFound(created, over) } });
    const link = await screen.findByRole('link', { name: 'Open the payment page' });
    expect(link.getAttribute('href')).toContain('https://provider.example/pay/1');
  });
});

test('on a desktop the picture comes first, and the player can confirm from the start', async () => {
  setUp();
  const box = await code();
  const picture = screen.getByRole('img', { name: /QR code/ });
  expect(picture.compareDocumentPosition(box)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(picture.closest('details')).toBeNull();
  expect((await paid()).className).toContain('soft');
});

describe('on a phone, which can’t scan itself', () => {
  beforeEach(() => {
    const ask = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      ask(query.includes('pointer') ? 'not all' : query),
    );
  });
  const expectSoft = async (isSoft: boolean) =>
    expect((await paid()).className).toBe(isSoft ? 'soft' : 'primary');
  const firstStep = () =>
    within(screen.getByRole('list', { name: 'How to pay' })).getAllByRole('listitem')[0];

  test('the picture is folded after the code', async () => {
    setUp();
    const box = await code();
    const fold = screen.getByText('Show QR code').closest('details');
    expect(fold?.open).toBe(false);
    expect(fold?.querySelector('svg')).toBeTruthy();
    expect(box.compareDocumentPosition(fold as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('the button that confirms is soft until the code was copied', async () => {
    const { user } = setUp();
    await code();
    await expectSoft(true);
    expect(firstStep()?.getAttribute('aria-current')).toBe('step');
    await user.click(screen.getByRole('button', { name: 'Copy the Pix code' }));
    await expectSoft(false);
    expect(firstStep()?.textContent).toContain('Copied Done');
    await user.click(await paid());
    expect(await screen.findByText('Not confirmed yet')).toBeTruthy();
  });

  test('what was copied is still known after a reload: the player was in their bank’s app', async () => {
    const { user, router } = setUp();
    await code();
    await user.click(screen.getByRole('button', { name: 'Copy the Pix code' }));
    cleanup();
    router.stop();
    setUp();
    await code();
    await expectSoft(false);
    expect(firstStep()?.textContent).toContain('Copied Done');
  });

  test('copying by hand counts where copying is forbidden', async () => {
    const { user } = setUp();
    await code();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await user.click(screen.getByRole('button', { name: 'Copy the Pix code' }));
    await expectSoft(false);
  });

  test('following the link to the app counts', async () => {
    const { user } = setUp({ answers: found({ buttonPay: 'https://bank.example/pay' }) });
    const link = await screen.findByRole('link', { name: /Open your bank/ });
    await expectSoft(true);
    await user.click(link);
    await expectSoft(false);
    expect(firstStep()?.textContent).toContain('Opened your bank Done');
  });

  test('showing the picture to another device counts', async () => {
    const { user } = setUp();
    await code();
    await user.click(screen.getByText('Show QR code'));
    await expectSoft(false);
    expect(firstStep()?.textContent).toContain('Ready to pay Done');
  });

  test('the player can confirm a picture alone, which is not folded', async () => {
    setUp({ answers: found({ qrDataURL: 'data:image/png;base64,iVBORw0KGgo=' }) });
    expect(await paid()).toBeTruthy();
    expect(screen.queryByText('Show QR code')).toBeNull();
  });

  test('the player can confirm again what they have reported before', async () => {
    const reported = { ...over, isReported: true };
    setUp({ answers: { 'deposit-get': buildFound(buildCodeDeposit('pix'), reported) } });
    expect(await paid()).toBeTruthy();
    expect(screen.getAllByText('Done')).toHaveLength(2);
  });
});

describe('the folded steps', () => {
  const steps = async () => {
    const more = (await screen.findByText('How to pay · Reference')).closest('details');
    const listed = within(more as HTMLElement).getAllByRole('listitem');
    return listed.map(({ textContent }) => textContent);
  };

  test('name a code where there is one', async () => {
    setUp();
    expect((await steps())[0]).toMatch(/scan the QR code/);
  });

  test.each(['pix', 'eazype'] as const)('of %s don’t where there is a link alone', async (page) => {
    const created = buildCodeDeposit(page, { buttonPay: 'upi://pay?pa=k@bank' });
    const path = page === 'pix' ? pixPath : eazypePath;
    setUp({ path, answers: { 'deposit-get': buildFound(created, over) } });
    const all = await steps();
    expect(all[0]).toBe('Open the app that you pay with.');
    expect(all.join()).not.toMatch(/scan|code/i);
  });

  test('of a picture alone don’t paste it', async () => {
    setUp({ answers: found({ qrDataURL: 'data:image/png;base64,iVBORw0KGgo=' }) });
    expect((await steps()).join()).not.toMatch(/paste|copy/i);
  });
});

describe('a code page', () => {
  test('without a deposit redirects to the list', async () => {
    const { router } = setUp({ path: '/deposit/redirect/pix?method=pix' });
    await waitFor(() => expect(router.getPlace()?.path).toBe('/deposit'));
  });

  test('of a deposit that has ended redirects to its status', async () => {
    const { router } = setUp({ answers: { 'deposit-get': buildFound(null, over) } });
    await waitFor(() => expect(router.getPlace()?.path).toBe('/deposit/complete'));
  });

  test('of a deposit with another step redirects to that step’s page', async () => {
    const { router } = setUp({ path: eazypePath });
    expect(await code()).toBeTruthy();
    expect(router.getPlace()?.path).toBe('/deposit/redirect/pix');
  });

  test('whose deposit fails to load shows the reason, and loads it again by a press', async () => {
    const { user, transport } = setUp({ answers: { 'deposit-get': networkError('lost') } });
    await screen.findByText(/network connection failed/);
    transport.answers['deposit-get'] = buildFound(buildCodeDeposit('pix'), over);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await code()).toBeTruthy();
  });
});

test('a form whose provider has created a code meanwhile leads to it', async () => {
  setUp({ path: '/deposit/redirect?depositId=deposit-1&method=pix' });
  expect(await code()).toBeTruthy();
});

describe('from the form', () => {
  const open = vi.fn();
  beforeEach(() => void vi.spyOn(window, 'open').mockImplementation(open));

  async function deposit(created = buildCodeDeposit('pix'), answers: FakeAnswers = {}) {
    const stage = setUp({
      path: '/deposit/redirect?method=pix',
      answers: { 'deposit-create': created, 'deposit-get': 'never', ...answers },
    });
    await stage.user.type(await screen.findByLabelText('Amount'), '50');
    await stage.user.click(await screen.findByRole('button', { name: /Deposit €50/ }));
    return stage;
  }

  test('no popup opens, and the code shows without another request', async () => {
    const { router } = await deposit();
    expect((await code()).value).toBe(pixText);
    expect(open).not.toHaveBeenCalled();
    expect(router.getPlace()).toMatchObject({
      path: '/deposit/redirect/pix',
      search: { depositId: 'deposit-1', method: 'pix', to: 'Redirect deposit' },
    });
  });

  test('an unexpected redirect is offered first, and the code follows', async () => {
    const created = buildCodeDeposit('pix');
    created.apiResponse.source = 'https://provider.example/pay/1';
    const { user } = await deposit(created);
    await user.click(await screen.findByRole('link', { name: 'Continue to payment' }));
    expect(await code()).toBeTruthy();
  });

  test('a payment that turns out a plain redirect is offered, and leads to its status', async () => {
    const { user } = await deposit(buildCreatedDeposit());
    await user.click(await screen.findByRole('link', { name: 'Continue to payment' }));
    expect(await screen.findByText('Waiting for your payment')).toBeTruthy();
  });
});

test('a reported deposit goes on from the list at its status, which leads to the code', async () => {
  const reported = { ...over, isReported: true };
  const { user } = setUp({
    path: '/deposit',
    answers: {
      'deposit-get': buildFound(buildCodeDeposit('pix'), reported),
      'deposit-list': { deposits: [buildFound(null, reported).deposit] },
    },
  });
  const bar = await screen.findByRole('region', { name: 'Unfinished deposit' });
  await user.click(await within(bar).findByRole('button', { name: 'Continue' }));
  await user.click(await screen.findByRole('button', { name: /^Show the code again/ }));
  expect(await code()).toBeTruthy();
});

test('an unfinished deposit goes on at its code from the list', async () => {
  const { user } = setUp({
    path: '/deposit',
    answers: { 'deposit-list': { deposits: [buildFound(null, over).deposit] } },
  });
  const bar = await screen.findByRole('region', { name: 'Unfinished deposit' });
  await user.click(await within(bar).findByRole('button', { name: 'Continue' }));
  expect(await code()).toBeTruthy();
});
