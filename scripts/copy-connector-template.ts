import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Copies the template of a connector to a folder beside the other connectors, and calls it by its
 * name in every spelling that the template has, file names among them.
 * @param name in kebab-case
 */
export function copyConnectorTemplate(template: string, folder: string, name: string): void {
  const spellings = spell(name);
  for (const entry of readdirSync(template, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
    const source = path.join(entry.parentPath, entry.name);
    const target = path.join(folder, rename(path.relative(template, source), spellings));
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, rename(moveImports(readFileSync(source, 'utf8')), spellings));
  }
}

/** The template stands beside src/; from among the connectors all that it imports is elsewhere. */
function moveImports(text: string): string {
  return text
    .replace(/((?:\.\.\/)+)src\/connectors\//g, '$1')
    .replace(/((?:\.\.\/)+)src\//g, '$1../');
}

/** The template's name in each spelling, with what it becomes. */
function spell(name: string): [string, string][] {
  const words = name.split('-');
  const capitals = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return [
    ['example-pay', name],
    ['example_pay', words.join('_')],
    ['examplePay', [words[0], ...capitals.slice(1)].join('')],
    ['ExamplePay', capitals.join('')],
    ['Example Pay', capitals.join(' ')],
  ];
}

function rename(text: string, spellings: [string, string][]): string {
  return spellings.reduce((renamed, [from, to]) => renamed.replaceAll(from, to), text);
}
