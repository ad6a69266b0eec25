import type { PaymentMethod } from '@kassa/contract';
import { buildPaymentMethod } from '@kassa/test-kit';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { resolvePlayerLocale } from '../../i18n/player-locale.ts';
import { TextProvider } from '../../i18n/text-provider.tsx';
import { messagesOf } from '../../testing/stage.tsx';
import { AmountSummary } from './amount-summary.tsx';

function setUp(
  accountCurrency: string | undefined,
  { amount = '2500', ...part }: { amount?: string } & Pick<PaymentMethod, 'fee'> = {},
) {
  const locale = resolvePlayerLocale('en');
  const method = buildPaymentMethod(part);
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
  expect(setUp('EUR')).toEqual(['You pay: ৳2,500.00', 'You receive: ৳2,500.00, converted to €']);
});

test.each([
  [{ percent: '1.5', fixed: { BDT: '0' } }, 'Fee: 1.5%'],
  [{ percent: '0', fixed: { BDT: '10' } }, 'Fee: ৳10.00'],
  [{ percent: '1.5', fixed: { BDT: '10' } }, 'Fee: 1.5% + ৳10.00'],
])('before there is an amount the fee %j shows its rule, and each row is there', (fee, words) => {
  expect(setUp('EUR', { fee, amount: '0' })).toEqual([
    'You pay: ৳0.00',
    words,
    'You receive: ৳0.00, converted to €',
  ]);
});

test.each<[string, string | undefined, Parameters<typeof setUp>[1]]>([
  ['the account’s currency is the same', 'BDT', {}],
  ['the account isn’t known yet', undefined, {}],
])('nothing is shown where %s', (_, accountCurrency, part) => {
  expect(setUp(accountCurrency, part)).toEqual([]);
});
