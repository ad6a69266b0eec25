import { createHash } from 'node:crypto';
import path from 'node:path';
import { build } from 'esbuild';

/** A file of the page, named by its content so that browsers may cache it for ever. */
export interface PageFile {
  path: string;
  contentType: string;
  contents: string;
}

type PageBundle = Record<'script' | 'style', PageFile>;

let bundled: Promise<PageBundle> | undefined;

/** Bundles the page's TypeScript and CSS in memory, once for all servers of the process. */
export function bundlePage(): Promise<PageBundle> {
  bundled ??= bundle();
  return bundled;
}

async function bundle(): Promise<PageBundle> {
  const folder = path.join(import.meta.dirname, 'page');
  const bundleEntry = async (entry: string) => {
    const { outputFiles } = await build({
      entryPoints: [path.join(folder, entry)],
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      target: 'es2022',
    });
    return outputFiles.map((file) => file.text).join('');
  };
  const [script, style] = await Promise.all([
    bundleEntry('main.ts'),
    bundleEntry('styles/page.css'),
  ]);
  return {
    script: named('js', 'text/javascript; charset=utf-8', script),
    style: named('css', 'text/css; charset=utf-8', style),
  };
}

function named(extension: string, contentType: string, contents: string): PageFile {
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 12);
  return { path: `/assets/page.${hash}.${extension}`, contentType, contents };
}
