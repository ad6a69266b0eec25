import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const pages = globSync(
  ['*.md', 'docs/**/*.md', 'packages/*/*.md', 'bench/*.md', '.github/**/*.md'],
  { cwd: root },
);

test.each(pages)('the links of %s lead to files and headings that exist', (page) => {
  expect(findLinks(page).filter(({ target, anchor }) => !exists(target, anchor))).toEqual([]);
});

test('each test that the threat model names exists', () => {
  const page = 'docs/threat-model.md';
  const links = findLinks(page).filter(({ target }) => /\.(test|suite)\.tsx?$/.test(target));
  expect(links.length).toBeGreaterThan(0);
  const missing = links.filter(({ target, title }) => !read(target).includes(title));
  expect(missing).toEqual([]);
});

interface Link {
  /** Relative to the root. */
  target: string;
  /** The part behind `#`. */
  anchor: string | undefined;
  /** The text in quotes that follows the link. */
  title: string;
}

/** Returns the links to files; code blocks have none. */
function findLinks(page: string): Link[] {
  const text = read(page).replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)(?: "([^"]+)")?/g)].map(
    ([, file = '', anchor, title = '']) => ({
      target: file === '' ? page : path.join(path.dirname(page), file),
      anchor,
      title,
    }),
  );
}

function exists(target: string, anchor: string | undefined): boolean {
  const found = statSync(path.join(root, target), { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (anchor === undefined || found.isDirectory()) return true;
  return listAnchors(read(target)).includes(anchor);
}

/** Returns the anchors of a page's headings, in the spelling of common Markdown viewers. */
function listAnchors(text: string): string[] {
  const headings = text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}
