import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { base64, hex } from '@scure/base';
import { p2pkh, p2wpkh, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { Webhook } from 'standardwebhooks';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../../ground/database/embedded/free-port.ts';
import { writeKeystore } from '../../../testing/write-keystore.ts';
import { buildSigner } from './build-signer.ts';
import { checkSigned, type EvmTransaction } from './evm-transaction.ts';
import { readKeystore } from './read-keystore.ts';
import { checkSignedPsbt } from './signed-psbt.ts';
import type { Signer, SignRequest } from './signer.ts';

/** The key of Web3 secret storage's published test vectors: everybody knows it. */
const key = hex.decode('7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d');
const otherKey = hex.decode('0c28fca386c7a227600b2fe50b7cae11ec86d3bf1fbe471be89827e19d72aa1d');
const password = 'testpassword';
const account = privateKeyToAccount(`0x${hex.encode(key)}`);
const publicKey = pubECDSA(key);
const secret = `whsec_${base64.encode(new Uint8Array(32).fill(7))}`;

const transaction: EvmTransaction = {
  chainId: 1,
  nonce: 3,
  to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  value: 25n,
  data: '0x',
  gas: 21_000n,
  maxFeePerGas: 30n,
  maxPriorityFeePerGas: 2n,
};

const about = { withdrawalId: '0197a3c2-7d7e-7b1c-9d52-5a0c0c9b6e11' };
const evm: SignRequest = {
  ...about,
  kind: 'evm',
  blockchain: 'ETHEREUM',
  from: account.address,
  transaction,
};

/** A payment of two outputs of the wallet, whose script is of either kind. */
function buildPsbt(script: Uint8Array, isWitness: boolean, fee = 1_000n) {
  const made = new Transaction();
  for (const number of [1, 2]) {
    const before = new Transaction();
    before.addInput({ txid: hex.encode(new Uint8Array(32).fill(number)), index: 0 });
    before.addOutput({ script, amount: 100_000n });
    const { id } = Transaction.fromRaw(before.unsignedTx, { allowUnknownInputs: true });
    made.addInput({
      txid: id,
      index: 0,
      sequence: 0xfffffffd,
      ...(isWitness
        ? { witnessUtxo: { script, amount: 100_000n } }
        : { nonWitnessUtxo: before.unsignedTx }),
    });
  }
  made.addOutput({ script: p2wpkh(pubECDSA(otherKey)).script, amount: 150_000n });
  made.addOutput({ script, amount: 50_000n - fee });
  return made.toPSBT(0);
}

const locks = {
  p2wpkh: { script: p2wpkh(publicKey).script, isWitness: true },
  p2pkh: { script: p2pkh(publicKey).script, isWitness: false },
};

let folder: string;
let server: Server;
let url: string;
/** What the service answers with, and the headers of the last request. */
let answer: { status: number; body: unknown } | null = null;
let lastId = '';
const local = () =>
  buildSigner({ kind: 'keystore', file: path.join(folder, 'key.json'), password });
const remote = () => buildSigner({ kind: 'remote', url, secrets: [secret], timeoutMs: 10_000 });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kassa-signer-'));
  await writeFile(path.join(folder, 'key.json'), writeKeystore(key, password));
  // A service that holds the same key, and checks who asks.
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const body = Buffer.concat(parts).toString();
      new Webhook(secret).verify(body, request.headers as Record<string, string>);
      lastId = String(request.headers['webhook-id']);
      const { status, body: content } = answer ?? { status: 200, body: await sign(body) };
      response.writeHead(status).end(JSON.stringify(content));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/` : '';
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

async function sign(body: string) {
  const { psbt, transaction: asked } = JSON.parse(body);
  if (psbt !== undefined) {
    const read = Transaction.fromPSBT(base64.decode(psbt));
    read.sign(key);
    read.finalize();
    return { raw: hex.encode(read.extract()) };
  }
  const amounts = { value: BigInt(asked.value), gas: BigInt(asked.gas) };
  const raw = await account.signTransaction({
    type: 'eip1559',
    ...asked,
    ...amounts,
    maxFeePerGas: BigInt(asked.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(asked.maxPriorityFeePerGas),
  });
  return { raw };
}

async function signedBy(signer: Signer, request: SignRequest): Promise<string> {
  const signed = await signer.sign(request);
  if (signed.kind !== 'signed') throw new Error(signed.detail);
  return signed.raw;
}

describe.each([
  ['the keystore', local],
  ['the remote service', remote],
] as const)('%s', (_, build) => {
  test('signs a transaction of Ethereum that passes the check', async () => {
    answer = null;
    const raw = await signedBy(build(), evm);
    const checked = await checkSigned(raw, transaction, account.address);
    expect(checked).toMatchObject({
      fee: 630_000n,
      txid: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
  });

  test.each(Object.entries(locks))(
    'signs a PSBT of %s that passes the check',
    async (name, lock) => {
      answer = null;
      const psbt = buildPsbt(lock.script, lock.isWitness);
      const request = { ...about, kind: 'psbt', blockchain: 'BITCOIN', from: name, psbt } as const;
      const raw = await signedBy(build(), request);
      const checked = await checkSignedPsbt(raw, psbt, lock.script);
      expect(checked).toMatchObject({ fee: 1_000n, raw });
    },
  );
});

describe('a signed transaction is refused', () => {
  const changes: [string, Partial<EvmTransaction>][] = [
    ['recipient', { to: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }],
    ['amount', { value: 26n }],
    ['number', { nonce: 4 }],
    ['chain', { chainId: 56 }],
    ['call', { data: '0x00' }],
    ['fee', { maxFeePerGas: 31n }],
    ['gas', { gas: 21_001n }],
  ];
  test.each(changes)('with another %s', async (_, change) => {
    const raw = await account.signTransaction({ type: 'eip1559', ...transaction, ...change });
    expect(await checkSigned(raw, transaction, account.address)).toBeNull();
  });

  test('of another key, of another type, or of no type at all', async () => {
    const other = privateKeyToAccount(`0x${hex.encode(otherKey)}`);
    const foreign = await other.signTransaction({ type: 'eip1559', ...transaction });
    const { maxFeePerGas: gasPrice, maxPriorityFeePerGas: _, ...rest } = transaction;
    const legacy = await account.signTransaction({ type: 'legacy', ...rest, gasPrice });
    for (const raw of [foreign, legacy, '0x02', 'nonsense']) {
      expect(await checkSigned(raw, transaction, account.address)).toBeNull();
    }
  });

  test.each(Object.entries(locks))(
    'if a PSBT of %s was changed or signed by another key',
    async (_, lock) => {
      const asked = buildPsbt(lock.script, lock.isWitness);
      const dearer = Transaction.fromPSBT(buildPsbt(lock.script, lock.isWitness, 20_000n));
      dearer.sign(key);
      dearer.finalize();
      expect(await checkSignedPsbt(hex.encode(dearer.extract()), asked, lock.script)).toBeNull();
      const right = Transaction.fromPSBT(asked);
      right.sign(key);
      right.finalize();
      const raw = hex.encode(right.extract());
      const foreign = lock.isWitness
        ? p2wpkh(pubECDSA(otherKey)).script
        : p2pkh(pubECDSA(otherKey)).script;
      expect(await checkSignedPsbt(raw, asked, foreign)).toBeNull();
      // A signature that belongs to another amount or another input.
      const broken = raw.replace(
        /(02[0-9a-f]{2}[0-9a-f]{20})([0-9a-f]{2})/,
        (_all, head, byte) => `${head}${(Number(`0x${byte}`) ^ 1).toString(16).padStart(2, '0')}`,
      );
      expect(await checkSignedPsbt(broken, asked, lock.script)).toBeNull();
      expect(await checkSignedPsbt('00', asked, lock.script)).toBeNull();
    },
  );
});

describe('the remote service', () => {
  test('that refuses has signed nothing', async () => {
    answer = { status: 403, body: { error: 'above the limit' } };
    expect(await remote().sign(evm)).toEqual({ kind: 'refused', detail: 'the signer: status 403' });
  });

  test.each([
    ['fails', { status: 500, body: {} }],
    ['answers without a transaction', { status: 200, body: { raw: 'nothing' } }],
  ])('that %s may have signed', async (_, given) => {
    answer = given;
    expect(await remote().sign(evm)).toMatchObject({ kind: 'unanswered' });
  });

  test.each([
    ['without 0x', (digits: string) => digits],
    ['with 0x', (digits: string) => `0x${digits}`],
    ['in capitals', (digits: string) => digits.toUpperCase()],
  ])('may write what it has signed %s', async (_, write) => {
    const plain = await account.signTransaction({ type: 'eip1559', ...transaction });
    answer = { status: 200, body: { raw: write(plain.slice(2)) } };
    const raw = await signedBy(remote(), evm);
    expect(await checkSigned(raw, transaction, account.address)).toMatchObject({ raw: plain });
    const { script } = locks.p2wpkh;
    const psbt = buildPsbt(script, true);
    const signed = Transaction.fromPSBT(psbt);
    signed.sign(key);
    signed.finalize();
    const digits = hex.encode(signed.extract());
    answer = { status: 200, body: { raw: write(digits) } };
    const request = { ...about, kind: 'psbt', blockchain: 'BITCOIN', from: '', psbt } as const;
    const checked = await checkSignedPsbt(await signedBy(remote(), request), psbt, script);
    expect(checked).toMatchObject({ raw: digits });
  });

  test('that is away has signed nothing', async () => {
    const port = await findFreePort();
    const closed = `http://127.0.0.1:${port}/`;
    const away = buildSigner({ kind: 'remote', url: closed, secrets: [secret], timeoutMs: 10_000 });
    expect(await away.sign(evm)).toMatchObject({ kind: 'refused' });
  });

  test('knows the same request by its id', async () => {
    answer = null;
    await remote().sign(evm);
    const first = lastId;
    await remote().sign(evm);
    expect(lastId).toBe(first);
    await remote().sign({ ...evm, transaction: { ...transaction, nonce: 9 } });
    expect(lastId).not.toBe(first);
  });
});

describe('a keystore', () => {
  test('is read as its specification has it', async () => {
    const iv = '6087dab2f9fdbbfaddc31a909735c1e6';
    const salt = 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd';
    const published = {
      version: 3,
      crypto: {
        cipher: 'aes-128-ctr',
        cipherparams: { iv },
        ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
        kdf: 'pbkdf2',
        kdfparams: { c: 262_144, dklen: 32, prf: 'hmac-sha256', salt },
        mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
      },
    };
    expect(await readKeystore(JSON.stringify(published), password)).toEqual(key);
  });

  test('with a wrong password, or that is none, signs nothing and tells no part of it', async () => {
    const file = path.join(folder, 'key.json');
    const wrong = buildSigner({ kind: 'keystore', file, password: 'another' });
    expect(await wrong.sign(evm)).toEqual({
      kind: 'refused',
      detail: 'the password of the keystore is wrong, or its file is damaged',
    });
    const missing = buildSigner({ kind: 'keystore', file: path.join(folder, 'none'), password });
    expect(await missing.sign(evm)).toMatchObject({
      kind: 'refused',
      detail: expect.stringContaining('ENOENT'),
    });
    const other = path.join(folder, 'other.json');
    await writeFile(other, JSON.stringify({ key: hex.encode(key) }));
    const none = buildSigner({ kind: 'keystore', file: other, password });
    const refused = await none.sign(evm);
    expect(refused).toMatchObject({ detail: 'the file is no keystore of version 3' });
  });
});
