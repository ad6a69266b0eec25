import type { IncomingHttpHeaders } from 'node:http';
import type { Device } from '../core/caller.ts';

const longestUserAgent = 512;

/**
 * Describes the device of a request. Headers are the client's own words: what isn't understood is
 * left out.
 * @param address - the client's, by `findClientAddress` or `clientAddressOf`: a header of anybody
 *   but a trusted proxy doesn't change it
 * @param language - that of the cashier, which the player reads, as the client names it
 */
export function describeDevice(
  address: string | null,
  headers: IncomingHttpHeaders,
  language: unknown = headers.language,
): Device {
  return {
    ipAddress: address,
    userAgent: readUserAgent(headers['user-agent']),
    locale: chooseLocale(readTag(language), readTag(headers['accept-language'])),
  };
}

function readUserAgent(header = ''): string | null {
  const text = header
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longestUserAgent);
  return text === '' ? null : text;
}

/** The cashier's language counts. Where the browser has the same one, it also tells the region. */
function chooseLocale(ofCashier: string | null, ofBrowser: string | null): string | null {
  if (ofCashier === null || ofBrowser === null) return ofCashier ?? ofBrowser;
  const [language] = ofBrowser.toLowerCase().split('-');
  return ofCashier.toLowerCase() === language ? ofBrowser : ofCashier;
}

/** Returns the first language of `pt-BR,pt;q=0.9`. */
function readTag(header: unknown): string | null {
  const [first = ''] = typeof header === 'string' ? header.split(/[,;]/) : [];
  const tag = first.trim();
  return tag.length <= 35 && /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i.test(tag) ? tag : null;
}
