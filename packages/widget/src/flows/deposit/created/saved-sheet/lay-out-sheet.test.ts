import { expect, test } from 'vitest';
import type { InvoiceSheet } from './describe-sheet.ts';
import { layOutSheet, marginPx, sheetWidthPx } from './lay-out-sheet.ts';

const row = (name: string, shown: string, direction: 'ltr' | 'auto' = 'auto') => ({
  ...{ name, shown, plain: shown },
  direction,
});

const sheet: InvoiceSheet = {
  title: 'Bank transfer',
  amount: row('Pay exactly', '€123,456,789,012.55'),
  note: 'Pay exactly €123,456,789,012.55, not €123,456,789,012.50, in one transfer: by the exact sum we recognize your payment.',
  rows: [
    row('Account', `INV-${'0123456789'.repeat(12)}`, 'ltr'),
    row('Recipient', 'María de los Ángeles Fernández-Villaverde y Rodríguez de la Fuente 🙂'),
  ],
  deadline: row('Pay before', 'Jan 1, 2026, 12:15 PM'),
};

/** Letters of half their height. */
const measure = (text: string, font: string) =>
  [...text].length * Number(/(\d+)px/.exec(font)?.[1]) * 0.5;

const strip = (text: string) => text.replace(/[\u2066-\u2069\s]/g, '');

test('breaks every text within the margins, and loses nothing', () => {
  const { lines } = layOutSheet(sheet, measure);
  for (const { text, font } of lines) {
    expect(measure(strip(text), font)).toBeLessThanOrEqual(sheetWidthPx - 2 * marginPx);
  }
  const { title, amount, note, rows, deadline } = sheet;
  const all = [
    ...[title, amount.name, amount.shown, note ?? ''],
    ...[...rows, deadline].flatMap(({ name, shown }) => [name, shown]),
  ];
  expect(strip(lines.map(({ text }) => text).join(''))).toBe(strip(all.join('')));
});

test('places the lines below each other, with a rule between the rows', () => {
  const { lines, rulesPx, heightPx } = layOutSheet(sheet, measure);
  const places = lines.map(({ yPx }) => yPx);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(rulesPx).toHaveLength(sheet.rows.length + 2);
  expect(heightPx).toBeGreaterThan(places.at(-1) ?? 0);
});

test('keeps a value in its own direction within any language', () => {
  const { lines } = layOutSheet(sheet, measure);
  const account = lines.filter(({ text }) => /\d{20}/.test(text));
  expect(account.length).toBeGreaterThan(1);
  for (const { text } of account) expect(text).toMatch(/^\u2066.*\u2069$/);
});
