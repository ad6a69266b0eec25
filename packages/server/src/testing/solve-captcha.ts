import { altchaChallengeSchema } from '@kassa/contract';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect } from 'vitest';
import type { TestServer } from './test-server.ts';

/** Solves the response of `captcha-challenge` like an ALTCHA widget. */
export async function solveCaptcha(server: TestServer, token: string): Promise<string> {
  const { status, body } = await server.call('captcha-challenge', {}, { token });
  expect(status).toBe(200);
  expect(body.kind).toBe('altcha');
  const challenge = altchaChallengeSchema.parse(body.challenge);
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
