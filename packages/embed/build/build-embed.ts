import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import manifest from '../package.json' with { type: 'json' };
import { writeTypes } from './write-types.ts';

const shared: BuildOptions = {
  absWorkingDir: path.resolve(import.meta.dirname, '..'),
  bundle: true,
  minify: true,
  sourcemap: true,
  target: 'es2022',
};

/** The React wrapper imports the ES module beside it, so that a page with both loads it once. */
const besideEmbed: Plugin = {
  name: 'beside-embed',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/index\.ts$/ }, () => ({ path: './embed.js', external: true }));
  },
};

/** The data about the built script that a page needs. */
export interface BuiltEmbed {
  /** The script's hash for Subresource Integrity, `sha384-…`. */
  integrity: string;
}

/**
 * Builds everything that a host can install into `folder`, which is emptied first: a script for a
 * tag, an ES module, the React wrapper, types for both, and a package.json, so that the folder is a
 * package.
 */
export async function buildEmbed(folder: string): Promise<BuiltEmbed> {
  await rm(folder, { recursive: true, force: true });
  const out = (name: string) => path.join(folder, name);
  const entry = { entryPoints: ['src/index.ts'] };
  await Promise.all([
    build({ ...shared, ...entry, format: 'esm', outfile: out('embed.js') }),
    build({
      ...shared,
      ...entry,
      format: 'iife',
      globalName: 'Kassa',
      outfile: out('embed.iife.js'),
    }),
    build({
      ...shared,
      entryPoints: ['src/react.tsx'],
      format: 'esm',
      jsx: 'automatic',
      external: ['react', 'react/jsx-runtime'],
      plugins: [besideEmbed],
      outfile: out('react.js'),
    }),
  ]);
  writeTypes(folder);
  await writeFile(out('package.json'), `${JSON.stringify(builtManifest(), null, 2)}\n`);
  const integrity = hashOf(await readFile(out('embed.iife.js')));
  await writeFile(out('embed.iife.js.sri'), `${integrity}\n`);
  return { integrity };
}

/** Returns the tag for a page. Browsers run no file whose hash differs from this one. */
export function scriptTag(address: string, integrity: string): string {
  return `<script src="${address}" integrity="${integrity}" crossorigin="anonymous"></script>`;
}

function hashOf(script: Buffer): string {
  return `sha384-${createHash('sha384').update(script).digest('base64')}`;
}

function builtManifest() {
  const { name, version, license, type, peerDependencies, peerDependenciesMeta } = manifest;
  const exports = {
    '.': { types: './index.d.ts', default: './embed.js' },
    './react': { types: './react.d.ts', default: './react.js' },
    './embed.iife.js': './embed.iife.js',
  };
  return { name, version, license, type, exports, peerDependencies, peerDependenciesMeta };
}
