import { buildCreatedOffers } from '@kassa/test-kit';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { limitsQueryName } from '../../flows/deposit/use-limits.ts';
import { findDropdown } from '../../testing/find-dropdown.ts';
import { layOutLists } from '../../testing/lay-out.ts';
import { networkError, TransportError } from '../../transport/transport-error.ts';
import { answerOnramp } from './testing/onramp-answers.ts';
import { setUpOnramp } from './testing/set-up-onramp.tsx';

layOutLists();

const refused = (code: string) =>
  new TransportError({ kind: 'refused', code, message: '', status: 422 });
const country = () => findDropdown('Country of residence');
const currency = () => findDropdown('Currency you pay in');
const submit = () =>
  screen.findByRole<HTMLButtonElement>('button', { name: 'Continue to the offers' });
const range = (text: string | RegExp) => screen.findByText(text);

test('begins with the player’s payment country, its currency and the listed limits', async () => {
  const { callsOf } = setUpOnramp();
  expect((await country()).textContent).toContain('Germany');
  expect((await currency()).textContent).toContain('EUR · Euro');
  await range(/€20.*€3,000/);
  expect(callsOf('deposit-limits').map(({ request }) => request)).toEqual([
    expect.objectContaining({ currency: 'EUR', paymentType: 'buy' }),
  ]);
});

test('another country brings its currency, with that currency’s limits and money', async () => {
  const { choose, user } = setUpOnramp();
  await user.type(await screen.findByLabelText('Amount'), '100');
  await choose('Country of residence', 'braz', /Brazil/);
  expect((await currency()).textContent).toContain('BRL');
  await range(/R\$100.*R\$15,000/);
  // What was typed stays.
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '100');
});

test('a currency chosen by hand stays when the country changes', async () => {
  const { choose } = setUpOnramp();
  await choose('Currency you pay in', 'USD', /US Dollar/);
  await range(/\$25.*\$3,500/);
  await choose('Country of residence', 'braz', /Brazil/);
  expect((await country()).textContent).toContain('Brazil');
  expect((await currency()).textContent).toContain('USD');
});

test.each([
  ['dollars', ['USD', 'EUR'], 'USD'],
  ['euros', ['EUR'], 'EUR'],
  ['its own currency where there is no better one', [], 'SYP'],
])(
  'a country whose currency the method doesn’t take begins with %s',
  async (_, taken, expected) => {
    const { choose } = setUpOnramp({
      answers: {
        ...answerOnramp('de', {}),
        'deposit-limits': ({ currency: asked }) => {
          const range = taken.includes(asked) ? { min: '20', max: '900' } : { min: '0', max: '0' };
          return { ...range, limitedBy: 'method', remaining: null, resetsAt: null };
        },
      },
    });
    await choose('Country of residence', 'syr', /Syria/);
    await waitFor(async () => expect((await currency()).textContent).toContain(expected));
    if (expected === 'SYP') await screen.findByText(/doesn’t take SYP/);
  },
);

test('a search finds names that begin with it before those that contain it', async () => {
  const { user } = setUpOnramp();
  await user.click(await country());
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'in');
  const first = (await screen.findAllByRole('option'))[0];
  expect(first?.textContent).toContain('India');
});

test.each([
  ['has limits of zero', { min: '0', max: '0' }],
  ['is refused', refused('currency.unsupported')],
  ['isn’t offered', refused('method.unavailable')],
])(
  'a currency that %s has its error at the dropdown, and nothing can be sent',
  async (_, answer) => {
    const { choose, transport } = setUpOnramp();
    transport.answers['deposit-limits'] =
      answer instanceof Error
        ? answer
        : { ...answer, limitedBy: 'method', remaining: null, resetsAt: null };
    await choose('Currency you pay in', 'JPY', /Yen/);
    const words = 'This method doesn’t take JPY. Choose another currency.';
    await screen.findByText(words);
    const box = await currency();
    expect(box.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      words,
    );
    expect((await submit()).disabled).toBe(true);
  },
);

test('a refused currency has its error although the list has limits for it', async () => {
  setUpOnramp({ answers: { 'deposit-limits': refused('method.unavailable') } });
  await screen.findByText('This method doesn’t take EUR. Choose another currency.');
  expect((await submit()).disabled).toBe(true);
});

test('known limits that can’t be loaded again leave the form usable', async () => {
  const { user, transport, started } = setUpOnramp();
  await range(/€20.*€3,000/);
  transport.answers['deposit-limits'] = networkError('lost');
  await act(() => started.queryClient.refetchQueries({ queryKey: [limitsQueryName] }));
  await user.type(screen.getByLabelText('Amount'), '50');
  expect((await submit()).disabled).toBe(false);
  expect(screen.queryByText(/could not be started/)).toBeNull();
});

test('limits that fail to load are a notification, with a retry that makes the form usable', async () => {
  const { choose, user, transport } = setUpOnramp();
  await submit();
  transport.answers['deposit-limits'] = networkError('lost');
  await choose('Currency you pay in', 'USD', /US Dollar/);
  await screen.findByText('The payment could not be started. Try again or choose another method.');
  expect((await submit()).disabled).toBe(true);
  transport.answers['deposit-limits'] = {
    min: '25',
    max: '3500',
    limitedBy: 'method',
    remaining: null,
    resetsAt: null,
  };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await range(/\$25.*\$3,500/);
  await user.type(screen.getByLabelText('Amount'), '50');
  expect((await submit()).disabled).toBe(false);
});

test('the press sends country, currency and amount, opens no popup, and the offers follow', async () => {
  const open = vi.spyOn(window, 'open');
  const { choose, user, callsOf, router } = setUpOnramp();
  await choose('Country of residence', 'braz', /Brazil/);
  await range(/R\$100/);
  await user.type(screen.getByLabelText('Amount'), '250');
  await user.click(await submit());
  await waitFor(() => expect(router.getPlace()?.route.name).toBe('OnRamp offer list'));
  expect(callsOf('deposit-create').map(({ request }) => request)).toEqual([
    expect.objectContaining({
      amount: '250',
      currency: 'BRL',
      buyerCountry: 'br',
      selectedCountry: 'de',
      paymentType: 'buy',
    }),
  ]);
  expect(open).not.toHaveBeenCalled();
  open.mockRestore();
});

test('another country is another order: its request has another key', async () => {
  const { choose, user, callsOf, transport } = setUpOnramp();
  await user.type(await screen.findByLabelText('Amount'), '50');
  transport.answers['deposit-create'] = networkError('lost');
  await user.click(await submit());
  await screen.findByText('We don’t know yet whether the deposit was created');
  transport.answers['deposit-create'] = buildCreatedOffers();
  await choose('Country of residence', 'austria', /Austria/);
  await user.click(await submit());
  await waitFor(() => expect(callsOf('deposit-create')).toHaveLength(2));
  const [first, second] = callsOf('deposit-create');
  expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
});

test('country, currency and amount are kept while the player is elsewhere', async () => {
  const { choose, user, router } = setUpOnramp();
  await user.type(await screen.findByLabelText('Amount'), '150');
  await choose('Country of residence', 'braz', /Brazil/);
  await choose('Currency you pay in', 'USD', /US Dollar/);
  router.navigate({ to: 'Deposit list' });
  await waitFor(() => expect(router.getPlace()?.route.name).toBe('Deposit list'));
  router.navigate({ to: 'OnRamp', search: { method: 'buy' } });
  expect((await country()).textContent).toContain('Brazil');
  expect((await currency()).textContent).toContain('USD');
  expect(await screen.findByLabelText('Amount')).toHaveProperty('value', '150');
});

test('analytics hears of the form and of each dropdown once', async () => {
  const { choose, eventsOf } = setUpOnramp();
  await choose('Country of residence', 'braz', /Brazil/);
  await choose('Country of residence', 'chil', /Chile/);
  await choose('Currency you pay in', 'USD', /US Dollar/);
  expect(eventsOf('form_view')).toEqual([expect.objectContaining({ form_type: 'onramp' })]);
  expect(eventsOf('select_field')).toEqual([
    expect.objectContaining({ field_name: 'country', form_type: 'onramp' }),
    expect.objectContaining({ field_name: 'currency', form_type: 'onramp' }),
  ]);
});
