import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { compileMessages, readLocale } from './compile-locale.ts';

const query = /\.json\?messages(?:=(?<prefix>[\w.*]+))?$/;

/**
 * Imports a locale file with its ICU messages compiled:
 * - `<tag>.json?messages` returns the address of all of them, during development. A build has them in
 * parts of its own (message-parts.plugin.ts);
 * - `<tag>.json?messages=start` returns the messages of a set themselves, inside the script: those under
 * `start.`, or the set `essential` (below); `?messages=*` returns all of them, for stories and tests.
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
        const { prefix } = match.groups ?? {};
        if (isBuild && prefix === undefined) return asModule('');
        this.addWatchFile(file);
        const locale = await readLocale(file);
        const words = sets[prefix ?? ''] ?? [prefix];
        const isIncluded = (key: string) =>
          prefix === undefined || prefix === '*' || words.includes(key.split('.')[0]);
        const compiled = compileMessages(locale, isIncluded);
        if (prefix !== undefined) return asModule(compiled);
        return asModule(`data:application/json,${encodeURIComponent(JSON.stringify(compiled))}`);
      },
    },
  };
}

const asModule = (content: object | string) => ({
  code: `export default ${JSON.stringify(content)}`,
  moduleType: 'js' as const,
});

/**
 * What a player reads on the list, in a form, in errors and on the complete page: the words for which
 * English is loaded where no language's file can be.
 */
const essential =
  'account back badge block close code common complete copy countdown crypto deposit empty error field form group ' +
  'invoice loading method offline pay payment paymentMethods popup provider receipt reference region requisite ' +
  'resume search share socket start title';

/** The sets of messages by name: the first words of their keys. */
const sets: Readonly<Record<string, readonly (string | undefined)[]>> = {
  essential: essential.split(' '),
};
