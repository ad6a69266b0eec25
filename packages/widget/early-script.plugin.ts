import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { oldestBrowsers } from './oldest-browsers.ts';
import type { StartFailureWords } from './src/early/start-failure.ts';

const entry = fileURLToPath(new URL('./src/early/early.ts', import.meta.url));
const place = '<!-- early script -->';
const localesFolder = fileURLToPath(new URL('../../locales/', import.meta.url));

/**
 * Adds src/early/early.ts to the page itself, bundled and minified, and in a build the addresses of
 * the locale files beside it; also the words of the message that a start has failed. All must be
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
          `<script>${await bundleScript(isBuild)}</script>`,
        ];
        return html.replace(place, () => parts.join('\n    '));
      },
    },
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
