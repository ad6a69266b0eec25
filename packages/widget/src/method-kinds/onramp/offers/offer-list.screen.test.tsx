import type { OnrampOffers } from '@kassa/contract';
import { buildCreatedDeposit, buildDepositState, buildOffers } from '@kassa/test-kit';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StageOptions } from '../../../testing/stage.tsx';
import { networkError, TransportError } from '../../../transport/transport-error.ts';
import { buildFoundOffers, buildTakenOffer, offersPath } from '../testing/onramp-answers.ts';
import { setUpOnramp } from '../testing/set-up-onramp.tsx';

const popup = { postMessage: vi.fn(), close: vi.fn(), closed: false };
beforeEach(() => {
  popup.postMessage.mockReset();
  popup.close.mockReset();
  vi.spyOn(window, 'open').mockImplementation((url) => {
    const nonce = new URL(String(url)).hash.slice(1);
    queueMicrotask(() => {
      const data = { kind: 'kassa.popup.ready', nonce };
      const event = new MessageEvent('message', { data, origin: window.location.origin });
      Object.defineProperty(event, 'source', { value: popup });
      window.dispatchEvent(event);
    });
    return popup as unknown as Window;
  });
});
afterEach(() => void vi.restoreAllMocks());

const setUp = (options: StageOptions = {}) => setUpOnramp({ path: offersPath, ...options });
const refused = (code: string) =>
  new TransportError({ kind: 'refused', code, message: '', status: 409 });
const radios = () => screen.findAllByRole<HTMLInputElement>('radio');
const press = () => screen.findByRole('button', { name: /^Deposit with/ });
const changedTo = (over: Partial<OnrampOffers>) => () => buildFoundOffers(buildOffers(over));
const placeOf = ({ router }: ReturnType<typeof setUp>) => router.getPlace();
const sentTo = () => popup.postMessage.mock.calls.map(([message]) => message.redirect.url);

/** Three offers of which one is changed, or is gone. */
function change(provider: string, amount: string | null): Partial<OnrampOffers> {
  const { paymentMethodOffers: offers } = buildOffers();
  return {
    paymentMethodOffers: offers
      .filter(({ method }) => method !== provider || amount !== null)
      .map((offer) =>
        offer.method === provider && amount !== null ? { ...offer, amount } : offer,
      ),
  };
}

test('compares the offers by what is received, with the best marked and chosen', async () => {
  setUp();
  const shown = (await radios()).map((radio) => radio.closest('label')?.textContent ?? '');
  expect(shown.map((words) => /Banxa|Mercuryo|MoonPay/.exec(words)?.[0])).toEqual([
    'Banxa',
    'Mercuryo',
    'MoonPay',
  ]);
  expect(shown[0]).toMatch(
    /Best offer.*You receive.*€49\.01.*Fee €0\.99.*1 USDT = 0\.94 EUR.*52\.13829787/,
  );
  expect(shown[1]).toContain('€0.99 less');
  expect(shown[2]).toContain('€1.25 less');
  expect((await radios()).map(({ checked }) => checked)).toEqual([true, false, false]);
  expect(await press()).toHaveProperty('textContent', 'Deposit with Banxa');
  expect(screen.getByText('You pay').parentElement?.textContent).toContain('€50.00');
  expect(screen.getByRole('timer')).toBeTruthy();
});

test('an offer is chosen by keyboard, and the button names its provider', async () => {
  const { user } = setUp();
  (await radios())[0]?.focus();
  await user.keyboard('{ArrowDown}');
  expect((await press()).textContent).toBe('Deposit with Mercuryo');
});

test('a single offer has nothing to be better than', async () => {
  const { paymentMethodOffers: offers } = buildOffers();
  setUp({
    answers: { 'deposit-get': changedTo({ paymentMethodOffers: offers.slice(0, 1) }) },
  });
  await screen.findByRole('heading', { name: 'One offer' });
  expect(screen.queryByText('Best offer')).toBeNull();
});

test('the press opens the provider’s page in the click, tells the host, and the status follows', async () => {
  const stage = setUp();
  const { user, callsOf, eventsOf, bridge } = stage;
  await user.click((await radios())[1] as HTMLElement);
  await user.click(await press());
  expect(window.open).toHaveBeenCalledTimes(1);
  await screen.findByText('Waiting for your payment');
  expect(callsOf('external-deposit-continue').map(({ request }) => request)).toEqual([
    { depositId: 'deposit-1', offerId: 'offer-3' },
  ]);
  await waitFor(() => expect(sentTo()).toEqual(['https://banxa.example/buy?order=7']));
  expect(popup.close).not.toHaveBeenCalled();
  expect(bridge.sent).toContainEqual({
    messageType: 'externalRedirect',
    payload: { depositId: 'deposit-1', paymentType: 'buy', paymentMethod: 'buy' },
  });
  expect(bridge.sent).toContainEqual({
    messageType: 'Metric',
    payload: { name: 'deposit.continue', value: 'ok' },
  });
  expect(eventsOf('button')).toContainEqual(
    expect.objectContaining({ button_name: 'deposit', form_type: 'onramp' }),
  );
  expect(eventsOf('redirect')).toHaveLength(1);
  expect(eventsOf('select_field')).toContainEqual(expect.objectContaining({ field_name: 'offer' }));
  expect(placeOf(stage)?.search).toMatchObject({ depositId: 'deposit-1', to: 'OnRamp' });
});

test('while the money is on its way the status says that what arrives is credited', async () => {
  const { user } = setUp();
  await user.click(await press());
  await screen.findByText(/What arrives is credited to your account, and this page changes/);
});

test('an error of the continuation closes the popup and leads to mistaked, and back to the form', async () => {
  const ended = {
    depositId: 'deposit-1',
    reference: 'KS-7Q2M-41XK',
    passedAmount: '50',
    passedCurrency: 'EUR',
    processingAmount: null,
    processingCurrency: null,
    data: null,
    error: { code: 'provider.declined', message: 'No seller.' },
  };
  const stage = setUp();
  const { user, bridge, transport } = stage;
  await press();
  transport.answers['external-deposit-continue'] = ended;
  transport.answers['deposit-status'] = buildDepositState({ status: 'DECLINED' });
  await user.click(await press());
  await screen.findByText('Payment declined');
  expect(popup.close).toHaveBeenCalled();
  expect(popup.postMessage).not.toHaveBeenCalled();
  expect(bridge.sent).toContainEqual({
    messageType: 'Metric',
    payload: { name: 'deposit.continue', value: 'fail' },
  });
  await user.click(await screen.findByRole('button', { name: /Try again/ }));
  await waitFor(() => expect(placeOf(stage)?.route.name).toBe('OnRamp'));
});

test('a changed offer closes the popup and shows what is received now, with the same provider', async () => {
  const stage = setUp();
  const { user, transport } = stage;
  await press();
  transport.answers['external-deposit-continue'] = refused('offer.changed');
  transport.answers['deposit-get'] = changedTo(change('banxa', '47.01'));
  await user.click(await press());
  await screen.findByText('The offer has changed. You now receive €47.01 with Banxa.');
  expect(popup.close).toHaveBeenCalled();
  expect((await press()).textContent).toBe('Deposit with Banxa');
  expect(screen.getAllByText(/Best offer/)).toHaveLength(1);
  expect(placeOf(stage)?.route.name).toBe('OnRamp offer list');
});

test('a taken offer that brings less is told before the player follows a link to its page', async () => {
  const { user, transport } = setUp();
  await press();
  transport.answers['external-deposit-continue'] = ({ offerId }) =>
    buildTakenOffer(offerId, '40.00');
  await user.click(await press());
  await screen.findByText('The offer has changed. You now receive €40.00 with Banxa.');
  expect(popup.close).toHaveBeenCalled();
  expect(popup.postMessage).not.toHaveBeenCalled();
  await user.click(await screen.findByRole('link', { name: 'Continue to payment' }));
  await screen.findByText('Waiting for your payment');
});

test('a provider that is gone gives way to the best of the others', async () => {
  const { user, transport } = setUp();
  await press();
  transport.answers['external-deposit-continue'] = refused('offer.changed');
  transport.answers['deposit-get'] = changedTo(change('banxa', null));
  await user.click(await press());
  await screen.findByText(/Banxa has no offer any more/);
  expect((await press()).textContent).toBe('Deposit with Mercuryo');
});

test('offers that expire are renewed, and the choice stays with its provider', async () => {
  const past = { created: new Date(Date.now() - 61_000).toISOString() };
  let isRenewed = false;
  const { callsOf } = setUp({
    answers: {
      'deposit-get': () => buildFoundOffers(buildOffers(isRenewed ? {} : past)),
      'external-deposit-continue': () => {
        isRenewed = true;
        return refused('offer.changed');
      },
    },
  });
  await screen.findByText('The rates were renewed.');
  expect(callsOf('external-deposit-continue').map(({ request }) => request)).toEqual([
    { depositId: 'deposit-1' },
  ]);
  expect((await press()).textContent).toBe('Deposit with Banxa');
  expect(window.open).not.toHaveBeenCalled();
});

test('a renewal that fails is not repeated by itself; the player repeats it', async () => {
  const past = { created: new Date(Date.now() - 61_000).toISOString() };
  const { user, callsOf, transport } = setUp({
    answers: {
      'deposit-get': changedTo(past),
      'external-deposit-continue': networkError('lost'),
    },
  });
  const renew = await screen.findByRole('button', { name: 'Renew the offers' });
  await screen.findByText('The offers couldn’t be renewed');
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  expect(callsOf('external-deposit-continue')).toHaveLength(1);
  transport.answers['external-deposit-continue'] = refused('offer.changed');
  transport.answers['deposit-get'] = changedTo({});
  await user.click(renew);
  await screen.findByText('The rates were renewed.');
});

test('offers that expire out of sight wait for the player', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const past = { created: new Date(Date.now() - 61_000).toISOString() };
  const { callsOf } = setUp({
    answers: {
      'deposit-get': changedTo(past),
      'external-deposit-continue': refused('offer.changed'),
    },
  });
  await screen.findByRole('button', { name: 'Renew the offers' });
  expect(callsOf('external-deposit-continue')).toEqual([]);
  visibility.mockReturnValue('visible');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(callsOf('external-deposit-continue')).toHaveLength(1));
});

test.each([
  ['a lost connection', networkError('lost')],
  ['a provider without a response', refused('provider.timeout')],
])('%s closes the popup; the same press again is safe', async (_, error) => {
  const { user, transport, callsOf } = setUp();
  await press();
  const { 'external-deposit-continue': answer } = transport.answers;
  transport.answers['external-deposit-continue'] = error;
  await user.click(await press());
  await screen.findByText('The provider’s page couldn’t be opened');
  expect(popup.close).toHaveBeenCalled();
  Object.assign(transport.answers, { 'external-deposit-continue': answer });
  await user.click(await press());
  await screen.findByText('Waiting for your payment');
  const [first, second] = callsOf('external-deposit-continue');
  expect(second?.request).toEqual(first?.request);
});

test('a blocked popup leaves a link to the provider’s page', async () => {
  vi.mocked(window.open).mockReturnValue(null);
  const { user, bridge } = setUp();
  await user.click(await press());
  const link = await screen.findByRole('link', { name: 'Open the payment page' });
  expect(link.getAttribute('href')).toBe('https://banxa.example/buy?order=7');
  expect(document.activeElement).toBe(link);
  await user.click(link);
  await screen.findByText('Waiting for your payment');
  expect(bridge.sent.map(({ messageType }) => messageType)).toContain('externalRedirect');
});

test('a native app opens the system’s browser', async () => {
  const { user } = setUp({ isNative: true });
  await user.click(await press());
  await screen.findByText('Waiting for your payment');
  expect(window.open).toHaveBeenCalledWith(
    'https://banxa.example/buy?order=7',
    '_blank',
    'noopener,noreferrer',
  );
});

test('an offer that was taken elsewhere goes on at the deposit’s status', async () => {
  const { user, transport } = setUp();
  await press();
  transport.answers['external-deposit-continue'] = refused('offer.changed');
  transport.answers['deposit-get'] = () => ({
    ...buildFoundOffers(),
    created: buildCreatedDeposit({ source: 'https://banxa.example/buy' }),
  });
  await user.click(await press());
  await screen.findByText('Waiting for your payment');
  expect(await screen.findByRole('link', { name: /payment page/i })).toBeTruthy();
});

test('leaving while an offer is taken closes the popup', async () => {
  const { user, router } = setUp({ answers: { 'external-deposit-continue': 'never' } });
  await user.click(await press());
  router.navigate({ to: 'Deposit list' });
  await waitFor(() => expect(popup.close).toHaveBeenCalled());
});

test('an unfinished deposit with offers is continued from the list’s bar', async () => {
  const { deposit } = buildFoundOffers();
  const { user, router } = setUpOnramp({
    path: '/deposit',
    answers: { 'deposit-list': { deposits: [deposit] } },
  });
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(router.getPlace()?.route.name).toBe('OnRamp offer list'));
  expect((await press()).textContent).toBe('Deposit with Banxa');
});

test('the status of a deposit whose offers were left leads back to them', async () => {
  const { user, router } = setUpOnramp({
    path: '/deposit/complete?depositId=deposit-1&method=buy',
  });
  await user.click(await screen.findByRole('button', { name: /Show the offers again/ }));
  await waitFor(() => expect(router.getPlace()?.route.name).toBe('OnRamp offer list'));
});
