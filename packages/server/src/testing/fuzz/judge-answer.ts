import { errorBodySchema } from '@kassa/contract';

/** What only the inside of the server knows: its files, its stack, its database's words. */
const inside =
  /\bat (async )?\S+ \(|node:internal|node_modules|packages\/|\.ts:\d|select .+ from |insert into|syntax error|violates|relation "|kysely|fastify|ECONN|root:x:0/i;

/**
 * What is wrong with an answer, or null: a failure of the server's own, a refusal in another shape
 * than every refusal has, or words that only the inside of the server knows.
 */
export function judgeAnswer(
  { status, body }: { status: number; body: unknown },
  { hasErrorBody = true } = {},
): string | null {
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  if (!Number.isInteger(status) || status < 200) return `the status is ${status}`;
  if (status >= 500) return `failed with ${status}: ${text.slice(0, 300)}`;
  const leak = inside.exec(text);
  if (status >= 400 && leak !== null) return `leaks "${leak[0]}": ${text.slice(0, 300)}`;
  // Node answers an "Expect" that it doesn't know by itself, without a body.
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
