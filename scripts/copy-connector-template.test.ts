import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { copyConnectorTemplate } from './copy-connector-template.ts';

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
