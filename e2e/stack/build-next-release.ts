import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stack } from './stack.ts';

/** A built script's name: `first.CFN2aZDl.js`. */
const scriptName = /([\w.-]+[.-])([\w-]{8})(\.js)\b/g;

/**
 * Makes another release of the built widget: every script has another content and another hash in
 * its name. Returns its folder.
 */
export function buildNextRelease(): string {
  const built = path.join(stack.root, 'packages/widget/dist');
  const folder = path.join(stack.root, '.kassa', 'next-release');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const scripts = new Set(globSync('assets/*.js', { cwd: built }).map((it) => path.basename(it)));
  const rename = (text: string) =>
    text.replaceAll(scriptName, (name, start: string, hash: string, end: string) =>
      scripts.has(name) ? `${start}${[...hash].reverse().join('')}${end}` : name,
    );
  for (const file of globSync('**/*.*', { cwd: built })) {
    // The server sends the file itself where it isn't there compressed.
    if (/\.(br|gz)$/.test(file)) continue;
    const [from, to] = [path.join(built, file), path.join(folder, rename(file))];
    mkdirSync(path.dirname(to), { recursive: true });
    if (!/\.(js|html)$/.test(file)) cpSync(from, to);
    else {
      const mark = file.endsWith('.js') ? '\nglobalThis.kassaNext = 1;' : '';
      writeFileSync(to, rename(readFileSync(from, 'utf8')) + mark);
    }
  }
  return folder;
}
