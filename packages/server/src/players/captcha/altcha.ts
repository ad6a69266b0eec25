import { createHash, timingSafeEqual } from 'node:crypto';
import { type AltchaChallenge, altchaChallengeSchema } from '@kassa/contract';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { CaptchaVerdict } from './provider.ts';

/** Players may fill in a form after their device has solved it. */
const lifetimeMs = 20 * 60_000;

/*
 * The work: one derivation of a key per counter up to the one that the server chose. About half a
 * second on a desktop's one core, a few on a cheap phone; the server itself derives one key.
 */
const cost = 1_000;
const counters = { least: 1_500, most: 3_000 };

type Parts = Pick<Core, 'vault' | 'now'>;
type Player = Pick<Caller, 'brandId' | 'playerId'>;

/** A challenge for this player of this brand, which any server process can check. */
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

/** Secrets of every key of the ring: a challenge may be older than the first key. */
function listSecrets({ vault }: Pick<Core, 'vault'>) {
  const keySecrets = vault.deriveSecrets('altcha key');
  return vault.deriveSecrets('altcha challenge').map((hmacSignatureSecret, index) => ({
    hmacSignatureSecret,
    hmacKeySignatureSecret: keySecrets[index] ?? '',
  }));
}

/** Our id of a player never leaves the server, so the challenge carries its digest. */
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

/** Checks what an ALTCHA widget sent: ours, this player's, in time, and solved. */
export async function checkAltcha(
  core: Parts,
  player: Player,
  sent: string | undefined,
): Promise<CaptchaVerdict> {
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
  // A challenge, not a payload: one challenge solved in two spellings is still one.
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
