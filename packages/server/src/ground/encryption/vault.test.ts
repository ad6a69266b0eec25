import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildVault, type SealContext, SealError } from './vault.ts';

const key = (id: string) => ({ id, secret: randomBytes(32) });
const context: SealContext = { table: 'deposits', brandId: 'kassa', id: 'one' };

test('a sealed text can only be opened for its own row, table and brand', () => {
  const vault = buildVault([key('a')]);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (plain) => {
      expect(vault.open(vault.seal(plain, context), context)).toBe(plain);
    }),
  );
  const sealed = vault.seal('DE89370400440532013000', context);
  expect(sealed).toMatch(/^s1\.a\.[\w-]+$/);
  expect(sealed).not.toBe(vault.seal('DE89370400440532013000', context));
  for (const other of [{ table: 'withdrawals' }, { brandId: 'other' }, { id: 'two' }] as const) {
    expect(() => vault.open(sealed, { ...context, ...other })).toThrow(SealError);
  }
});

test('a changed text, another version, an unknown key and an empty text give the same error', () => {
  const vault = buildVault([key('a')]);
  const sealed = vault.seal('secret', context);
  const at = sealed.length - 5;
  const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
  const wrong = [changed, sealed.replace('s1.', 's2.'), sealed.replace('.a.', '.b.'), '', 's1.a.'];
  const messages = wrong.map((text) => {
    try {
      return vault.open(text, context);
    } catch (error) {
      return (error as Error).message;
    }
  });
  expect(new Set(messages)).toEqual(new Set(['The sealed text could not be opened.']));
});

test('every changed character is detected', () => {
  const vault = buildVault([key('a')]);
  const sealed = vault.seal('4111', context);
  for (let index = 0; index < sealed.length - 1; index += 1) {
    const other = sealed[index] === 'x' ? 'y' : 'x';
    const changed = sealed.slice(0, index) + other + sealed.slice(index + 1);
    expect(() => vault.open(changed, context)).toThrow(SealError);
  }
});

test('a new first key seals; the other keys still open', () => {
  const [old, fresh] = [key('old'), key('fresh')];
  const before = buildVault([old]).seal('secret', context);
  const vault = buildVault([fresh, old]);
  expect(vault.open(before, context)).toBe('secret');
  expect(before.startsWith(vault.currentPrefix)).toBe(false);
  const after = vault.seal(vault.open(before, context), context);
  expect(after.startsWith(vault.currentPrefix)).toBe(true);
  expect(buildVault([fresh]).open(after, context)).toBe('secret');
  expect(() => buildVault([fresh]).open(before, context)).toThrow(SealError);
});

test('a blind index is the same for all notations of a value, and differs between brands and fields', () => {
  const [old, fresh] = [key('old'), key('fresh')];
  const vault = buildVault([fresh, old]);
  const iban = { brandId: 'kassa', kind: 'iban' };
  const digest = vault.blindIndex(iban, 'DE89370400440532013000');
  expect(vault.blindIndex(iban, ' de89 3704-0044 0532–0130 00\n')).toBe(digest);
  expect(vault.blindIndex(iban, 'DE89370400440532013001')).not.toBe(digest);
  expect(vault.blindIndex({ ...iban, brandId: 'other' }, 'DE89370400440532013000')).not.toBe(
    digest,
  );
  expect(vault.blindIndex({ ...iban, kind: 'account' }, 'DE89370400440532013000')).not.toBe(digest);
  const before = buildVault([old]).blindIndex(iban, 'DE89370400440532013000');
  expect(vault.blindIndexes(iban, 'DE89370400440532013000')).toEqual([digest, before]);
});

test('derived secrets are the same in every process, and differ between purposes and keys', () => {
  const ring = [key('a'), key('b')];
  const [first, second] = [buildVault(ring), buildVault(ring)];
  expect(first.deriveSecrets('captcha')).toEqual(second.deriveSecrets('captcha'));
  const all = [...first.deriveSecrets('captcha'), ...first.deriveSecrets('other')];
  expect(new Set(all).size).toBe(4);
});
