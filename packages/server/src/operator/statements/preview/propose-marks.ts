import { compareDecimals } from '@kassa/contract';
import { toMoneyFormat } from '../../../brands/amount-marks.ts';
import type { StatementFormat } from '../../../brands/statement-format.ts';
import { readWrittenMoney } from '../../../ground/read-written-money.ts';
import type { Proposed } from './propose-date.ts';

/** The settings of the marks in amounts. */
export type Marks = Partial<Pick<StatementFormat, 'hasDecimalComma' | 'groupMark'>>;

/** An amount as the file has it. */
export interface AmountCell {
  line: number;
  text: string;
  currency: string;
}

/** What a file may need, the least first. Without a comma in any amount none is a group's mark. */
const candidates: readonly Marks[] = [
  {},
  { groupMark: ',' },
  { hasDecimalComma: true },
  { hasDecimalComma: true, groupMark: '.' },
];

const read = ({ text, currency }: AmountCell, { hasDecimalComma = false, groupMark }: Marks) =>
  readWrittenMoney(text, currency, toMoneyFormat({ hasDecimalComma, groupMark }));

/** Finds the marks of a file's amounts; in doubt if an amount has several readings in this file. */
export function proposeMarks(cells: readonly AmountCell[]): Proposed<Marks> {
  const hasComma = cells.some(({ text }) => text.includes(','));
  const settable = candidates.filter(({ groupMark }) => groupMark !== ',' || hasComma);
  const readings = [...settable, { groupMark: 'none' } as const].flatMap((marks) => {
    const amounts = cells.map((cell) => read(cell, marks));
    const known = amounts.flatMap((it) => ('amount' in it ? it.amount : []));
    return known.length === cells.length ? [{ marks, known }] : [];
  });
  const [first, ...others] = readings;
  if (first === undefined) return { doubts: findUnread(cells, settable) };
  for (const { known } of others) {
    const index = first.known.findIndex(
      (amount, at) => compareDecimals(amount, known[at] ?? amount) !== 0,
    );
    const cell = cells[index];
    if (cell === undefined) continue;
    const both = `${first.known[index]} or ${known[index]}`;
    const what = `hasDecimalComma, groupMark: "${cell.text}" may be ${both}`;
    return { doubts: [{ line: cell.line, what }] };
  }
  return first.marks.groupMark === 'none'
    ? { doubts: findUnread(cells, settable) }
    : { value: first.marks };
}

/** The first amounts that the marks of the most amounts don't read, and why. */
function findUnread(cells: readonly AmountCell[], all: readonly Marks[]) {
  const unread = all.map((marks) =>
    cells.flatMap((cell) => {
      const found = read(cell, marks);
      return 'problem' in found
        ? [{ line: cell.line, what: `hasDecimalComma, groupMark: an amount ${found.problem}` }]
        : [];
    }),
  );
  const [fewest = []] = unread.toSorted((one, other) => one.length - other.length);
  return fewest.slice(0, 3);
}
