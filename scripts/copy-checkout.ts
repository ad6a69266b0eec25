import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

/**
 * Copies all files of the checkout in `root` into the folder `copy`, with links to installed and
 * built files. The workspace links between packages stay within the copy.
 */
export function copyCheckout(root: string, copy: string): void {
  for (const file of list(root, '--cached', '--others', '--exclude-standard')) {
    if (existsSync(path.join(root, file))) cpSync(path.join(root, file), path.join(copy, file));
  }
  for (const folder of list(root, '--others', '--ignored', '--exclude-standard', '--directory')) {
    if (folder !== 'node_modules/') link(root, copy, folder);
  }
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    // Caches stay with the checkout.
    if (name !== '@kassa' && !name.startsWith('.vite') && name !== '.cache') {
      link(root, copy, path.join('node_modules', name));
    }
  }
  const own = path.join('node_modules', '@kassa');
  cpSync(path.join(root, own), path.join(copy, own), { recursive: true, verbatimSymlinks: true });
}

function list(root: string, ...options: string[]): string[] {
  const { stdout } = spawnSync('git', ['ls-files', '-z', ...options], {
    cwd: root,
    encoding: 'utf8',
  });
  return stdout.split('\0').filter((name) => name !== '');
}

function link(root: string, copy: string, name: string): void {
  const target = path.join(copy, name.replace(/\/$/, ''));
  mkdirSync(path.dirname(target), { recursive: true });
  symlinkSync(path.join(root, name), target);
}
