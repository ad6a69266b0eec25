import { expect, test } from 'vitest';
import { type BrowserEdit, editAmount, type TypedAmount } from './amount-edit.ts';
import { readPasted } from './amount-typing.ts';

const inPortuguese = { currency: 'BRL', locale: 'pt-BR', max: '50000' };
const inEnglish = { currency: 'EUR', locale: 'en', max: '5000' };

/** Splits `1.2|34` at the caret. */
function at(marked: string) {
  const [left = '', right = ''] = marked.split('|');
  return { left, right };
}

/** Edits an amount; `|` is the caret, before and after. */
function edit(
  marked: string,
  change: (box: { left: string; right: string }) => { left: string; right: string },
  kind: BrowserEdit['kind'],
  rules = inPortuguese,
): string {
  const { left, right } = at(marked);
  const after = change({ left, right });
  const before = { text: readPasted(left + right, rules).text };
  const { shown, caret } = editAmount(
    before,
    { after: after.left + after.right, caret: after.left.length, kind },
    rules,
  );
  return `${shown.slice(0, caret)}|${shown.slice(caret)}`;
}

test.each([
  ['123|', '4', '1.234|'],
  ['1.2|34', '5', '12.5|34'],
  ['1|.234', '5', '15|.234'],
  ['1.|234', '5', '15|.234'],
  ['|1.234', '5', '5|1.234'],
  ['1.234,5|', '6', '1.234,56|'],
  ['1.234|', ',', '1.234,|'],
  ['1.2|34', ',', '12,|34'],
  ['|234', '0', '|234'],
  ['1.|234', '0', '10|.234'],
  // Refused: the caret stays as well.
  ['1.2|34', 'a', '1.2|34'],
  ['1.234,5|6', '7', '1.234,5|6'],
  ['1,50|', '0', '1,50|'],
  ['1|2,34', ',', '1|2,34'],
  ['|5', ',', '|5'],
  ['12.345|', ',678', '12.345,67|'],
  ['250|.000', '1', '250|.000'],
])('typing into %s: %s leaves %s', (before, keys, after) => {
  const change = ({ left, right }: ReturnType<typeof at>) => ({ left: left + keys, right });
  expect(edit(before, change, 'typed')).toBe(after);
});

test.each([
  ['1.234|', '123|'],
  ['1.2|34', '1|34'],
  // The separator's neighbour goes with it.
  ['1.|234', '|234'],
  ['12.|345', '1|.345'],
  ['1.234,|5', '12.34|5'],
  ['5|,25', '0|,25'],
  ['1|.005', '|5'],
])('backspace at %s leaves %s', (before, after) => {
  const change = ({ left, right }: ReturnType<typeof at>) => ({ left: left.slice(0, -1), right });
  expect(edit(before, change, 'deletedBefore')).toBe(after);
});

test.each([
  ['1|.234', '1|34'],
  ['1.|234', '1|34'],
  ['12|.345', '1.2|45'],
])('the delete key at %s leaves %s', (before, after) => {
  const change = ({ left, right }: ReturnType<typeof at>) => ({ left, right: right.slice(1) });
  expect(edit(before, change, 'deletedBehind')).toBe(after);
});

test('a third digit behind another mark groups at the end only', () => {
  const typed = (before: string, after: string, caret: number) =>
    editAmount({ text: before }, { after, caret, kind: 'typed' }, inPortuguese);
  expect(typed('1.5', '1,50', 4)).toEqual({ text: '1.50', shown: '1,50', caret: 4 });
  expect(typed('1.50', '1,500', 5)).toEqual({ text: '1500', shown: '1.500', caret: 5 });
  expect(typed('1.50', '1,050', 3)).toMatchObject({ text: '1.50', shown: '1,50', caret: 2 });
});

test('a selection is replaced by the typed key', () => {
  const typed = { after: '1.9', caret: 3, kind: 'typed' } as const;
  expect(editAmount({ text: '1234' }, typed, inPortuguese)).toEqual({
    text: '19',
    shown: '19',
    caret: 2,
  });
});

test.each([
  ['1.500', 'pt', '1500'],
  ['', 'empty', ''],
  // Nothing is lost by a text without an amount.
  ['nothing', 'kept', '42'],
])('a new text %j', (after, _, text) => {
  const edit = { after, caret: after.length, kind: 'replaced' } as const;
  expect(editAmount({ text: '42' }, edit, inPortuguese).text).toBe(text);
});

test('an earlier text of the input is no new amount', () => {
  const edit = { after: '1.500', caret: 5, kind: 'restored' } as const;
  expect(editAmount({ text: '15' }, edit, inPortuguese).text).toBe('1500');
  expect(editAmount({ text: '15' }, edit, inEnglish).text).toBe('1.500');
});

test('digits that were refused in the middle make no thousands', () => {
  const typeAt = (before: TypedAmount, after: string, caret: number) =>
    editAmount(before, { after, caret, kind: 'typed' }, inEnglish);
  const atEnd = typeAt({ text: '1.23' }, '1.234', 5);
  expect(atEnd.refusal).toEqual({ kind: 'decimals', digits: '4' });
  expect(typeAt(atEnd, '1.23,', 5).shown).toBe('1,234.');
  const inside = typeAt({ text: '1.23' }, '1.423', 3);
  expect(inside.refusal).toEqual({ kind: 'decimals', digits: '' });
  expect(typeAt(inside, '1.23,', 5).shown).toBe('1.23');
});

test.each([
  ['a deletion', { after: '1.2', caret: 3, kind: 'deletedBefore' }, undefined],
  ['a new text', { after: '7', caret: 1, kind: 'replaced' }, undefined],
  ['a new text that is cut', { after: '7.123', caret: 5, kind: 'replaced' }, 'decimals'],
  ['a text without an amount', { after: '10-20', caret: 5, kind: 'replaced' }, 'character'],
] as const)('what is refused after %s', (_, edit, kind) => {
  const before = { text: '1.23', refusal: { kind: 'mark', digits: '' } } as const;
  expect(editAmount(before, edit, inEnglish).refusal?.kind).toBe(kind);
});
