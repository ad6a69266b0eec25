import { encodeCoinBox, type LocaleTag, type PaymentMethod } from '@kassa/contract';
import {
  buildBonus,
  buildDropdownField,
  buildOffer,
  buildPaymentMethod,
  buildTextField,
} from '@kassa/test-kit';
import { render as hydrate } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildBox } from '../flows/sweepstake/testing/build-box.ts';
import { messagesOf, type StageOptions, setStage } from '../testing/stage.tsx';
import { type RenderedScreen, renderFirstScreen } from './render-first-screen.tsx';

const offer = buildOffer([
  buildPaymentMethod({ name: 'card', isPopular: true }),
  buildPaymentMethod({ name: 'hostile', text: { en: '<img src=x onerror="alert(1)">&amp;' } }),
  buildPaymentMethod({
    name: 'closed',
    unavailable: { reason: 'planned', until: '2030-01-01T00:00:00Z' },
  }),
]);

const render = (change: Partial<RenderedScreen> = {}) =>
  renderFirstScreen({
    ...{ locale: 'en-US', closingButton: true, hasBadge: false, bonuses: 0, hasCryptoBonus: false },
    view: 'main',
    address: '/deposit',
    ...{ product: 'kassa', ownIcons: {}, country: undefined, platform: undefined },
    offer,
    messages: messagesOf('en'),
    ...change,
  });

/** Of each way to write at least one: what differs between languages otherwise is their words. */
const languages: LocaleTag[] = ['ar', 'en', 'es', 'es-MX', 'hi', 'hi-Latn-IN', 'pt', 'ru'];

interface Taken {
  address?: string;
  locale?: string;
  offer?: typeof offer;
  /** What the host and the device know of the player. */
  known?: Partial<RenderedScreen>;
  stage?: StageOptions;
}

/** Takes the server's markup over. Expects that React finds what it would draw. */
async function takeOver({
  address = '/deposit',
  locale = 'en',
  offer: own = offer,
  known = {},
  stage = {},
}: Taken) {
  const messages = messagesOf(locale as LocaleTag);
  const markup = await render({ address, locale, messages, offer: own, ...known });
  expect(markup).not.toBeNull();
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = markup ?? '';
  const drawn = root.querySelector('a[href*="method="], a[href*="box="], form input');
  const onRecoverableError = vi.fn();
  const warnings = vi.spyOn(console, 'error');
  const answers = { 'methods-payment-v3': own };
  const { element, router } = setStage({ path: address, locale, answers, ...stage });
  await vi.waitFor(() => expect(router.getPlace()?.screen).toBeTruthy());
  hydrate(element, { container: root, hydrate: true, onRecoverableError });
  expect(onRecoverableError.mock.calls).toEqual([]);
  expect(warnings).not.toHaveBeenCalled();
  expect(drawn?.isConnected).toBe(true);
  return { root, drawn };
}

afterEach(() => {
  document.body.replaceChildren();
  localStorage.clear();
});

test.each(languages)(
  'the widget takes over the list and a form in %s, and draws nothing anew',
  async (locale) => {
    await takeOver({ locale });
    const { drawn } = await takeOver({ locale, address: '/deposit/redirect?method=card' });
    expect(drawn?.tagName).toBe('INPUT');
  },
);

describe('the widget takes over the form', () => {
  const field = { name: 'key', placeholder: { en: 'Key' } };
  test.each<[string, Partial<PaymentMethod>, string]>([
    ['of a card', { cardViewType: 1, iconIds: ['visa', 'mastercard'] }, 'redirect'],
    ['of a wallet', { cardViewType: 2, wallet: 'googlePay' }, 'redirect'],
    ['of a cash payment', { cardViewType: 3 }, 'cash'],
    ['with fields', { fields: [buildTextField(field), buildDropdownField()] }, 'redirect'],
    ['with a mask', { fields: [buildTextField({ ...field, mask: '999.999' })] }, 'redirect'],
    ['with guides', { instruction: { slides: [{ text: { en: 'Open.' } }] } }, 'redirect'],
    ['with a fee', { fee: { percent: '2' }, prefilledAmount: { EUR: '50' } }, 'redirect'],
  ])('%s', async (_, method, path) => {
    const own = buildOffer([buildPaymentMethod({ name: 'm', ...method })]);
    await takeOver({ address: `/deposit/${path}?method=m`, offer: own });
  });

  test('with what the device keeps of the player', async () => {
    const playerKey = '0123';
    localStorage.setItem(`kassa.${playerKey}.last-amount.EUR`, '77');
    const { drawn } = await takeOver({
      address: '/deposit/redirect?method=card',
      offer: { ...offer, lastPaid: { paymentMethod: 'card', isRepeatable: false } },
      known: { lastAmount: '77' },
      stage: { playerKey },
    });
    expect(drawn).toHaveProperty('value', '77');
  });

  test('with room for the player’s bonuses', async () => {
    const bonusList = [buildBonus()];
    const { root } = await takeOver({
      address: '/deposit/redirect?method=card',
      known: { bonuses: 1 },
      stage: { hostData: { bonusList } },
    });
    expect(root.textContent).toContain(bonusList[0]?.content.title);
  });

  test('in a group', async () => {
    const group = { name: 'cards', label: 'group.cards', paymentMethods: ['m'], position: 0 };
    const own = { ...buildOffer([buildPaymentMethod({ name: 'm' })]), groups: [group] };
    await takeOver({ address: '/deposit/group/redirect?method=m&group=cards', offer: own });
  });
});

test('the widget takes over the room of the last paid deposit, of which nothing is drawn', async () => {
  const own = { ...offer, lastPaid: { paymentMethod: 'card', isRepeatable: true } };
  const lastPaid = { paymentMethod: 'card', amount: '50', currency: 'EUR', masked: '•••• 4242' };
  const { root } = await takeOver({
    offer: own,
    stage: {
      answers: { 'methods-payment-v3': own, 'deposit-list': { deposits: [], lastPaid } },
    },
  });
  expect(root.textContent).not.toMatch(/50|4242/);
  await vi.waitFor(() => expect(root.textContent).toContain('€50 with Bank card'), 10_000);
});

test('the widget takes over the coin packages, whose time it counts by its own clock', async () => {
  const boxes = [buildBox(), buildBox({ boxId: 'b2', endsAt: Date.now() + 3_600_000, left: 3 })];
  const packages = { boxes: boxes.map(encodeCoinBox) };
  const { root } = await takeOver({
    known: { view: 'sweep', packages },
    stage: {
      hostData: { widgetViewType: 'sweep' },
      answers: { 'methods-payment-v3': offer, 'sweepstake-boxes': packages },
    },
  });
  expect(root.querySelectorAll('ul a')).toHaveLength(2);
  expect(root.querySelector('[role=timer]')?.textContent).toMatch(/59:59|1 hour|01:00:00/);
});

test.each([
  '/deposit/redirect?method=gone',
  '/deposit/redirect?method=card&group=gone',
  '/deposit/redirect?method=card&depositId=1',
  '/deposit/redirect?method=closed',
  '/deposit/redirect',
  '/deposit?method=card&locale=en',
  '/deposit/complete?method=card',
  '/deposit/history',
  '/empty',
  '/nowhere',
  '',
])('%s is not drawn', async (address) => {
  expect(await render({ address })).toBeNull();
});

test('names from the catalogue stay text, and nothing has a style', async () => {
  const root = document.createElement('div');
  root.innerHTML = (await render({ hasBadge: true, bonuses: 2 })) ?? '';
  expect(root.textContent).toContain('<img src=x onerror="alert(1)">&amp;');
  expect(root.querySelector('[onerror]')).toBeNull();
  expect(root.querySelector('[style], style, script, link')).toBeNull();
});

test('the list fills the screen, so that nothing moves when the rest is added', async () => {
  const methods = Array.from({ length: 60 }, (_, index) =>
    buildPaymentMethod({ name: `m${index}` }),
  );
  const root = document.createElement('div');
  root.innerHTML = (await render({ offer: buildOffer(methods) })) ?? '';
  expect(root.querySelectorAll('li')).toHaveLength(24);
});

test('two screens at once don’t mix', async () => {
  const [first, second] = await Promise.all([
    render(),
    render({ offer: buildOffer([buildPaymentMethod({ name: 'other', text: { en: 'Other' } })]) }),
  ]);
  expect(first).not.toContain('method=other');
  expect(second).not.toContain('method=card');
});

test('the method used last comes first', async () => {
  const lastPaid = { paymentMethod: 'hostile', isRepeatable: false };
  const markup = await render({ offer: { ...offer, lastPaid } });
  const root = document.createElement('div');
  root.innerHTML = markup ?? '';
  expect(root.querySelector('ul a')?.getAttribute('href')).toContain('hostile');
});

test.each([
  ['a blocked player', { offer: { ...offer, block: { reason: 'blocked' as const } } }],
  ['no methods', { offer: buildOffer([]) }],
])('there is no list to draw with %s', async (_, change) => {
  expect(await render(change)).toBeNull();
});
