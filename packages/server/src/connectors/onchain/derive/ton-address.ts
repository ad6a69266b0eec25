import { base64url, hex } from '@scure/base';

/** An account of TON. */
export interface TonAccount {
  /** 0: where wallets live; -1: the masterchain. */
  workchain: number;
  /** 32 bytes in lower-case hex. */
  hash: string;
  /** Its text says that it must be used on the test network only. */
  isTestOnly: boolean;
}

const bounceable = 0x11;
const nonBounceable = 0x51;
const testOnly = 0x80;

/**
 * Reads an address in its raw form (`0:<hex>`) or the user-friendly one: 36 bytes in base64 of
 * either alphabet, which are a flag, the workchain, the hash and a CRC-16. Null if it is neither.
 */
export function parseTonAddress(text: string): TonAccount | null {
  const raw = /^(?<workchain>0|-1):(?<hash>[0-9a-f]{64})$/i.exec(text)?.groups;
  if (raw?.hash !== undefined) {
    const { workchain, hash } = raw;
    return { workchain: Number(workchain), hash: hash.toLowerCase(), isTestOnly: false };
  }
  // One text has one alphabet, not both.
  if (!/^(?:[\w-]{48}|[A-Za-z0-9+/]{48})$/.test(text)) return null;
  const bytes = base64url.decode(text.replaceAll('+', '-').replaceAll('/', '_'));
  const [flag = 0, workchain = 0] = bytes;
  if (![bounceable, nonBounceable].includes(flag & ~testOnly)) return null;
  if (workchain !== 0 && workchain !== 0xff) return null;
  if (hex.encode(crc16(bytes.subarray(0, 34))) !== hex.encode(bytes.subarray(34))) return null;
  return {
    workchain: workchain === 0 ? 0 : -1,
    hash: hex.encode(bytes.subarray(2, 34)),
    isTestOnly: (flag & testOnly) !== 0,
  };
}

/** The raw form, in which money is looked for: `0:<hex>`. */
export function toRawTon({ workchain, hash }: Pick<TonAccount, 'workchain' | 'hash'>): string {
  return `${workchain}:${hash}`;
}

/**
 * The user-friendly form. A wallet is shown as non-bounceable (`UQ…`), so that money also arrives
 * before its first use; a contract, such as a jetton's, as bounceable (`EQ…`).
 */
export function formatTonAddress(
  { workchain, hash }: Pick<TonAccount, 'workchain' | 'hash'>,
  { isBounceable, isTestOnly }: { isBounceable: boolean; isTestOnly: boolean },
): string {
  const flag = (isBounceable ? bounceable : nonBounceable) | (isTestOnly ? testOnly : 0);
  const body = Uint8Array.from([flag, workchain & 0xff, ...hex.decode(hash)]);
  return base64url.encode(Uint8Array.from([...body, ...crc16(body)]));
}

/** CRC-16/XMODEM, as two bytes. */
function crc16(bytes: Uint8Array): Uint8Array {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff;
    }
  }
  return Uint8Array.from([sum >> 8, sum & 0xff]);
}
