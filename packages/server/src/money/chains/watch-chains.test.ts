import { beforeEach, describe, expect, test } from 'vitest';
import { useChainDesk } from '../../testing/chain-desk.ts';
import { bringCoinPlayer } from '../../testing/coin-methods.ts';
import { watchChains } from './watch-chains.ts';

const desk = useChainDesk();
const watch = () => watchChains(desk.server.core);
const btc = (amount: string) => BigInt(Math.round(Number(amount) * 1e8));

let player: Awaited<ReturnType<typeof bringCoinPlayer>>;
beforeEach(async () => {
  player = await bringCoinPlayer(desk);
});

test('a deposit of a coin that the player only looked at is listed from its first payment on', async () => {
  const { depositId, target } = await player.ask();
  const list = async () =>
    (await desk.server.call('deposit-list', {}, player)).body.deposits.map(
      (one: { depositId: string }) => one.depositId,
    );
  expect(await list()).toEqual([]);
  desk.bitcoin.send({ target, units: btc('0.01') });
  await watch();
  expect(await list()).toEqual([depositId]);
});

describe('a payment', () => {
  test('is seen at once, counted by blocks, and credited exactly at the last one', async () => {
    const { depositId, target } = await player.ask();
    const { txid } = desk.bitcoin.send({ target, units: btc('0.01') });
    await watch();
    expect(await player.status(depositId)).toMatchObject({
      status: 'PENDING',
      chain: {
        blockchain: 'BITCOIN',
        txid,
        confirmations: 0,
        cryptoAmount: '0.01',
        cryptoCurrency: 'BTC',
        finalAmount: '1000.00',
        finalCurrency: 'EUR',
        state: 'pending',
      },
    });
    for (const confirmations of [1, 2, 3, 4]) {
      desk.bitcoin.mine();
      await watch();
      const state = await player.status(depositId);
      expect(state).toMatchObject({ status: 'PENDING', chain: { confirmations } });
      expect(await player.balance()).toBe('0.00');
      // The chain saw it, and the player said nothing.
      expect((await player.summary(depositId)).isReported).toBeUndefined();
    }
    desk.bitcoin.mine();
    await watch();
    expect(await player.status(depositId)).toMatchObject({
      status: 'PAYED',
      processingAmount: '1000.00',
      chain: { confirmations: 5, state: 'confirmed', processingAmount: '1000.00' },
    });
    expect(await player.balance()).toBe('1000.00');
    await watch();
    desk.bitcoin.mine(3);
    await watch();
    expect(await player.balance()).toBe('1000.00');
  });

  test('is credited to the last unit of a token, at the rate of its detection', async () => {
    const { depositId, target } = await player.ask('usdt_erc20');
    desk.ethereum.send({ target, units: 25_123_456n, contract: usdt, index: 't0' });
    desk.ethereum.mine();
    await watch();
    desk.ethereum.mine(15);
    await watch();
    // 25.123456 / 1.1, cut to cents.
    expect(await player.status(depositId)).toMatchObject({
      status: 'PAYED',
      processingAmount: '22.83',
      chain: { cryptoAmount: '25.123456', cryptoCurrency: 'USDT' },
    });
    const receipt = await desk.server.core.db
      .selectFrom('payments')
      .select(['amount', 'currency', 'rate_source'])
      .where('deposit_id', '=', depositId)
      .executeTakeFirstOrThrow();
    expect(receipt).toMatchObject({ amount: '25.123456', currency: 'USDT' });
  });

  test('is one of two in a block, and one of two to an address', async () => {
    const first = await player.ask();
    const second = await (await bringCoinPlayer(desk)).ask();
    expect(second.address).not.toBe(first.address);
    desk.bitcoin.send({ target: first.target, units: btc('0.01') });
    desk.bitcoin.send({ target: second.target, units: btc('0.02') });
    desk.bitcoin.send({ target: first.target, units: btc('0.03'), index: '7' });
    desk.bitcoin.mine(5);
    await watch();
    expect(await player.balance()).toBe('4000.00');
    const { transactions } = await player.status(first.depositId);
    expect(transactions?.map(({ cryptoAmount }) => cryptoAmount).sort()).toEqual(['0.01', '0.03']);
  });

  test('that came while the server was down is credited when it reads again', async () => {
    const { target } = await player.ask();
    desk.bitcoin.mine(3);
    desk.bitcoin.send({ target, units: btc('0.01') });
    desk.bitcoin.mine(200);
    await watch();
    expect(await player.balance()).toBe('1000.00');
  });

  test('months later is credited: the address is still watched', async () => {
    const { depositId, target } = await player.ask();
    await desk.server.core.db
      .updateTable('deposits')
      .set({ status: 'autoCanceled' })
      .where('id', '=', depositId)
      .execute();
    desk.bitcoin.send({ target, units: btc('0.01') });
    desk.bitcoin.mine(5);
    await watch();
    const state = await player.status(depositId);
    expect(state).toMatchObject({ status: 'PAYED', chain: { note: 'late' } });
  });

  test('that failed on its chain counts nothing', async () => {
    const { depositId, target } = await player.ask('ethereum');
    const { txid } = desk.ethereum.send({ target, units: 10n ** 18n, index: 'tx' });
    desk.ethereum.failed.add(txid);
    desk.ethereum.mine(16);
    await watch();
    expect((await player.status(depositId)).chain).toBeUndefined();
  });
});

const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7';

describe('an unusual payment', () => {
  test.each([
    ['below the minimum is credited, and said to be', '0.0005', 'belowMinimum', 'PAYED', '50.00'],
    ['above the maximum waits for the operator', '0.6', 'aboveMaximum', 'PENDING', '0.00'],
    ['of dust is left to the operator', '0.00001', 'dust', 'PENDING', '0.00'],
  ])('%s', async (_, amount, note, status, balance) => {
    const { depositId, target } = await player.ask();
    desk.bitcoin.send({ target, units: btc(amount) });
    desk.bitcoin.mine(5);
    await watch();
    expect(await player.status(depositId)).toMatchObject({ status, chain: { note } });
    expect(await player.balance()).toBe(balance);
  });

  test('of an unknown token is left to the operator', async () => {
    const { target } = await player.ask('usdt_erc20');
    desk.ethereum.send({ target, units: 5n, contract: '0xbad', index: 't0' });
    desk.ethereum.mine(16);
    await watch();
    expect(await parked('0xbad')).toMatchObject({ because: 'unknownToken', amount: '5' });
    expect(await player.balance()).toBe('0.00');
  });

  test('of another coin than the address is for is left to the operator', async () => {
    const { depositId, target } = await player.ask('ethereum');
    desk.ethereum.send({ target, units: 50_000_000n, contract: usdt, index: 't0' });
    desk.ethereum.mine(16);
    await watch();
    expect((await player.status(depositId)).chain).toMatchObject({ note: 'otherCoin' });
    expect(await parked(usdt, depositId)).toMatchObject({ because: 'otherCoin', amount: '50' });
    expect(await player.balance()).toBe('0.00');
  });

  test('of the operator, from a player’s address, is none of the deposit', async () => {
    const from = await player.ask('ethereum');
    const { depositId, target } = await (await bringCoinPlayer(desk)).ask('ethereum');
    const sent = { target, units: 10n ** 16n, index: 'tx', sender: from.target };
    desk.ethereum.send(sent);
    desk.ethereum.mine(16);
    await watch();
    expect(await parked(null, depositId)).toMatchObject({ because: 'ownTransfer', amount: '0.01' });
    // A stranger's payment is credited.
    desk.ethereum.send({ ...sent, sender: '0xstranger' });
    desk.ethereum.mine(16);
    await watch();
    const rows = await desk.server.core.db
      .selectFrom('chain_payments')
      .select(['status', 'because'])
      .where('deposit_id', '=', depositId)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { status: 'parked', because: 'ownTransfer' },
      { status: 'settled', because: null },
    ]);
  });

  test('of the operator, who spends what a player paid, is none of the deposit', async () => {
    const other = await bringCoinPlayer(desk);
    const { target: from } = await other.ask();
    const { txid, index } = desk.bitcoin.send({ target: from, units: btc('0.01') });
    desk.bitcoin.mine(5);
    await watch();
    expect(await other.balance()).toBe('1000.00');
    const { depositId, target } = await player.ask();
    desk.bitcoin.send({ target, units: btc('0.009') }, [{ txid, index }]);
    desk.bitcoin.mine(5);
    await watch();
    expect(await player.balance()).toBe('0.00');
    expect(await parked(null, depositId)).toMatchObject({ because: 'ownTransfer' });
    expect((await player.status(depositId)).chain).toBeUndefined();
  });

  test('of the fees for collecting tokens is not shown to their player', async () => {
    const { depositId, target } = await player.ask('usdt_erc20');
    desk.ethereum.send({ target, units: 10n ** 16n, index: 'tx' });
    desk.ethereum.mine(16);
    await watch();
    const state = await player.status(depositId);
    expect(state).toMatchObject({ status: 'PENDING' });
    expect(state.chain).toBeUndefined();
  });

  test('that pays something else after a reorganisation is another payment', async () => {
    const { target } = await player.ask('usdt_erc20');
    const sent = { target, units: 500_000_000n, contract: usdt, index: 't0' };
    const { txid } = desk.ethereum.send(sent);
    desk.ethereum.mine(3);
    await watch();
    desk.ethereum.undo(3, { areGone: true });
    desk.ethereum.send({ ...sent, txid, units: 1n, contract: '0xbad' });
    desk.ethereum.mine(40);
    await watch();
    expect(await player.balance()).toBe('0.00');
  });

  test('beside thousands of others in its block is credited', async () => {
    const { target } = await player.ask('usdt_erc20');
    const junk = { target, units: 1n, contract: '0xjunk' };
    const { txid } = desk.ethereum.send({ ...junk, index: 't0' });
    for (let index = 1; index < 4_000; index += 1) {
      desk.ethereum.send({ ...junk, txid, index: `t${index}` });
    }
    desk.ethereum.send({ target, units: 11_000_000n, contract: usdt, index: 't0' });
    desk.ethereum.mine(16);
    await watch();
    // 11 / 1.1, at a rate that is cut.
    expect(await player.balance()).toBe('9.99');
  });

  test.each([
    ['without its comment', null, 'noMemo'],
    ['with an unknown comment', 'M999999', 'unknownMemo'],
  ])('%s to a shared address is left to the operator', async (_, memo, because) => {
    await player.ask('toncoin');
    const { txid } = desk.ton.send({ target: '0:shared', units: 3_000_000_000n, memo });
    desk.ton.mine(8);
    await watch();
    const row = await desk.server.core.db
      .selectFrom('chain_payments')
      .select(['because', 'player_id'])
      .where('txid', '=', txid)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ because, player_id: null });
  });

  test('with its comment to a shared address is the player’s', async () => {
    const { target, memo } = await player.ask('toncoin');
    desk.ton.send({ target, units: 3_000_000_000n, memo });
    desk.ton.mine(8);
    await watch();
    expect(await player.balance()).toBe('15.00');
  });
});

function parked(contract: string | null, depositId?: string) {
  return desk.server.core.db
    .selectFrom('chain_payments')
    .selectAll()
    .where('contract', 'is not distinct from', contract)
    .$if(depositId !== undefined, (query) => query.where('deposit_id', '=', depositId ?? null))
    .executeTakeFirstOrThrow();
}

describe('an address', () => {
  test('is the same for a player, coin and chain, and another for each other', async () => {
    const first = await player.ask();
    const again = await player.ask();
    const ether = await player.ask('ethereum');
    const token = await player.ask('usdt_erc20');
    expect(again.address).toBe(first.address);
    expect(new Set([first.address, ether.address, token.address]).size).toBe(3);
  });

  test('is refused if the key no longer gives it', async () => {
    const { target } = await player.ask();
    await desk.server.core.db
      .updateTable('chain_addresses')
      .set({ address: 'anAttackersAddress' })
      .where('target', '=', target)
      .execute();
    const order = { amount: '0.001', currency: 'BTC', paymentType: 'bitcoin' };
    const { status, body } = await desk.server.call('deposit-create', order, {
      token: player.token,
    });
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('anAttackersAddress');
  });
});
