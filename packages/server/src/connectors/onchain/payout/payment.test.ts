import { hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import type { ChainPayoutOrder, FeeQuote, Taken, WalletOutput } from '../../hot-wallet.ts';
import { choosePrice, raisePrice } from './evm-price.ts';
import { chooseFee, chooseOutputs, makePsbt, type UtxoPayer } from './utxo-payment.ts';

describe('the price of gas', () => {
  test('leaves room for a base fee that doubles, up to the cap', () => {
    const price = { base: 10n, tip: 2n };
    expect(choosePrice(price, 100n, 10_000n)).toEqual({ gas: 100n, rate: 22n, tip: 2n });
    expect(choosePrice(price, 100n, 1_500n)).toEqual({ gas: 100n, rate: 15n, tip: 2n });
    expect(choosePrice(price, 100n, 1_199n)).toMatchObject({ kind: 'waits' });
  });

  test('of a replacement is an eighth higher in both parts, and never above the cap', () => {
    const before = { gas: 100n, maxFeePerGas: 80n, maxPriorityFeePerGas: 8n };
    const wished: FeeQuote = { gas: 0n, rate: 20n, tip: 1n };
    const raised = raisePrice(wished, before, 1_000_000n);
    if ('kind' in raised) throw new Error(raised.detail);
    expect(raised.rate * 8n).toBeGreaterThanOrEqual(80n * 9n);
    expect(raised.tip * 8n).toBeGreaterThanOrEqual(8n * 9n);
    expect(raisePrice({ ...wished, rate: 500n }, before, 1_000_000n)).toMatchObject({ rate: 500n });
    expect(raisePrice({ ...wished, rate: 500n }, before, 10_000n)).toMatchObject({ rate: 100n });
    expect(raisePrice(wished, before, 9_000n)).toMatchObject({ kind: 'waits' });
  });
});

const payer: UtxoPayer = {
  lock: Uint8Array.from([0, 20, ...new Uint8Array(20)]),
  script: 'p2wpkh',
  cap: 10_000n,
  leastOutput: 546n,
};
const output = (units: bigint, vout: number): WalletOutput => ({
  txid: 'ab'.repeat(32),
  vout,
  units,
});
const order = { coin: { currency: 'BTC' }, units: 100_000n } as ChainPayoutOrder;
const price = { gas: 0n, rate: 2_000n, tip: 1_000n };
const nothing: Taken = { nonce: null, outputs: new Set(), units: new Map(), fees: 0n };

describe('the outputs of a payout', () => {
  const outputs = [output(60_000n, 0), output(90_000n, 1), output(40_000n, 2)];

  test('are the largest ones, until they pay the amount and a higher fee', () => {
    const chosen = chooseOutputs(payer, order, { outputs, price }, nothing);
    expect(chosen).toEqual({ nonce: null, inputs: [output(90_000n, 1), output(60_000n, 0)] });
  });

  test('are none that another payout has taken', () => {
    const taken = { ...nothing, outputs: new Set([`${'ab'.repeat(32)}:1`]) };
    const chosen = chooseOutputs(payer, order, { outputs, price }, taken);
    expect(chosen).toMatchObject({ kind: 'waits' });
    const smaller = { ...order, units: 90_000n };
    expect(chooseOutputs(payer, smaller, { outputs, price }, taken)).toMatchObject({
      inputs: [output(60_000n, 0), output(40_000n, 2)],
    });
  });

  test('pay no dust, and no fee above the cap', () => {
    const dust = { ...order, units: 545n };
    expect(chooseOutputs(payer, dust, { outputs, price }, nothing)).toMatchObject({
      kind: 'refused',
    });
    const dear = { outputs, price: { ...price, rate: 90_000n } };
    expect(chooseOutputs(payer, order, dear, nothing)).toMatchObject({ kind: 'waits' });
  });
});

describe('the fee of a payout', () => {
  const place = { nonce: null, inputs: [output(200_000n, 0)] };
  const sign = { txid: '', raw: '', fee: 1_000n };

  test('rises by a quarter at least, and by what it costs to pass it on', () => {
    const first = chooseFee(payer, place, price, []);
    expect(first).toBeTypeOf('bigint');
    const second = chooseFee(payer, place, price, [sign]);
    expect(second).toBeGreaterThanOrEqual(1_250n);
    expect(chooseFee(payer, place, price, [{ ...sign, fee: 9_000n }])).toMatchObject({
      kind: 'waits',
    });
  });

  test('takes what would be dust as change', async () => {
    const target = Uint8Array.from([0, 20, ...new Uint8Array(20).fill(1)]);
    const make = (fee: bigint) =>
      makePsbt(payer, { units: 199_000n, target }, place, fee, async () => '');
    const [whole, dust, missing] = await Promise.all([make(400n), make(600n), make(1_001n)]);
    expect(whole).toBeInstanceOf(Uint8Array);
    if (!(whole instanceof Uint8Array) || !(dust instanceof Uint8Array)) throw new Error('no PSBT');
    expect(dust.length).toBeLessThan(whole.length);
    expect(missing).toMatchObject({ kind: 'waits' });
  });
});

describe('a payment of the old form', () => {
  const lock = hex.decode(`76a914${'11'.repeat(20)}88ac`);
  const old: UtxoPayer = { ...payer, lock, script: 'p2pkh' };
  const before = new Transaction({ allowUnknownInputs: true });
  before.addInput({ txid: 'cd'.repeat(32), index: 0 });
  before.addOutput({ script: lock, amount: 200_000n });
  const raw = hex.encode(before.unsignedTx);
  const { id: txid } = Transaction.fromRaw(before.unsignedTx, { allowUnknownInputs: true });
  const payment = { units: 150_000n, target: Uint8Array.from([0, 20, ...new Uint8Array(20)]) };
  const make = (units: bigint, vout = 0, given = raw) =>
    makePsbt(
      old,
      payment,
      { nonce: null, inputs: [{ txid, vout, units }] },
      1_000n,
      async () => given,
    );

  test('spends what the transaction before has, and not what the node says', async () => {
    expect(await make(200_000n)).toBeInstanceOf(Uint8Array);
    const other = new Transaction({ allowUnknownInputs: true });
    other.addInput({ txid: 'ef'.repeat(32), index: 0 });
    other.addOutput({ script: lock, amount: 200_000n });
    const wrong = [
      make(160_000n),
      make(250_000n),
      make(200_000n, 1),
      make(200_000n, 0, hex.encode(other.unsignedTx)),
      make(200_000n, 0, '00'),
    ];
    for (const made of await Promise.all(wrong)) {
      const detail = `a node: it lists another amount than the transaction ${txid} has`;
      expect(made).toEqual({ kind: 'waits', detail });
    }
  });

  test('pays no fee above the cap, also with dust', async () => {
    const inputs = [{ txid, vout: 0, units: 200_000n }];
    const target = { ...payment, units: 189_500n };
    const made = await makePsbt(old, target, { nonce: null, inputs }, 10_000n, async () => raw);
    expect(made).toMatchObject({ kind: 'waits' });
  });
});
