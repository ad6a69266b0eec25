import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeVideoGuide } from '@kassa/contract';
import type { CatalogMethod, CatalogProblem } from '../catalog-schema.ts';
import { type Placed, problemAt } from './read-catalog-file.ts';

const shapes = new Set(
  'svg title g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop clipPath'.split(
    ' ',
  ),
);

/** A logo (`icon`) or the picture of a slide. */
export type DrawingKind = 'icon' | 'picture';

/** A picture may have any size; a logo has one. */
const sizes = {
  icon: { viewBox: /viewBox="0 0 48 48"/, example: '0 0 48 48' },
  picture: { viewBox: /viewBox="0 0 \d+ \d+"/, example: '0 0 320 200' },
};

/** Returns the path of a drawing within its folder: `icons/visa.svg`. */
export function drawingPath(kind: DrawingKind, id: string): string {
  return `${kind}s/${id}.svg`;
}

/** Returns the problem of a drawing's file, or null. */
export async function checkDrawing(
  folder: string,
  kind: DrawingKind,
  id: string,
): Promise<string | null> {
  const file = drawingPath(kind, id);
  try {
    return findDrawingFault(kind, await readFile(join(folder, file), 'utf8'));
  } catch {
    return `has no file ${file}`;
  }
}

/**
 * Returns the problem of a drawing, or null. Only shapes are allowed: a logo comes from third
 * parties, and an SVG opened by itself is a document that can run scripts. The check is stricter
 * than XML on purpose: it rejects whatever it can't parse simply.
 */
export function findDrawingFault(kind: DrawingKind, svg: string): string | null {
  const { viewBox, example } = sizes[kind];
  return viewBox.test(svg) ? findFault(svg) : `must have viewBox="${example}"`;
}

function findFault(svg: string): string | null {
  if (!svg.startsWith('<svg ')) return 'must start with <svg';
  if (/<[!?]|&/.test(svg)) return 'must not hold comments, declarations or entities';
  for (const [tag, name = '', attributes = ''] of svg.matchAll(/<\/?([^\s>/]*)([^>]*)>/g)) {
    if (!shapes.has(name)) return `must not hold <${name}>`;
    if (/(^|[\s"'])(on\w+|style|href|\w+:href)\s*=/i.test(attributes)) {
      return `must not have handlers, styles or links: ${tag}`;
    }
    if (/url\(\s*(?!#)/i.test(attributes)) return `must not refer to anything outside: ${tag}`;
  }
  return svg.trimEnd().endsWith('</svg>') ? null : 'must end with </svg>';
}

/**
 * The audience of a video (§3): a language, a language and a country, or `redesign`, which means
 * all players.
 */
const audience = /^(redesign|[a-z]{2,3}(_[a-z]{2})?)$/;

/**
 * Checks a method's videos: each has a known audience, and a player that the widget's page may
 * frame.
 */
export function checkVideos(placed: Placed<CatalogMethod>): CatalogProblem[] {
  const { video_guide_url: films = {} } = placed.entry;
  return Object.entries(films).flatMap(([key, address]) => {
    const report = (message: string) => [problemAt(placed, `video_guide_url.${key}`, message)];
    if (!audience.test(key)) {
      return report('must be "redesign", a language such as "pt", or both such as "pt_br"');
    }
    return decodeVideoGuide(address, 'en') === null
      ? report('is not an https video on YouTube or Vimeo')
      : [];
  });
}
