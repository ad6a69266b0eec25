import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { FormFields } from './page-actions.ts';

const styles = readFileSync(new URL('./hosted-page.css', import.meta.url), 'utf8');
const bankStyles = readFileSync(new URL('./payer-bank/payer-bank.css', import.meta.url), 'utf8');

/** Prepares an app for pages: their styles, and the parser for posted forms. */
export function preparePages(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  serveStyles(app, '/pay.css', styles);
  serveStyles(app, '/bank.css', bankStyles);
}

function serveStyles(app: FastifyInstance, path: string, css: string): void {
  app.get(path, async (_request, reply) =>
    reply.type('text/css').header('cache-control', 'public, max-age=300').send(css),
  );
}

const formSchema = z.record(z.string(), z.string());

/** Returns the fields of a posted form; none if the body is no form. */
export function readForm(body: unknown): FormFields {
  return formSchema.safeParse(body).data ?? {};
}

/**
 * Sends a page without scripts.
 * @param formOrigin - the origin of the page after the form, because browsers apply form-action to
 * the following redirect too; null if the page has no forms
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
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}
