import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openJournal } from './journal.ts';
import {
  makeDataFolder,
  paymentRequest,
  payoutRequest,
  startTestSandbox,
} from './testing/sandbox-client.ts';

const behaviours = { create: 'slow', webhook: 'lost' } as const;

it('returns the written entries', () => {
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

it('drops a torn last line and continues after it', () => {
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

it('rejects a damaged line and names its position', () => {
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

/** A journal of the release before receipts, payouts and fees. */
const olderJournal = [
  {
    kind: 'paymentCreated',
    payment: {
      id: 'pay_1',
      token: 't',
      request: paymentRequest,
      status: 'pending',
      paidAmount: null,
      approvalDueAt: null,
    },
  },
  { kind: 'behavioursChanged', behaviours: { create: 'slow', webhook: 'lost' } },
  {
    kind: 'paymentUpdated',
    paymentId: 'pay_1',
    status: 'approved',
    paidAmount: '20.50',
    deliveries: [
      { id: 'd1', eventId: 'evt_1', url: 'http://127.0.0.1:9/', body: '{}', createdAt: 1 },
    ],
  },
  { kind: 'deliverySettled', deliveryId: 'd1' },
];

it('reads an older journal: an approval becomes a receipt with the id of its payment', async () => {
  const dataFolder = makeDataFolder();
  const lines = olderJournal.map((entry) => `${JSON.stringify(entry)}\n`);
  writeFileSync(join(dataFolder, 'journal.jsonl'), lines.join(''));
  const sandbox = await startTestSandbox({ dataFolder });
  expect(await sandbox.get('pay_1')).toMatchObject({
    status: 'approved',
    paidAmount: '20.50',
    receipts: [{ id: 'pay_1', amount: '20.50', currency: 'EUR', fee: null }],
  });
  expect(await (await sandbox.call('GET', '/v1/behaviours')).json()).toMatchObject({
    create: 'slow',
    payout: 'normal',
    webhook: 'lost',
  });
  await sandbox.close();
});

it('keeps receipts, reversals and payouts over a restart', async () => {
  const dataFolder = makeDataFolder();
  const before = await startTestSandbox({ dataFolder });
  const { id } = await before.create();
  await before.post(`/v1/payments/${id}/approve`);
  await before.post(`/v1/payments/${id}/receipts`, { amount: '5' });
  await before.post(`/v1/payments/${id}/reversals`, { kind: 'refund', amount: '1' });
  const { body: payout } = await before.post('/v1/payouts', payoutRequest);
  const { redirect: _, ...payment } = await before.get(id);
  await before.close();

  const after = await startTestSandbox({ dataFolder });
  expect(await after.get(id)).toMatchObject(payment);
  expect((await after.post('/v1/payouts', payoutRequest)).body).toEqual(payout);
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
