import { errorBodySchema } from '@kassa/contract';
import type * as z from 'zod/mini';

/**
 * The result of a one-time code: its value; `refused` with the server's error code where the code was
 * used, has expired or is unknown, or its deposit has ended; `unreachable` where it may still be
 * valid.
 */
export type ExchangedCode<Value> =
  | { kind: 'exchanged'; value: Value }
  | { kind: 'refused'; code: string }
  | { kind: 'unreachable' };

/** The timeout in ms, for a network that never responds. */
const answerTimeoutMs = 20_000;

const finalCodes: ReadonlySet<string> = new Set([
  'request.invalid',
  'deposit.notFound',
  'deposit.notOpen',
]);

/**
 * Exchanges the one-time code that a page was opened with, without a player's token. A valid code
 * works once.
 * @param page - the page's path under the product
 */
export async function exchangeCode<Value>(
  page: 'form' | 'pay',
  code: string,
  schema: z.ZodMiniType<Value>,
): Promise<ExchangedCode<Value>> {
  const aborter = new AbortController();
  const timer = setTimeout(() => aborter.abort(), answerTimeoutMs);
  try {
    const response = await fetch(new URL(page, document.baseURI), {
      method: 'POST',
      cache: 'no-store',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
      signal: aborter.signal,
    });
    const body: unknown = await response.json();
    if (response.ok) {
      const { data } = schema.safeParse(body);
      // The code is used, whatever this widget makes of the response.
      return data === undefined
        ? { kind: 'refused', code: 'request.invalid' }
        : { kind: 'exchanged', value: data };
    }
    const { data: refusal } = errorBodySchema.safeParse(body);
    const given = refusal?.error.code ?? '';
    return finalCodes.has(given) ? { kind: 'refused', code: given } : { kind: 'unreachable' };
  } catch {
    return { kind: 'unreachable' };
  } finally {
    clearTimeout(timer);
  }
}
