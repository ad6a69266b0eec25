import { errorBodySchema } from '@kassa/contract';

/** Texts that only the server's internals contain: file names, stack traces, database messages. */
const inside =
  /\bat (async )?\S+ \(|node:internal|node_modules|packages\/|\.ts:\d|select .+ from |insert into|syntax error|violates|relation "|kysely|fastify|ECONN|root:x:0/i;

/**
 * Returns what is wrong with a response, or null: an internal failure (5xx), an error without the
 * usual body, or a text that reveals internals.
 */
export function checkAnswer(
  { status, body }: { status: number; body: unknown },
  { hasErrorBody = true } = {},
): string | null {
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  if (!Number.isInteger(status) || status < 200) return `the status is ${status}`;
  if (status >= 500) return `failed with ${status}: ${text.slice(0, 300)}`;
  const leak = inside.exec(text);
  if (status >= 400 && leak !== null) return `leaks "${leak[0]}": ${text.slice(0, 300)}`;
  // Node itself rejects an unknown "Expect" header, without a body.
  if (status < 400 || status === 417 || !hasErrorBody) return null;
  const error = errorBodySchema.safeParse(parse(body));
  return error.success ? null : `is no error body (${status}): ${text.slice(0, 300)}`;
}

function parse(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}
