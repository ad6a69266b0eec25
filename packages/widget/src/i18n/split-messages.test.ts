// @vitest-environment node
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import english from '../../../../locales/en.json' with { type: 'json' };
import { messageParts, splitWidgetMessages, writeParts } from '../../message-parts.plugin.ts';
import { listFormModules } from '../../shared-chunks.ts';
import { splitMessages } from '../../split-messages.ts';
import { type CompiledMessages, fillMessages } from './load-messages.ts';

const long = 'A text that is long enough for a part of its own. '.repeat(50);

/** Splits the messages of planted modules, by path. `main.ts` is the entry. */
function split(files: Record<string, string>, keys: readonly string[], form: string[] = []) {
  const folder = mkdtempSync(path.join(tmpdir(), 'split-messages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const at = (file: string) => path.join(folder, file);
  for (const [file, code] of Object.entries(files)) {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    writeFileSync(at(file), code);
  }
  const { partOf, neededBy, unnamed } = splitMessages({
    entry: at('main.ts'),
    form: form.map(at),
    english: Object.fromEntries(keys.map((key) => [key, long])),
    folder,
  });
  return {
    parts: Object.fromEntries(partOf),
    neededBy: (file: string) => neededBy(at(file)),
    unnamed,
  };
}

describe('the part of a message', () => {
  test('is the first where the entry reaches its module, be it by a detail that is loaded late', () => {
    const { parts } = split(
      {
        'main.ts': "import './ui/list.ts'; import type { Late } from './flows/a/a.screen.ts';",
        'ui/list.ts': "export const load = () => import('./tip.ts'); say('list.title');",
        'ui/tip.ts': "export { tip } from './tip-text.ts';",
        'ui/tip-text.ts': "export const tip = <T,>(text: T) => say('list.tip');",
        'flows/a/a.screen.ts': "say('a.title');",
      },
      ['list.title', 'list.tip'],
    );
    expect(parts).toEqual({ 'list.title': 'start', 'list.tip': 'start' });
  });

  test('is the flow’s where lazy screens of one flow alone reach it, and else the shared one', () => {
    const { parts, neededBy } = split(
      {
        'main.ts':
          "import('./flows/a/a.screen.ts'); import('./flows/b/b.screen.ts'); import('./app/tree.ts'); say('list.title');",
        'flows/a/a.screen.ts': "import '../../ui/both.ts'; say('a.title', 'list.title');",
        'flows/b/b.screen.ts': "import '../../ui/both.ts'; import('../b/c.screen.ts');",
        'flows/b/c.screen.ts': "say('b.title');",
        'ui/both.ts': "say('both.title');",
        'app/tree.ts': "say('tree.title');",
      },
      ['list.title', 'a.title', 'b.title', 'both.title', 'tree.title'],
    );
    expect(parts).toEqual({
      'list.title': 'start',
      'a.title': 'a',
      'b.title': 'b',
      'both.title': 'shared',
      'tree.title': 'shared',
    });
    expect(neededBy('flows/a/a.screen.ts')).toEqual(['a', 'shared']);
    expect(neededBy('flows/b/b.screen.ts')).toEqual(['shared']);
    expect(neededBy('flows/b/c.screen.ts')).toEqual(['b']);
  });

  test('is the shared one for what a usual form says, and for a flow that says little', () => {
    const form = 'method-kinds/card/card.screen.ts';
    const { parts } = split(
      {
        'main.ts': `import('./${form}'); import('./flows/a/a.screen.ts');`,
        [form]: "import.meta.glob('../../fields/*.ts'); say('form.title');",
        'fields/amount.ts': "say('amount.label');",
        'flows/a/a.screen.ts': "say('a');",
      },
      ['form.title', 'amount.label'],
      [form],
    );
    expect(parts).toEqual({ 'form.title': 'shared', 'amount.label': 'shared' });
    const small = split(
      {
        'main.ts': "import('./flows/a/a.screen.ts');",
        'flows/a/a.screen.ts': "say('a.title');",
      },
      [],
    );
    expect(small.neededBy('flows/a/a.screen.ts')).toEqual([]);
  });

  test.each([
    ['a template', `say(\`a.\${kind}.title\`);`, ['a.x.title', 'a.y.z.title']],
    [
      'a template with a value at its end',
      `say(\`a.\${kind}\`);`,
      ['a.x.title', 'a.y.z.title', 'a.b'],
    ],
    ['the beginning of keys', "say('a.');", ['a.x.title', 'a.y.z.title', 'a.b']],
    ['a longer beginning', `const base = 'a.x'; say(\`\${base}.title\`);`, ['a.x.title']],
    ['a key in a type', "type Keys = 'a.b';", ['a.b']],
    ['a word that begins keys too', "say('a');", []],
  ])('is found by %s', (_, code, found) => {
    const keys = ['a.x.title', 'a.y.z.title', 'a.b', 'ab.c'];
    const { unnamed } = split(
      {
        'main.ts': "import('./flows/a/a.screen.ts');",
        'flows/a/a.screen.ts': code,
      },
      keys,
    );
    expect(keys.filter((key) => !unnamed.includes(key))).toEqual(found);
  });
});

describe('the widget’s own', () => {
  const { partOf, neededBy, unnamed } = splitWidgetMessages();

  test('messages are each in a part, and the code names each', () => {
    expect([...partOf.keys()].sort()).toEqual(Object.keys(english).sort());
    // The page itself has this one (early-script.plugin.ts).
    expect(unnamed).toEqual(['start.notLoaded']);
  });

  test('first part is a small one; a form waits for one more', () => {
    const sizeOf = (part?: string) =>
      Object.entries(english)
        .filter(([key]) => part === undefined || partOf.get(key) === part)
        .reduce((sum, [key, text]) => sum + key.length + text.length, 0);
    expect(sizeOf('start')).toBeLessThan(sizeOf() / 4);
    expect([...new Set(listFormModules().flatMap((module) => neededBy(module)))]).toEqual([
      'shared',
    ]);
  });

  test('errors, groups and what a method says on the list are in the first part', () => {
    const shown = /^(common\.errors|group|method\.unavailable|notification)\./;
    const late = Object.keys(english).filter(
      (key) => shown.test(key) && partOf.get(key) !== 'start',
    );
    expect(late).toEqual([]);
  });

  test('files hold every message of a language once; the first one’s address leads to the others', async () => {
    const locales = path.resolve(import.meta.dirname, '../../../../locales');
    const files = await writeParts(path.join(locales, 'es-MX.json'));
    const names = [...files.keys()];
    const [first = ''] = names.filter((name) => /^locales\/es-MX\.[\w-]{8}\.json$/.test(name));
    const hash = first.split('.')[1];
    expect(names.sort()).toEqual(
      [...new Set(partOf.values())]
        .map((part) => (part === 'start' ? first : `locales/es-MX.${part}.${hash}.json`))
        .sort(),
    );
    const joined: CompiledMessages = {};
    for (const file of files.values()) fillMessages(joined, JSON.parse(file));
    const source = JSON.parse(await readFile(path.join(locales, 'es-MX.json'), 'utf8'));
    expect(joined).toMatchObject({ back: source.back, error: { title: source['error.title'] } });
    expect(countTexts(joined)).toBe(Object.keys(english).length);
  });

  test('imports of screens wait for their parts, and others for nothing', async () => {
    const transform = messageParts().transform as {
      handler: (code: string, id: string) => unknown;
    };
    const rewrite = async (file: string) => {
      const id = path.resolve(import.meta.dirname, '..', file);
      return transform.handler(await readFile(id, 'utf8'), id) as { code: string } | null;
    };
    const code = (await rewrite('app/app-router.ts'))?.code;
    expect(code).toMatch(/^import \{ withMessages \} from "/);
    expect(code).toContain(`withMessages(import('./main.routes.ts'), ["shared"])`);
    expect(code).toContain(`withMessages(import('./sweepstake-tree.ts'), ["shared"])`);
    expect(await rewrite('ui/tooltip.tsx')).toBeNull();
  });
});

function countTexts(messages: CompiledMessages): number {
  return Object.values(messages).reduce<number>(
    (sum, value) =>
      sum + (typeof value === 'string' || Array.isArray(value) ? 1 : countTexts(value)),
    0,
  );
}
