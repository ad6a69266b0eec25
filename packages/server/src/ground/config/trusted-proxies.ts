import { BlockList, isIP } from 'node:net';

/** Whether the address `hop` steps in front of this server is a proxy of the operator. */
export type IsTrustedProxy = (address: string, hop: number) => boolean;

/** For a listener without a proxy. */
export const trustNobody: IsTrustedProxy = () => false;

/**
 * Parses `TRUST_PROXY`: the number of proxies in front of this server, or their addresses and
 * networks, separated by commas. Returns null for anything else.
 */
export function parseTrustedProxies(text: string): IsTrustedProxy | null {
  if (/^\d{1,2}$/.test(text)) {
    const hops = Number(text);
    return (_address, hop) => hop < hops;
  }
  const list = new BlockList();
  for (const entry of text.split(',')) {
    if (!addTo(list, entry.trim())) return null;
  }
  return (address) => {
    const plain = plainAddress(address);
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4');
  };
}

function addTo(list: BlockList, entry: string): boolean {
  const [, address = '', bits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(entry) ?? [];
  const version = isIP(address);
  const mostBits = version === 6 ? 128 : 32;
  if (version === 0 || Number(bits ?? 0) > mostBits) return false;
  list.addSubnet(address, Number(bits ?? mostBits), version === 6 ? 'ipv6' : 'ipv4');
  return true;
}

/**
 * Normalizes an address: unwraps an IPv4 address mapped into IPv6, and removes a port that some
 * proxies add.
 */
export function plainAddress(address: string): string {
  return address
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1');
}
