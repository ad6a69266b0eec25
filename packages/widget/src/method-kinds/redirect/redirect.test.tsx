import {
  buildCreatedDeposit,
  buildOffer,
  buildPaymentMethod,
  type FakeAnswers,
} from '@kassa/test-kit';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { actOnHost } from '../../app/act-on-host.ts';
import { setStage } from '../../testing/stage.tsx';
import { malformedAnswer, networkError, TransportError } from '../../transport/transport-error.ts';
import { createFakePopup, findSnackbar, setUpForm } from './testing/set-up-form.tsx';

const setUp = (answers: FakeAnswers = {}, path = '/deposit/redirect?method=card') =>
  setUpForm({ answers, path });

const failure = () => findSnackbar('The deposit was not created');
const button = (name: RegExp) => screen.findByRole('button', { name });
let fake: ReturnType<typeof createFakePopup>;

beforeEach(() => {
  fake = createFakePopup();
  vi.spyOn(window, 'open').mockImplementation(fake.open);
});
afterEach(() => void vi.restoreAllMocks());

describe('a deposit', () => {
  test('reports an unknown message of its popup to the host (§8)', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { pay, bridge } = await setUp({ 'deposit-create': 'never' });
    await pay('50');
    fake.say({ kind: 'kassa.popup.hologram', nonce: 'n' });
    const value = 'Unknown popup message type: kassa.popup.hologram';
    expect(bridge.sent).toContainEqual({
      messageType: 'Metric',
      payload: { name: 'error', value },
    });
  });

  test('opens the provider’s page in the popup of the click and goes on to the complete page', async () => {
    const { user, amount, callsOf, router } = await setUp();
    await user.type(amount, '50');
    await user.click(await button(/Deposit €50\.00/));

    expect(await screen.findByText('Waiting for your payment')).toBeTruthy();
    expect(String(fake.open.mock.calls[0]?.[0])).toMatch(/\/kassa\/form\?locale=en/);
    expect(fake.popup.postMessage).toHaveBeenCalledWith(
      expect.objectContaining({
        kind: 'kassa.popup.redirect',
        redirect: { method: 'GET', url: 'https://provider.example/pay/1' },
      }),
      window.location.origin,
    );
    expect(callsOf('deposit-create')).toMatchObject([
      {
        request: {
          amount: '50',
          currency: 'EUR',
          paymentType: 'card',
          paymentSessionId: 'session-1',
          selectedCountry: 'de',
          returnUrl: `${window.location.origin}/kassa/form?returned=1&locale=en`,
        },
      },
    ]);
    expect(router.getPlace()?.search).toEqual({
      depositId: 'deposit-1',
      method: 'card',
      to: 'Redirect deposit',
    });
  });

  test('is created once, however often the button is pressed', async () => {
    const { user, amount, callsOf } = await setUp({ 'session-start': 'never' });
    await user.type(amount, '50');
    await user.dblClick(await button(/Deposit/));
    expect(callsOf('session-start')).toHaveLength(1);
    expect(fake.open).toHaveBeenCalledTimes(1);
  });

  test('offers a link instead when the popup is blocked', async () => {
    vi.mocked(window.open).mockReturnValue(null);
    const { user, amount } = await setUp();
    await user.type(amount, '50');
    await user.click(await button(/Deposit/));
    const link = await screen.findByRole('link', { name: 'Open the payment page' });
    expect(link.getAttribute('href')).toBe('https://provider.example/pay/1');
    expect(link.getAttribute('rel')).toContain('noopener');
    // The second click of a double click would open the page twice.
    expect(fireEvent.click(link, { detail: 2 })).toBe(false);
    await user.click(link);
    expect(await screen.findByText('Waiting for your payment')).toBeTruthy();
  });

  test('offers a form when the provider wants a POST', async () => {
    vi.mocked(window.open).mockReturnValue(null);
    const { user, amount } = await setUp({
      'deposit-create': buildCreatedDeposit({ method: 'POST', data: { order: '7' } }),
    });
    await user.type(amount, '50');
    await user.click(await button(/Deposit/));
    const submit = await button(/Open the payment page/);
    const form = submit.closest('form');
    expect(form?.method).toBe('post');
    expect(form?.querySelector('input[name=order]')?.getAttribute('value')).toBe('7');
  });

  test('that the provider declines closes the popup, shows the reason and keeps the form', async () => {
    const { user, amount } = await setUp({
      'deposit-create': new TransportError({
        kind: 'refused',
        code: 'provider.unavailable',
        message: 'down',
        status: 502,
        reference: 'KS-7Q2M-41XK',
      }),
    });
    await user.type(amount, '50');
    await user.click(await button(/Deposit/));
    const words = (await findSnackbar('The deposit did not go through')).textContent;
    expect(words).toContain('can’t be reached');
    expect(words).toContain('KS-7Q2M-41XK');
    expect(fake.popup.close).toHaveBeenCalled();
    expect(amount.value).toBe('50');
  });

  test('whose connection is lost is in doubt: a second press keeps its keys; another amount has new ones', async () => {
    const { user, amount, callsOf, transport } = await setUp({
      'deposit-create': networkError('lost'),
    });
    const inDoubt = () => findSnackbar('We don’t know yet whether the deposit was created');
    const keys = () => callsOf('deposit-create').map(({ idempotencyKey }) => idempotencyKey);
    await user.type(amount, '50');
    await user.click(await button(/Deposit/));
    expect((await inDoubt()).textContent).toContain('never created twice');
    await user.click(await button(/Deposit €50/));
    await waitFor(() => expect(keys()).toHaveLength(2));
    expect(keys()[1]).toBe(keys()[0]);
    // Its session is known already.
    expect(callsOf('session-start')).toHaveLength(1);

    await inDoubt();
    transport.answers['deposit-create'] = buildCreatedDeposit();
    await user.type(amount, '5');
    await user.click(await button(/Deposit €505/));
    await waitFor(() => expect(keys()).toHaveLength(3));
    expect(keys()[2]).not.toBe(keys()[0]);
  });

  test.each<[string, (form: Awaited<ReturnType<typeof setUp>>) => Promise<void>]>([
    ['was typed', ({ user, amount }) => user.type(amount, '50')],
    ['came from a chip', async ({ user }) => user.click(await button(/^50$/))],
  ])(
    'whose amount %s has the same keys again when the player left during its creation',
    async (_, fill) => {
      const form = await setUp({ 'deposit-create': 'never' });
      const { user, callsOf, transport, router } = form;
      const created = () => callsOf('deposit-create');
      const comeBack = async () => {
        act(() => router.navigate({ to: 'Deposit list' }));
        await screen.findByRole('link', { name: /Bank card/ });
        act(() => router.navigate({ to: 'Redirect deposit', search: { method: 'card' } }));
        return screen.findByLabelText<HTMLInputElement>('Amount');
      };
      await fill(form);
      await user.click(await button(/Deposit/));
      await waitFor(() => expect(created()).toHaveLength(1));

      expect((await comeBack()).value).toBe('50');
      transport.answers['deposit-create'] = buildCreatedDeposit();
      await user.click(await button(/Deposit €50/));
      expect(await screen.findByText('Waiting for your payment')).toBeTruthy();
      const [first, second] = created();
      expect(second).toEqual(first);
      expect(callsOf('session-start')).toHaveLength(1);

      // The first deposit is finished: the same payment again is another deposit.
      await comeBack();
      await user.click(await button(/Deposit €50/));
      await waitFor(() => expect(created()).toHaveLength(3));
      expect(created()[2]?.idempotencyKey).not.toBe(first?.idempotencyKey);
    },
  );

  test('that is in doubt is dropped when the player changes', async () => {
    const { user, amount, callsOf, transport, started } = await setUp({
      'deposit-create': 'never',
    });
    const keys = () => callsOf('deposit-create').map(({ idempotencyKey }) => idempotencyKey);
    await user.type(amount, '50');
    await user.click(await button(/Deposit/));
    await waitFor(() => expect(keys()).toHaveLength(1));

    transport.answers['deposit-create'] = networkError('lost');
    const token = `x.${btoa(JSON.stringify({ sub: 'another' }))}.x`;
    const root = document.documentElement;
    const message = { messageType: 'token-updated' as const, payload: { token } };
    act(() => actOnHost(message, { ...started, root }));
    await waitFor(() => expect(amount.isConnected).toBe(false));
    const otherAmount = await screen.findByLabelText<HTMLInputElement>('Amount');
    expect(otherAmount.value).toBe('');
    await user.type(otherAmount, '50');
    await user.click(await button(/Deposit €50/));
    await waitFor(() => expect(keys()).toHaveLength(2));
    expect(keys()[1]).not.toBe(keys()[0]);
    expect(callsOf('session-start')).toHaveLength(2);
  });

  test('whose session failed was certainly not created', async () => {
    const { user, amount } = await setUp({ 'session-start': networkError('lost') });
    await user.type(amount, '50');
    await user.click(await button(/Deposit/));
    expect((await failure()).textContent).toContain('network connection failed');
  });

  test('that the server accepted without returning it is in doubt, and the host is told (§8)', async () => {
    const { user, amount, bridge } = await setUp({
      'deposit-create': malformedAnswer('deposit-create', 200),
    });
    await user.type(amount, '50');
    await user.click(await button(/Deposit/));
    await findSnackbar('We don’t know yet whether the deposit was created');
    expect(bridge.sent).toContainEqual({
      messageType: 'Metric',
      payload: { name: 'error', value: 'Deposit data is null after creation.' },
    });
  });

  test('with a link that must not be opened ends in an error, which is reported to the host', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { user, amount, bridge } = await setUp({
      'deposit-create': buildCreatedDeposit({ source: 'javascript:alert(1)' }),
    });
    await user.type(amount, '50');
    await user.click(await button(/Deposit/));
    const words = (await findSnackbar('The deposit did not go through')).textContent;
    expect(words).toContain('doesn’t know');
    expect(fake.popup.close).toHaveBeenCalled();
    const value = "The answer to deposit-create holds what can't be read: unsafe link";
    expect(bridge.sent).toContainEqual({
      messageType: 'Metric',
      payload: { name: 'error', value },
    });
  });
});

describe('the amount', () => {
  test.each([
    ['5', 'The amount can’t be less than €10'],
    ['6000', 'The amount can’t be more than €5,000'],
    ['0', 'Enter an amount'],
  ])('%s is rejected before anything opens', async (typed, words) => {
    const { user, amount, callsOf } = await setUp();
    await user.type(amount, typed);
    await user.click(await button(/Deposit/));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(fake.open).not.toHaveBeenCalled();
    expect(callsOf('session-start')).toEqual([]);
  });

  test('may come from a chip, which is sent to the server', async () => {
    const { user, callsOf } = await setUp();
    await user.click(await button(/^100$/));
    await user.click(await button(/Deposit €100\.00/));
    await waitFor(() => expect(callsOf('deposit-create')).toHaveLength(1));
    expect(callsOf('deposit-create')[0]?.request).toMatchObject({
      amount: '100',
      metadata: { isFromChip: true },
    });
  });

  test('is written in the player’s language, and the caret stays where it was typed', async () => {
    const user = userEvent.setup();
    const { element } = setStage({ path: '/deposit/redirect?method=card', locale: 'ru' });
    render(element);
    const box = (await screen.findByLabelText('Сумма')) as HTMLInputElement;
    await user.type(box, '4999.99');
    expect(box.value).toBe('4\u00a0999,99');
    expect(await button(/4\s999,99\s€/)).toBeTruthy();

    await user.clear(box);
    await user.type(box, '4999');
    await user.type(box, '.', { initialSelectionStart: 3, initialSelectionEnd: 3 });
    expect(box.value).toBe('49,99');
    expect(box.selectionStart).toBe(3);
  });

  test.each([
    ['en-GB', 'Amount', '1,000', /€1,000\.00/],
    ['en-GB', 'Amount', '12,50', /€12\.50/],
    ['pt-BR', 'Valor', '1.500', /€\s1\.500,00/],
    ['pt-BR', 'Valor', '150.5', /€\s150,50/],
    ['es-CO', 'Importe', '4.000', /€\s4\.000,00/],
    ['en-IN', 'Amount', '4,999.5', /€4,999\.50/],
  ])('in %s, as the button says it: %s %s, typed and pasted', async (locale, label, keys, sum) => {
    const user = userEvent.setup();
    render(setStage({ path: '/deposit/redirect?method=card', locale }).element);
    const box = await screen.findByLabelText<HTMLInputElement>(label);
    await user.type(box, keys);
    expect(await button(sum)).toBeTruthy();
    await user.clear(box);
    await user.paste(keys);
    expect(await button(sum)).toBeTruthy();
  });

  test('follows the server’s limits, and can’t be sent while they are unknown', async () => {
    await setUp({
      'deposit-limits': {
        min: '0',
        max: '0',
        limitedBy: 'method',
        remaining: null,
        resetsAt: null,
      },
    });
    expect(await screen.findByText(/limits of this method are not known/)).toBeTruthy();
    expect((await button(/Deposit/)).hasAttribute('disabled')).toBe(true);
  });

  test.each([
    ['0.00', '€0'],
    ['5.00', '€5'],
  ])('shows that the player’s limit leaves only %s', async (remaining, shown) => {
    await setUp({
      'deposit-limits': {
        min: '10',
        max: remaining,
        limitedBy: 'day',
        remaining,
        resetsAt: '2026-11-21T12:00:00.000Z',
      },
    });
    expect(
      await screen.findByText(new RegExp(`^Your own limit leaves ${shown}[, ].+ starts at €`)),
    ).toBeTruthy();
    expect((await button(/Deposit/)).hasAttribute('disabled')).toBe(true);
  });
});

test('a reload at the form tells the host that the first screen is usable', async () => {
  const { bridge } = await setUp();
  expect(bridge.sent.filter(({ messageType }) => messageType === 'FullLoaded')).toHaveLength(1);
});

test('without a method, or with one that is not offered, the list shows', async () => {
  const stage = setStage({ path: '/deposit/redirect' });
  render(stage.element);
  expect(await screen.findByRole('link', { name: /Bank card/ })).toBeTruthy();

  const other = setStage({
    path: '/deposit/redirect?method=gone',
  });
  render(other.element);
  await waitFor(() => expect(other.router.getPlace()?.path).toBe('/deposit'));
});

describe('a method that is closed while its form is open', () => {
  const closed = buildOffer([buildPaymentMethod({ unavailable: { reason: 'planned' } })]);

  test('says so at once, keeps what was typed, and goes on once it is back', async () => {
    const { user, amount, transport } = await setUp();
    const before = transport.answers['methods-payment-v3'];
    await user.type(amount, '50');
    transport.answers['methods-payment-v3'] = closed;
    transport.push({ name: 'methods.changed' });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Bank card can’t be used right now');
    expect(alert.textContent).toContain('Planned maintenance.');
    expect(screen.queryByRole('button', { name: /Deposit €/ })).toBeNull();
    await user.type(amount, '{Enter}');
    expect(transport.calls.filter(({ name }) => name === 'deposit-create')).toEqual([]);
    transport.answers['methods-payment-v3'] = before;
    transport.push({ name: 'methods.changed' });
    expect(await button(/Deposit €50\.00/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('offers the list', async () => {
    const { user, router, transport } = await setUp();
    transport.answers['methods-payment-v3'] = buildOffer([buildPaymentMethod({ name: 'other' })]);
    transport.push({ name: 'methods.changed' });
    await user.click(await button(/Choose another method/));
    await waitFor(() => expect(router.getPlace()?.path).toBe('/deposit'));
  });

  test('says so after a rejection too, where no push told of it', async () => {
    const { user, amount, transport } = await setUp();
    transport.answers['methods-payment-v3'] = closed;
    const code = 'method.maintenance';
    transport.answers['deposit-create'] = new TransportError({
      kind: 'refused',
      code,
      message: '',
    });
    await user.type(amount, '50');
    await user.click(await button(/Deposit €50\.00/));
    expect(await button(/Choose another method/)).toBeTruthy();
  });

  test('leads a player who was blocked meanwhile to the list, which tells why', async () => {
    const { user, transport } = await setUp();
    transport.answers['methods-payment-v3'] = { ...buildOffer(), block: { reason: 'blocked' } };
    transport.push({ name: 'methods.changed' });
    await user.click(await button(/Back to the list/));
    expect(
      await screen.findByRole('heading', { name: 'Payments are closed on your account' }),
    ).toBeTruthy();
  });
});

test('the button says the sum with the fee, as the summary does', async () => {
  const method = buildPaymentMethod({ fee: { percent: '1.5' } });
  const { user, amount, callsOf } = await setUpForm({
    answers: { 'methods-payment-v3': buildOffer([method]) },
  });
  await user.type(amount, '50');
  const pay = await screen.findByRole('button', { name: 'Deposit €50.75' });
  expect(screen.getByText('You pay').nextSibling?.textContent).toBe('€50.75');
  await user.click(pay);
  // The order is for the amount that is credited.
  await waitFor(() =>
    expect(callsOf('deposit-create')[0]?.request).toMatchObject({ amount: '50' }),
  );
});
