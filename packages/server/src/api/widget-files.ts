import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { videoFrameSources } from '@kassa/contract';
import type { FastifyInstance } from 'fastify';
import type { Brand } from '../brands/load-brands.ts';
import type { Catalog } from '../catalog/catalog-schema.ts';
import { listOwnIcons } from '../catalog/list-own-icons.ts';
import type { Core } from '../core/core.ts';
import { listPageSources } from '../players/captcha/page-sources.ts';
import { chooseForm, type EncodedForms } from './encoded-forms.ts';
import { registerHashedFiles } from './hashed-files.ts';
import { identifyBuild, readBuild, type WidgetFiles } from './widget-build.ts';

/**
 * Serves the built widget under `/<product>/` of every brand. Files with a hash in their name are
 * cached for ever and precompressed; those of other releases are served too. The page is always
 * revalidated; its strict Content-Security-Policy allows the brand's host origins as
 * `frame-ancestors`, and only those inline scripts that were built into the page.
 * @throws if the widget was not built, or not to its end.
 */
export async function registerWidgetFiles(
  app: FastifyInstance,
  core: Core,
  folders: { widget: string; catalog: string },
): Promise<void> {
  const { page, files } = await readBuild(folders.widget);
  checkFirstFiles(page, files);
  await registerHashedFiles(app, core, files);
  for (const part of ['icons', 'pictures']) {
    await registerDrawings(app, core, { root: path.join(folders.catalog, part), part });
  }
  registerPage(app, core, page);
}

interface OfBrand {
  Params: { product: string; '*': string };
}

const immutable = 'public, max-age=31536000, immutable';

const drawingHeaders = {
  'cache-control': `public, max-age=${24 * 3600}`,
  // An SVG opened by itself must not be able to run scripts.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

/** A name with a hash of the content: `acme.0123456789ab.png`. */
const hashedName = /^([a-z0-9_-]+)\.[0-9a-f]{12}\.(?:svg|png|webp)$/;

/**
 * Serves the logos, or the pictures of slides: the brand's own, or else the catalogue's. A name
 * with a hash is one of the brand's own; a page that was opened before a change still asks for the
 * earlier one, and gets what there is now.
 */
async function registerDrawings(
  app: FastifyInstance,
  core: Pick<Core, 'brands' | 'catalogOf'>,
  { root, part }: { root: string; part: string },
): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook<OfBrand>('onRequest', async (request, reply) => {
      const { product, '*': name } = request.params;
      if (!core.brands.has(product)) return reply.callNotFound();
      const [, id] = hashedName.exec(name) ?? [];
      const shared = id === undefined ? name : `${id}.svg`;
      const own = core.catalogOf(product).ownDrawings?.get(`${part}/${shared}`);
      if (own === undefined) {
        return id === undefined ? undefined : reply.redirect(`/${product}/${part}/${shared}`);
      }
      reply.type(own.type).headers(drawingHeaders);
      if (own.file === name) reply.header('cache-control', immutable);
      else if (id !== undefined) reply.header('cache-control', 'no-cache');
      return reply.send(own.content);
    });
    if (!existsSync(root)) {
      scope.get(`/:product/${part}/*`, (_request, reply) => reply.callNotFound());
      return;
    }
    await scope.register(fastifyStatic, {
      root,
      prefix: `/:product/${part}/`,
      decorateReply: false,
      cacheControl: false,
      index: false,
      setHeaders: (reply) => {
        for (const [name, value] of Object.entries(drawingHeaders)) reply.header(name, value);
      },
    });
  });
}

/** A brand's page with its headers. */
interface Page extends EncodedForms {
  headers: Record<string, string>;
  /** More headers of `/pay/<code>`: no site may frame it, and no search engine list it. */
  payHeaders: Record<string, string>;
}

function registerPage(
  app: FastifyInstance,
  core: Pick<Core, 'brands' | 'catalogOf' | 'publicUrl'>,
  template: string,
): void {
  // A reload replaces the brands and catalogues whose files have changed.
  const pages = new WeakMap<Brand, { page: Page; catalog: Catalog }>();
  const pageOf = (brand: Brand) => {
    const catalog = core.catalogOf(brand.id);
    const known = pages.get(brand);
    if (known?.catalog === catalog) return known.page;
    const page = buildPage(core, brand, renderPage(template, brand, listOwnIcons(catalog)));
    pages.set(brand, { page, catalog });
    return page;
  };
  app.get<OfBrand>('/:product', (request, reply) => {
    const { product } = request.params;
    if (!core.brands.has(product)) return reply.callNotFound();
    const query = /\?.*$/.exec(request.url)?.[0] ?? '';
    return reply.redirect(`/${product}/${query}`, 308);
  });
  app.get<OfBrand>('/:product/*', (request, reply) => {
    const brand = core.brands.get(request.params.product);
    // A path with an extension names a missing file; other paths are the widget's routes.
    if (brand === undefined || /\.\w+$/.test(request.url.split('?')[0] ?? '')) {
      return reply.callNotFound();
    }
    const page = pageOf(brand);
    reply.headers(page.headers);
    if (isPayPath(request.params['*'])) reply.headers(page.payHeaders);
    const { body, encoding } = chooseForm(page, request.headers['accept-encoding']);
    if (encoding !== null) reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(body);
  });
}

/** Whether a path under the brand is `/pay` or `/pay/<code>`. */
function isPayPath(path: string): boolean {
  return path === 'pay' || path.startsWith('pay/');
}

function buildPage({ publicUrl }: Pick<Core, 'publicUrl'>, brand: Brand, html: string): Page {
  const hashes = hashInlineScripts(html);
  return {
    content: Buffer.from(html),
    br: brotliCompressSync(html),
    gzip: gzipSync(html, { level: 9 }),
    headers: {
      'content-security-policy': buildPolicy(publicUrl, brand, hashes, brand.allowedOrigins),
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      vary: 'accept-encoding',
      // The files that the page loads first, so that the browser requests them before it parses the
      // page.
      link: describeFirstFiles(html, brand).join(', '),
    },
    payHeaders: {
      'content-security-policy': buildPolicy(publicUrl, brand, hashes, ["'none'"]),
      'x-robots-tag': 'noindex',
    },
  };
}

/** Returns `Link` values that make a browser fetch the page's scripts and styles at once. */
function describeFirstFiles(html: string, brand: Brand): string[] {
  return findFirstFiles(html).map((file) => {
    const kind = file.endsWith('.css') ? 'rel=preload; as=style' : 'rel=modulepreload';
    return `</${brand.id}/${file}>; ${kind}; crossorigin`;
  });
}

/** Returns the paths of the scripts and styles that the page itself names. */
function findFirstFiles(html: string): string[] {
  const files = html.matchAll(/<(?:script|link)\b[^>]*(?:src|href)="\.\/(assets\/[^"]+)"/g);
  return [...files].map(([, file = '']) => file);
}

/** A build may still be running: its page must not be served without its files. */
function checkFirstFiles(page: string, files: WidgetFiles): void {
  const missing = findFirstFiles(page).filter((file) => !files.has(file));
  if (missing.length === 0) return;
  throw new Error(
    `The widget's build is not complete: ${missing.join(', ')} is missing. Build it again.`,
  );
}

/** Fills in the brand's base URL and the settings that the widget gets. */
function renderPage(template: string, brand: Brand, ownIcons: Record<string, string>): string {
  const { id: product, allowedOrigins, debugHooks, vpnHint } = brand;
  const supportUrl = brand.supportUrl ?? undefined;
  const build = identifyBuild(template);
  const settings = { product, allowedOrigins, debugHooks, vpnHint, supportUrl, ownIcons, build };
  const page = JSON.stringify(settings);
  return template.replace(/<base href="[^"]*"/, `<base href="/${brand.id}/"`).replace(
    /(<script[^>]*id="kassa-page"[^>]*>)[\s\S]*?(<\/script>)/,
    // "<" could end the element early; JSON can escape it.
    (_, open: string, close: string) => `${open}${page.replaceAll('<', '\\u003c')}${close}`,
  );
}

/** Builds the page's policy from the directives of all brands and those of the brand's captcha. */
function buildPolicy(
  publicUrl: string,
  brand: Brand,
  scriptHashes: string[],
  ancestors: readonly string[],
): string {
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
    'frame-ancestors': ancestors,
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
