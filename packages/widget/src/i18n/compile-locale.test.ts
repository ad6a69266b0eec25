// @vitest-environment node
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { compileMessages, readLocale } from '../../compile-locale.ts';

const english = { back: 'Back', 'deposit.title': 'Deposit', 'deposit.submit': 'Deposit {amount}' };

/** Compiles a language's messages, as a build writes them. */
async function compileFile(
  translated: Record<string, string>,
  isIncluded = (_key: string) => true,
): Promise<unknown> {
  const folder = await mkdtemp(path.join(tmpdir(), 'compile-locale-'));
  try {
    await writeFile(path.join(folder, 'en.json'), JSON.stringify(english));
    await writeFile(path.join(folder, 'uk.json'), JSON.stringify(translated));
    return compileMessages(await readLocale(path.join(folder, 'uk.json')), isIncluded);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('a complete language has its compiled messages and nothing else', async () => {
  const all = { back: 'Назад', 'deposit.title': 'Депозит', 'deposit.submit': 'Внести {amount}' };
  expect(await compileFile(all)).toEqual({
    back: 'Назад',
    deposit: { title: 'Депозит', submit: ['Внести ', ['amount']] },
  });
});

test('missing messages are in English, and listed in their part', async () => {
  expect(await compileFile({ back: 'Назад' })).toEqual({
    back: 'Назад',
    deposit: { title: 'Deposit', submit: ['Deposit ', ['amount']] },
    '~': { 'deposit.title': '', 'deposit.submit': '' },
  });
  expect(await compileFile({ back: 'Назад' }, (key) => key === 'back')).toEqual({ back: 'Назад' });
});
