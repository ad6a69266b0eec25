import { formatMoney, type LocaleTag, parseAmount } from '@kassa/contract';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { resolvePlayerLocale } from '../../i18n/player-locale.ts';
import { TextProvider } from '../../i18n/text-provider.tsx';
import { messagesOf } from '../../testing/stage.tsx';
import { AmountStage } from './testing/amount-stage.tsx';

/** Renders an amount as a player of the country sees it, whose language has no file where `loaded` is English. */
function setUp(requested: string, country: string, currency: string, prefilled = '') {
  const hasFile = /^(en|es|pt|ru|ar|hi)/.test(requested);
  const locale = resolvePlayerLocale(requested, hasFile ? undefined : 'en', country);
  const seen: string[] = [];
  render(
    <TextProvider
      locale={locale}
      messages={messagesOf(locale.tag as LocaleTag)}
      onError={console.error}
    >
      <AmountStage
        currency={currency}
        limits={{ min: '1', max: '99999999' }}
        value={prefilled}
        onChange={(text) => seen.push(text)}
      />
    </TextProvider>,
  );
  const box = screen.getByRole<HTMLInputElement>('textbox');
  /** What the button would say. */
  const sum = () =>
    formatMoney({ amount: parseAmount(seen.at(-1) ?? ''), currency }, locale.format).replace(
      /[\s\p{Cf}]/gu,
      ' ',
    );
  return { box, sum, user: userEvent.setup() };
}

/** Requested language, country, currency, what the player writes, and the input and sum that follow. */
const rows = [
  ['id', 'id', 'IDR', '75.000', '75.000', 'Rp 75.000'],
  ['en', 'id', 'IDR', '75.000', '75.000', 'Rp 75.000'],
  ['tr', 'tr', 'TRY', '2.500', '2.500', '₺2.500,00'],
  ['en', 'tr', 'TRY', '2.500,50', '2.500,50', '₺2.500,50'],
  ['de', 'de', 'EUR', '5.000', '5.000', '€5.000,00'],
  // Four digits aren't grouped there (Unicode CLDR).
  ['it', 'it', 'EUR', '1.000', '1000', '€1000,00'],
  ['vi', 'vn', 'VND', '200.000', '200.000', '₫200.000'],
  ['pl', 'pl', 'PLN', '12500,5', '12 500,5', '12 500,50 zł'],
  ['en', 'gb', 'GBP', '1,500', '1,500', '£1,500.00'],
  ['en', 'in', 'INR', '1,00,000', '1,00,000', '₹1,00,000.00'],
  ['pt', 'br', 'BRL', '1.500', '1.500', 'R$ 1.500,00'],
  ['ru', 'kz', 'KZT', '5 000,5', '5 000,5', '5 000,50 ₸'],
] as const;

describe.each(rows)('%s in %s, %s: %s', (requested, country, currency, written, shown, sum) => {
  const plain = (text: string) => text.replace(/\s/g, ' ');

  test('typed key by key', async () => {
    const stage = setUp(requested, country, currency);
    await stage.user.type(stage.box, written);
    expect([plain(stage.box.value), stage.sum()]).toEqual([shown, sum]);
  });

  test('pasted', async () => {
    const stage = setUp(requested, country, currency);
    await stage.user.click(stage.box);
    await stage.user.paste(written);
    expect([plain(stage.box.value), stage.sum()]).toEqual([shown, sum]);
  });

  test('typed into a prefilled amount, it replaces the amount', async () => {
    const stage = setUp(requested, country, currency, '200000');
    await stage.user.click(stage.box);
    await stage.user.keyboard(written);
    expect([plain(stage.box.value), stage.sum()]).toEqual([shown, sum]);
  });
});
