import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { calls, validateAmount } from '@kassa/contract';
import { signPlayerToken } from '@kassa/test-kit';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import { buildWebhook, chargedBackEvent, paidEvent } from './provider-stub.ts';

/** The secret of the benchmark's player tokens. */
export const tokenSecret = 'a secret for benchmarks, long enough for HS256';

const money = { amount: '50.00', currency: 'EUR' };

/** A request header that only the bare handler reads, because it doesn't verify the token. */
export const playerHeader = 'bench-player';

export interface Player {
  /** The operator's id of the player. */
  id: string;
  token: string;
}

/** Makes players of a brand, with tokens of its issuer. */
export async function makePlayers(count: number, brand = 'kassa'): Promise<Player[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  const issuer = issuerOf(brand);
  return Promise.all(
    ids.map(async (id) => ({
      id,
      token: await signPlayerToken(tokenSecret, { playerId: id, issuer }),
    })),
  );
}

/** Returns the issuer of a brand's player tokens. */
export const issuerOf = (brand: string) => `${brand}-test`;

/** The server and brand that receive the deposits, and their payment method. */
export interface Target {
  origin: string;
  brand: string;
  method: string;
  agent: Agent;
}

/** Builds a target with keep-alive connections, like those of a browser and a provider. */
export function buildTarget(port: number, method: string, brand = 'kassa'): Target {
  const agent = new Agent({ keepAlive: true });
  return { origin: `http://localhost:${port}`, brand, method, agent };
}

/** The part of the response that the next request needs; the bare handler sends no more. */
const createdSchema = z.object({ depositId: z.string() });

/** Creates a deposit; returns its id. */
export async function createDeposit(target: Target, player: Player): Promise<string> {
  const body = JSON.stringify({ ...money, paymentType: target.method });
  const answer = await post(target, '/api/banking/deposit-create', body, {
    authorization: `Bearer ${player.token}`,
    'idempotency-key': uuidv7(),
    [playerHeader]: player.id,
  });
  return createdSchema.parse(JSON.parse(answer)).depositId;
}

/** Cancels a deposit for its player. */
export async function cancelDeposit(
  target: Target,
  player: Player,
  depositId: string,
): Promise<void> {
  const body = JSON.stringify({ depositId });
  const headers = { authorization: `Bearer ${player.token}` };
  await post(target, '/api/banking/deposit-cancel', body, headers);
}

/** Sends the provider's notification of a payment. The server responds before it has credited. */
export async function notifyPaid(target: Target, depositId: string): Promise<void> {
  await notify(target, paidEvent(depositId, money));
}

/** Sends the provider's notification that a deposit was charged back in full. */
export async function notifyChargedBack(target: Target, depositId: string): Promise<void> {
  await notify(target, chargedBackEvent(depositId, money));
}

async function notify(target: Target, event: object): Promise<void> {
  const { body, headers } = buildWebhook(event);
  await post(target, `/api/providers/${target.brand}/sandbox/notifications`, body, headers);
}

/**
 * Returns a method that accepts the benchmark's money, so that the code contains no name of the
 * catalogue.
 */
export async function findMethod(port: number, player: Player): Promise<string> {
  const target = buildTarget(port, '');
  const answer = await post(
    target,
    '/api/banking/methods-payment-v3',
    JSON.stringify({ country: 'de', currency: money.currency }),
    { authorization: `Bearer ${player.token}` },
  );
  target.agent.destroy();
  const { methods } = calls['methods-payment-v3'].response.parse(JSON.parse(answer));
  const fitting = methods.find(({ amount_rules: rules }) => {
    const limits = rules[money.currency];
    return limits && validateAmount(money.amount, money.currency, limits) === null;
  });
  if (fitting === undefined) throw new Error('No method of the catalogue accepts 50 EUR.');
  return fitting.name;
}

/** Sends a request of a call or a notification; returns the body of a response with status 200. */
export function post(
  { origin, agent }: Pick<Target, 'origin' | 'agent'>,
  path: string,
  body: string,
  headers: Record<string, string>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${origin}${path}`,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      },
      (response) => {
        text(response).then((answer) => {
          if (response.statusCode === 200) resolve(answer);
          else reject(new Error(`${path} responded with ${response.statusCode}: ${answer}`));
        }, reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
