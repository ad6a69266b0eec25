import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' });

/** Those that don't tell phones from desks, but where a part's own content stops to fit. */
const contentQueries = [
  'fields/amount/amount-chips.module.css: (max-width: 374px)',
  'fields/amount/amount-chips.module.css: (max-width: 479px)',
  'flows/deposit/again/again-card.module.css: (min-width: 560px)',
  'flows/deposit/again/again-slot.module.css: (max-width: 300px)',
  'flows/deposit/again/again-slot.module.css: (min-width: 560px)',
  'flows/method-list/tiles.module.css: (max-width: 16rem)',
  'flows/method-list/tiles.module.css: (min-width: 528px)',
  'flows/sweepstake/boxes.module.css: (max-width: 359px)',
  'ui/first-paint.css: (max-width: 899px)',
  'ui/first-paint.css: (min-width: 560px)',
  'ui/header.module.css: (max-width: 359px)',
];

/** Those that tell them apart. */
const deskQueries = [
  'flows/sweepstake/boxes.module.css: (max-width: 899px)',
  'flows/sweepstake/boxes.module.css: (min-width: 768px)',
  'ui/use-media-query.ts: (min-width: 768px)',
];

/** Those that make room for two panes. */
const paneQueries = [
  'app/shell.module.css: (min-width: 900px)',
  'app/shell.module.css: (min-width: 900px)',
  'ui/first-paint.css: (min-width: 900px)',
  'ui/use-media-query.ts: (min-width: 900px)',
];

test('widths above 767 px are desktop (§2), and from 900 px there are two panes', () => {
  const queries = files
    .filter((file) => /\.(css|tsx?)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      const found =
        text.match(/\([^()]*\b(?:width|inline-size)\s*[:<>][^()]*\d[^()]*\)(?=[^;]*\{|['"])/g) ??
        [];
      return found.map((query) => `${file.replaceAll(path.sep, '/')}: ${query}`);
    });
  expect(queries.sort()).toEqual([...contentQueries, ...deskQueries, ...paneQueries].sort());
});
