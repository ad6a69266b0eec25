import { BlockList, isIP } from 'node:net';

/** Whether an address that is `hop` steps before us is a proxy of the operator's own. */
export type IsTrustedProxy = (address: string, hop: number) => boolean;

/**
 * Reads `TRUST_PROXY`: how many proxies stand before this server, or their addresses and networks,
 * between commas. Returns null for anything else.
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

/** An IPv4 address in IPv6 clothes is the IPv4 address; some proxies add the port. */
export function plainAddress(address: string): string {
  return address
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1');
}
