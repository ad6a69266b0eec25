import { base64, hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { p2pkh, p2wpkh, Transaction } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { ChainError, type SweepInput } from '../../chain-rail.ts';
import type { UtxoScript } from '../derive/extended-key.ts';
import { deriveLock } from '../derive/utxo-address.ts';
import { type UtxoChain, utxoNetworks } from '../derive/utxo-networks.ts';
import { planUtxoSweep } from './plan-utxo-sweep.ts';

/** Of the words "abandon … about" that BIP-84 and BIP-86 use. */
const root = HDKey.fromMasterSeed(
  hex.decode(
    '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1' +
      '9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  ),
);
const paths = {
  p2pkh: "m/44'/0'/0'",
  'p2sh-p2wpkh': "m/49'/0'/0'",
  p2wpkh: "m/84'/0'/0'",
  p2tr: "m/86'/0'/0'",
} as const;
const destination = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr';

const keysOf = (script: UtxoScript) => {
  const signer = root.derive(paths[script]);
  return { signer, account: HDKey.fromExtendedKey(signer.publicExtendedKey) };
};

/** Pays an amount to each number's address, in a transaction of its own for each. */
function pay(script: UtxoScript, amounts: readonly bigint[], blockchain: UtxoChain = 'BITCOIN') {
  const { signer, account } = keysOf(script);
  const network = utxoNetworks[blockchain].main;
  const raw = new Map<string, string>();
  const inputs = amounts.map((units, place): SweepInput => {
    const index = place * 7;
    const lock = deriveLock(account, index, { script, network });
    const transaction = new Transaction();
    transaction.addInput({ txid: hex.encode(new Uint8Array(32).fill(place + 1)), index: 0 });
    transaction.addOutput({ script: p2wpkh(lock.publicKey).script, amount: 1234n });
    transaction.addOutput({ script: lock.script, amount: units });
    const bytes = transaction.unsignedTx;
    const { id } = Transaction.fromRaw(bytes, { allowUnknownInputs: true });
    raw.set(id, hex.encode(bytes));
    return { index, address: lock.address, contract: null, output: { txid: id, vout: 1 }, units };
  });
  const rawTransaction = async (txid: string) => {
    const found = raw.get(txid);
    if (found === undefined) throw new ChainError('pruned', 'no such transaction');
    return found;
  };
  const wallet = { blockchain, network: 'main', account, script, rawTransaction } as const;
  return { wallet, inputs, signer };
}

describe.each(['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'] as const)('of %s', (script) => {
  test('the transaction is unsigned, its sums agree, and its key signs it', async () => {
    const amounts = [50_000n, 1_000_000n, 777n];
    const { wallet, inputs, signer } = pay(script, amounts);
    const plan = await planUtxoSweep(wallet, inputs, { destination, feeRate: 3 });
    if (plan.kind !== 'psbt') throw new Error(JSON.stringify(plan));
    expect(plan).toMatchObject({ inputs: 3, total: 1_050_777n });

    const parsed = Transaction.fromPSBT(base64.decode(plan.psbt));
    expect(parsed.isFinal).toBe(false);
    expect(parsed.inputsLength).toBe(3);
    expect(parsed.outputsLength).toBe(1);
    expect(parsed.getOutputAddress(0)).toBe(destination);
    expect(parsed.getOutput(0).amount).toBe(plan.total - plan.fee);
    expect(parsed.fee).toBe(plan.fee);

    for (const [place, { index }] of inputs.entries()) {
      const key = signer.deriveChild(0).deriveChild(index).privateKey;
      if (key === null) throw new Error('the test has no private key');
      expect(parsed.signIdx(key, place)).toBe(true);
    }
    parsed.finalize();
    expect(parsed.isFinal).toBe(true);
    // The fee pays the rate, and hardly more.
    const rate = Number(plan.fee) / parsed.vsize;
    expect(rate).toBeGreaterThanOrEqual(3);
    expect(rate).toBeLessThan(3 * 1.06);
  });

  test('a signer finds its keys by their path below the account', async () => {
    const { wallet, inputs, signer } = pay(script, [50_000n, 60_000n]);
    const plan = await planUtxoSweep(wallet, inputs, { destination, feeRate: 1 });
    if (plan.kind !== 'psbt') throw new Error(JSON.stringify(plan));
    const parsed = Transaction.fromPSBT(base64.decode(plan.psbt));
    const { bip32Derivation, tapBip32Derivation } = parsed.getInput(1);
    const der = bip32Derivation?.[0]?.[1] ?? tapBip32Derivation?.[0]?.[1].der;
    expect(der).toEqual({ fingerprint: signer.fingerprint, path: [0, 7] });
  });
});

describe('nothing is planned', () => {
  const { wallet, inputs } = pay('p2wpkh', [10_000n, 20_000n]);
  const refusalOf = async (part: Partial<typeof wallet>, target: object, list = inputs) => {
    const plan = await planUtxoSweep({ ...wallet, ...part }, list, {
      destination,
      feeRate: 1,
      ...target,
    });
    return 'detail' in plan ? plan.detail : plan.kind;
  };

  test.each([
    '',
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    'LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez',
  ])('for the destination "%s", even of nothing', async (text) => {
    for (const list of [inputs, []]) {
      const plan = await planUtxoSweep(wallet, list, { destination: text, feeRate: 1 });
      const detail = 'must be an address of Bitcoin, of the network "main"';
      expect(plan).toEqual({ kind: 'refused', field: 'destination', detail });
    }
  });

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('at the fee rate %d', async (rate) => {
    expect(await refusalOf({}, { feeRate: rate })).toContain('above zero');
  });

  test('of nothing, of dust, or of too much at once', async () => {
    expect(await refusalOf({}, {}, [])).toContain('nothing to collect');
    expect(await refusalOf({}, { feeRate: 153 })).toContain('dust');
    // Above all that is there.
    expect(await refusalOf({}, { feeRate: 1_000_000 })).toContain('dust');
    const [input] = inputs;
    if (input === undefined) throw new Error('the test has no input');
    const many = Array.from({ length: 2000 }, () => input);
    expect(await refusalOf({}, {}, many)).toContain('too many');
  });

  test('of an address of another key', async () => {
    const { account } = keysOf('p2tr');
    expect(await refusalOf({ account }, {})).toContain('another key');
    expect(await refusalOf({ script: 'p2pkh' }, {})).toContain('another key');
  });

  test('of an account without its output', async () => {
    const blank = inputs.map((input) => ({ ...input, output: null }));
    expect(await refusalOf({}, {}, blank)).toContain('no output');
  });
});

describe('the transaction before, which p2pkh needs, is refused', () => {
  const target = { destination, feeRate: 1 };

  test('if the node has none', async () => {
    const { wallet, inputs } = pay('p2pkh', [10_000n]);
    const lost = async () => Promise.reject(new ChainError('pruned', 'gone'));
    const plan = planUtxoSweep({ ...wallet, rawTransaction: lost }, inputs, target);
    await expect(plan).rejects.toMatchObject({ reason: 'pruned' });
  });

  test.each([
    ['of another amount', { units: 10_001n }, null],
    ['without the output', { output: { txid: '', vout: 9 } }, null],
    ['that is another one', {}, 'other'],
    ['that is none', {}, 'zz'],
  ])('%s', async (_, part, answer) => {
    const { wallet, inputs } = pay('p2pkh', [10_000n, 20_000n]);
    const [first, second] = inputs;
    if (!first?.output || !second?.output) throw new Error('the test has no inputs');
    const { txid } = first.output;
    const changed = { ...first, ...part };
    if (changed.output !== null) changed.output = { ...changed.output, txid };
    const other = await wallet.rawTransaction(second.output.txid);
    const given = answer === 'other' ? other : (answer ?? (await wallet.rawTransaction(txid)));
    const plan = planUtxoSweep({ ...wallet, rawTransaction: async () => given }, [changed], target);
    await expect(plan).rejects.toMatchObject({ reason: 'malformed' });
  });
});

test('Litecoin and Dogecoin have addresses and dust of their own', async () => {
  for (const [blockchain, script, to, least] of [
    ['LITECOIN', 'p2wpkh', 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh', 5_460n],
    ['DOGECOIN', 'p2pkh', 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC', 1_000_000n],
  ] as const) {
    const target = { destination: to, feeRate: 1 };
    const rich = pay(script, [least + 1000n], blockchain);
    expect(await planUtxoSweep(rich.wallet, rich.inputs, target)).toMatchObject({ kind: 'psbt' });
    const poor = pay(script, [least], blockchain);
    expect(await planUtxoSweep(poor.wallet, poor.inputs, target)).toMatchObject({
      kind: 'refused',
      field: null,
    });
  }
});

test('the outputs of p2pkh are proved by their whole transaction, others by themselves', async () => {
  const { wallet, inputs } = pay('p2pkh', [10_000n]);
  const plan = await planUtxoSweep(wallet, inputs, { destination, feeRate: 1 });
  if (plan.kind !== 'psbt') throw new Error(JSON.stringify(plan));
  const { nonWitnessUtxo, witnessUtxo } = Transaction.fromPSBT(base64.decode(plan.psbt)).getInput(
    0,
  );
  expect(nonWitnessUtxo?.outputs[1]).toEqual({
    amount: 10_000n,
    script: p2pkh(
      deriveLock(wallet.account, 0, {
        script: 'p2pkh',
        network: utxoNetworks.BITCOIN.main,
      }).publicKey,
    ).script,
  });
  expect(witnessUtxo).toBeUndefined();
});
