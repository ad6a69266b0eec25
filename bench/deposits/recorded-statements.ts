import { open, stat } from 'node:fs/promises';
import * as z from 'zod/mini';

const statementSchema = z.object({
  sql: z.string(),
  /** As PostgreSQL logged them, which is as text. */
  values: z.array(z.nullable(z.string())),
});

/** Statements that belong together: one transaction, or a single statement outside any. */
const unitSchema = z.object({
  isTransaction: z.boolean(),
  statements: z.array(statementSchema),
});

/** What the real server asked of the database for one deposit. */
export const recordingSchema = z.object({
  depositId: z.string(),
  /** The operator's id of the player. */
  player: z.string(),
  recordedAt: z.number(),
  create: z.array(unitSchema),
  notify: z.array(unitSchema),
});

export type Recording = z.infer<typeof recordingSchema>;
export type Unit = z.infer<typeof unitSchema>;
type Statement = z.infer<typeof statementSchema>;

/** The `log_line_prefix` that `readUnits` reads. */
export const logLinePrefix = '[%a] ';

/** Where PostgreSQL's log ends right now. */
export async function endOfLog(file: string): Promise<number> {
  return (await stat(file)).size;
}

/** Reads the statements of the server's pool that were logged since `from`, in their order. */
export async function readUnits(file: string, from: number): Promise<Unit[]> {
  const log = await open(file);
  try {
    const buffer = Buffer.alloc((await log.stat()).size - from);
    await log.read(buffer, 0, buffer.length, from);
    return groupByTransaction(parseStatements(buffer.toString()));
  } finally {
    await log.close();
  }
}

/** A logged statement is a LOG line, and a DETAIL line with its parameters where it has any. */
function parseStatements(log: string): Statement[] {
  const statements: Statement[] = [];
  for (const line of log.replaceAll('\n\t', '\n').split('\n')) {
    const [, sql] = /^\[kassa\] LOG: {2}(?:statement|execute \S+): (.*)$/.exec(line) ?? [];
    if (sql !== undefined) statements.push({ sql, values: [] });
    const [, values] = /^\[kassa\] DETAIL: {2}Parameters: (.*)$/i.exec(line) ?? [];
    if (values !== undefined) statements.at(-1)?.values.push(...parseValues(values));
  }
  return statements;
}

function parseValues(text: string): (string | null)[] {
  return [...text.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(
    ([, value]) => value?.replaceAll("''", "'") ?? null,
  );
}

function groupByTransaction(statements: Statement[]): Unit[] {
  const units: Unit[] = [];
  let transaction: Unit | null = null;
  for (const statement of statements) {
    if (statement.sql === 'begin') {
      transaction = { isTransaction: true, statements: [] };
      units.push(transaction);
    } else if (statement.sql === 'commit') {
      transaction = null;
    } else if (transaction !== null) {
      transaction.statements.push(statement);
    } else {
      units.push({ isTransaction: false, statements: [statement] });
    }
  }
  return units;
}
