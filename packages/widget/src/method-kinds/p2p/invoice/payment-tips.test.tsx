import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { resolvePlayerLocale } from '../../../i18n/player-locale.ts';
import { TextProvider } from '../../../i18n/text-provider.tsx';
import { messagesOf } from '../../../testing/stage.tsx';
import { invoicePath, paid, setUpP2p } from '../testing/set-up-p2p.tsx';
import { PaymentTips } from './payment-tips.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Renders the invoice for a player of a group. */
async function setUpInvoice(group?: string) {
  const experiments = group === undefined ? [] : [{ key: 'payment_detail_tips', group }];
  setUpP2p({ path: invoicePath, hostData: { experiments } });
  await paid();
}

/** Renders the tips alone, with a clock of the test's own. */
function setUpTips() {
  vi.useFakeTimers();
  const locale = resolvePlayerLocale('en');
  render(
    <TextProvider locale={locale} messages={messagesOf('en')} onError={console.error}>
      <PaymentTips />
    </TextProvider>,
  );
}

const tips = () => screen.queryByRole('region', { name: 'Payment tips' });
/** The number of the tip in sight; -1 for none. */
const shown = () => screen.getAllByRole('listitem').findIndex((tip) => 'shown' in tip.dataset);
const follows = (one: Element | null, other: Element | null) =>
  one !== null &&
  other !== null &&
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

test.each([undefined, 'group_a'])('the group %s sees no tips', async (group) => {
  await setUpInvoice(group);
  expect(tips()).toBeNull();
});

test('group_b sees them below the details', async () => {
  await setUpInvoice('group_b');
  expect(follows(document.querySelector('dl'), tips())).toBe(true);
  expect(tips()?.closest('footer')).toBeNull();
});

test('group_c sees them right above the button', async () => {
  await setUpInvoice('group_c');
  expect(tips()?.closest('footer')).not.toBeNull();
  expect(follows(tips(), screen.getByRole('button', { name: 'I have paid' }))).toBe(true);
});

describe('the tips', () => {
  test('begin after 3 s, and turn every 6 s', async () => {
    setUpTips();
    await pass(2900);
    expect(shown()).toBe(-1);
    await pass(200);
    expect(shown()).toBe(0);
    await pass(5900);
    expect(shown()).toBe(0);
    await pass(200);
    expect(shown()).toBe(1);
    for (let turn = 0; turn < 3; turn += 1) await pass(6000);
    expect(shown()).toBe(0);
  });

  test('stop by a button', async () => {
    setUpTips();
    await pass(3100);
    fireEvent.click(screen.getByRole('button', { name: 'Pause the tips' }));
    await pass(30_000);
    expect(shown()).toBe(0);
    fireEvent.click(screen.getByRole('button', { name: 'Go on with the tips' }));
    await pass(6100);
    expect(shown()).toBe(1);
  });

  test('stop while the page is hidden', async () => {
    setUpTips();
    await pass(3000);
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await pass(30_000);
    expect(shown()).toBe(0);
    visibility.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await pass(6100);
    expect(shown()).toBe(1);
  });

  test('are a plain list for a screen reader, which hears of no turn', () => {
    setUpTips();
    expect(screen.getAllByRole('listitem')).toHaveLength(4);
    expect(tips()?.closest('[aria-live], [role="status"], [role="alert"]')).toBeNull();
    expect(tips()?.querySelector('[aria-live], [role="status"], [role="alert"]')).toBeNull();
  });

  test('stand one below the other where the player wants no motion', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query === '(prefers-reduced-motion: reduce)',
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    setUpTips();
    await pass(30_000);
    expect(shown()).toBe(-1);
    expect(tips()?.querySelector('ul')?.dataset.turning).toBeUndefined();
    expect(screen.queryByRole('button', { name: 'Pause the tips' })).toBeNull();
  });
});
