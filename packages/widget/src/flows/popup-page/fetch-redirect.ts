import { type ExternalRedirect, externalRedirectSchema, isSafeLink } from '@kassa/contract';
import { exchangeCode } from '../../popup/exchange-code.ts';

/**
 * The result of a code: where to go; `over` where the code was used, has expired or is unknown, or
 * its deposit has ended; `unreachable` where the code may still be valid.
 */
type Fetched = ExternalRedirect | 'over' | 'unreachable';

/** Asks the server for the redirect of a code. A valid code works once. */
export async function fetchRedirect(code: string): Promise<Fetched> {
  const exchanged = await exchangeCode('form', code, externalRedirectSchema);
  if (exchanged.kind === 'unreachable') return 'unreachable';
  if (exchanged.kind === 'refused') return 'over';
  return isSafeLink(exchanged.value.url) ? exchanged.value : 'over';
}
