import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { decideAlone } from '../../money/policy/moved-alone.ts';
import { explainQueries } from '../../testing/explain-queries.ts';
import { createOperator } from '../../testing/operator-client.ts';
import { useTransferDesk } from '../../testing/transfer-desk.ts';
import { countWaiting, loadReleased } from './held-lines.ts';

const { desk } = useTransferDesk({ brand: { secondApproval: { upTo: { EUR: '60' } } } });

test('held lines and what a key has moved are found by indexes', async () => {
  const { core } = desk.server;
  const { keyId } = await createOperator(desk.server);
  const statementId = uuidv7();
  const mover = { brandId: 'kassa', keyId, pot: 'statement' } as const;
  const movement = { subjectId: uuidv7(), money: [{ amount: '1', currency: 'EUR' }] };
  // The tables are small here: the plans show which indexes there are for them.
  const text = await explainQueries(
    core.db,
    async (db) => {
      await countWaiting(db, [statementId]);
      await loadReleased(db, { id: statementId }, null, 100);
      await db.transaction().execute((tx) => decideAlone(core, tx, mover, [movement]));
    },
    { isForced: true },
  );
  expect(text).toContain('held_transfers_of_statement');
  expect(text).toContain('moved_alone_of_key');
  expect(text).not.toMatch(/Seq Scan on (held_transfers|moved_alone|bank_transfers)/);
});
