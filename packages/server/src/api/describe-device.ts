import type { IncomingHttpHeaders } from 'node:http';
import type { Device } from '../core/caller.ts';

const longestUserAgent = 512;

/**
 * Describes the device of a request. Headers are the client's own words: what isn't understood is
 * left out.
 * @param address - the client's, by `findClientAddress` or `clientAddressOf`: a header of anybody
 *   but a trusted proxy doesn't change it
 */
export function describeDevice(address: string | null, headers: IncomingHttpHeaders): Device {
  return {
    ipAddress: address,
    userAgent: readUserAgent(headers['user-agent']),
    locale: readLocale(headers['accept-language']),
  };
}

function readUserAgent(header = ''): string | null {
  const text = header
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longestUserAgent);
  return text === '' ? null : text;
}

/** Returns the first language of `pt-BR,pt;q=0.9`. */
function readLocale(header = ''): string | null {
  const [first = ''] = header.split(/[,;]/);
  const tag = first.trim();
  return tag.length <= 35 && /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i.test(tag) ? tag : null;
}
