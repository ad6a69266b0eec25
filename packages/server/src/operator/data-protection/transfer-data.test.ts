import { expect, test } from 'vitest';
import { useTransferDesk } from '../../testing/transfer-desk.ts';
import { exportPlayer } from './export-player.ts';
import { runRetention } from './run-retention.ts';

const { desk, addAccount, invoice, notify, transfersTo } = useTransferDesk();

const dayMs = 24 * 3600_000;
const payerName = 'Ada Lovelace';

/** A player with a transfer that was assigned to their deposit by hand. */
async function assign() {
  const to = await addAccount();
  const deposit = await invoice(to);
  await notify({ to, amount: '49', payerName, text: 'for Ada' });
  const [waiting] = await transfersTo(to);
  const request = { transferId: waiting?.id, depositId: deposit.depositId, reason: 'Ada wrote' };
  const { status } = await desk.operator.ask('bank-transfers-assign', request);
  expect(status).toBe(200);
  return { to, deposit };
}

test("a player's export has their transfers with the payer, and the bank's notification", async () => {
  const { deposit } = await assign();
  const { deposit: foreign } = await assign();
  const exported = await exportPlayer(desk.server.core, deposit.owner);
  expect(exported?.data.bankTransfers).toMatchObject([
    {
      depositId: deposit.depositId,
      amount: '49',
      details: { payerName, text: 'for Ada' },
    },
  ]);
  expect(exported?.data.notifications).toMatchObject([{ connector: 'own' }]);
  const text = JSON.stringify(exported);
  expect(text).not.toContain('s1.');
  expect(text).not.toContain(foreign.depositId);
});

test('an erasure deletes the payer, the text and the reason; the money stays', async () => {
  const { to, deposit } = await assign();
  const player = deposit.externalId;
  const request = { player, reason: 'a test', isForced: true };
  expect(await desk.operator.ask('players-erase', request)).toMatchObject({ status: 200 });
  expect(await transfersTo(to)).toMatchObject([
    {
      status: 'matched',
      amount: '49',
      deposit_id: deposit.depositId,
      details_sealed: null,
      resolved_reason: null,
    },
  ]);
  expect(await deposit.payments()).toMatchObject([
    { instrument_sealed: null, evidence: expect.stringMatching(/assigned by operator$/) },
  ]);
  const { core } = desk.server;
  const bodies = await core.db
    .selectFrom('provider_notifications')
    .select('body')
    .where('id', '=', (await transfersTo(to))[0]?.notification_id ?? '')
    .execute();
  expect(bodies).toEqual([{ body: '' }]);
});

test.each(['names', 'may be for'])(
  'an erasure waits for a transfer in review that %s a deposit of the player',
  async (how) => {
    const own = await addAccount();
    const deposit = await invoice(own);
    await deposit.cancel();
    const to = how === 'names' ? await addAccount() : own;
    await notify({ to, text: how === 'names' ? deposit.reference : null });
    const erase = async () => {
      const request = { player: deposit.externalId, reason: 'a test' };
      return (await desk.operator.ask('players-erase', request)).body;
    };
    expect(JSON.stringify(await erase())).toContain('bankTransfer');
    const [waiting] = await transfersTo(to);
    await desk.operator.ask('bank-transfers-dismiss', {
      transferId: waiting?.id,
      reason: 'given back',
    });
    expect(JSON.stringify(await erase())).not.toContain('bankTransfer');
  },
);

test('retention deletes the details of transfers that wait for nobody', async () => {
  const to = await addAccount();
  await invoice(to);
  await notify({ to, payerName });
  await notify({ to, amount: '7', payerName });
  await notify({ to, amount: '8', payerName });
  const [, , dismissed] = await transfersTo(to);
  const request = { transferId: dismissed?.id, reason: 'a supplier' };
  await desk.operator.ask('bank-transfers-dismiss', request);
  const detailsIn = async (days: number) => {
    const now = () => new Date(Date.now() + days * dayMs);
    await runRetention({ ...desk.server.core, now });
    return (await transfersTo(to)).map((row) => row.details_sealed !== null);
  };
  expect(await detailsIn(89)).toEqual([true, true, true]);
  expect(await detailsIn(91)).toEqual([false, true, false]);
});
