import { randomUUID } from 'node:crypto';
import { type CallName, calls } from '@kassa/contract';
import { stack } from './stack.ts';

export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
}

/** Calls the players' API over HTTP, as a widget does. */
export async function callApi(name: CallName, token: string, request: object): Promise<Reply> {
  const { method, isCreating } = calls[name];
  const url = new URL(`/api/banking/${name}`, stack.serverUrl);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...(isCreating && { 'idempotency-key': randomUUID() }),
  };
  if (method === 'GET') {
    for (const [key, value] of Object.entries(request)) url.searchParams.set(key, String(value));
  }
  const response = await fetch(url, {
    method,
    headers,
    ...(method === 'POST' && { body: JSON.stringify(request) }),
  });
  return { status: response.status, body: await response.json() };
}
