import { buildPaymentMethod } from '@kassa/test-kit';
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { describe, expect, test } from 'vitest';
import { resolvePlayerLocale } from '../../i18n/player-locale.ts';
import { TextProvider } from '../../i18n/text-provider.tsx';
import { messagesOf } from '../../testing/stage.tsx';
import { AmountStage } from './testing/amount-stage.tsx';

type Changes = [text: string, origin: 'typed' | 'chosen'][];

function setUp({
  locale: requested = 'en',
  ...props
}: ComponentProps<typeof AmountStage> & { locale?: string } = {}) {
  const locale = resolvePlayerLocale(requested);
  const changes: Changes = [];
  render(
    <TextProvider locale={locale} messages={messagesOf(locale.tag)} onError={console.error}>
      <AmountStage {...props} onChange={(...change) => changes.push(change)} />
    </TextProvider>,
  );
  const box = screen.getByRole<HTMLInputElement>('textbox');
  /** Types with the caret before the character at this position. */
  const typeAt = (place: number, keys: string) =>
    user.type(box, keys, { initialSelectionStart: place, initialSelectionEnd: place });
  const user = userEvent.setup();
  return { user, box, changes, typeAt };
}

const note = () => screen.getByRole('status').textContent;
const chips = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

describe('typing', () => {
  test.each([
    ['abc', ''],
    ['1812.50', '1,812.50'],
    // A longer amount than the highest one: no thousands.
    ['1812,505', '1,812.50'],
    ['1812.505', '1,812.50'],
    ['.5', '5'],
    ['007', '7'],
    ['1.2.3', '1.23'],
    // One digit more than the maximum allows.
    ['9999999', '999,999'],
    ['১৮১২', '1,812'],
    ['१८१२', '1,812'],
    ['۱۸۱۲٫۵', '1,812.5'],
  ])('%s leaves %j in the input', async (keys, kept) => {
    const { user, box } = setUp();
    await user.type(box, keys);
    expect(box.value).toBe(kept);
  });

  test('an invalid key in the middle changes neither the text nor the caret', async () => {
    const { box, typeAt } = setUp({ value: '250.25' });
    await typeAt(1, '.');
    expect(box.value).toBe('250.25');
    expect(box.selectionStart).toBe(1);
    await typeAt(4, '9');
    expect(box.value).toBe('250.25');
    expect(box.selectionStart).toBe(4);
    await typeAt(1, '7');
    expect(box.value).toBe('2,750.25');
    expect(box.selectionStart).toBe(3);
  });

  test('after its first digits are deleted, the rest of an amount keeps its decimals', async () => {
    const { user, box, typeAt } = setUp({ value: '5.25' });
    await typeAt(1, '{Backspace}');
    expect(box.value).toBe('0.25');
    await user.keyboard('7');
    expect(box.value).toBe('7.25');
  });

  test('the browser handles cutting, selecting all and moving the caret', async () => {
    const { user, box } = setUp({ value: '2500' });
    await user.click(box);
    await user.keyboard('{Control>}a{/Control}');
    expect([box.selectionStart, box.selectionEnd]).toEqual([0, 5]);
    const cut = await user.cut();
    expect(cut?.getData('text')).toBe('2,500');
    expect(box.value).toBe('');
  });

  test.each([
    ['Tk 2,500.00', '2,500.00'],
    ['2,500', '2,500'],
    ['১৮,২০০', '18,200'],
    [' 18 200,5 ', '18,200.5'],
    ['nothing', ''],
  ])('pasting %j leaves %j', async (pasted, kept) => {
    const { user, box } = setUp();
    await user.click(box);
    await user.paste(pasted);
    expect(box.value).toBe(kept);
  });

  test.each([
    // A text pasted beside digits is treated as typed …
    ['1.25', [4, 4], '0', '1.25'],
    ['12', [2, 2], '.50', '12.50'],
    ['1.25', [2, 4], '500', '1.50'],
    ['1.25', [0, 0], '2,', '21.25'],
    // … and one that replaces all digits as an amount of its own.
    ['1.25', [0, 4], '1,250', '1,250'],
    ['1.25', [0, 4], '€ 1.234,50', '1,234.50'],
    ['1.25', [0, 4], 'nothing', '1.25'],
  ] as const)('pasting into %j at %j %j leaves %j', async (value, [start, end], pasted, kept) => {
    const { user, box } = setUp({ value, limits: { min: '1', max: '250000' } });
    await user.click(box);
    box.setSelectionRange(start, end);
    await user.paste(pasted);
    expect(box.value).toBe(kept);
  });

  test.each([
    ['1.25', '1.250', '1.25'],
    ['1.25', '3,000', '3,000'],
  ])(
    'where the browser doesn’t report the pasted text, %j replaced by %j becomes %j',
    (value, pasted, kept) => {
      const { box } = setUp({ value, limits: { min: '1', max: '250000' } });
      const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      setValue?.call(box, pasted);
      fireEvent(box, new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
      expect(box.value).toBe(kept);
    },
  );

  test.each([
    ['1,234.50', '1,234.50'],
    ['€ 1.234,50', '1,234.50'],
    ['Rs. 1,00,000', '100,000'],
    ['500 лв.', '500'],
    ['2,500', '2,500'],
  ])('a keyboard that inserts %j at once leaves %j', (data, kept) => {
    const { box } = setUp({ limits: { min: '200', max: '250000' } });
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    setValue?.call(box, data);
    fireEvent(box, new InputEvent('input', { bubbles: true, inputType: 'insertText', data }));
    expect(box.value).toBe(kept);
  });

  test('an input method may compose freely; the rules apply afterwards', () => {
    const { box, changes } = setUp({ currency: 'JPY' });
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    setValue?.call(box, '１５００。５');
    const typed = new InputEvent('input', { bubbles: true, inputType: 'insertCompositionText' });
    Object.defineProperty(typed, 'isComposing', { value: true });
    fireEvent(box, typed);
    expect(box.value).toBe('１５００。５');
    fireEvent.compositionEnd(box);
    expect(box.value).toBe('1,500.5');
    expect(changes.at(-1)).toEqual(['1500.5', 'typed']);
    expect(note()).toBe('Whole amounts only: ¥1,500 or ¥1,500,500');
  });

  test('the caret stays before the same digit, and a separator goes with its neighbour', async () => {
    const { user, box, typeAt } = setUp({ value: '12345', limits: { min: '1', max: '250000' } });
    expect(box.value).toBe('12,345');
    await typeAt(2, '6');
    expect([box.value, box.selectionStart]).toEqual(['126,345', 3]);
    await typeAt(4, '{Backspace}');
    expect([box.value, box.selectionStart]).toEqual(['12,345', 2]);
    await user.keyboard('{Delete}');
    expect([box.value, box.selectionStart]).toEqual(['1,245', 3]);
  });

  test('typing is undone and redone key by key, although the input is rewritten', async () => {
    const { user, box } = setUp();
    await user.type(box, '1234');
    await user.keyboard('{Control>}z{/Control}');
    expect(box.value).toBe('123');
    await user.keyboard('{Control>}zz{/Control}');
    expect(box.value).toBe('1');
    await user.keyboard('{Control>}y{/Control}{Control>}{Shift>}Z{/Shift}{/Control}');
    expect(box.value).toBe('123');
    await user.keyboard('9{Control>}y{/Control}');
    expect(box.value).toBe('1,239');
  });

  test.each([
    ['pt-BR', 'BRL', 'R$1.500'],
    ['es-ES', 'EUR', '1500€'],
    ['en-IN', 'INR', '₹1,500'],
    ['ar-EG', 'EGP', '1,500\u2068ج.م.\u2069'],
    ['en', 'BTC', '1,500BTC'],
  ])('in %s, %s shows %s', (locale, currency, shown) => {
    const { box } = setUp({ locale, currency, value: '1500' });
    const line = box.parentElement?.parentElement;
    const parts = [...(line?.children ?? [])].map(
      (part) => part.querySelector('input')?.value ?? part.textContent,
    );
    expect(parts.join('')).toBe(shown);
  });

  test.each([
    ['JPY', 'numeric'],
    ['BDT', 'decimal'],
    ['BTC', 'decimal'],
  ])('%s has a %s keyboard', (currency, keyboard) => {
    expect(setUp({ currency }).box.inputMode).toBe(keyboard);
  });

  test('the decimal mark is the language’s', async () => {
    const { user, box } = setUp({ locale: 'ru' });
    await user.type(box, '1812.5');
    expect(box.value).toBe('1\u00a0812,5');
  });
});

describe('what is refused', () => {
  const inReais = { currency: 'BRL', limits: { min: '20', max: '5000' } };

  test('is said at once, with the amount that was read, until the next accepted change', async () => {
    const { user, box } = setUp(inReais);
    await user.type(box, '1.500');
    expect([box.value, note()]).toEqual(['1.50', 'R$1.50: 2 decimals at most']);
    await user.keyboard('{Backspace}');
    expect(note()).toBe('The amount can’t be less than R$20');
  });

  test.each([
    ['1.5.', 'R$1.50: one decimal separator at most'],
    ['.', 'Start with a digit'],
    ['5k', 'Use digits only'],
    ['$ 50', 'From R$20 to R$5,000'],
  ])('%s typed: %s', async (keys, words) => {
    const { user, box } = setUp(inReais);
    await user.type(box, keys);
    expect(note()).toBe(words);
  });

  test.each([
    ['1.500', '1.50', 'R$1.50: 2 decimals at most'],
    ['10-20', '', 'Use digits only'],
  ])('%s pasted leaves %j: %s', async (pasted, kept, words) => {
    const { user, box } = setUp(inReais);
    await user.click(box);
    await user.paste(pasted);
    expect([box.value, note()]).toEqual([kept, words]);
  });

  test('counts for a second mark that makes the first one group', async () => {
    const { user, box, changes } = setUp(inReais);
    await user.type(box, '1.234,56');
    expect([box.value, changes.at(-1)]).toEqual(['1,234.56', ['1234.56', 'typed']]);
    expect(note()).toBe('From R$20 to R$5,000');
  });

  test('is forgotten once the input is left, the enter key is pressed or a quick pick chosen', async () => {
    const { user, box } = setUp({ ...inReais, value: '1.23' });
    const words = 'The amount can’t be less than R$20';
    await user.type(box, '1.234{Enter}');
    expect(note()).toBe(words);
    await user.keyboard('4');
    expect(note()).not.toBe(words);
    await user.tab();
    expect(note()).toBe(words);
    await user.type(box, ',');
    expect(box.value).toBe('1.23');
    const [first] = screen.getAllByRole('button');
    if (first !== undefined) await user.click(first);
    expect(note()).toBe('From R$20 to R$5,000');
  });

  test('is said in the player’s language', async () => {
    const { user, box } = setUp({ ...inReais, locale: 'pt-BR' });
    await user.type(box, '1,234');
    expect(note()).toBe('R$\u00a01,23: no máximo 2 casas decimais');
  });
});

test('without decimals, an incomplete group says which amounts it may become', async () => {
  const { user, box } = setUp({ currency: 'JPY', limits: { min: '1000', max: '100000' } });
  await user.type(box, '50,5');
  expect(note()).toBe('Whole amounts only: ¥50 or ¥50,500');
  await user.keyboard('00');
  expect([box.value, note()]).toEqual(['50,500', 'From ¥1,000 to ¥100,000']);
});

test('is named, described and marked as invalid', async () => {
  const { user, box } = setUp();
  expect(screen.getByLabelText('Amount')).toBe(box);
  expect(box.getAttribute('aria-describedby')).toBe(screen.getByRole('status').id);
  expect(box.getAttribute('aria-invalid')).toBeNull();
  await user.type(box, '5');
  expect(box.getAttribute('aria-invalid')).toBe('true');
  expect(note()).toBe('The amount can’t be less than ৳200');
});

describe('the quick picks', () => {
  const own = buildPaymentMethod({ recommendedAmounts: ['500', '2500', '30000'] });

  test('are the method’s within the limits; the chosen one is pressed', async () => {
    const { user, box, changes } = setUp({ method: own });
    expect(chips()).toEqual(['500', '2,500']);
    await user.click(screen.getByRole('button', { name: '2,500' }));
    expect(changes).toEqual([['2500', 'chosen']]);
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('2,500');
    await user.type(box, '2500.5');
    expect(screen.queryByRole('button', { pressed: true })).toBeNull();
    await user.type(box, '{Backspace}{Backspace}.00');
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('2,500');
  });

  test('are computed from the presets where the method has none; Russia has its own', () => {
    const { recommendedAmounts: _, ...method } = own;
    setUp({ method, currency: 'RUB', country: 'ru', limits: { min: '1000', max: '30000' } });
    expect(chips()).toEqual(['5,000', '7,500', '10,000', '25,000']);
  });

  test.each([
    ['in one row of any frame', 'narrow', ['500', '2500']],
    ['in one row of a phone', 'phone', ['500', '2500', '5000', '10000', '20000']],
    ['in full rows', null, ['100000', '250000', '500000', '750000', '900000']],
  ])('stand %s', (_, fits, recommendedAmounts) => {
    const method = buildPaymentMethod({ recommendedAmounts });
    setUp({ method, limits: { min: '200', max: '900000' } });
    expect(screen.getByRole('group').getAttribute('data-fits')).toBe(fits);
  });

  test('are missing where nothing can be paid', () => {
    setUp({ method: own, limits: { min: '200', max: '50' } });
    expect(screen.queryByRole('group')).toBeNull();
  });

  test('are disabled while the form is', () => {
    setUp({ method: own, isDisabled: true });
    const [first] = screen.getAllByRole<HTMLButtonElement>('button');
    expect(first?.matches(':disabled') || first?.closest('fieldset')?.disabled).toBe(true);
  });
});

test('are missing where a deposit exists: only its amount shows', () => {
  const { box } = setUp({ value: '2500', isLocked: true });
  expect([box.value, box.disabled]).toEqual(['2,500', true]);
  expect(screen.queryByRole('group')).toBeNull();
  expect(screen.queryByRole('status')).toBeNull();
  expect(box.getAttribute('aria-describedby')).toBeNull();
});

describe('the line below', () => {
  const method = buildPaymentMethod({ amount_rules: { BDT: { min: '200', max: '25000' } } });
  const limits = { min: '200', max: '18200.00' };
  const allowance = {
    remaining: '18200.00',
    currency: 'BDT',
    period: 'day',
    resetsAt: '2026-11-22T14:30:00.000Z',
  } as const;

  test('shows the range', () => {
    setUp();
    expect(note()).toBe('From ৳200 to ৳25,000');
  });

  test.each([
    ['day', 'today'],
    ['week', 'this week'],
    ['month', 'this month'],
  ] as const)('shows what the player’s limit leaves of a %s', (period, words) => {
    setUp({ method, limits, allowance: { ...allowance, period } });
    expect(note()).toBe(`From ৳200 to ৳18,200: your own limit leaves ৳18,200 ${words}`);
  });

  test('shows when a limit that leaves too little will leave more', () => {
    setUp({ method, limits: { min: '200', max: '50.00' }, allowance });
    expect(note()).toMatch(
      /^Your own limit leaves ৳50 until Nov 2\d, 2026, .+, and this method starts at ৳200\.$/,
    );
  });

  test('shows the player’s own limit as the reason of an amount above it', () => {
    setUp({ method, limits, allowance, value: '20000' });
    expect(note()).toBe('Your own limit leaves ৳18,200 today');
  });

  test('shows that the limits are unknown', () => {
    setUp({ limits: { min: '0', max: '0' }, value: '500' });
    expect(note()).toContain('are not known');
  });

  test('shows the text of the method’s rule', () => {
    setUp({
      definition: { validations: [{ regex: '00$', message: { en: 'Enter hundreds' } }] },
      value: '550',
    });
    expect(note()).toBe('Enter hundreds');
  });

  test.each([
    ['25000.01', 'The amount can’t be more than ৳25,000'],
    ['0', 'Enter an amount'],
  ])('shows what is wrong with %s', async (keys, words) => {
    const { user, box } = setUp();
    await user.type(box, keys);
    expect(note()).toBe(words);
  });
});

describe('a prefilled amount', () => {
  test.each([
    ['en', 'BDT', '1250.5', '1,250.50'],
    ['ru', 'BDT', '1250.5', '1\u00a0250,50'],
    ['ar', 'BDT', '500.00', '500'],
    ['en', 'BTC', '0.02500000', '0.025'],
    ['en', 'JPY', '1500', '1,500'],
    // A text that isn't an amount is ignored.
    ['en', 'BDT', 'a lot', ''],
  ])('shows in %s, in %s: %s as %j', (locale, currency, value, shown) => {
    expect(setUp({ locale, currency, value }).box.value).toBe(shown);
  });
});

describe('the summary', () => {
  const free = buildPaymentMethod({ amount_rules: { BDT: { min: '200', max: '25000' } } });
  const method = { ...free, fee: { percent: '1.5', fixed: { BDT: '10' } } };
  const rows = () =>
    screen
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);

  test('shows what the fee adds to the amount', async () => {
    const { user, box } = setUp({ method });
    expect(rows()).toEqual(['You pay: ৳0.00', 'Fee: 1.5% + ৳10.00', 'You receive: ৳0.00']);
    await user.type(box, '2500');
    expect(rows()).toEqual(['You pay: ৳2,547.50', 'Fee: ৳47.50', 'You receive: ৳2,500.00']);
  });

  test('is missing without a fee and without a bonus', () => {
    setUp({ method: free, value: '2500' });
    expect(screen.queryByRole('term')).toBeNull();
  });

  test('shows the bonus', () => {
    setUp({ method: free, value: '2500', bonusText: '+ bonus ৳2,500.00' });
    expect(rows()).toEqual(['You pay: ৳2,500.00', 'You receive: ৳2,500.00 + bonus ৳2,500.00']);
  });

  test('shows no amount in another currency, whose rate isn’t known yet', () => {
    setUp({ method, value: '2500', accountCurrency: 'EUR' });
    expect(rows()[2]).toBe('You receive: ৳2,500.00, converted to €');
  });
});

describe('a press on the card', () => {
  const card = (box: HTMLElement) => box.closest('[data-open]') as HTMLElement;

  test('beside the amount leads into the input, and selects what stands there', async () => {
    const { user, box } = setUp({ value: '200' });
    await user.click(card(box));
    expect(document.activeElement).toBe(box);
    expect([box.selectionStart, box.selectionEnd]).toEqual([0, 3]);
    await user.keyboard('75');
    expect(box.value).toBe('75');
  });

  test('keeps the focus of an input that has it, and the caret', async () => {
    const { user, box, typeAt } = setUp({ value: '12345' });
    await typeAt(1, '9');
    await user.click(card(box));
    expect(document.activeElement).toBe(box);
    expect(box.selectionStart).toBe(box.selectionEnd);
  });

  test('on a quick pick selects the new amount for the next focus, and leaves the focus there', async () => {
    const { user, box } = setUp();
    await user.type(box, '300');
    const [chip] = screen.getAllByRole('button');
    if (chip === undefined) throw new Error('there is no quick pick');
    await user.click(chip);
    expect(document.activeElement).toBe(chip);
    await user.click(box);
    await user.keyboard('75');
    expect(box.value).toBe('75');
  });

  test('after a second look at what was typed places the caret', async () => {
    const { user, box } = setUp();
    await user.type(box, '300');
    await user.tab();
    await user.click(box);
    await user.keyboard('0');
    expect(box.value).toBe('3,000');
  });

  test('on a locked amount does nothing', async () => {
    const { box } = setUp({ value: '200', isLocked: true });
    expect(box.closest('[data-open]')).toBeNull();
  });
});
