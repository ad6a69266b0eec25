// Adds a method, a kind of methods, a type of field, a connector, a call and a language to a copy
// of the checkout, each modelled on an existing one. Compares the changed files, apart from the new
// ones, with the table in CONTRIBUTING.md. The copy must pass the check, and tests must cover the
// additions.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { locales } from '../packages/contract/src/locales.ts';
import { copyCheckout } from './copy-checkout.ts';

const root = path.resolve(import.meta.dirname, '..');
const copy = mkdtempSync(path.join(tmpdir(), 'kassa-one-of-each-'));

interface Addition {
  /** The first column of the table in CONTRIBUTING.md. */
  row: string;
  /** The new files, as Git lists them. */
  own: string;
  /** The changed files. */
  touches: string[];
  add: () => void;
}

const complete = Object.entries(locales).flatMap(([tag, row]) =>
  'isComplete' in row ? [tag] : [],
);
const methods = 'catalog/methods/gb.json';
const payment = 'packages/contract/src/entities/payment-method.ts';
const fields = 'packages/contract/src/entities/field.ts';
const calls = 'packages/contract/src/calls.ts';
const handlers = 'packages/server/src/api/handlers/methods.ts';
const languages = 'packages/contract/src/locales.ts';

const additions: Addition[] = [
  {
    row: 'payment method',
    own: '',
    touches: [methods],
    add: () => addMethod('example_pay', {}),
  },
  {
    row: 'method kind',
    own: 'packages/widget/src/method-kinds/example/',
    touches: [payment, ...complete.map((tag) => `locales/${tag}.json`)],
    add: () => {
      copyFolder('packages/widget/src/method-kinds/cash', 'example', 'cash');
      insert(payment, '  cash: 20,\n', '  example: 77,\n');
      for (const tag of complete) addMessages(`locales/${tag}.json`, 'cash', 'example');
    },
  },
  {
    row: 'input field type',
    own: 'packages/widget/src/fields/text-lowercase/',
    touches: [fields],
    add: () => {
      copyFolder('packages/widget/src/fields/text-uppercase', 'text-lowercase', 'text-uppercase');
      insert(fields, "  row('text_uppercase', typed),\n", "  row('text_lowercase', typed),\n");
    },
  },
  {
    row: 'payment provider',
    // The shortest name that a connector can have.
    own: 'packages/server/src/connectors/a/',
    touches: [],
    add: () => run('node', 'scripts/new-connector.ts', 'a'),
  },
  {
    row: 'API call',
    own: 'packages/contract/src/calls/example-boxes.ts',
    touches: [calls, handlers],
    add: () => {
      const call = 'packages/contract/src/calls/sweepstake-boxes.ts';
      write(
        'packages/contract/src/calls/example-boxes.ts',
        rename(read(call), 'sweepstake-boxes', 'example-boxes'),
      );
      insert(
        calls,
        "import { events } from './calls/events.ts';\n",
        "import { exampleBoxes } from './calls/example-boxes.ts';\n",
      );
      insert(calls, '  events,\n', "  'example-boxes': exampleBoxes,\n");
      const [handler = ''] =
        /^ {2}'sweepstake-boxes': \{\n[\s\S]*?^ {2}\},\n/m.exec(read(handlers)) ?? [];
      insert(handlers, handler, rename(handler, 'sweepstake-boxes', 'example-boxes'));
    },
  },
  {
    row: 'language',
    own: 'locales/af.json',
    touches: [languages],
    add: () => {
      write('locales/af.json', read('locales/en.json'));
      insert(languages, 'export const locales = {\n', "  af: { direction: 'ltr' },\n");
    },
  },
];

/** The tests that must cover the additions. */
const tests = [
  ['contract', 'src'],
  ['server', 'src/connectors/a/', 'src/api/calls.test.ts', 'src/catalog'],
  ['widget*', 'src/fields', 'src/form', 'src/method-kinds/example', 'src/app/routes'],
];

try {
  copyCheckout(root, copy);
  run('git', 'init', '--quiet');
  commit();
  const table = read('CONTRIBUTING.md');
  for (const addition of additions) makeAddition(addition, table);
  // The shipped catalogue uses every kind and field, so each new one gets a method.
  addMethod('example_kind', { cardViewType: 77 });
  addMethod('example_field', {
    fields: [{ name: 'nick', type: 'text_lowercase', placeholder: { en: 'Nick' } }],
  });
  format();
  run('node', 'scripts/check.ts');
  for (const [project = '', ...files] of tests) {
    // One after another, because a run of several files passes even if one of them has no tests.
    for (const file of files) {
      run('node', 'node_modules/vitest/vitest.mjs', 'run', '--project', project, file);
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true });
}

/** Makes an addition, and compares the changed files with the table. */
function makeAddition({ row, own, touches, add }: Addition, table: string): void {
  add();
  format();
  const changed = run('git', 'status', '--porcelain', '--untracked-files=all')
    .split('\n')
    .map((line) => line.slice(3))
    .filter((name) => name !== '');
  commit();
  const outside = changed.filter((name) => own === '' || !name.startsWith(own)).sort();
  console.log(
    `${row}: ${own === '' ? 'no file' : own} new, and ${outside.join(', ') || 'nothing'} changed`,
  );
  if (outside.join() !== [...touches].sort().join()) {
    throw new Error(`Adding a ${row} changes other files than ${touches.join(', ') || 'none'}.`);
  }
  const line = table.split('\n').find((text) => text.startsWith(`| ${row}`));
  if (line === undefined) throw new Error(`CONTRIBUTING.md has no row for a ${row}.`);
  for (const name of touches) {
    const places = [name, path.basename(name), `${path.dirname(name)}/`];
    if (!places.some((place) => line.includes(`\`${place}\``))) {
      throw new Error(`CONTRIBUTING.md does not list ${name} for adding a ${row}.`);
    }
  }
}

/** Adds a deposit method: a copy of the first one with other properties. */
function addMethod(name: string, own: object): void {
  const { methods: list, ...rest } = JSON.parse(read(methods)) as { methods: object[] };
  write(methods, JSON.stringify({ methods: [...list, { ...list[0], name, ...own }], ...rest }));
}

/** Copies the messages of a kind under another name. */
function addMessages(file: string, from: string, to: string): void {
  const messages = Object.entries(JSON.parse(read(file)) as Record<string, string>);
  const added = messages
    .filter(([key]) => key.startsWith(`${from}.`))
    .map(([key, text]) => [rename(key, from, to), rename(text, from, to)] as const);
  const all = [...messages, ...added].sort(([left], [right]) => (left < right ? -1 : 1));
  write(file, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}

/** Copies a folder under another name, and renames everything in it. */
function copyFolder(folder: string, name: string, from: string): void {
  const target = path.join(path.dirname(folder), name);
  cpSync(path.join(copy, folder), path.join(copy, target), { recursive: true });
  for (const entry of readdirSync(path.join(copy, target), {
    recursive: true,
    withFileTypes: true,
  })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    writeFileSync(file, rename(readFileSync(file, 'utf8'), from, name));
    renameSync(file, path.join(entry.parentPath, entry.name.replaceAll(from, name)));
  }
}

/**
 * Renames all spellings in code: `text-uppercase`, `text_uppercase`, `textUppercase`,
 * `TextUppercase`.
 */
function rename(text: string, from: string, to: string): string {
  const spell = [
    (name: string) => name,
    (name: string) => name.replaceAll('-', '_'),
    (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    (name: string) => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()),
  ];
  return spell.reduce((result, as) => result.replaceAll(as(from), as(to)), text);
}

function insert(file: string, after: string, added: string): void {
  const text = read(file);
  if (after === '' || !text.includes(after))
    throw new Error(`${file} no longer contains: ${after}`);
  write(
    file,
    text.replace(after, () => after + added),
  );
}

/** Formats like `npm run format`. */
function format(): void {
  run('node', 'node_modules/@biomejs/biome/bin/biome', 'check', '--write');
}

function commit(): void {
  run('git', 'add', '--all');
  const author = ['-c', 'user.name=Kassa', '-c', 'user.email=kassa@example.test'];
  run('git', ...author, 'commit', '--quiet', '--no-verify', '--message', 'Add one of each');
}

function read(file: string): string {
  return readFileSync(path.join(copy, file), 'utf8');
}

function write(file: string, text: string): void {
  writeFileSync(path.join(copy, file), text);
}

/** @throws with the command's output if it fails */
function run(command: string, ...args: string[]): string {
  const file = command === 'node' ? process.execPath : command;
  const { status, stdout, stderr } = spawnSync(file, args, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}
