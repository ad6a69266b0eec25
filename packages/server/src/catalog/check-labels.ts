import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { CatalogField, CatalogMethod, CatalogProblem } from './catalog-schema.ts';
import type { CatalogParts } from './check-rules.ts';
import { type Placed, problemAt } from './read-catalog-file.ts';

const sourceFile = 'en.json';
const messagesSchema = z.record(z.string(), z.string());

/**
 * Checks that every message key (a group's label, a field's, what a broken rule says) is a message of
 * the source language. A server starts without it: messages belong to the widget.
 */
export async function checkLabels(
  { groups, methods }: Pick<CatalogParts, 'groups' | 'methods'>,
  localesFolder: string,
): Promise<CatalogProblem[]> {
  const messages = await readMessages(join(localesFolder, sourceFile));
  if (messages === null) {
    return [
      {
        file: `locales/${sourceFile}`,
        path: '',
        message: 'is missing or not a flat object of messages',
      },
    ];
  }
  const check = (placed: Placed<unknown>, path: string, key: string) =>
    Object.hasOwn(messages, key)
      ? []
      : [problemAt(placed, path, `"${key}" is not a message of locales/${sourceFile}`)];
  return [
    ...groups.flatMap((placed) => check(placed, 'label', placed.entry.label)),
    ...methods.flatMap((placed) =>
      listKeys(placed.entry).flatMap(({ path, key }) => check(placed, path, key)),
    ),
  ];
}

function listKeys({ fields = [] }: CatalogMethod): { path: string; key: string }[] {
  return fields.flatMap((field, index) => listFieldKeys(field, `fields.${index}`));
}

function listFieldKeys(
  { placeholder_key, validations = [] }: CatalogField,
  path: string,
): { path: string; key: string }[] {
  const keys = [
    { path: `${path}.placeholder_key`, key: placeholder_key },
    ...validations.map(({ regex_error_key }, index) => ({
      path: `${path}.validations.${index}.regex_error_key`,
      key: regex_error_key,
    })),
  ];
  return keys.flatMap(({ path: at, key }) => (key === undefined ? [] : [{ path: at, key }]));
}

async function readMessages(file: string): Promise<Record<string, string> | null> {
  try {
    return messagesSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}
