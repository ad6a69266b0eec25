import { stack } from './stack.ts';

/** What a site's backend knows of a player. */
export interface Account {
  country: string;
  currency: string;
  /** For sweepstakes. */
  region?: string;
  of_age?: boolean;
  verified?: boolean;
}

/** Returns a token of a new player, by default in Germany, signed by the host's backend. */
export async function fetchToken(
  playerId: string,
  account: Account = { country: 'de', currency: 'EUR' },
  siteUrl: string = stack.demoUrl,
): Promise<string> {
  const response = await fetch(`${siteUrl}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: siteUrl },
    body: JSON.stringify({ playerId, ...account }),
  });
  if (!response.ok) throw new Error(`The demo responded with ${response.status}.`);
  const { token }: { token: string } = await response.json();
  return token;
}
