import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashInlineScripts } from './widget-files.ts';

const sourceOf = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

test('returns the hash of each inline script, in the order of the page', () => {
  const html = '<script>one()</script><p></p><SCRIPT type="module">\n two()\n</SCRIPT>';
  expect(hashInlineScripts(html)).toEqual([sourceOf('one()'), sourceOf('\n two()\n')]);
});

test('computes the same hash as browsers', () => {
  // The example of the CSP specification (§8.4 of level 3's working draft).
  expect(hashInlineScripts("<script>alert('Hello, world.');</script>")).toEqual([
    "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
  ]);
});

test.each([
  ['a data block', '<script type="application/json" id="kassa-page">{"a":1}</script>'],
  ['a script of its own file', '<script type="module" crossorigin src="./a.js"></script>'],
  ['a page without scripts', '<p>script</p>'],
])('leaves out %s', (_, html) => {
  expect(hashInlineScripts(html)).toEqual([]);
});

test('hashes with the line ends that a browser uses', () => {
  expect(hashInlineScripts('<script>a()\r\nb()</script>')).toEqual([sourceOf('a()\nb()')]);
});
