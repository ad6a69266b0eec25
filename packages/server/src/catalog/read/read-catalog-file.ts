import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { parseSettings } from '../../ground/config/parse-settings.ts';
import type { CatalogProblem } from '../catalog-schema.ts';

/** An entry of a catalogue file, with its place. */
export interface Placed<Entry> {
  entry: Entry;
  file: string;
  /** `methods.3` */
  path: string;
}

/** Builds a problem of a field of an entry. */
export function problemAt(
  { file, path }: Placed<unknown>,
  field: string,
  message: string,
): CatalogProblem {
  return { file, path: `${path}.${field}`, message };
}

/**
 * Reads a file that holds one list: `{"<listName>": […]}`. Returns every valid entry and adds every
 * problem, so that one run of the check shows all.
 */
export async function readCatalogFile<Schema extends z.ZodMiniType>(
  folder: string,
  file: string,
  listName: string,
  entrySchema: Schema,
  problems: CatalogProblem[],
): Promise<Placed<z.infer<Schema>>[]> {
  const document = await readJson(folder, file, problems);
  if (document === undefined) return [];
  const list = parseSettings(z.object({ [listName]: z.array(z.unknown()) }), document);
  if (!list.isValid) problems.push(...list.problems.map((problem) => ({ ...problem, file })));
  const entries = list.isValid ? list.settings[listName] : undefined;
  return (entries ?? []).flatMap((raw, index) => {
    const place = `${listName}.${index}`;
    const parsed = parseSettings(entrySchema, raw);
    if (parsed.isValid) return [{ entry: parsed.settings, file, path: place }];
    for (const { path, message } of parsed.problems) {
      problems.push({ file, path: path === '' ? place : `${place}.${path}`, message });
    }
    return [];
  });
}

/** Reads a JSON file; undefined, and a problem, where it can't be read. */
export async function readJson(
  folder: string,
  file: string,
  problems: CatalogProblem[],
): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(folder, file), 'utf8'));
  } catch (error) {
    const message =
      error instanceof SyntaxError ? `is not JSON: ${error.message}` : 'cannot be read';
    problems.push({ file, path: '', message });
    return undefined;
  }
}

/**
 * Formats a problem in one line: `methods/in.json: methods.0.amount_rules.INR.max: must be more
 * than zero`.
 */
export function describeProblem({ file, path, message }: CatalogProblem): string {
  return path === '' ? `${file}: ${message}` : `${file}: ${path}: ${message}`;
}
