import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { parseDataKeys } from './data-keys.ts';

const encoded = randomBytes(32).toString('base64');
const other = randomBytes(32).toString('base64');

test('reads the keys of a ring in order', () => {
  expect(parseDataKeys(`2026-b:${encoded}, a:${other}`)).toEqual({
    keys: [
      { id: '2026-b', secret: Buffer.from(encoded, 'base64') },
      { id: 'a', secret: Buffer.from(other, 'base64') },
    ],
  });
});

test.each([
  ['no id', encoded, 'key 1 has another format'],
  ['an id with a dot', `a.b:${encoded}`, 'key 1 has another format'],
  ['an empty entry', `a:${encoded},`, 'key 2 has another format'],
  ['16 bytes', `a:${randomBytes(16).toString('base64')}`, 'exactly 32 bytes'],
  ['something else than base64', `a:${'!'.repeat(44)}`, 'exactly 32 bytes'],
  ['one id twice', `a:${encoded},a:${other}`, 'twice'],
  ['one key twice', `a:${encoded},b:${encoded}`, 'same key'],
])('refuses %s without quoting a key', (_, text, message) => {
  const parsed = parseDataKeys(text);
  expect(parsed).toEqual({ problem: expect.stringContaining(message) });
  expect(JSON.stringify(parsed)).not.toContain(encoded);
});
