import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  walletDoneSchema,
  walletProfileSchema,
  walletRefusalSchema,
  walletRefusals,
  walletRequestSchema,
} from '@kassa/contract';
import { expect, test } from 'vitest';
import { walletSettingsSchema } from '../../../brands/wallet-settings.ts';

const root = path.resolve(import.meta.dirname, '../../../../../..');
const page = await readFile(path.join(root, 'docs/wallet.md'), 'utf8');

/** Returns the JSON code on the page that contains this part. */
function example(part: string): unknown {
  const codes = [...page.matchAll(/```json\n(.*?)```|`(\{.+?\})`/gs)].map(
    ([, a, b]) => a ?? b ?? '',
  );
  const found = codes.find((code) => code.includes(part));
  if (found === undefined) throw new Error(`The page has no example with ${part}`);
  return JSON.parse(found);
}

/** Returns the rows of the table whose header begins with this text. */
function rows(head: string): string[][] {
  const table = page.split(`\n| ${head} |`)[1]?.split('\n\n')[0] ?? '';
  const lines = table.split('\n').slice(2);
  return lines.map((line) => line.split(' | ').map((cell) => cell.replace(/^\| |[`]| \|$/g, '')));
}

test('shows each operation once, with exactly its fields', () => {
  const shown = rows('operation');
  const known = walletRequestSchema._zod.def.options.map(
    ({ shape }) => [...shape.operation.def.values][0],
  );
  expect(shown.map(([operation]) => operation)).toEqual(known);
  for (const [operation, text = ''] of shown) {
    const request = JSON.parse(text);
    expect(request.operation).toBe(operation);
    expect(walletRequestSchema.parse(request)).toEqual(request);
  }
});

test('shows valid responses', () => {
  for (const [schema, part] of [
    [walletDoneSchema, '"status": "done"'],
    [walletProfileSchema, '"balance"'],
    [walletRefusalSchema, '"error"'],
  ] as const) {
    expect(schema.parse(example(part))).toEqual(example(part));
  }
});

test('names each refusal with its status', () => {
  const named = rows('code').map(([code = '', status]) => [code, Number(status)]);
  expect(Object.fromEntries(named)).toEqual(walletRefusals);
});

test('shows valid settings', () => {
  const settings = JSON.stringify(example('"kind": "http"')).replace(
    /\$\{\w+\}/,
    'whsec_b3BlcmF0b3IncyBzZWNyZXQgb2YgdGhlIHRlc3Rz',
  );
  expect(walletSettingsSchema.parse(JSON.parse(settings).wallet)).toMatchObject({ kind: 'http' });
});
