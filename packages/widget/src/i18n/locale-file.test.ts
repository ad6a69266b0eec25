// @vitest-environment node
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { localeMessages } from '../../locale-messages.plugin.ts';

const english = { back: 'Back', 'deposit.title': 'Deposit', 'deposit.submit': 'Deposit {amount}' };

/** Builds a script that imports a language's file, and returns the file that the build emits. */
async function buildFile(translated: Record<string, string>): Promise<unknown> {
  const folder = await mkdtemp(path.join(tmpdir(), 'locale-file-'));
  try {
    const entry = path.join(folder, 'main.js');
    await writeFile(path.join(folder, 'en.json'), JSON.stringify(english));
    await writeFile(path.join(folder, 'uk.json'), JSON.stringify(translated));
    await writeFile(entry, "export { default } from './uk.json?messages';");
    const built = await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      plugins: [localeMessages()],
      build: { write: false, rolldownOptions: { input: entry } },
    });
    const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
    const file = outputs.find((output) => output.type === 'asset');
    return JSON.parse(String(file?.type === 'asset' ? file.source : ''));
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('a complete language’s file holds its compiled messages and nothing else', async () => {
  const all = { back: 'Назад', 'deposit.title': 'Депозит', 'deposit.submit': 'Внести {amount}' };
  expect(await buildFile(all)).toEqual({
    back: 'Назад',
    deposit: { title: 'Депозит', submit: ['Внести ', ['amount']] },
  });
});

test('missing messages are in English, and listed', async () => {
  expect(await buildFile({ back: 'Назад' })).toEqual({
    back: 'Назад',
    deposit: { title: 'Deposit', submit: ['Deposit ', ['amount']] },
    '~': ['deposit.title', 'deposit.submit'],
  });
});
