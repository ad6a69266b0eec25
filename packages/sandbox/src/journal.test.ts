import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openJournal } from './journal.ts';
import { makeDataFolder, startTestSandbox } from './testing/sandbox-client.ts';

const behaviours = { create: 'slow', webhook: 'lost' } as const;

it('gives back what was written', () => {
  const folder = join(makeDataFolder(), 'made', 'on', 'the', 'way');
  const journal = openJournal(folder);
  expect(journal.history).toEqual([]);
  journal.append({ kind: 'behavioursChanged', behaviours });
  journal.append({ kind: 'deliverySettled', deliveryId: 'd1' });
  journal.close();
  expect(openJournal(folder).history).toEqual([
    { kind: 'behavioursChanged', behaviours },
    { kind: 'deliverySettled', deliveryId: 'd1' },
  ]);
});

it('drops a torn last line and goes on after it', () => {
  const folder = makeDataFolder();
  const journal = openJournal(folder);
  journal.append({ kind: 'deliverySettled', deliveryId: 'd1' });
  journal.close();
  appendFileSync(join(folder, 'journal.jsonl'), '{"kind":"deliverySettled","delive');

  const healed = openJournal(folder);
  healed.append({ kind: 'deliverySettled', deliveryId: 'd2' });
  healed.close();
  const ids = openJournal(folder).history.map((entry) => 'deliveryId' in entry && entry.deliveryId);
  expect(ids).toEqual(['d1', 'd2']);
});

it('refuses a damaged line and says where it is', () => {
  const folder = makeDataFolder();
  writeFileSync(
    join(folder, 'journal.jsonl'),
    '{"kind":"deliverySettled","deliveryId":"d1"}\n{}\n',
  );
  expect(() => openJournal(folder)).toThrow('journal.jsonl:2 is not a journal entry');
});

it('keeps payments, outcomes and behaviours over a restart', async () => {
  const dataFolder = makeDataFolder();
  const before = await startTestSandbox({ dataFolder });
  const pending = await before.create({ merchantReference: 'pending' });
  const declined = await before.create({ merchantReference: 'declined' });
  await before.call('POST', `/v1/payments/${declined.id}/decline`);
  await before.call('POST', '/v1/behaviours', { webhook: 'duplicate' });
  await before.close();

  const after = await startTestSandbox({ dataFolder });
  expect((await after.get(pending.id)).status).toBe('pending');
  expect((await after.get(declined.id)).status).toBe('declined');
  expect((await after.create({ merchantReference: 'pending' })).id).toBe(pending.id);
  expect(await (await after.call('GET', '/v1/behaviours')).json()).toMatchObject({
    webhook: 'duplicate',
  });
  await after.close();
});

it('writes each change as one line', async () => {
  const dataFolder = makeDataFolder();
  const sandbox = await startTestSandbox({ dataFolder });
  const { id } = await sandbox.create();
  await sandbox.call('POST', '/v1/behaviours', { webhook: 'lost' });
  await sandbox.call('POST', `/v1/payments/${id}/approve`);
  await sandbox.close();
  const lines = readFileSync(join(dataFolder, 'journal.jsonl'), 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(3);
});
