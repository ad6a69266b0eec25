import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { validateXML } from 'xmllint-wasm';

/**
 * The folder of ISO 20022's published schemas and samples, which stands beside the project and is no
 * part of it; null where there is none.
 */
export const schemaFolder = findAbove(import.meta.dirname, path.join('shared', 'iso20022'));

function findAbove(folder: string, wanted: string): string | null {
  const found = path.join(folder, wanted);
  if (existsSync(found)) return found;
  const parent = path.dirname(folder);
  return parent === folder ? null : findAbove(parent, wanted);
}

/** Returns the errors of a file against the published schema of its message: `camt.053.001.08`. */
export async function findSchemaErrors(message: string, xml: string): Promise<string[]> {
  const schema = await readFile(requireFolder(`${message}.xsd`), 'utf8');
  const { errors } = await validateXML({
    xml: [{ fileName: 'file.xml', contents: xml }],
    schema: [schema],
    // 64 MiB, in pages of 64 KiB.
    maxMemoryPages: 1024,
  });
  return errors.map(({ rawMessage }) => rawMessage);
}

/** The names of the published samples, all of statements. */
export async function listSamples(): Promise<string[]> {
  const names = await readdir(requireFolder(''));
  return names.filter((name) => name.endsWith('.xml')).sort();
}

export const readSample = (name: string): Promise<Buffer> => readFile(requireFolder(name));

function requireFolder(name: string): string {
  if (schemaFolder === null) throw new Error('The folder of the schemas is missing');
  return path.join(schemaFolder, name);
}
