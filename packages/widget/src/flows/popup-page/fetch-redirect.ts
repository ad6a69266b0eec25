import {
  type ExternalRedirect,
  errorBodySchema,
  externalRedirectSchema,
  isSafeLink,
} from '@kassa/contract';

/**
 * The result of a code: where to go; `over` where the code was used, has expired or is unknown, or
 * its deposit has ended; `unreachable` where the code may still be valid.
 */
type Fetched = ExternalRedirect | 'over' | 'unreachable';

/** The timeout in ms, for a network that never responds. */
const answerTimeoutMs = 20_000;

const overCodes: ReadonlySet<string> = new Set([
  'request.invalid',
  'deposit.notFound',
  'deposit.notOpen',
]);

/** Asks the server for the redirect of a code. A valid code works once. */
export async function fetchRedirect(code: string): Promise<Fetched> {
  const aborter = new AbortController();
  const timer = setTimeout(() => aborter.abort(), answerTimeoutMs);
  try {
    const response = await fetch(new URL('form', document.baseURI), {
      method: 'POST',
      cache: 'no-store',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
      signal: aborter.signal,
    });
    const body: unknown = await response.json();
    if (response.ok) {
      const { data } = externalRedirectSchema.safeParse(body);
      return data !== undefined && isSafeLink(data.url) ? data : 'over';
    }
    const { data: refusal } = errorBodySchema.safeParse(body);
    return refusal !== undefined && overCodes.has(refusal.error.code) ? 'over' : 'unreachable';
  } catch {
    return 'unreachable';
  } finally {
    clearTimeout(timer);
  }
}
