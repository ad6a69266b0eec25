import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The longest name that the catalogue takes. */
const longestName = 64;

/** Returns why no connector can have this name, in a sentence; null if one can. */
export function findNameFault(name: string): string | null {
  if (name === '') return 'Give the name of the connector.';
  if (name.length > longestName) return `A name has at most ${longestName} characters.`;
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return null;
  return 'A name begins with a lower-case letter and has lower-case letters, digits and single dashes between them.';
}

/**
 * Copies the template of a connector to a new folder, and replaces its name in every spelling,
 * including file names.
 * @param name - in kebab-case
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

/** Adjusts imports, because the template is next to src/ and the copy inside of it. */
function moveImports(text: string): string {
  return text
    .replace(/((?:\.\.\/)+)src\/connectors\//g, '$1')
    .replace(/((?:\.\.\/)+)src\//g, '$1../');
}

/** Returns each spelling of the template's name with its replacement. */
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
