import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { EncodedForms } from './encoded-forms.ts';

/** A built file of the widget. The hash in its name depends on its content, which never changes. */
export interface WidgetFile extends EncodedForms {
  contentType: string;
  /** SHA-256 of the content, in base64url. */
  digest: string;
}

/** Files by their path under the product, such as `assets/first.CFN2aZDl.js`. */
export type WidgetFiles = ReadonlyMap<string, WidgetFile>;

/** The folders of a build whose files have a hash in their name. */
export const hashedFolders = ['assets', 'locales'] as const;

/** The types of the files that a build consists of. */
const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'application/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
};

/**
 * Reads a build's page and its hashed files, so that a process doesn't depend on the folder after
 * its start: a newer build may replace it.
 * @throws if there is no build, or if it has a file of an unknown type.
 */
export async function readBuild(folder: string): Promise<{ page: string; files: WidgetFiles }> {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => {
    throw new Error(
      'The widget is not built. Run "npm run build" (or "npm start", which does it).',
    );
  });
  const contents = new Map<string, Buffer>();
  for (const part of hashedFolders) {
    await Promise.all(
      (await readdir(path.join(folder, part))).map(async (name) => {
        contents.set(`${part}/${name}`, await readFile(path.join(folder, part, name)));
      }),
    );
  }
  const files = new Map<string, WidgetFile>();
  for (const [name, content] of contents) {
    if (/\.(br|gz)$/.test(name)) continue;
    files.set(name, {
      contentType: findContentType(name),
      digest: createHash('sha256').update(content).digest('base64url'),
      content,
      br: contents.get(`${name}.br`) ?? null,
      gzip: contents.get(`${name}.gz`) ?? null,
    });
  }
  return { page, files };
}

/** Identifies a build by its page, which names the hashed files. */
export function identifyBuild(page: string): string {
  return createHash('sha256').update(page).digest('base64url').slice(0, 16);
}

function findContentType(name: string): string {
  const type = contentTypes[path.extname(name).slice(1)];
  if (type === undefined) throw new Error(`The widget's build has a file of unknown type: ${name}`);
  return type;
}
