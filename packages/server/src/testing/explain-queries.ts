import { CompiledQuery, type RootOperationNode, sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../ground/database/connect.ts';

interface Options {
  /** Whether small tables, too, are read by the indexes that there are for them. */
  isForced?: boolean;
}

/** Runs `ask` and returns the database's plans for its queries. */
export async function explainQueries(
  db: Db,
  ask: (db: Db) => Promise<unknown>,
  { isForced = false }: Options = {},
): Promise<string> {
  const asked: RootOperationNode[] = [];
  const watching = db.withPlugin({
    transformQuery: ({ node }) => {
      asked.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await ask(watching);
  expect(asked.length).toBeGreaterThan(0);
  return db.transaction().execute(async (tx) => {
    if (isForced) await sql`set local enable_seqscan = off`.execute(tx);
    const plans: string[] = [];
    for (const node of asked) {
      const query = tx.getExecutor().compileQuery(node, { queryId: 'explained' });
      const { rows } = await tx.executeQuery<Record<string, string>>(
        CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters]),
      );
      plans.push(...rows.flatMap((row) => Object.values(row)));
    }
    return plans.join('\n');
  });
}
