import { createHash } from 'node:crypto';

/** Types under which a browser runs a script; any other is a data block. */
const executable = new Set(['', 'module', 'text/javascript', 'application/javascript']);

/**
 * The CSP sources (`'sha256-…'`) of the scripts that stand in a page themselves, so that these run
 * and no other inline script does.
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

/** Of the text as the browser sees it: an HTML parser turns every line end into a line feed. */
function hash(source: string): string {
  return createHash('sha256').update(source.replace(/\r\n?/g, '\n')).digest('base64');
}
