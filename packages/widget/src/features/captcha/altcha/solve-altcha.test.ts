// @vitest-environment node
import { type AltchaChallenge, altchaChallengeSchema } from '@kassa/contract';
import { createChallenge, solveChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { beforeEach, expect, test, vi } from 'vitest';
import { solveAltcha } from './solve-altcha.ts';

type Play = (post: (answer: unknown) => void, challenge: AltchaChallenge) => void;

const workers = vi.hoisted(() => ({ play: null as Play | null, made: 0, ended: 0 }));

vi.mock('./altcha.worker.ts?worker', () => ({
  default: class extends EventTarget {
    constructor() {
      super();
      if (workers.play === null) throw new DOMException('blocked', 'SecurityError');
      workers.made += 1;
    }
    postMessage({ type, challenge }: { type: string; challenge: AltchaChallenge }) {
      const post = (data: unknown) => this.dispatchEvent(new MessageEvent('message', { data }));
      if (type === 'work') workers.play?.(post, challenge);
    }
    terminate() {
      workers.ended += 1;
    }
  },
}));

const secrets = { hmacSignatureSecret: 'one', hmacKeySignatureSecret: 'two' };
const { signal: staying } = new AbortController();

beforeEach(() => {
  workers.play = null;
  workers.made = 0;
  workers.ended = 0;
});

async function makeChallenge(): Promise<AltchaChallenge> {
  const made = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter: 25,
    data: { subject: 'a digest' },
    deriveKey,
    expiresAt: new Date(Date.now() + 60_000),
    ...secrets,
  });
  return altchaChallengeSchema.parse(made);
}

/** Returns whether the server would accept the solution. */
async function isTaken(altcha: string | undefined): Promise<boolean> {
  const { challenge, solution } = JSON.parse(atob(altcha ?? ''));
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets });
  return verified;
}

test('workers share the work and are terminated afterwards', async () => {
  const challenge = await makeChallenge();
  workers.play = (post) => void solveChallenge({ challenge, deriveKey }).then(post);
  const { altcha } = await solveAltcha({ challenge }, { signal: staying });
  expect(await isTaken(altcha)).toBe(true);
  expect(workers.made).toBeGreaterThan(0);
  expect(workers.made).toBeLessThanOrEqual(4);
  expect(workers.ended).toBe(workers.made);
});

test('without workers the page does the work', async () => {
  const { altcha } = await solveAltcha({ challenge: await makeChallenge() }, { signal: staying });
  expect(await isTaken(altcha)).toBe(true);
});

test('the page takes over from a worker that fails', async () => {
  workers.play = (post) => post({ error: 'broken' });
  const { altcha } = await solveAltcha({ challenge: await makeChallenge() }, { signal: staying });
  expect(await isTaken(altcha)).toBe(true);
});

test('endless work has no solution', async () => {
  workers.play = (post) => post(null);
  const outcome = solveAltcha({ challenge: await makeChallenge() }, { signal: staying });
  await expect(outcome).rejects.toMatchObject({ kind: 'unknown', message: 'Captcha data empty' });
});

test('leaving the screen rejects at once', async () => {
  workers.play = () => {};
  const leaving = new AbortController();
  const outcome = solveAltcha({ challenge: await makeChallenge() }, { signal: leaving.signal });
  leaving.abort('left');
  await expect(outcome).rejects.toBe('left');
});
