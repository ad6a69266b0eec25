import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, parseSync } from 'vite';
import { compileMessages, readLocale } from './compile-locale.ts';
import { listFormModules } from './shared-chunks.ts';
import { type MessageParts, splitMessages } from './split-messages.ts';
import { addressOfPart } from './src/i18n/message-parts.ts';

const inWidget = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const localesFolder = inWidget('../../locales/');
const loader = inWidget('src/i18n/load-messages.ts');

let split: MessageParts | undefined;

/** Returns the parts of the widget's own messages. */
export function splitWidgetMessages(): MessageParts {
  split ??= splitMessages({
    entry: inWidget('src/main.ts'),
    form: listFormModules(),
    english: JSON.parse(readFileSync(path.join(localesFolder, 'en.json'), 'utf8')),
  });
  return split;
}

/**
 * Writes the messages of a build in parts: `locales/<tag>.<hash>.json` for the first list, and the others
 * beside it (`addressOfPart`). The hash is that of all of them, so the first one's address leads to all.
 * Every import of a screen waits for its parts, too.
 */
export function messageParts(): Plugin {
  return {
    name: 'kassa:message-parts',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      for (const file of readdirSync(localesFolder)) {
        for (const [fileName, source] of await writeParts(path.join(localesFolder, file))) {
          this.emitFile({ type: 'asset', fileName, source });
        }
      }
    },
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/ },
      handler: (code, id) => {
        if (!code.includes('import(')) return null;
        const waiting = addWaits(code, id);
        return waiting === code ? null : { code: waiting, map: null };
      },
    },
  };
}

/** Returns the files of a language by name. */
export async function writeParts(file: string): Promise<Map<string, string>> {
  const locale = await readLocale(file);
  const { partOf } = splitWidgetMessages();
  const contents = new Map(
    [...new Set(partOf.values())].map((part) => [
      part,
      JSON.stringify(compileMessages(locale, (key) => partOf.get(key) === part)),
    ]),
  );
  const hash = createHash('sha256')
    .update(JSON.stringify([...contents]))
    .digest('base64url');
  const first = `locales/${path.basename(file, '.json')}.${hash.slice(0, 8)}.json`;
  return new Map([...contents].map(([part, json]) => [addressOfPart(first, part), json]));
}

/** Lets the imports of screens wait for their parts. */
function addWaits(code: string, id: string): string {
  const { dynamicImports } = parseSync(id, code).module;
  let changed = code;
  for (const { start, end, moduleRequest } of dynamicImports.toReversed()) {
    const name = code.slice(moduleRequest.start + 1, moduleRequest.end - 1);
    const parts = splitWidgetMessages().neededBy(path.resolve(path.dirname(id), name));
    if (parts.length === 0) continue;
    const waiting = `withMessages(${code.slice(start, end)}, ${JSON.stringify(parts)})`;
    changed = changed.slice(0, start) + waiting + changed.slice(end);
  }
  if (changed === code) return code;
  return `import { withMessages } from ${JSON.stringify(loader)};${changed}`;
}
