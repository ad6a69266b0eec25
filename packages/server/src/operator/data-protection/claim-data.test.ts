import { afterAll, beforeAll, expect, test } from 'vitest';
import { rotateSealed } from '../../ground/encryption/rotate-sealed.ts';
import { toCommentContext, toProofContext } from '../../ground/encryption/sealed.ts';
import { buildVault } from '../../ground/encryption/vault.ts';
import { type MetPlayer, meetPlayer } from '../../testing/meet-player.ts';
import { createOperator, type OperatorClient } from '../../testing/operator-client.ts';
import { makePicture } from '../../testing/proof-files.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { withFirstKey } from '../../testing/with-first-key.ts';
import { exportPlayer } from './export-player.ts';
import { runRetention } from './run-retention.ts';

let server: TestServer;
let operator: OperatorClient;

beforeAll(async () => {
  server = await startTestServer();
  operator = await createOperator(server);
});
afterAll(() => server.stop());

const dayMs = 24 * 3600_000;
const comment = 'Ada paid at noon';
const message = 'Ada, your picture is dark';

/** A claim with a proof for a deposit that its player has canceled. */
async function claim({ token, order }: MetPlayer): Promise<{ claimId: string; depositId: string }> {
  const depositId = await order();
  await server.call('deposit-cancel', { depositId }, { token });
  const { claimId } = await send({ token }, depositId);
  return { claimId, depositId };
}

async function send({ token }: Pick<MetPlayer, 'token'>, depositId: string) {
  const proof = (await makePicture()).toString('base64');
  const { status, body } = await server.call(
    'deposit-claim',
    { depositId, proof, comment },
    { token },
  );
  expect(status).toBe(200);
  return body;
}

/** Sets the time by which a claim is answered, in days from now. */
const setDue = (id: string, days: number) =>
  server.core.db
    .updateTable('claims')
    .set({ due_at: new Date(Date.now() + days * dayMs) })
    .where('id', '=', id)
    .execute();

const answer = (claimId: string, status: string) =>
  operator.ask('claims-answer', { claimId, status, message, reason: 'Ada wrote too' });

const claimOf = (id: string) =>
  server.core.db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const proofsOf = (claimId: string) =>
  server.core.db.selectFrom('claim_proofs').selectAll().where('claim_id', '=', claimId).execute();

test("a player's export has their claims with the words of both sides, and names their files", async () => {
  const player = await meetPlayer(server);
  const { claimId, depositId } = await claim(player);
  const { claimId: foreign } = await claim(await meetPlayer(server));
  await answer(claimId, 'moreNeeded');
  const exported = await exportPlayer(server.core, player.ref);
  expect(exported?.data.claims).toMatchObject([{ id: claimId, depositId, message }]);
  expect(exported?.data.claimProofs).toMatchObject([
    { claimId, number: 1, type: 'image/jpeg', comment },
  ]);
  const text = JSON.stringify(exported);
  expect(text).not.toContain('s1.');
  expect(text).not.toContain(foreign);
});

test('an erasure waits for an open claim, and deletes the files and words of claims', async () => {
  const player = await meetPlayer(server);
  const { claimId } = await claim(player);
  const erase = (fields: object = {}) =>
    operator.ask('players-erase', { player: player.externalId, reason: 'a test', ...fields });
  expect(JSON.stringify((await erase()).body)).toContain('openClaim');
  await answer(claimId, 'moreNeeded');
  expect(JSON.stringify((await erase()).body)).toContain('openClaim');
  expect(await erase({ isForced: true })).toMatchObject({ status: 200 });
  expect(await proofsOf(claimId)).toEqual([]);
  expect(await claimOf(claimId)).toMatchObject({ status: 'refused', message_sealed: null });
});

test('retention deletes the files and words of claims that were or should have been answered long ago', async () => {
  const player = await meetPlayer(server);
  const [open, waiting, refused] = [await claim(player), await claim(player), await claim(player)];
  await answer(waiting.claimId, 'moreNeeded');
  await answer(refused.claimId, 'refused');
  const filesIn = async (days: number) => {
    const now = () => new Date(Date.now() + days * dayMs);
    await runRetention({ ...server.core, now });
    const all = [open, waiting, refused].map(({ claimId }) => proofsOf(claimId));
    return (await Promise.all(all)).map((files) => files.length);
  };
  // Each was to be answered within a day.
  expect(await filesIn(180)).toEqual([1, 1, 1]);
  await setDue(refused.claimId, -1);
  await setDue(waiting.claimId, 9);
  expect(await filesIn(180.5)).toEqual([1, 1, 0]);
  expect(await filesIn(181.5)).toEqual([0, 1, 0]);
  expect(await claimOf(open.claimId)).toMatchObject({ status: 'open', is_cleared: true });
  expect(await filesIn(190)).toEqual([0, 0, 0]);
  expect(await claimOf(refused.claimId)).toMatchObject({ message_sealed: null, proofs: 1 });
  const renewed = await send(player, open.depositId);
  expect(renewed).toMatchObject({ claimId: open.claimId, status: 'open', proofs: 2 });
  const file = await operator.ask('claims-proof', { claimId: refused.claimId, number: 1 });
  expect(file).toMatchObject({ status: 404, body: { error: { code: 'proof.notFound' } } });
});

test('a new first key seals files and words anew', async () => {
  const player = await meetPlayer(server);
  const { claimId } = await claim(player);
  await answer(claimId, 'moreNeeded');
  const [before] = await proofsOf(claimId);
  if (before === undefined) throw new Error('no proof');
  const content = server.core.vault.openBytes(before.content_sealed, toProofContext(before));
  const fresh = { id: 'fresh', secret: Buffer.alloc(32, 7) };
  const { unreadable } = await rotateSealed({
    ...server.core,
    vault: withFirstKey(server.core.vault, fresh),
  });
  expect(unreadable).toEqual([]);
  const [after] = await proofsOf(claimId);
  const vault = buildVault([fresh]);
  expect(vault.openBytes(after?.content_sealed ?? '', toProofContext(before))).toEqual(content);
  expect(vault.open(after?.comment_sealed ?? '', toCommentContext(before))).toBe(comment);
  expect((await claimOf(claimId)).message_sealed).toMatch(/^s1\.fresh\./);
});
