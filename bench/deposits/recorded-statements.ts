import { open, stat } from 'node:fs/promises';
import * as z from 'zod/mini';

const statementSchema = z.object({
  sql: z.string(),
  /** The values as PostgreSQL logged them: as text. */
  values: z.array(z.nullable(z.string())),
});

/** A transaction, or a single statement outside of any. */
const unitSchema = z.object({
  isTransaction: z.boolean(),
  statements: z.array(statementSchema),
});

/** The real server's database statements for one deposit. */
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

/** Returns the current end of PostgreSQL's log. */
export async function endOfLog(file: string): Promise<number> {
  return (await stat(file)).size;
}

/** Reads the statements of the server's pool that were logged since `from`, in order. */
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

/** A logged statement is a LOG line, followed by a DETAIL line if it has parameters. */
function parseStatements(log: string): Statement[] {
  const statements: Statement[] = [];
  // PostgreSQL begins the further lines of an entry with a tab.
  for (const line of log.replaceAll('\n\t', ' ').split('\n')) {
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
