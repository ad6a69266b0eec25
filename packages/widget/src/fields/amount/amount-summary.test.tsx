import { buildPaymentMethod } from '@kassa/test-kit';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { resolvePlayerLocale } from '../../i18n/player-locale.ts';
import { TextProvider } from '../../i18n/text-provider.tsx';
import { messagesOf } from '../../testing/stage.tsx';
import { AmountSummary } from './amount-summary.tsx';

function setUp(accountCurrency: string | undefined, amount = '2500') {
  const locale = resolvePlayerLocale('en');
  const method = buildPaymentMethod();
  render(
    <TextProvider locale={locale} messages={messagesOf(locale.tag)} onError={console.error}>
      <AmountSummary {...{ method, amount, accountCurrency }} currency="BDT" />
    </TextProvider>,
  );
  return screen
    .queryAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
}

test('a conversion is shown, even where nothing is added or deducted', () => {
  expect(setUp('EUR')).toEqual([
    'You pay: ৳2,500.00',
    'Fee: ৳0.00',
    'You receive: ৳2,500.00, converted to €',
  ]);
});

test('the lines are there, and empty, before there is an amount', () => {
  expect(setUp('EUR', '0')).toEqual(['You pay: —', 'Fee: —', 'You receive: —']);
});

test.each([
  ['the account’s currency is the same', 'BDT', '2500'],
  ['the account isn’t known yet', undefined, '2500'],
])('nothing is shown where %s', (_, accountCurrency, amount) => {
  expect(setUp(accountCurrency, amount)).toEqual([]);
});
