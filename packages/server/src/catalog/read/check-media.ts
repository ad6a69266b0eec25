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

/**
 * Returns the problem of an icon's file, or null. Only shapes are allowed: a logo comes from third
 * parties, and an SVG opened by itself is a document that can run scripts. The check is stricter
 * than XML on purpose: it rejects whatever it can't parse simply.
 */
export function checkIcon(folder: string, iconId: string): Promise<string | null> {
  return checkDrawing(folder, `icons/${iconId}.svg`, /viewBox="0 0 48 48"/, '0 0 48 48');
}

/** Does the same for a slide's picture, which may have any size. */
export function checkPicture(folder: string, picture: string): Promise<string | null> {
  return checkDrawing(folder, `pictures/${picture}.svg`, /viewBox="0 0 \d+ \d+"/, '0 0 320 200');
}

async function checkDrawing(
  folder: string,
  file: string,
  viewBox: RegExp,
  example: string,
): Promise<string | null> {
  try {
    const svg = await readFile(join(folder, file), 'utf8');
    return viewBox.test(svg) ? findFault(svg) : `must have viewBox="${example}"`;
  } catch {
    return `has no file ${file}`;
  }
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
