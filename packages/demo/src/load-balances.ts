import { calls, errorBodySchema, type Money } from '@kassa/contract';
import type { DemoSettings } from './settings.ts';

/** Balances, or the reason for their absence in words for a developer. */
export type BalancesAnswer =
  | { kind: 'answered'; balances: Money[] }
  | { kind: 'failed'; code: 'server.unavailable' | 'server.refused'; message: string };

const timeoutMs = 5000;

/**
 * Requests a player's balances from Kassa's server, as any backend with a player token can: that of
 * the account, or both coins of a sweepstake.
 */
export async function loadBalances(
  { serverUrl, site }: Pick<DemoSettings, 'serverUrl' | 'site'>,
  token: string,
): Promise<BalancesAnswer> {
  const name = site === 'lagoon' ? 'sweepstake-balance-get' : 'user-get';
  let status: number;
  let body: unknown;
  try {
    const { method } = calls[name];
    const response = await fetch(`${serverUrl}/api/banking/${name}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    body = await response.json().catch(() => null);
  } catch {
    const message = `The Kassa server at ${serverUrl} doesn't respond.`;
    return { kind: 'failed', code: 'server.unavailable', message };
  }
  const balances = readBalances(name, body);
  if (status === 200 && balances !== null) return { kind: 'answered', balances };
  const error = errorBodySchema.safeParse(body);
  const reason = error.success
    ? `${error.data.error.code}: ${error.data.error.message}`
    : 'no balance';
  const message = `The Kassa server at ${serverUrl} responded with ${status} (${reason}).`;
  return { kind: 'failed', code: 'server.refused', message };
}

function readBalances(name: 'sweepstake-balance-get' | 'user-get', body: unknown): Money[] | null {
  if (name === 'user-get') {
    const user = calls[name].response.safeParse(body).data;
    return user === undefined ? null : [user.balanceData.primary];
  }
  const coins = calls[name].response.safeParse(body).data;
  return coins?.map(({ currency, balance: amount }) => ({ amount, currency })) ?? null;
}
