import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Catalog, CatalogProblem } from './catalog-schema.ts';

const sourceFile = 'en.json';
const messagesSchema = z.record(z.string(), z.string());

/**
 * Checks that every group's label is a message of the source language. A server starts without it:
 * messages belong to the widget.
 */
export async function checkLabels(
  { groups }: Catalog,
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
  return groups.flatMap(({ label }, index) => {
    const message = `"${label}" is not a message of locales/${sourceFile}`;
    const path = `groups.${index}.label`;
    return Object.hasOwn(messages, label) ? [] : [{ file: 'groups.json', path, message }];
  });
}

async function readMessages(file: string): Promise<Record<string, string> | null> {
  try {
    return messagesSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}
