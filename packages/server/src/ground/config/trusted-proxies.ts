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
    const read = readAddress(address);
    return read !== null && list.check(read, isIP(read) === 6 ? 'ipv6' : 'ipv4');
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
 * Reads an address as proxies write it, and returns it in its one spelling: without quotes,
 * brackets, port and zone, in lower case, IPv6 compressed (RFC 5952). An IPv4 address inside IPv6
 * is returned as IPv4: a mapped one, or one of a translator (RFC 6052). Returns null for anything
 * else, such as the `unknown` and `_hidden` of RFC 7239.
 */
export function readAddress(text = ''): string | null {
  const bare = text.trim().replace(/^"(.*)"$/, '$1');
  const host = bare.replace(/^\[([^\]]*)\](:.*)?$/, '$1').replace(/%.*$/, '');
  const address = [host, host.replace(/:\d+$/, '')].find((it) => isIP(it) !== 0);
  if (address === undefined || isIP(address) === 4) return address ?? null;
  const spelled = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^(?:::ffff:|64:ff9b::)([\da-f]+):([\da-f]+)$/.exec(spelled) ?? [];
  if (high === undefined || low === undefined) return spelled;
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}
