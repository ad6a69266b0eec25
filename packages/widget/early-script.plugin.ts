import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { oldestBrowsers } from './oldest-browsers.ts';

const entry = fileURLToPath(new URL('./src/early/early.ts', import.meta.url));
const place = '<!-- early script -->';

/**
 * Adds src/early/early.ts to the page itself, bundled and minified, and in a build the addresses of
 * the locale files beside it. Both must be there before any other script is loaded, and above the
 * stylesheets, which a script waits for. The server allows the script by its hash
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
        const block = JSON.stringify(Object.fromEntries(addresses));
        const script = await bundleScript(isBuild);
        return html.replace(
          place,
          () =>
            `<script type="application/json" id="kassa-locales">${block}</script>\n    <script>${script}</script>`,
        );
      },
    },
  };
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
