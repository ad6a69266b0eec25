import { bech32, bech32m } from '@scure/base';
import type { ChainName } from '../chain-facts.ts';
import { chainFacts } from '../chain-facts.ts';
import { readBase58 } from './base58.ts';

interface AddressForms {
  /** The human-readable parts of the main network and of test networks. */
  main?: string;
  test: readonly string[];
  /** The first byte of addresses that pay to a key's hash, and to a script's hash. */
  mainKey: number;
  mainScripts: readonly number[];
  testKeys: readonly number[];
  testScripts: readonly number[];
}

const formsOf: Partial<Record<ChainName, AddressForms>> = {
  BITCOIN: {
    main: 'bc',
    test: ['bcrt', 'tb'],
    mainKey: 0x00,
    mainScripts: [0x05],
    testKeys: [0x6f],
    testScripts: [0xc4],
  },
  LITECOIN: {
    main: 'ltc',
    test: ['rltc', 'tltc'],
    mainKey: 0x30,
    mainScripts: [0x32, 0x05],
    testKeys: [0x6f],
    testScripts: [0x3a, 0xc4],
  },
  DOGECOIN: {
    test: [],
    mainKey: 0x1e,
    mainScripts: [0x16],
    testKeys: [0x71, 0x6f],
    testScripts: [0xc4],
  },
};

type ReadScript = { to: string } | { problem: string } | null;

/**
 * Reads an address to its script in hex. One of the main network is refused: whoever pastes it here
 * has mistaken a real address for one of a test. Null if it is none.
 */
export function readScript(blockchain: ChainName, text: string): ReadScript {
  const forms = formsOf[blockchain];
  if (forms === undefined) return null;
  return readBech32(blockchain, forms, text) ?? readBase58Script(blockchain, forms, text);
}

function ofMainNetwork(blockchain: ChainName): ReadScript {
  const { name } = chainFacts[blockchain];
  return { problem: `This is an address of ${name}’s main network, and this is a test chain.` };
}

function readBech32(blockchain: ChainName, forms: AddressForms, text: string): ReadScript {
  const [prefix = ''] = text.toLowerCase().split('1');
  const isMain = prefix === forms.main;
  if (!isMain && !forms.test.includes(prefix)) return null;
  for (const coder of [bech32, bech32m]) {
    const decoded = coder.decodeUnsafe(text, 90);
    const [version, ...words] = decoded?.words ?? [];
    if (version === undefined || (coder === bech32) !== (version === 0)) continue;
    const program = coder.fromWordsUnsafe(words);
    if (!program || !isProgram(version, program.length)) continue;
    if (isMain) return ofMainNetwork(blockchain);
    // OP_0, or OP_1 to OP_16.
    const opcode = version === 0 ? 0 : 0x50 + version;
    return { to: hexOf([opcode, program.length, ...program]) };
  }
  return null;
}

function isProgram(version: number, length: number): boolean {
  if (version > 16) return false;
  return version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40;
}

function readBase58Script(blockchain: ChainName, forms: AddressForms, text: string): ReadScript {
  const bytes = readBase58(text);
  if (bytes?.length !== 21) return null;
  const [version = 0, ...hash] = bytes;
  if (forms.testKeys.includes(version)) return { to: hexOf([0x76, 0xa9, 20, ...hash, 0x88, 0xac]) };
  if (forms.testScripts.includes(version)) return { to: hexOf([0xa9, 20, ...hash, 0x87]) };
  const isMain = version === forms.mainKey || forms.mainScripts.includes(version);
  return isMain ? ofMainNetwork(blockchain) : null;
}

function hexOf(bytes: readonly number[]): string {
  return Buffer.from(bytes).toString('hex');
}
