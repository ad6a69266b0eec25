import type { Bonus, Decimal, PaymentMethod } from '@kassa/contract';
import { buildBonus, buildFreespinBonus, buildPaymentMethod } from '@kassa/test-kit';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BonusSummary } from '../../../features/bonus/bonus-summary.tsx';
import { useSessionStore } from '../../../session/session-store.ts';
import { setPartStage } from '../../../testing/part-stage.tsx';
import type { StageOptions } from '../../../testing/stage.tsx';
import { BonusSection } from './bonus-section.tsx';

const now = Date.parse('2026-11-21T12:00:00Z');
const after = (seconds: number) => new Date(now + seconds * 1000).toISOString();
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const welcome = buildBonus({ mustAccruedBefore: after(60) });
const monday = buildBonus({
  id: 'monday',
  mustAccruedBefore: after(120),
  content: { title: 'Monday 25%' },
});
const spins = buildFreespinBonus({ mustAccruedBefore: after(180) });

beforeEach(() => void vi.useFakeTimers({ now, shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

/** The form that holds the section, with an amount. */
interface Form {
  amount?: Decimal;
  currency?: string;
  method?: PaymentMethod;
}

function FormParts({ amount = '50', currency = 'EUR', method = buildPaymentMethod() }: Form) {
  return (
    <>
      <BonusSection method={method} amount={amount} currency={currency} />
      <p data-testid="summary">
        <BonusSummary method={method} amount={amount} currency={currency} />
      </p>
    </>
  );
}

function TypedForm() {
  const [amount, setAmount] = useState('');
  return (
    <>
      <input
        aria-label="Amount"
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
      />
      <FormParts amount={amount} />
    </>
  );
}

/** Renders the section as on the list, on a form with an amount, or on a form to type into. */
async function setUp(bonusList: Bonus[], form?: Form | 'typed', options: StageOptions = {}) {
  const shown =
    form === undefined ? (
      <BonusSection />
    ) : form === 'typed' ? (
      <TypedForm />
    ) : (
      <FormParts {...form} />
    );
  const stage = setPartStage(shown, { ...options, hostData: { bonusList, ...options.hostData } });
  render(stage.element);
  // Analytics needs the loaded methods.
  await waitFor(() => expect(stage.router.getPlace()?.screen).toBeTruthy());
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const activated = () =>
    stage.bridge.sent.filter(
      (sent) => sent.messageType === 'onAnalyticsEvent' && sent.payload.event === 'bonus_activated',
    );
  return { user, activated, ...stage };
}
const theSwitch = () => screen.getByRole('switch');
const isOn = () => theSwitch().getAttribute('aria-checked') === 'true';
const card = () => screen.getByRole('group', { name: 'Bonuses' });
const summary = () => screen.getByTestId('summary').textContent;

describe('the section', () => {
  test('shows a bonus with its minimum deposit, its end and a link to its terms', async () => {
    await setUp([welcome]);
    expect(card().textContent).toContain('50% up to €100');
    expect(card().textContent).toContain('Min. €20');
    // Loading a screen's code takes its time.
    vi.setSystemTime(now);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(card().textContent).toContain('ends in 01:00');
    await pass(1000);
    expect(card().textContent).toContain('ends in 00:59');
    const terms = screen.getByRole('link', { name: 'Terms 50% up to €100' });
    expect(terms.getAttribute('href')).toContain('/deposit/bonus-details');
  });

  test('is off until the player wants the bonus, unless the host has chosen it', async () => {
    const { user } = await setUp([welcome]);
    expect(isOn()).toBe(false);
    await user.click(theSwitch());
    expect(isOn()).toBe(true);
    await user.click(theSwitch());
    expect(isOn()).toBe(false);
  });

  test('starts with the host’s bonus, switched on', async () => {
    await setUp([welcome, monday], undefined, { hostData: { bonusId: 'monday' } });
    expect(isOn()).toBe(true);
    expect(screen.getByRole('link', { name: 'Terms Monday 25%' })).toBeTruthy();
  });

  test('is empty without a bonus, and hides expired ones', async () => {
    await setUp([buildBonus({ mustAccruedBefore: after(-1) })]);
    expect(screen.queryByRole('group')).toBeNull();
    expect(screen.queryByRole('switch')).toBeNull();
  });

  test('steps through several bonuses by buttons and arrow keys, and announces the position', async () => {
    const { user } = await setUp([welcome, monday, spins]);
    const [back, forward] = ['Previous bonus', 'Next bonus'].map((name) =>
      screen.getByRole('button', { name }),
    );
    expect(back?.getAttribute('aria-disabled')).toBe('true');
    await user.click(forward as HTMLElement);
    expect(screen.getByText('Bonus 2 of 3')).toBeTruthy();
    expect(theSwitch().getAttribute('aria-label')).toBe('Use the bonus: Monday 25%');
    await user.keyboard('{ArrowRight}');
    expect(screen.getByText('Bonus 3 of 3')).toBeTruthy();
    expect(forward?.getAttribute('aria-disabled')).toBe('true');
    await user.keyboard('{ArrowRight}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(screen.getByText('Bonus 1 of 3')).toBeTruthy();
  });

  test('takes the bonus at which a swipe rests', async () => {
    await setUp([welcome, monday]);
    const slides = within(card()).getAllByRole('listitem', { hidden: true });
    slides.forEach((slide, index) => {
      slide.getBoundingClientRect = () => new DOMRect((index - 1) * 300, 0, 300, 72);
    });
    const list = card().querySelector('ul') as HTMLElement;
    list.getBoundingClientRect = () => new DOMRect(0, 0, 300, 72);
    list.scrollTo = () => {};
    act(() => void list.dispatchEvent(new Event('scroll')));
    await pass(200);
    expect(screen.getByText('Bonus 2 of 2')).toBeTruthy();
  });

  test('moves to the next bonus when one expires, and tells when the last one has expired', async () => {
    const { user } = await setUp([welcome, monday]);
    await user.click(theSwitch());
    await pass(60_000);
    expect(screen.getByRole('link', { name: 'Terms Monday 25%' })).toBeTruthy();
    expect(isOn()).toBe(true);
    await pass(60_000);
    expect(screen.getByText('This bonus has ended')).toBeTruthy();
    expect(screen.queryByRole('switch')).toBeNull();
  });

  test('follows the host’s list, and keeps the choice', async () => {
    const { user } = await setUp([welcome, monday]);
    await user.click(screen.getByRole('button', { name: 'Next bonus' }));
    await user.click(theSwitch());
    act(() => useSessionStore.getState().setBonusList([spins, monday]));
    expect(screen.getByText('Bonus 2 of 2')).toBeTruthy();
    expect(theSwitch().getAttribute('aria-label')).toBe('Use the bonus: Monday 25%');
    expect(isOn()).toBe(true);
  });
});

describe('on a form', () => {
  const chosen: StageOptions = { hostData: { bonusId: 'welcome' } };

  test.each<[string, Form, string | null, string]>([
    ['enough', { amount: '50' }, 'The bonus comes with this deposit', '+ bonus €25.00'],
    ['much', { amount: '5000' }, 'The bonus comes with this deposit', '+ bonus €100.00'],
    ['too little', { amount: '19.99' }, 'Deposit €20 or more to get it', ''],
    [
      'another currency than the account’s',
      { currency: 'USD' },
      ' if it is worth €20 or more',
      '+ bonus',
    ],
    ['nothing typed', { amount: '' }, null, ''],
    ['nothing at all', { amount: '0' }, null, ''],
  ])('%s', async (_, form, words, brings) => {
    await setUp([welcome], form, chosen);
    expect(theSwitch()).toBeTruthy();
    if (words !== null) expect(card().textContent).toContain(words);
    else expect(card().textContent).not.toMatch(/or more|comes with/);
    expect(summary()).toBe(brings);
  });

  test.each(['USD', 'GBP'])(
    'a bonus in another currency than the account’s is not promised, paid in %s',
    async (currency) => {
      await setUp([{ ...welcome, currency: 'GBP' }], { currency }, chosen);
      expect(await screen.findByText('Only for accounts in GBP')).toBeTruthy();
      expect(summary()).toBe('');
    },
  );

  test('free spins show their number', async () => {
    await setUp([spins], { amount: '10' }, { hostData: { bonusId: 'spins' } });
    expect(summary()).toBe('+ 50 free spins');
  });

  test('a method that hides bonuses shows none', async () => {
    await setUp([welcome], { method: buildPaymentMethod({ isBonusHidden: true }) }, chosen);
    expect(screen.queryByRole('group')).toBeNull();
    expect(summary()).toBe('');
  });

  test('a bonus that is off promises nothing and demands nothing', async () => {
    const { user } = await setUp([welcome], { amount: '10' }, chosen);
    await user.click(theSwitch());
    expect(card().textContent).not.toContain('or more');
    expect(summary()).toBe('');
  });

  test('analytics receives once that the bonus is reached', async () => {
    const { activated, user } = await setUp([welcome], 'typed', chosen);
    const box = screen.getByLabelText('Amount');
    await user.type(box, '2');
    expect(activated()).toEqual([]);
    await user.type(box, '0');
    expect(activated()).toMatchObject([
      {
        payload: {
          event: 'bonus_activated',
          submit_amount: '20',
          currency: 'EUR',
          payment_region: 'de',
        },
      },
    ]);
    await user.type(box, '{Backspace}00');
    await user.click(theSwitch());
    await user.click(theSwitch());
    expect(activated()).toHaveLength(1);
  });
});
