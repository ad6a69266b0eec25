import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { FormFields } from './page-actions.ts';

const styles = readFileSync(new URL('./hosted-page.css', import.meta.url), 'utf8');

/** What all pages need: their styles, and the forms that browsers post. */
export function preparePages(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.get('/pay.css', async (_request, reply) =>
    reply.type('text/css').header('cache-control', 'public, max-age=300').send(styles),
  );
}

const formSchema = z.record(z.string(), z.string());

/** The fields of a posted form; none where it is no form. */
export function readForm(body: unknown): FormFields {
  return formSchema.safeParse(body).data ?? {};
}

/**
 * Sends a page without scripts.
 * @param formOrigin Browsers hold form-action against the redirect that follows, so the origin that the
 * page sends on to is in it; null where it has no forms
 */
export function sendPage(
  reply: FastifyReply,
  code: number,
  html: string,
  formOrigin: string | null,
): FastifyReply {
  const formTargets = formOrigin === null ? "'none'" : `'self' ${formOrigin}`.trim();
  return reply
    .code(code)
    .headers({
      'content-security-policy': `default-src 'none'; style-src 'self'; form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}
