// @vitest-environment node
import { createCipheriv, randomBytes } from 'node:crypto';
import type { CardEnvelope } from '@kassa/contract';
import { expect, test } from 'vitest';
import { toFailure } from '../failure/failure.ts';
import { CardError } from './card-error.ts';
import { openCard } from './open-card.ts';

const depositId = '0199a5a0-0000-7000-8000-000000000001';
const deposit = { depositId, reference: 'KS-7Q2M-41XK' };
const card = JSON.stringify({ number: '8600 1404 4123 5071', fullName: 'Шерзод К. 🙂' });

/** Encrypts as the server does. */
function seal(text: string, associated = depositId): CardEnvelope {
  const key = randomBytes(32);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
  cipher.setAAD(Buffer.from(associated));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return {
    key: key.toString('base64'),
    iv: iv.toString('base64'),
    encryptedText: encrypted.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  };
}

test('decrypts what the server has encrypted for the deposit', async () => {
  expect(await openCard(seal(card), deposit)).toBe(card);
});

const flip = (base64: string) => (base64.startsWith('A') ? 'B' : 'A') + base64.slice(1);
const sealed = seal(card);

test.each<[string, CardEnvelope]>([
  ['of another deposit', seal(card, 'another')],
  ['whose text was changed', { ...sealed, encryptedText: flip(sealed.encryptedText) }],
  ['whose tag was changed', { ...sealed, tag: flip(sealed.tag) }],
  ['with another key', { ...sealed, key: flip(sealed.key) }],
  ['with another iv', { ...sealed, iv: flip(sealed.iv) }],
  ['with a short key', { ...sealed, key: 'AAAA' }],
  ['that isn’t base64', { ...sealed, encryptedText: '%%%' }],
])('an envelope %s throws', async (_, envelope) => {
  await expect(openCard(envelope, deposit)).rejects.toBeInstanceOf(CardError);
});

test('the error tells the player not to pay, with a reference for support', async () => {
  const error = await openCard(sealed, { ...deposit, depositId: 'another' }).catch(
    (thrown: unknown) => thrown,
  );
  const failure = toFailure(error);
  expect(failure).toMatchObject({ kind: 'card', message: '' });
  expect(failure.reference).toBe(deposit.reference);
  // Neither the key nor the text may reach a log.
  expect(String(error)).not.toContain(sealed.key);
});
