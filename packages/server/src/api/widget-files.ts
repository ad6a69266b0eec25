import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { videoFrameSources } from '@kassa/contract';
import type { FastifyInstance } from 'fastify';
import type { Brand } from '../brands/load-brands.ts';
import type { Core } from '../core/core.ts';
import { listPageSources } from '../players/captcha/page-sources.ts';

const yearSeconds = 365 * 24 * 3600;

/**
 * Serves the built widget under `/<product>/` of every brand. Files with a hash in their name are
 * cached for ever and precompressed. The page is always revalidated; its strict
 * Content-Security-Policy allows the brand's host origins as `frame-ancestors`, and only those
 * inline scripts that were built into the page.
 * @throws if the widget was not built.
 */
export async function registerWidgetFiles(
  app: FastifyInstance,
  core: Core,
  folders: { widget: string; catalog: string },
): Promise<void> {
  const indexFile = path.join(folders.widget, 'index.html');
  if (!existsSync(indexFile)) {
    throw new Error(
      'The widget is not built. Run "npm run build" (or "npm start", which does it).',
    );
  }
  const template = await readFile(indexFile, 'utf8');
  // The first registration decorates the reply with sendFile; the others reuse it.
  let isFirst = true;
  for (const brand of core.brands.values()) {
    for (const folder of ['assets', 'locales']) {
      await app.register(fastifyStatic, {
        root: path.join(folders.widget, folder),
        prefix: `/${brand.id}/${folder}/`,
        decorateReply: isFirst,
        preCompressed: true,
        immutable: true,
        maxAge: yearSeconds * 1000,
        index: false,
      });
      isFirst = false;
    }
    for (const folder of ['icons', 'pictures']) {
      await registerDrawings(app, path.join(folders.catalog, folder), `/${brand.id}/${folder}/`);
    }
    registerPage(app, core, brand, template);
  }
}

/** Serves the catalogue's logos, or the pictures of its slides, if it has any. */
async function registerDrawings(app: FastifyInstance, root: string, prefix: string): Promise<void> {
  if (!existsSync(root)) return;
  await app.register(fastifyStatic, {
    root,
    prefix,
    decorateReply: false,
    maxAge: 24 * 3600 * 1000,
    index: false,
    // An SVG opened by itself must not be able to run scripts.
    setHeaders: (reply) =>
      reply.header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      ),
  });
}

function registerPage(app: FastifyInstance, core: Core, brand: Brand, template: string): void {
  const html = renderPage(template, brand);
  const page = {
    br: brotliCompressSync(html),
    gzip: gzipSync(html, { level: 9 }),
    identity: Buffer.from(html),
  };
  const headers = {
    'content-security-policy': buildPolicy(core.publicUrl, brand, hashInlineScripts(html)),
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
    vary: 'accept-encoding',
    // The files that the page loads first, so that the browser requests them before it parses the
    // page.
    link: findFirstFiles(html, brand).join(', '),
  };
  app.get(`/${brand.id}`, (request, reply) => {
    const query = request.url.slice(`/${brand.id}`.length);
    return reply.redirect(`/${brand.id}/${query}`, 308);
  });
  app.get(`/${brand.id}/*`, (request, reply) => {
    // A path with an extension names a missing file; other paths are the widget's routes.
    if (/\.\w+$/.test(request.url.split('?')[0] ?? '')) return reply.callNotFound();
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const encoding = /\bbr\b/.test(accepted)
      ? 'br'
      : /\bgzip\b/.test(accepted)
        ? 'gzip'
        : 'identity';
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').headers(headers).send(page[encoding]);
  });
}

/** Returns `Link` values that make a browser fetch the page's scripts and styles at once. */
function findFirstFiles(html: string, brand: Brand): string[] {
  const files = [...html.matchAll(/<(?:script|link)\b[^>]*(?:src|href)="\.\/(assets\/[^"]+)"/g)];
  return files.map(([, file = '']) => {
    const kind = file.endsWith('.css') ? 'rel=preload; as=style' : 'rel=modulepreload';
    return `</${brand.id}/${file}>; ${kind}; crossorigin`;
  });
}

/** Fills in the brand's base URL and the settings that the widget gets. */
function renderPage(template: string, brand: Brand): string {
  const { id: product, allowedOrigins, debugHooks, vpnHint } = brand;
  const page = JSON.stringify({ product, allowedOrigins, debugHooks, vpnHint });
  return template.replace(/<base href="[^"]*"/, `<base href="/${brand.id}/"`).replace(
    /(<script[^>]*id="kassa-page"[^>]*>)[\s\S]*?(<\/script>)/,
    // "<" could end the element early; JSON can escape it.
    (_, open: string, close: string) => `${open}${page.replaceAll('<', '\\u003c')}${close}`,
  );
}

/** Builds the page's policy from the directives of all brands and those of the brand's captcha. */
function buildPolicy(publicUrl: string, brand: Brand, scriptHashes: string[]): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'"],
    // The host's badge (§3 `assets`).
    'img-src': ["'self'", 'data:', ...brand.allowedOrigins, ...brand.assetOrigins],
    'font-src': ["'self'"],
    'connect-src': ["'self'", publicUrl.replace(/^http/, 'ws')],
    // For a guide's video, after the player has pressed play.
    'frame-src': videoFrameSources,
    'form-action': brand.formOrigins.length > 0 ? brand.formOrigins : ["'none'"],
    'base-uri': ["'self'"],
    'frame-ancestors': brand.allowedOrigins,
  };
  for (const [directive, sources] of Object.entries(listPageSources(brand.captcha))) {
    directives[directive] = [...(directives[directive] ?? []), ...sources];
  }
  return Object.entries(directives)
    .map((words) => words.flat().join(' '))
    .join('; ');
}

/** Types that a browser runs as a script; any other type is a data block. */
const executable = new Set(['', 'module', 'text/javascript', 'application/javascript']);

/**
 * Returns the CSP sources (`'sha256-…'`) of a page's own inline scripts, so that no other inline
 * script runs.
 */
export function hashInlineScripts(html: string): string[] {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi)];
  return scripts
    .filter(([, attributes = '']) => isInline(attributes))
    .map(([, , source = '']) => `'sha256-${hash(source)}'`);
}

function isInline(attributes: string): boolean {
  const type = /\btype\s*=\s*["']?([^\s"'>]*)/i.exec(attributes)?.[1] ?? '';
  return !/(^|\s)src\s*=/i.test(attributes) && executable.has(type.toLowerCase());
}

/** Hashes the text as the browser sees it: an HTML parser turns every line end into a line feed. */
function hash(source: string): string {
  return createHash('sha256').update(source.replace(/\r\n?/g, '\n')).digest('base64');
}
