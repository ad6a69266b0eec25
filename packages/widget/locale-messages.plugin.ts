import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';
import { untranslatedKey } from './src/i18n/missing-messages.ts';

const query = /\.json\?messages(?:=(?<prefix>[\w.*]+))?$/;

type Messages = { [key: string]: string };
type CompiledMessages = { [key: string]: unknown };

/**
 * Imports a locale file with its ICU messages compiled:
 * - `<tag>.json?messages` returns the address of `locales/<tag>.<hash>.json`, emitted with the
 * build;
 * - `<tag>.json?messages=start` returns the messages of a set themselves, inside the script: those under
 * `start.`, or the set `essential` (below); `?messages=*` returns all of them, for stories and tests.
 *
 * A key that a language lacks gets its English message, so that a player never sees a blank. Such
 * keys are listed under `~` and reported to the host (§8).
 */
export function localeMessages(): Plugin {
  let isBuild = false;
  return {
    name: 'kassa:locale-messages',
    enforce: 'pre',
    configResolved: (config) => {
      isBuild = config.command === 'build';
    },
    resolveId: (source, importer) =>
      query.test(source) && source.startsWith('.') && importer !== undefined
        ? join(dirname(importer), source)
        : null,
    load: {
      order: 'pre',
      async handler(id) {
        const match = query.exec(id);
        if (match === null) return null;
        const file = id.slice(0, id.indexOf('?'));
        this.addWatchFile(file);
        const compiled = await compileLocale(file, match.groups?.prefix);
        const json = JSON.stringify(compiled);
        if (match.groups?.prefix !== undefined)
          return { code: `export default ${json}`, moduleType: 'js' };
        if (!isBuild) {
          const address = `data:application/json,${encodeURIComponent(json)}`;
          return { code: `export default ${JSON.stringify(address)}`, moduleType: 'js' };
        }
        const reference = this.emitFile({
          type: 'asset',
          name: `locales/${basename(file)}`,
          source: json,
        });
        return {
          code: `export default import.meta.ROLLUP_FILE_URL_${reference}`,
          moduleType: 'js',
        };
      },
    },
  };
}

/**
 * What a player reads on the list, in a form, in errors and on the complete page: the words for which
 * English is loaded where no language's file can be.
 */
const essential =
  'account back badge block close code common complete copy countdown crypto deposit empty error field form group ' +
  'invoice loading method offline pay payment paymentMethods popup provider receipt reference region requisite ' +
  'resume search share socket start title';

/** The sets of messages by name: the first words of their keys. */
const sets: Readonly<Record<string, readonly string[]>> = { essential: essential.split(' ') };

async function compileLocale(file: string, prefix: string | undefined): Promise<CompiledMessages> {
  const english = await readMessages(join(dirname(file), 'en.json'));
  const translated = await readMessages(file);
  const messages = { ...english, ...translated };
  const isAll = prefix === undefined || prefix === '*';
  const words = sets[prefix ?? ''] ?? [prefix ?? ''];
  const compiled: CompiledMessages = {};
  for (const [key, message] of Object.entries(messages)) {
    if (isAll || words.includes(key.split('.')[0] ?? '')) nest(compiled, key, compile(message));
  }
  const untranslated = Object.keys(english).filter((key) => !Object.hasOwn(translated, key));
  if (isAll && untranslated.length > 0) compiled[untranslatedKey] = untranslated;
  return compiled;
}

async function readMessages(file: string): Promise<Messages> {
  return JSON.parse(await readFile(file, 'utf8')) as Messages;
}

/** Nests a message: use-intl reads `a.b` as a path, while the locale files stay flat. */
function nest(target: CompiledMessages, key: string, message: unknown): void {
  const parts = key.split('.');
  const leaf = parts.pop() ?? key;
  let branch = target;
  for (const part of parts) {
    branch[part] ??= {};
    branch = branch[part] as CompiledMessages;
  }
  if (branch[leaf] !== undefined)
    throw new Error(`The message key "${key}" is also a prefix of others.`);
  branch[leaf] = message;
}
