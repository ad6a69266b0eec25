import { type LocaleTag, locales } from '@kassa/contract';
import { buildOffer, buildPaymentMethod } from '@kassa/test-kit';
import { render as hydrate } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { messagesOf, setStage } from '../testing/stage.tsx';
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
    ...{ product: 'kassa', ownIcons: {}, country: undefined, platform: undefined },
    offer,
    messages: messagesOf('en'),
    ...change,
  });

const complete = Object.keys(locales).filter(
  (tag) => Object.keys(messagesOf(tag as LocaleTag)).length > 0,
);

test.each(complete)(
  'the widget takes over the list in %s, and draws nothing anew',
  async (locale) => {
    const messages = messagesOf(locale as LocaleTag);
    const markup = await render({ locale, messages });
    const root = document.createElement('div');
    document.body.append(root);
    root.innerHTML = markup ?? '';
    const tile = root.querySelector('a[href*="method=card"]');
    expect(tile).not.toBeNull();
    const onRecoverableError = vi.fn();
    const warnings = vi.spyOn(console, 'error');
    const { element, router } = setStage({
      locale,
      answers: { 'methods-payment-v3': offer },
    });
    await vi.waitFor(() => expect(router.getPlace()?.screen).toBeTruthy());
    hydrate(element, { container: root, hydrate: true, onRecoverableError });
    expect(onRecoverableError).not.toHaveBeenCalled();
    expect(warnings).not.toHaveBeenCalled();
    expect(root.querySelector('a[href*="method=card"]')).toBe(tile);
    root.remove();
  },
);

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
  const markup = await render({ lastMethod: 'hostile' });
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
