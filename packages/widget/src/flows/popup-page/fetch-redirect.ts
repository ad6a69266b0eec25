import {
  type ExternalRedirect,
  errorBodySchema,
  externalRedirectSchema,
  isSafeLink,
} from '@kassa/contract';

/**
 * What comes of a code: where to go; `over` where it was used, is too old or none, or its deposit has ended;
 * `unreachable` where it may be good still.
 */
type Fetched = ExternalRedirect | 'over' | 'unreachable';

/** A network that swallows the request says nothing for ever. */
const answerTimeoutMs = 20_000;

const overCodes: ReadonlySet<string> = new Set([
  'request.invalid',
  'deposit.notFound',
  'deposit.notOpen',
]);

/** Asks the server where a code leads. It answers a good one once. */
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
