import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { copyConnectorTemplate, findNameFault } from './copy-connector-template.ts';

const root = path.resolve(import.meta.dirname, '..');
const template = path.join(root, 'packages/server/connector-template');

/** Returns the copy's files with their content, by name. */
function copy(name: string): Map<string, string> {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'connector-')), name);
  copyConnectorTemplate(template, folder, name);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    files
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name: file }) => path.join(parentPath, file))
      .map((file) => [path.relative(folder, file), readFileSync(file, 'utf8')]),
  );
}

it('uses the connector’s name everywhere', () => {
  const files = copy('acme-pay-2');
  expect([...files.keys()]).toContain('client/acme-pay-2-client.ts');
  const text = [...files.values()].join('\n');
  expect(text).not.toMatch(/example.?pay/i);
  for (const spelling of ['AcmePay2Client', 'acmePay2ConfigSchema', 'Acme Pay 2', 'acme_pay_2']) {
    expect(text).toContain(spelling);
  }
});

const names = [
  'a',
  'ab',
  'adyen',
  'stripe',
  'skrill',
  'a-b',
  'acme-pay',
  'task',
  'record',
  'default',
];

it.each([...names, `long-${'name-'.repeat(11)}end`])('can name a connector %s', (name) => {
  expect(findNameFault(name)).toBeNull();
  const pascal = name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  for (const [file, text] of copy(name)) {
    // An identifier that is the bare name could be a reserved word, or that of an import.
    const declared = [...text.matchAll(/\b(?:const|function|class|interface|type) (\w+)/g)];
    expect([...declared].map(([, own]) => own)).not.toEqual(
      expect.arrayContaining([expect.toBeOneOf([pascal, camel])]),
    );
    // Settings have a minimum length, and a name has none: test values may not be made of it.
    const values = [...text.matchAll(/const \w+ = '([^']*)'/g)].map(([, value]) => value);
    if (file === 'conformance.test.ts') expect(values).toHaveLength(2);
    expect(values.filter((value = '') => value.includes(name) && name.length > 3)).toEqual([]);
  }
});

it.each([
  ['', 'Give the name'],
  ['3ds', 'begins with a lower-case letter'],
  ['Adyen', 'lower-case'],
  ['acme_pay', 'single dashes'],
  ['acme--pay', 'single dashes'],
  ['../pix', 'lower-case'],
  ['a'.repeat(65), 'at most 64'],
])('refuses the name %j', (name, reason) => {
  expect(findNameFault(name)).toContain(reason);
});

it('imports existing files, relative to the connectors’ folder', () => {
  const files = copy('acme-pay');
  const home = path.join(root, 'packages/server/src/connectors/acme-pay');
  const imported = [...files].flatMap(([file, text]) =>
    [...text.matchAll(/from '(\.[^']+)'/g)].map(([, address = '']) =>
      path.join(home, path.dirname(file), address),
    ),
  );
  expect(imported.length).toBeGreaterThan(10);
  for (const target of imported) {
    const own = path.relative(home, target);
    expect(own.startsWith('..') ? existsSync(target) : files.has(own), target).toBe(true);
  }
});
