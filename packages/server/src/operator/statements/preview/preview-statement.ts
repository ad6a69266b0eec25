import * as z from 'zod/mini';
import {
  type StatementFormat,
  statementFormatSchema,
  usualStatementFormat,
} from '../../../brands/statement-format.ts';
import { maskValue } from '../../../ground/encryption/mask-value.ts';
import { isMt940, isXml } from '../../../ground/files/decode-file.ts';
import { FileProblem } from '../../../ground/files/file-problem.ts';
import { findReferences } from '../../../money/provider-events/find-references.ts';
import type { ReadStatement, StatementLine } from '../../../money/requisites/statement-line.ts';
import { readStatement } from '../read-statement.ts';
import { type Doubt, proposeEncoding, proposeFormat } from './propose-format.ts';

export const previewSchema = z.object({
  /** Null: the file can't be read yet. */
  format: z.nullable(z.string()),
  /** The account's format for the brand's file, in JSON; null if the file needs none. */
  settings: z.nullable(z.string()),
  /** The lines as they would be read; 0 while the file can't be read. */
  lines: z.int(),
  credits: z.int(),
  debits: z.int(),
  notBooked: z.int(),
  /** What the file leaves open, with its line: settle it before the first import. */
  inDoubt: z.array(z.object({ line: z.nullable(z.int()), what: z.string() })),
  /** The first lines. */
  first: z.array(
    z.object({
      line: z.int(),
      day: z.string(),
      direction: z.enum(['credit', 'debit']),
      amount: z.string(),
      currency: z.string(),
      references: z.array(z.string()),
      payer: z.nullable(z.string()),
    }),
  ),
});

const mostShown = 10;

interface Options {
  account: string;
  /** The currency of a file without a column for it; null: unknown. */
  currency: string | null;
}

/** Reads a file with the format that it shows. Nothing is stored. */
export async function previewStatement(
  bytes: Uint8Array,
  { account, currency }: Options,
): Promise<z.infer<typeof previewSchema>> {
  if (isXml(bytes)) return describe(null, [], await read(bytes, usualStatementFormat, currency));
  const isCsv = !isMt940(bytes);
  const proposing = isCsv ? proposeFormat(bytes, currency) : proposeEncoding(bytes);
  const proposed = await proposing.catch((error: unknown) => ({
    ...{ settings: {}, encoding: 'utf-8' },
    doubts: problemsOf(error),
  }));
  const { settings, encoding, doubts } = proposed;
  const isProposed = isCsv || Object.keys(settings).length > 0;
  const text = isProposed ? JSON.stringify({ statements: { [account]: settings } }) : null;
  const found = await read(bytes, statementFormatSchema.parse({ encoding, ...settings }), currency);
  return describe(text, doubts, found);
}

type Read = ReadStatement | { problems: Doubt[] };

const read = (bytes: Uint8Array, format: StatementFormat, currency: string | null): Promise<Read> =>
  readStatement(bytes, { format, currency }).catch((error: unknown) => ({
    problems: problemsOf(error),
  }));

function problemsOf(error: unknown): Doubt[] {
  if (!(error instanceof FileProblem)) throw error;
  return error.problems.map((problem) => {
    const [, line, what = problem] = /^line (\d+): (.*)$/s.exec(problem) ?? [];
    return { line: line === undefined ? null : Number(line), what };
  });
}

function describe(
  settings: string | null,
  doubts: readonly Doubt[],
  found: Read,
): z.infer<typeof previewSchema> {
  if ('problems' in found) {
    // Without what is in doubt the other problems say nothing more.
    const inDoubt = doubts.length > 0 ? [...doubts] : found.problems;
    const none = { lines: 0, credits: 0, debits: 0, notBooked: 0 };
    return { format: null, settings, ...none, inDoubt, first: [] };
  }
  const credits = found.lines.filter(({ isCredit }) => isCredit).length;
  return {
    format: found.format,
    settings,
    lines: found.lines.length,
    credits,
    debits: found.lines.length - credits,
    notBooked: found.notBookedCount,
    inDoubt: [...doubts],
    first: found.lines.slice(0, mostShown).map(describeLine),
  };
}

const describeLine = (line: StatementLine) => ({
  line: line.line,
  day: line.bookedAt.toISOString().slice(0, 10),
  direction: line.isCredit ? ('credit' as const) : ('debit' as const),
  amount: line.amount,
  currency: line.currency,
  references: findReferences(line.text),
  payer: line.payerName === null ? null : maskValue(line.payerName),
});
