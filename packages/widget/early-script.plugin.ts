import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type IndexHtmlTransformContext, type Plugin } from 'vite';
import { splitWidgetMessages } from './message-parts.plugin.ts';
import { oldestBrowsers } from './oldest-browsers.ts';
import { listFormModules, listPackageModules } from './shared-chunks.ts';
import type { ScreenFiles } from './src/early/page-files.ts';
import type { StartFailureWords } from './src/early/start-failure.ts';

const entry = fileURLToPath(new URL('./src/early/early.ts', import.meta.url));
const place = '<!-- early script -->';
const localesFolder = fileURLToPath(new URL('../../locales/', import.meta.url));

/**
 * Adds src/early/early.ts to the page itself, bundled and minified, and in a build the addresses of
 * the locale files' first parts beside it; also the words of the message that a start has failed. All must be
 * there before any other script is loaded, and above the stylesheets, which a script waits for. The server allows the script by its hash
 * (Content-Security-Policy).
 */
export function earlyScript(): Plugin {
  let isBuild = false;
  return {
    name: 'kassa:early-script',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle = {} }) => {
        if (!html.includes(place)) throw new Error(`index.html has no "${place}".`);
        const addresses = Object.keys(bundle)
          .map((file) => /^locales\/([\w-]+)\.[\w-]+\.json$/.exec(file))
          .flatMap((match) => (match === null ? [] : [[match[1], match[0]]]));
        const parts = [
          describeBlock('kassa-locales', Object.fromEntries(addresses)),
          describeBlock('kassa-words', await readWords()),
          describeBlock('kassa-form', isBuild ? listFiles(bundle, listFormModules()) : []),
          describeBlock('kassa-packages', isBuild ? listFiles(bundle, listPackageModules()) : []),
          describeBlock('kassa-parts', isBuild ? listParts() : {}),
          `<script>${await bundleScript(isBuild)}</script>`,
        ];
        return html.replace(place, () => parts.join('\n    '));
      },
    },
  };
}

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

/** Returns the addresses of the modules' scripts and styles that the page itself doesn't name. */
function listFiles(bundle: Bundle, modules: readonly string[]): string[] {
  const all = Object.values(bundle).filter((each) => each.type === 'chunk');
  const chunks = new Map(all.map((chunk) => [chunk.fileName, chunk]));
  const collect = (names: Iterable<string>): Set<string> => {
    const found = new Set(names);
    // The set grows while it is iterated.
    for (const name of found) for (const next of chunks.get(name)?.imports ?? []) found.add(next);
    return found;
  };
  const atFirst = collect(all.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  const wanted = modules.map((module) => {
    const chunk = all.find(({ moduleIds }) => moduleIds.includes(module));
    if (chunk === undefined) throw new Error(`${module} is in no chunk.`);
    return chunk.fileName;
  });
  const scripts = [...collect(wanted)].filter((name) => !atFirst.has(name));
  const styles = scripts.flatMap((name) => [
    ...(chunks.get(name)?.viteMetadata?.importedCss ?? []),
  ]);
  return [...scripts, ...new Set(styles)];
}

/** Returns the parts of the messages that the screens of the blocks above need beyond the first. */
function listParts(): Record<ScreenFiles, string[]> {
  const { neededBy } = splitWidgetMessages();
  const collect = (modules: string[]) => [
    ...new Set(modules.flatMap((module) => neededBy(module))),
  ];
  return {
    'kassa-form': collect(listFormModules()),
    'kassa-packages': collect(listPackageModules()),
  };
}

function describeBlock(id: string, content: object): string {
  // "<" could end the element early; JSON can escape it.
  const json = JSON.stringify(content).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/** Reads the words in each language that has all of them. They have no placeholders. */
async function readWords(): Promise<Record<string, StartFailureWords>> {
  const words: Record<string, StartFailureWords> = {};
  for (const file of await readdir(localesFolder)) {
    const messages: Record<string, string> = JSON.parse(
      await readFile(join(localesFolder, file), 'utf8'),
    );
    const title = messages['start.title'];
    const text = messages['start.notLoaded'];
    const retry = messages['start.retry'];
    if (title === undefined || text === undefined || retry === undefined) continue;
    words[file.replace('.json', '')] = { title, text, retry };
  }
  return words;
}

async function bundleScript(isMinified: boolean): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: isMinified,
      target: oldestBrowsers,
      lib: { entry, formats: ['iife'], name: 'kassaEarlyScript' },
    },
  });
  const [bundle] = [output].flat();
  if (bundle === undefined || !('output' in bundle)) throw new Error('The early script is empty.');
  return bundle.output[0].code.trim();
}
