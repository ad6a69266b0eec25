import { hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { WIF } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { encodeBase58Check } from './base58-check.ts';
import { findKeyProblem, readExtendedKey } from './extended-key.ts';
import { isPrivateKey, privateKeyProblem } from './private-key.ts';

const root = HDKey.fromMasterSeed(hex.decode('000102030405060708090a0b0c0d0e0f'));

/** The same key under other version bytes. */
function write(version: number, { isPrivate = false } = {}): string {
  const versions = { public: version, private: version };
  const key = HDKey.fromMasterSeed(hex.decode('000102030405060708090a0b0c0d0e0f'), versions);
  return isPrivate ? key.privateExtendedKey : key.publicExtendedKey;
}

describe('a key of BIP-32', () => {
  // Version bytes of SLIP-132, and of the chainparams.cpp of Litecoin Core and Dogecoin Core.
  test.each([
    [0x0488b21e, 'xpub', 'BITCOIN', 'main', null],
    [0x049d7cb2, 'ypub', 'BITCOIN', 'main', 'p2sh-p2wpkh'],
    [0x04b24746, 'zpub', 'BITCOIN', 'main', 'p2wpkh'],
    [0x043587cf, 'tpub', 'BITCOIN', 'regtest', null],
    [0x044a5262, 'upub', 'BITCOIN', 'test', 'p2sh-p2wpkh'],
    [0x045f1cf6, 'vpub', 'BITCOIN', 'test', 'p2wpkh'],
    [0x019da462, 'Ltub', 'LITECOIN', 'main', null],
    [0x01b26ef6, 'Mtub', 'LITECOIN', 'main', 'p2sh-p2wpkh'],
    [0x0436f6e1, 'ttub', 'LITECOIN', 'regtest', null],
    [0x02facafd, 'dgub', 'DOGECOIN', 'main', null],
  ] as const)('with the version %i begins with %s', (version, name, chain, network, script) => {
    const text = write(version);
    expect(text.slice(0, 4)).toBe(name);
    const read = readExtendedKey(text);
    if (!read.isValid) throw new Error(read.problem);
    expect(read.key.publicKey).toEqual(root.publicKey);
    expect(read.prefix).toMatchObject({ name, script });
    expect(findKeyProblem(read.prefix, chain, network, undefined)).toBeNull();
    const other = network === 'main' ? 'test' : 'main';
    expect(findKeyProblem(read.prefix, chain, other, undefined)).toContain(`"${other}"`);
    expect(findKeyProblem(read.prefix, 'TON', network, undefined)).toContain('TON');
  });

  test('that means a script fits no other one', () => {
    const read = readExtendedKey(write(0x04b24746));
    if (!read.isValid) throw new Error(read.problem);
    expect(findKeyProblem(read.prefix, 'BITCOIN', 'main', 'p2wpkh')).toBeNull();
    expect(findKeyProblem(read.prefix, 'BITCOIN', 'main', 'p2tr')).toBe(
      'is a zpub, which means the script "p2wpkh" and not "p2tr"',
    );
    expect(findKeyProblem(read.prefix, 'DOGECOIN', 'main', undefined)).toContain('DOGECOIN');
  });

  test.each([
    ['nothing', '', 'must be an extended public key'],
    ['a word', 'xpub', 'must be an extended public key'],
    ['a wrong checksum', write(0x0488b21e).replace(/.$/, 'x'), 'must be an extended public key'],
    ['an address', '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA', 'must be an extended public key'],
    ['several signers', write(0x02aa7ed3), 'is a key of several signers'],
    ['another chain', write(0x02fe52cc), 'begins as no extended public key of a known chain'],
    ['great length', 'x'.repeat(1_000_000), 'must be an extended public key'],
  ])('is refused if it is %s', (_, text, problem) => {
    const read = readExtendedKey(text);
    expect(read).toEqual({ isValid: false, problem: expect.stringContaining(problem) });
  });

  test('is refused if no point of the curve has it, or if it is too deep', () => {
    const body = Uint8Array.from([0x04, 0x88, 0xb2, 0x1e, ...new Uint8Array(41), 2]);
    const key = (depth: number, last: number) => {
      const bytes = Uint8Array.from([...body, ...new Uint8Array(32)]);
      bytes[4] = depth;
      bytes[77] = last;
      // A key without a parent has neither fingerprint nor number; a deeper one may.
      return encodeBase58Check(bytes);
    };
    expect(readExtendedKey(key(3, 5))).toMatchObject({ problem: expect.stringContaining('curve') });
    expect(readExtendedKey(key(254, 1))).toMatchObject({
      problem: expect.stringContaining('deep'),
    });
    expect(readExtendedKey(key(3, 1))).toMatchObject({ isValid: true });
  });
});

describe('a private key is refused, and never repeated:', () => {
  const raw = hex.encode(root.privateKey ?? new Uint8Array(32));
  const words = `${'abandon '.repeat(11)}about`;
  test.each([
    ['xprv', write(0x0488ade4, { isPrivate: true })],
    ['yprv', write(0x049d7878, { isPrivate: true })],
    ['zprv', write(0x04b2430c, { isPrivate: true })],
    ['tprv', write(0x04358394, { isPrivate: true })],
    ['uprv', write(0x044a4e28, { isPrivate: true })],
    ['vprv', write(0x045f18bc, { isPrivate: true })],
    ['Ltpv', write(0x019d9cfe, { isPrivate: true })],
    ['Mtpv', write(0x01b26792, { isPrivate: true })],
    ['ttpv', write(0x0436ef7d, { isPrivate: true })],
    ['dgpv', write(0x02fac398, { isPrivate: true })],
    ['a private key under a public version', write(0x0488b21e, { isPrivate: true })],
    ['a mistyped xprv', write(0x0488ade4, { isPrivate: true }).replace(/.$/, '1')],
    ['a descriptor', `wpkh([d34db33f/84h]${write(0x0488ade4, { isPrivate: true })}/0/*)`],
    ['raw hex', raw],
    ['raw hex with 0x', `0x${raw}`],
    ['the text of a wallet', WIF().encode(root.privateKey ?? new Uint8Array(32))],
    ['the words of a seed', words],
  ])('%s', (_, text) => {
    expect(readExtendedKey(text)).toEqual({ isValid: false, problem: privateKeyProblem });
  });

  test('a public key or an address is none', () => {
    const addresses = ['1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'];
    for (const text of [write(0x0488b21e), write(0x04b24746), ...addresses, '']) {
      expect(isPrivateKey(text)).toBe(false);
    }
  });
});
