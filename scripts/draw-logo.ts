import letters from './logo-letters.json' with { type: 'json' };
import { type Bounds, measurePaths } from './path-bounds.ts';

/** A path of a drawing, with its opacity. */
interface Shape {
  path: string;
  opacity?: string | undefined;
  isEvenOdd?: boolean;
}

/** The properties of a tile. */
export interface Tile {
  /** The brand's name in its own spelling. */
  title: string;
  /** The tile's colour: `#E2136E`. */
  color: string;
  /** The mark's colour; by default white or near-black, whichever has enough contrast. */
  ink?: string | undefined;
  /** The mark's size relative to the usual one: `1.1` if it looks small next to others. */
  size?: number | undefined;
}

/** The letters' outlines: Inter Bold, 1,000 units per em; capitals are 727 units high. */
const glyphs: Readonly<Record<string, { advance: number; path: string }>> = letters;

const tileSize = 48;
/**
 * The mark's maximum width and height, and the maximum side of a square of the same area, so that
 * all marks look equally large.
 */
const mark = { width: 35, height: 29, side: 26 };

/**
 * Draws a tile with 1 to 4 letters as paths.
 * @throws if a letter has no outline
 */
export function drawMonogram(text: string, tile: Tile): string {
  let advance = 0;
  const shapes = [...text].map((letter) => {
    const glyph = glyphs[letter];
    if (glyph === undefined) throw new Error(`There is no outline of "${letter}"`);
    const shape = { path: glyph.path, x: advance };
    // Closer than in running text, because a monogram is one sign.
    advance += glyph.advance - 25;
    return shape;
  });
  const boxes = shapes.map(({ path, x }) => shift(measurePaths([path]), x));
  const box = boxes.reduce(join);
  const width = box.right - box.left;
  // The scale uses the height of capitals, not of these letters, so that "go" isn't larger than "GO".
  const scale = Math.min(33 / width, heightOf(text) / 727) * (tile.size ?? 1);
  const left = tileSize / 2 - ((box.left + box.right) / 2) * scale;
  const base = tileSize / 2 - ((box.top + box.bottom) / 2) * scale;
  const paths = shapes.map(
    ({ path, x }) =>
      `<path transform="translate(${round(left + x * scale)} ${round(base)}) scale(${round(scale, 4)})" d="${path}"/>`,
  );
  return wrap(tile, paths.join(''));
}

/** Returns the height of capitals: fewer letters may be larger. */
function heightOf(text: string): number {
  return text.length === 1 ? 24 : text.length === 2 ? 19 : 16;
}

/**
 * Draws a tile with a mark from another SVG, in one colour. It takes only paths and drops
 * backgrounds (circles, rectangles), because the tile is the background.
 * @throws if the file contains no path
 */
export function drawMark(svg: string, tile: Tile): string {
  const shapes = listShapes(svg);
  if (shapes.length === 0) throw new Error('The file contains no path');
  const box = measurePaths(shapes.map(({ path }) => path));
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const scale =
    Math.min(mark.width / width, mark.height / height, mark.side / Math.sqrt(width * height)) *
    (tile.size ?? 1);
  const left = tileSize / 2 - ((box.left + box.right) / 2) * scale;
  const top = tileSize / 2 - ((box.top + box.bottom) / 2) * scale;
  const paths = shapes.map(({ path, opacity, isEvenOdd }) => {
    const seen = opacity === undefined ? '' : ` fill-opacity="${opacity}"`;
    const rule = isEvenOdd ? ' fill-rule="evenodd"' : '';
    return `<path${seen}${rule} d="${path}"/>`;
  });
  const place = `translate(${round(left)} ${round(top)}) scale(${round(scale, 4)})`;
  return wrap(tile, `<g transform="${place}">${paths.join('')}</g>`);
}

function listShapes(svg: string): Shape[] {
  return [...svg.matchAll(/<path\b([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const read = (name: string) => new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
    const path = read('d');
    const isHidden = read('fill') === 'none';
    if (path === undefined || isHidden) return [];
    return [
      {
        path: path.replace(/[<>&"]/g, ''),
        opacity: read('fill-opacity'),
        isEvenOdd: read('fill-rule') === 'evenodd',
      },
    ];
  });
}

function wrap({ title, color, ink = inkOn(color) }: Tile, drawing: string): string {
  const name = title.replace(/[<>&]/g, ' ').replace(/\s+/g, ' ').trim();
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><title>${name}</title><rect width="48" height="48" rx="12" fill="${color}"/><g fill="${ink}">${drawing}</g></svg>\n`;
}

/**
 * Returns white if its contrast on the colour is at least 3:1 (WCAG 1.4.11), as brands do; else
 * near-black.
 */
function inkOn(color: string): string {
  return 1.05 / (luminanceOf(color) + 0.05) >= 3 ? '#fff' : '#111827';
}

/** Returns the relative luminance, 0 to 1, as defined by WCAG. */
function luminanceOf(color: string): number {
  const digits = /^#([0-9a-f]{6})$/i.exec(color)?.[1];
  if (digits === undefined) throw new Error(`"${color}" is not a colour such as #1A2B3C`);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((index) => {
    const part = Number.parseInt(digits.slice(index, index + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function shift(box: Bounds, x: number): Bounds {
  return { ...box, left: box.left + x, right: box.right + x };
}

function join(one: Bounds, other: Bounds): Bounds {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

function round(value: number, decimals = 2): string {
  return String(Number(value.toFixed(decimals)));
}
