import { createServer, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { bareHtml, forwardCall } from './bare-page.ts';
import { listDropinMethods } from './dropin/methods.ts';
import type { Offer } from './write-settings.ts';

/** The two bundles of Drop-in. */
const dropinNames = ['chosen-components', 'all-components'] as const;
type DropinName = (typeof dropinNames)[number];

export interface HostPages {
  port: number;
  /** The origin of Kassa's server. */
  serverUrl: string;
  /** The offers by country; pages without a country in their path use the first. */
  offers: (Offer & { token: string })[];
}

interface PageFile {
  contentType: string;
  body: string;
}

/**
 * Serves the compared pages, each in an integrator's leanest form: everything of the page itself is
 * in its HTML, and the library comes from the same origin, minified and compressed with Brotli like
 * Kassa's files.
 */
export async function startHostPages({ port, serverUrl, offers }: HostPages): Promise<Server> {
  const [first] = offers;
  if (first === undefined) throw new Error('There is no offer for a page.');
  const [embed, dropin] = await Promise.all([bundleEmbed(), bundleDropin(first)]);
  const files: Record<string, PageFile> = { ...embed, ...dropin };
  for (const transport of ['socket', 'http']) {
    files[`/kassa-${transport}`] = html(kassaHtml({ serverUrl, transport, offer: first }));
  }
  files['/bare'] = html(bareHtml);
  files['/whole-screen'] = html(wholeScreenHtml(serverUrl));
  for (const offer of offers) {
    files[`/kassa/${offer.country}`] = html(kassaHtml({ serverUrl, transport: 'http', offer }));
    files[`/bare/${offer.country}`] = html(bareHtml);
  }
  const answers = new Map(
    Object.entries(files).map(([address, { contentType, body }]) => {
      const headers = { 'content-type': contentType, 'content-encoding': 'br' };
      return [address, { headers, body: brotliCompressSync(body) }];
    }),
  );
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      // The address of the requesting page determines the player.
      const country = new URL(request.headers.referer ?? '').pathname.split('/').at(-1);
      const { token } = offers.find((offer) => offer.country === country) ?? first;
      void forwardCall({ url: `${serverUrl}${request.url}`, token, response });
      return;
    }
    answer(response, answers.get(request.url ?? ''));
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, 'localhost', resolve);
  });
  return server;
}

export async function closeHostPages(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

function answer(
  response: ServerResponse,
  found: { headers: Record<string, string>; body: Buffer } | undefined,
): void {
  if (found === undefined) response.writeHead(404).end();
  else response.writeHead(200, found.headers).end(found.body);
}

/** Bundles the embed for a script tag, like its own build. */
async function bundleEmbed(): Promise<Record<string, PageFile>> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'embed-script.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    globalName: 'Kassa',
    target: 'es2022',
  });
  return { '/embed.js': script(outputFiles.map(({ text }) => text).join('')) };
}

/** Bundles Drop-in as its README describes for npm; only imported code is in the bundle. */
async function bundleDropin(offer: Offer): Promise<Record<string, PageFile>> {
  const { outputFiles } = await build({
    entryPoints: [
      ...dropinNames.map((name) => ({
        in: path.join(import.meta.dirname, 'dropin', `${name}.ts`),
        out: name,
      })),
      { in: '@adyen/adyen-web/styles/adyen.css', out: 'dropin' },
    ],
    absWorkingDir: import.meta.dirname,
    outdir: '/',
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  });
  const files = outputFiles.map(({ path: name, text }): [string, PageFile] => [
    name,
    name.endsWith('.css') ? { contentType: 'text/css', body: text } : script(text),
  ]);
  const pages = dropinNames.map((name): [string, PageFile] => [
    `/${name}`,
    html(dropinHtml(name, offer)),
  ]);
  return Object.fromEntries([...files, ...pages]);
}

interface KassaPage {
  serverUrl: string;
  transport: string;
  offer: HostPages['offers'][number];
}

/** The fastest documented way of the embed: the frame is in the page, and the embed adopts it. */
function kassaHtml({ serverUrl, transport, offer }: KassaPage): string {
  const options = JSON.stringify({
    url: `${serverUrl}/kassa/`,
    token: offer.token,
    transport,
    locale: 'en-US',
    theme: 'light',
    currency: offer.currency,
    paymentGeo: offer.country.toUpperCase(),
  });
  return page(`<iframe id="cashier" title="Cashier" src="${serverUrl}/kassa/?locale=en-US&theme=light"
  style="display:block;width:100%;height:640px;border:0" allow="clipboard-write; payment; autoplay; fullscreen"
  sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"></iframe>
<script src="/embed.js"></script>
<script>Kassa.mountCashier(document.getElementById('cashier'), ${options});</script>`);
}

/** The widget as an app's whole screen; the page's hash holds further mount options. */
function wholeScreenHtml(serverUrl: string): string {
  return page(`<style>body { margin: 0; } #cashier { block-size: 100dvh; }</style>
<div id="cashier"></div>
<script src="/embed.js"></script>
<script>
  const options = JSON.parse(decodeURIComponent(location.hash.slice(1)));
  Kassa.mountCashier(document.getElementById('cashier'), { url: '${serverUrl}/kassa/', autoHeight: false, ...options });
</script>`);
}

function dropinHtml(name: DropinName, offer: Offer): string {
  const methods = JSON.stringify(listDropinMethods(offer.methodCount));
  return page(`<link rel="stylesheet" href="/dropin.css">
<script type="application/json" id="methods">${methods}</script>
<div id="dropin"></div>
<script type="module" src="/${name}.js"></script>`);
}

function page(content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Deposit</title>
${content}
</html>
`;
}

function html(body: string): PageFile {
  return { contentType: 'text/html; charset=utf-8', body };
}

function script(body: string): PageFile {
  return { contentType: 'text/javascript; charset=utf-8', body };
}
