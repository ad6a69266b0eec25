import type { FastifyInstance } from 'fastify';
import { pageHtml } from './html/page-html.ts';
import { supportHtml } from './html/support-html.ts';
import { loadChoices } from './load-choices.ts';
import { bundlePage } from './page-bundle.ts';
import type { DemoSettings } from './settings.ts';
import { siteLanguageOf, siteLanguages } from './site-texts.ts';

const immutable = 'public, max-age=31536000, immutable';

/** Serves the demo page, its support, and their script and styles, which are bundled at this call. */
export async function addPage(server: FastifyInstance, settings: DemoSettings): Promise<void> {
  const { site } = settings;
  const [bundle, choices] = await Promise.all([bundlePage(), loadChoices(site)]);
  const { otherSiteUrl, widgetUrl, kassaSecret, sandboxUrl } = settings;
  const data = { site, otherSiteUrl, widgetUrl, choices, hasWebhooks: kassaSecret !== null };
  const rendered = siteLanguages.map((language) => {
    const { script, style } = bundle;
    const page = { data, language, sandboxUrl, scriptPath: script.path, stylePath: style.path };
    return [language, pageHtml(page)] as const;
  });
  const pages = new Map(rendered);
  const headers = {
    'content-security-policy': contentSecurityPolicy(settings.widgetUrl),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'referrer-policy': 'strict-origin-when-cross-origin',
  };
  server.get<{ Querystring: { locale?: unknown } }>('/', async ({ query }, reply) =>
    reply.headers(headers).send(pages.get(siteLanguageOf(String(query.locale ?? 'en')))),
  );
  const { path: stylePath } = bundle.style;
  server.get('/support', async (request, reply) => {
    const [preferred = 'en'] = (request.headers['accept-language'] ?? 'en').split(/[,;]/);
    const language = siteLanguageOf(preferred.trim());
    return reply
      .headers({ ...headers, vary: 'accept-language' })
      .send(supportHtml({ site, language, stylePath }));
  });
  for (const { path, contentType, contents } of [bundle.script, bundle.style]) {
    server.get(path, async (_, reply) =>
      reply.header('cache-control', immutable).type(contentType).send(contents),
    );
  }
}

/**
 * Returns the policy that an integrator's page needs at most: its own files, its own backend, and
 * the cashier's frame.
 */
function contentSecurityPolicy(widgetUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    `frame-src ${new URL(widgetUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
