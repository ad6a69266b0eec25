import { hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { describe, expect, test } from 'vitest';
import { checkAddress } from './check-address.ts';
import { readExtendedKey, type UtxoScript } from './extended-key.ts';
import { deriveLock, toDerivedAddress } from './utxo-address.ts';
import { type ChainNetwork, chainNetworks, type UtxoChain, utxoNetworks } from './utxo-networks.ts';

/** The seed of BIP-39's words "abandon … about", which BIP-84 and BIP-86 use without a password. */
const seed = hex.decode(
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1' +
    '9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
);

const publicVersions = { xpub: 0x0488b21e, ypub: 0x049d7cb2, upub: 0x044a5262 };

function accountKey(path: string, version: number = publicVersions.xpub): string {
  return HDKey.fromMasterSeed(seed, { public: version, private: 0 }).derive(path).publicExtendedKey;
}

function derive(
  text: string,
  index: number,
  {
    script,
    chain = 'BITCOIN',
    network = 'main',
  }: { script: UtxoScript; chain?: UtxoChain; network?: ChainNetwork },
) {
  const read = readExtendedKey(text);
  if (!read.isValid) throw new Error(read.problem);
  const lock = deriveLock(read.key, index, { script, network: utxoNetworks[chain][network] });
  return toDerivedAddress(lock);
}

describe('an address of Bitcoin is that of', () => {
  test('BIP-84, from its account key', () => {
    const zpub =
      'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
    expect(derive(zpub, 0, { script: 'p2wpkh' })).toEqual({
      address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      target: '0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2',
      memo: null,
    });
    expect(derive(zpub, 1, { script: 'p2wpkh' }).address).toBe(
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    );
  });

  test('BIP-86, from its account key', () => {
    const xpub =
      'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ';
    expect(derive(xpub, 0, { script: 'p2tr' })).toEqual({
      address: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
      target: '5120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c',
      memo: null,
    });
    expect(derive(xpub, 1, { script: 'p2tr' }).address).toBe(
      'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh',
    );
  });

  test('BIP-49, from the public half of its account key', () => {
    const published =
      'tprv8gRrNu65W2Msef2BdBSUgFdRTGzC8EwVXnV7UGS3faeXtuMVtGfEdidVeGbThs4ELEoayCAzZQ4uUji9DUiAs7erdVskqju7hrBcDvDsdbY';
    const key = HDKey.fromExtendedKey(published, { private: 0x04358394, public: 0x043587cf });
    const { publicExtendedKey: tpub } = key.wipePrivateData();
    const options = { script: 'p2sh-p2wpkh', network: 'test' } as const;
    expect(derive(tpub, 0, options)).toEqual({
      address: '2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2',
      target: 'a914336caa13e08b96080a32b5d818d59b4ab3b3674287',
      memo: null,
    });
  });

  test('BIP-44, as every wallet has it for the words of BIP-39', () => {
    const xpub =
      'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj';
    expect(accountKey("m/44'/0'/0'")).toBe(xpub);
    expect(derive(xpub, 0, { script: 'p2pkh' })).toEqual({
      address: '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA',
      target: '76a914d986ed01b7a22225a70edbf2ba7cfb63a15cb3aa88ac',
      memo: null,
    });
  });
});

test.each([
  ['LITECOIN', "m/44'/2'/0'", 'p2pkh', 'LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez'],
  ['LITECOIN', "m/49'/2'/0'", 'p2sh-p2wpkh', 'M7wtsL7wSHDBJVMWWhtQfTMSYYkyooAAXM'],
  ['LITECOIN', "m/84'/2'/0'", 'p2wpkh', 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh'],
  ['DOGECOIN', "m/44'/3'/0'", 'p2pkh', 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC'],
] as const)(
  'the first address of %s at %s is that of the wallets',
  (chain, path, script, address) => {
    expect(derive(accountKey(path), 0, { script, chain }).address).toBe(address);
  },
);

test('every address passes the check of its network, and finds the same script', () => {
  const xpub = accountKey("m/44'/0'/0'");
  const scripts = {
    BITCOIN: ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'],
    LITECOIN: ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'],
    DOGECOIN: ['p2pkh'],
  } as const;
  const prefixes = new Set<string>();
  for (const chain of ['BITCOIN', 'LITECOIN', 'DOGECOIN'] as const) {
    for (const network of chainNetworks) {
      for (const script of scripts[chain]) {
        const { address, target } = derive(xpub, 7, { script, chain, network });
        expect(checkAddress(address, chain, network)).toEqual({ isValid: true, address, target });
        const prefix = /^(?<name>[a-z]+)1[a-z0-9]{38,}$/.exec(address)?.groups?.name;
        if (prefix !== undefined) prefixes.add(prefix);
      }
    }
  }
  expect([...prefixes]).toEqual(['bc', 'tb', 'bcrt', 'ltc', 'tltc', 'rltc']);
});

test('the same number gives the same address, and another number another one', () => {
  const zpub = accountKey("m/84'/0'/0'", 0x04b24746);
  const addresses = Array.from({ length: 50 }, (_, index) =>
    [derive(zpub, index, { script: 'p2wpkh' }), derive(zpub, index, { script: 'p2wpkh' })].map(
      ({ address }) => address,
    ),
  );
  expect(addresses.every(([first, second]) => first === second)).toBe(true);
  expect(new Set(addresses.flat()).size).toBe(50);
});
