import { cardEnvelopeSchema } from '@kassa/contract';
import { expect, test } from 'vitest';
import { openInBrowser } from '../../testing/open-in-browser.ts';
import { sealCard } from './seal-card.ts';

const card = JSON.stringify({ number: '4242424242424242', fullName: 'Zoë Müller' });

test("a browser can open an envelope with its own deposit's id only", async () => {
  const envelope = cardEnvelopeSchema.parse(sealCard(card, 'deposit-1'));
  expect(await openInBrowser(envelope, 'deposit-1')).toBe(card);
  await expect(openInBrowser(envelope, 'deposit-2')).rejects.toThrow();
});

test('a changed envelope cannot be opened', async () => {
  const envelope = sealCard(card, 'deposit-1');
  const other = sealCard(card, 'deposit-1');
  for (const part of ['key', 'iv', 'encryptedText', 'tag'] as const) {
    const changed = { ...envelope, [part]: other[part] };
    await expect(openInBrowser(changed, 'deposit-1')).rejects.toThrow();
  }
});

test('every envelope has a key and an iv of its own', () => {
  const [first, second] = [sealCard(card, 'deposit-1'), sealCard(card, 'deposit-1')];
  expect(first.key).not.toBe(second.key);
  expect(first.iv).not.toBe(second.iv);
});
