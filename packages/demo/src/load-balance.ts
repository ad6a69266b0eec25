import { calls, errorBodySchema, type Money } from '@kassa/contract';

/** A balance, or the reason for its absence in words for a developer. */
export type BalanceAnswer =
  | { kind: 'answered'; balance: Money }
  | { kind: 'failed'; code: 'server.unavailable' | 'server.refused'; message: string };

const timeoutMs = 5000;
const { name, response: responseSchema } = calls['user-get'];

/** Requests a player's balance from Kassa's server, as any backend with a player token can. */
export async function loadBalance(serverUrl: string, token: string): Promise<BalanceAnswer> {
  let status: number;
  let body: unknown;
  try {
    const response = await fetch(`${serverUrl}/api/banking/${name}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    body = await response.json().catch(() => null);
  } catch {
    const message = `The Kassa server at ${serverUrl} doesn't respond.`;
    return { kind: 'failed', code: 'server.unavailable', message };
  }
  const user = responseSchema.safeParse(body);
  if (status === 200 && user.success) {
    return { kind: 'answered', balance: user.data.balanceData.primary };
  }
  const error = errorBodySchema.safeParse(body);
  const reason = error.success
    ? `${error.data.error.code}: ${error.data.error.message}`
    : 'no user';
  const message = `The Kassa server at ${serverUrl} responded with ${status} (${reason}).`;
  return { kind: 'failed', code: 'server.refused', message };
}
