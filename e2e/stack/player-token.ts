import { stack } from './stack.ts';

/** Returns a token of a new player, by default in Germany, signed by the host's backend. */
export async function fetchToken(
  playerId: string,
  account: { country: string; currency: string } = { country: 'de', currency: 'EUR' },
): Promise<string> {
  const response = await fetch(`${stack.demoUrl}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: stack.demoUrl },
    body: JSON.stringify({ playerId, ...account }),
  });
  if (!response.ok) throw new Error(`The demo responded with ${response.status}.`);
  const { token }: { token: string } = await response.json();
  return token;
}
