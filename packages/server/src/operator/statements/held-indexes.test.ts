import { CompiledQuery, type RootOperationNode, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { decideAlone } from '../../money/policy/moved-alone.ts';
import { createOperator } from '../../testing/operator-client.ts';
import { useTransferDesk } from '../../testing/transfer-desk.ts';
import { countWaiting, loadReleased } from './held-lines.ts';

const { desk } = useTransferDesk({ brand: { secondApproval: { upTo: { EUR: '60' } } } });

test('held lines and what a key has moved are found by indexes', async () => {
  const { core } = desk.server;
  const { keyId } = await createOperator(desk.server);
  const asked: RootOperationNode[] = [];
  const db = core.db.withPlugin({
    transformQuery: ({ node }) => {
      asked.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const statementId = uuidv7();
  await countWaiting(db, [statementId]);
  await loadReleased(db, { id: statementId }, null, 100);
  const mover = { brandId: 'kassa', keyId, pot: 'statement' } as const;
  const movement = { subjectId: uuidv7(), money: [{ amount: '1', currency: 'EUR' }] };
  await db.transaction().execute((tx) => decideAlone(core, tx, mover, [movement]));
  const text = await core.db.transaction().execute(async (tx) => {
    // The tables are small here: the plans show which indexes there are for them.
    await sql`set local enable_seqscan = off`.execute(tx);
    const plans: string[] = [];
    for (const node of asked) {
      const query = db.getExecutor().compileQuery(node, { queryId: 'explained' });
      const { rows } = await tx.executeQuery<Record<string, string>>(
        CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters]),
      );
      plans.push(...rows.flatMap((row) => Object.values(row)));
    }
    return plans.join('\n');
  });
  expect(text).toContain('held_transfers_of_statement');
  expect(text).toContain('moved_alone_of_key');
  expect(text).not.toMatch(/Seq Scan on (held_transfers|moved_alone|bank_transfers)/);
});
