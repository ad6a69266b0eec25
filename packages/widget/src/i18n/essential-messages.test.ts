import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import messages from '../../../../locales/en.json' with { type: 'json' };
import essential from '../../../../locales/en.json?messages=essential';

/** What a player needs for a deposit: the list, a form, errors and the complete page. */
const folders = [
  'features/failure',
  'fields',
  'flows/deposit/complete',
  'flows/deposit/deposit-form',
  'flows/deposit/list',
  'flows/list',
  'flows/method-list',
  'form',
];

/** What leads elsewhere, or is shown only there. */
const elsewhere = /^(history|withdrawal|package|bonus|saved|account|guide)\b/;

const isCode = (file: string) => /\.tsx?$/.test(file) && !/\.(test|stories)\.|testing\//.test(file);

function keysIn(folder: string): string[] {
  const root = path.join(import.meta.dirname, '..', folder);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(isCode);
  const code = files.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n');
  const words = [...code.matchAll(/['`]([a-zA-Z]+(?:\.\w+)*)['`]/g)].map(([, word = '']) => word);
  return words.filter((word) => Object.hasOwn(messages, word) && !elsewhere.test(word));
}

const has = (key: string) => {
  let found: unknown = essential;
  for (const part of key.split('.')) found = (found as Record<string, unknown> | undefined)?.[part];
  return found !== undefined;
};

test.each(folders)('the essential messages have the words of %s', (folder) => {
  const keys = keysIn(folder);
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => !has(key))).toEqual([]);
});

test('they have the words of every error', () => {
  const errors = Object.keys(messages).filter((key) => key.startsWith('common.errors.'));
  expect(errors.filter((key) => !has(key))).toEqual([]);
});
