import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { setPlayerLimit } from '../../players/player-limits.ts';
import { useChainDesk } from '../../testing/chain-desk.ts';
import { bringCoinPlayer } from '../../testing/coin-methods.ts';
import { meetPlayer } from '../../testing/meet-player.ts';
import { offerBonus } from '../bonuses/offer-bonus.ts';
import { watchChains } from './watch-chains.ts';

const desk = useChainDesk();
const order = { amount: '0.001', currency: 'BTC', paymentType: 'bitcoin' };
const by = { actor: 'key "desk"', reason: 'a welcome' };

async function targetOf(depositId: string): Promise<string> {
  const { target } = await desk.server.core.db
    .selectFrom('chain_addresses')
    .select('target')
    .where('deposit_id', '=', depositId)
    .executeTakeFirstOrThrow();
  return target;
}

test('a bonus above the minimum of the coin is accrued by what arrives', async () => {
  const { core, call } = desk.server;
  const { ref, token } = await meetPlayer(desk.server);
  const bonusId = uuidv7();
  await core.db.transaction().execute((tx) =>
    offerBonus(core, tx, ref, {
      kind: 'deposit',
      id: bonusId,
      title: 'Welcome',
      subtitle: null,
      currency: 'EUR',
      minDeposit: '500',
      percent: '50',
      maxBonusAmount: '40',
      wagerMultiplier: '30',
      payoutMultiplier: null,
      onWithdrawal: 'forfeited',
      mustAccrueBefore: new Date(Date.now() + 24 * 3600_000),
      ...by,
    }),
  );
  const request = { ...order, bonusId, isActivatedBonus: true };
  const { status, body } = await call('deposit-create', request, { token });
  expect([status, body.error]).toEqual([200, undefined]);
  const statusOf = async () =>
    (await core.db.selectFrom('bonuses').select('status').where('id', '=', bonusId).execute())[0];
  desk.bitcoin.send({ target: await targetOf(body.depositId), units: 400_000n });
  desk.bitcoin.mine(5);
  await watchChains(core);
  expect(await statusOf()).toEqual({ status: 'offered' });
  desk.bitcoin.send({ target: await targetOf(body.depositId), units: 600_000n });
  desk.bitcoin.mine(5);
  await watchChains(core);
  expect(await statusOf()).toEqual({ status: 'accrued' });
});

test('asking for addresses uses up no limit, and what arrives does', async () => {
  const { core, call } = desk.server;
  const { ref, token } = await meetPlayer(desk.server);
  await core.db.transaction().execute((tx) =>
    setPlayerLimit(core, tx, ref, {
      transaction: 'deposit',
      period: 'day',
      amount: { amount: '150', currency: 'EUR' },
      source: 'operator',
      ...by,
    }),
  );
  for (let times = 0; times < 3; times += 1) {
    expect((await call('deposit-create', order, { token })).status).toBe(200);
  }
  const { body } = await call('deposit-create', order, { token });
  const target = await targetOf(body.depositId);
  desk.bitcoin.send({ target, units: 120_000n });
  desk.bitcoin.send({ target, units: 110_000n });
  desk.bitcoin.mine(5);
  await watchChains(core);
  const receipts = await core.db
    .selectFrom('payments')
    .select(['status', 'parked_code'])
    .where('deposit_id', '=', body.depositId)
    .orderBy('status')
    .execute();
  expect(receipts).toEqual([
    { status: 'credited', parked_code: null },
    { status: 'parked', parked_code: 'aboveLimit' },
  ]);
});

test('a session is started in the coin, and an amount in another currency refused', async () => {
  const { token } = await bringCoinPlayer(desk);
  const session = { amount: '0.001', currency: 'BTC', pendingGroup: 'crypto' };
  expect((await desk.server.call('session-start', session, { token })).status).toBe(200);
  const euros = { amount: '50', currency: 'EUR', paymentType: 'bitcoin' };
  const { status, body } = await desk.server.call('deposit-create', euros, { token });
  expect([status, body.error?.code]).toEqual([422, 'currency.unsupported']);
});
