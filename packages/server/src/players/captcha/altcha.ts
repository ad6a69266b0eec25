import { createHash, timingSafeEqual } from 'node:crypto';
import { type AltchaChallenge, altchaChallengeSchema } from '@kassa/contract';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { CaptchaResult } from './provider.ts';

/** Long enough for a player to fill in the form after the device has solved the challenge. */
const lifetimeMs = 20 * 60_000;

/*
 * The work of a solution: one key derivation per counter, up to the counter that the server chose.
 * About half a second on one core of a desktop, a few seconds on a cheap phone; the server itself
 * derives one key.
 */
const cost = 1_000;
const counters = { least: 1_500, most: 3_000 };

type Parts = Pick<Core, 'vault' | 'now'>;
type Player = Pick<Caller, 'brandId' | 'playerId'>;

/** Creates a challenge for a player of a brand; any server process can verify its solution. */
export async function createAltchaChallenge(core: Parts, player: Player): Promise<AltchaChallenge> {
  const [secrets] = listSecrets(core);
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(counters.most, counters.least),
    data: { subject: describeSubject(player) },
    deriveKey,
    expiresAt: new Date(core.now().getTime() + lifetimeMs),
    ...secrets,
  });
  return altchaChallengeSchema.parse(challenge);
}

/**
 * Derives secrets from every key of the ring: a challenge may have been signed with an older key.
 */
function listSecrets({ vault }: Pick<Core, 'vault'>) {
  const keySecrets = vault.deriveSecrets('altcha key');
  return vault.deriveSecrets('altcha challenge').map((hmacSignatureSecret, index) => ({
    hmacSignatureSecret,
    hmacKeySignatureSecret: keySecrets[index] ?? '',
  }));
}

/** Kassa's id of a player never leaves the server, so the challenge contains its digest. */
function describeSubject({ brandId, playerId }: Player): string {
  return createHash('sha256')
    .update(JSON.stringify([brandId, playerId]))
    .digest('base64url');
}

const payloadSchema = z.object({
  challenge: altchaChallengeSchema,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});

type Payload = z.infer<typeof payloadSchema>;

/**
 * Verifies an ALTCHA widget's solution: signed by Kassa, for this player, not expired, and solved.
 */
export async function verifyAltcha(
  core: Parts,
  player: Player,
  sent: string | undefined,
): Promise<CaptchaResult> {
  if (sent === undefined) return { kind: 'refused', reason: 'missing' };
  const payload = decodePayload(sent);
  if (payload === null) return { kind: 'refused', reason: 'unreadable' };
  if (!(await isSolved(core, payload))) return { kind: 'refused', reason: 'not solved' };
  const { data, expiresAt, nonce } = payload.challenge.parameters;
  const expiry = new Date(expiresAt * 1000);
  if (expiry < core.now()) return { kind: 'refused', reason: 'expired' };
  if (!isEqual(data.subject, describeSubject(player))) {
    return { kind: 'refused', reason: "another player's" };
  }
  // The mark is the challenge, not the payload: two encodings of one solution count as one.
  return { kind: 'solved', marks: [`altcha ${nonce}`], expiresAt: expiry };
}

function decodePayload(sent: string): Payload | null {
  try {
    const parsed = payloadSchema.safeParse(JSON.parse(Buffer.from(sent, 'base64').toString()));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

async function isSolved(core: Parts, { challenge, solution }: Payload): Promise<boolean> {
  for (const secrets of listSecrets(core)) {
    const { verified } = await verifySolution({
      challenge,
      solution: { ...solution, time: 0 },
      deriveKey,
      ...secrets,
    });
    if (verified) return true;
  }
  return false;
}

function isEqual(left: string, right: string): boolean {
  const [first, second] = [Buffer.from(left), Buffer.from(right)];
  return first.length === second.length && timingSafeEqual(first, second);
}
