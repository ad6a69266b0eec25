import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { digestSources } from '../../scripts/digest-sources.mjs';
import { stack } from './stack.ts';

/**
 * Builds the widget a second time, with other names for all scripts, only if one of its sources
 * changed. Returns the build's folder.
 */
export async function buildNextRelease(): Promise<string> {
  const folder = path.join(stack.root, '.kassa', 'next-release');
  const stampFile = path.join(folder, '.kassa-stamp');
  const sources = ['package-lock.json', 'packages/contract', 'packages/widget', 'locales'];
  const digest = digestSources(stack.root, sources);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === digest) return folder;
  const vite = path.join(stack.root, 'node_modules/vite/bin/vite.js');
  const config = ['--config', 'vite.next-release.config.ts'];
  const output = ['--outDir', folder, '--emptyOutDir'];
  await promisify(execFile)(process.execPath, [vite, 'build', ...config, ...output], {
    cwd: path.join(stack.root, 'packages/widget'),
  });
  writeFileSync(stampFile, digest);
  return folder;
}
