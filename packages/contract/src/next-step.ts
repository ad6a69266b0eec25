import type { DepositCreateResponse } from './calls/deposit-create.ts';
import type { FieldDefinition } from './entities/field.ts';

/** A provider's page to open: by address, or by posting a form to it. */
export type ExternalRedirect =
  | { method: 'GET'; url: string }
  | { method: 'POST'; url: string; fields: Record<string, string> };

/**
 * What a player does after a deposit was created (§4). Adding a kind is expensive on purpose: every
 * exhaustive match over it must take a stand.
 */
export type NextStep =
  | { kind: 'complete' }
  /** The form stays, with these fields added. */
  | { kind: 'fields'; fields: FieldDefinition[] }
  | { kind: 'unsupported'; what: string };

export interface DecodedDeposit {
  depositId: string;
  reference: string;
  externalRedirect: ExternalRedirect | null;
  next: NextStep;
}

/** Protocols a link may never have (§5). Links of other protocols than https are for later steps. */
const unsafeProtocols = new Set(['javascript:', 'data:', 'file:', 'blob:', 'about:', 'chrome:']);

/**
 * Whether a link may be opened: parsable, https (http only towards this machine), and without a
 * name and password, which make one host look like another.
 */
export function isSafeLink(link: string): boolean {
  const url = parseLink(link);
  if (url === null || unsafeProtocols.has(url.protocol)) return false;
  if (url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/** Players' phones may be older than `URL.parse`. */
function parseLink(link: string): URL | null {
  try {
    return new URL(link);
  } catch {
    return null;
  }
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}

/**
 * Decodes a created deposit once (§4 "Response handling"). A redirect with an unsafe address, and a
 * page this version doesn't know, come back as `unsupported` and are never opened.
 */
export function decodeNextStep(response: DepositCreateResponse): DecodedDeposit {
  const { apiResponse, depositId, reference } = response;
  const decoded = { depositId, reference, externalRedirect: null };
  if (apiResponse.isFieldsRequired) {
    // Nothing to fill in: the player could never go on.
    if (response.fields.length === 0) return unsupported(decoded, 'fields');
    return { ...decoded, next: { kind: 'fields', fields: response.fields } };
  }
  if (apiResponse.pageId !== null) return unsupported(decoded, apiResponse.pageId);
  if (apiResponse.source === null) return { ...decoded, next: { kind: 'complete' } };
  if (!isSafeLink(apiResponse.source)) return unsupported(decoded, 'unsafe link');
  return {
    ...decoded,
    externalRedirect: decodeRedirect(apiResponse.source, apiResponse.method, apiResponse.data),
    next: { kind: 'complete' },
  };
}

function unsupported(decoded: Omit<DecodedDeposit, 'next'>, what: string): DecodedDeposit {
  return { ...decoded, next: { kind: 'unsupported', what } };
}

function decodeRedirect(
  source: string,
  method: 'GET' | 'POST',
  data: Record<string, string>,
): ExternalRedirect {
  // The parsed address, not the text: what was judged is what is opened.
  const url = new URL(source);
  if (method === 'POST') return { method, url: url.href, fields: data };
  for (const [name, value] of Object.entries(data)) url.searchParams.set(name, value);
  return { method, url: url.href };
}
