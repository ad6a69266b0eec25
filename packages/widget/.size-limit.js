import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('./dist/index.html', import.meta.url), 'utf8');

/**
 * The files that index.html requests before the first list: scripts, their preloads and the styles.
 */
const initialFiles = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(
  ([, file]) => `dist/${file}`,
);

export default [
  { name: 'JavaScript and CSS of the first list', path: initialFiles, limit: '140 KB', gzip: true },
];
