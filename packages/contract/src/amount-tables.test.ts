import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseAmount } from './amount.ts';
import { editAmount, type TypedAmount } from './amount-edit.ts';
import { showAmount, type TypingRules } from './amount-typing.ts';
import { formatMoney } from './format-money.ts';
import { fitsCurrency } from './money.ts';

/**
 * What the button says after a player typed an amount key by key, and after they pasted it, by
 * locale and currency. One line per amount and locale; a cell with ` | ` has the typed amount before
 * it and the pasted one after it, where they differ. Spaces are plain, and direction marks left out.
 */
const [head = '', ...lines] = readFileSync(new URL('./amount-tables.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const currencies = head.split('\t').slice(2);
const rows = lines.map((line) => {
  const [written = '', locale = '', ...cells] = line.split('\t');
  return { written, locale, cells };
});

const noAmount = '—';

function describeButton(text: string, { currency, locale }: TypingRules): string {
  const amount = parseAmount(text);
  if (amount === '0' || !fitsCurrency(amount, currency)) return noAmount;
  return formatMoney({ amount, currency }, locale)
    .replace(/\s/g, ' ')
    .replace(/\p{Cf}/gu, '');
}

function typeKeys(written: string, rules: TypingRules): string {
  const start: TypedAmount = { text: '' };
  const typed = [...written].reduce((before, key) => {
    const shown = showAmount(before.text, rules);
    const edit = { after: shown + key, caret: shown.length + key.length, kind: 'typed' } as const;
    return editAmount(before, edit, rules);
  }, start);
  return typed.text;
}

function paste(written: string, rules: TypingRules): string {
  return editAmount(
    { text: '' },
    { after: written, caret: written.length, kind: 'replaced' },
    rules,
  ).text;
}

function fillRow({ written, locale }: { written: string; locale: string }): string[] {
  return currencies.map((currency) => {
    const rules = { currency, locale: `${locale}-u-nu-latn`, max: '0' };
    const typed = describeButton(typeKeys(written, rules), rules);
    const pasted = describeButton(paste(written, rules), rules);
    return typed === pasted ? typed : `${typed} | ${pasted}`;
  });
}

test('the tables have 40 amounts, 8 locales and 6 currencies', () => {
  const amounts = new Set(rows.map(({ written }) => written));
  const locales = new Set(rows.map(({ locale }) => locale));
  expect([amounts.size, locales.size, currencies.length, rows.length]).toEqual([40, 8, 6, 320]);
});

test.each(rows)('$written in $locale', (row) => {
  expect(fillRow(row)).toEqual(row.cells);
});
