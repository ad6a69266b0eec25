import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
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

const { localeError } = z.locales.en();

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
  const list = z
    .strictObject({ [listName]: z.array(z.unknown()) })
    .safeParse(document, { error: localeError });
  if (!list.success) {
    problems.push(...describe(list.error, file, []));
    return [];
  }
  return (list.data[listName] ?? []).flatMap((raw, index) => {
    const parsed = entrySchema.safeParse(raw, { error: localeError });
    if (parsed.success) return [{ entry: parsed.data, file, path: `${listName}.${index}` }];
    problems.push(...describe(parsed.error, file, [listName, index]));
    return [];
  });
}

async function readJson(
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

function describe(error: z.core.$ZodError, file: string, prefix: PropertyKey[]): CatalogProblem[] {
  return error.issues.map((issue) => ({
    file,
    path: [...prefix, ...issue.path].map(String).join('.'),
    // A record's issue says only that a key is invalid; the reason is in the nested issue.
    message: issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? '') : issue.message,
  }));
}

/**
 * Formats a problem in one line: `methods/in.json: methods.0.amount_rules.INR.max: must be more
 * than zero`.
 */
export function describeProblem({ file, path, message }: CatalogProblem): string {
  return path === '' ? `${file}: ${message}` : `${file}: ${path}: ${message}`;
}
