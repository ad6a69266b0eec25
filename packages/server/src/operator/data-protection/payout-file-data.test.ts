import { expect, test } from 'vitest';
import { rotateSealed } from '../../ground/encryption/rotate-sealed.ts';
import { toBatchContext } from '../../ground/encryption/sealed.ts';
import { buildVault } from '../../ground/encryption/vault.ts';
import { resolvePlayer } from '../../players/player-row.ts';
import { about, type Payee, reportOf, usePayoutFileDesk } from '../../testing/payout-file-desk.ts';
import { withFirstKey } from '../../testing/with-first-key.ts';
import { erasePlayer } from './erase-player.ts';
import { runRetention } from './run-retention.ts';

const { desk, bring, create, download, importAnswer } = usePayoutFileDesk();

const dayMs = 24 * 3600_000;

/** Has the payouts of two players written to a file. */
async function send() {
  const payees = [await bring(), await bring()] as const;
  const { body } = await create();
  const { id, reference } = body.file as { id: string; reference: string };
  return { payees, id, reference };
}

const contentOf = async (id: string) => {
  const { content_sealed } = await desk.server.core.db
    .selectFrom('payout_batches')
    .select('content_sealed')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return content_sealed;
};

async function erase({ player }: Payee, isForced = false) {
  const { core } = desk.server;
  const ref = {
    brandId: 'kassa',
    playerId: await resolvePlayer(core.db, 'kassa', player.id),
  };
  return core.db.transaction().execute((tx) => erasePlayer(core, tx, ref, { isForced }));
}

test('the content of a file is kept while a payout is open, and deleted with the payment details', async () => {
  const { core, later } = desk.server;
  const { payees, id, reference } = await send();
  await later(541 * dayMs, () => runRetention(core));
  expect(await contentOf(id)).not.toBeNull();
  await importAnswer({ messageId: reference, groupStatus: 'ACSC' });
  await later(541 * dayMs, () => runRetention(core));
  expect(await contentOf(id)).toBeNull();
  const reply = await desk.operator.ask('payout-files-download', { fileId: id });
  expect(reply).toMatchObject({ status: 404, body: { error: { code: 'payoutFile.notFound' } } });
  const { body } = await desk.operator.ask('payout-files-show', { fileId: id });
  expect(body).toMatchObject({ reference, isKept: false, payouts: [{}, {}] });
  expect(payees).toHaveLength(2);
});

test('a player is erased from a file once the bank has answered, or on the operator’s word', async () => {
  const { payees, id, reference } = await send();
  const [paid, open] = payees;
  const withdrawAll = await paid.player.withdraw('60', { iban: 'DE89370400440532013000' });
  expect(withdrawAll.status).toBe(200);
  await desk.operator.ask('withdrawals-reject', {
    withdrawalId: withdrawAll.body.withdrawalId,
    reason: 'for the test',
  });
  await importAnswer(reportOf(reference, about(paid, { status: 'ACSC' })));
  const refused = await erase(paid);
  expect(refused).toMatchObject({
    kind: 'refused',
    obstacles: expect.arrayContaining(['payoutFile']),
  });
  expect(await contentOf(id)).not.toBeNull();
  expect(await erase(paid, true)).toMatchObject({ kind: 'erased' });
  expect(await contentOf(id)).toBeNull();
  await importAnswer(reportOf(reference, about(open, { status: 'ACSC' })));
});

test('a new first key seals files anew', async () => {
  const { core } = desk.server;
  const { id } = await send();
  const before = await download(id);
  const fresh = { id: 'fresh', secret: Buffer.alloc(32, 7) };
  const vault = withFirstKey(core.vault, fresh);
  expect((await rotateSealed({ ...core, vault })).unreadable).toEqual([]);
  const context = toBatchContext({ brand_id: 'kassa', id });
  expect(buildVault([fresh]).open((await contentOf(id)) ?? '', context)).toBe(before);
});
