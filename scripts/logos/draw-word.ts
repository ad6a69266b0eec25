import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Bounds, joinBounds, measurePaths } from './path-bounds.ts';
import { inkOn, round, tileSize, wrapTile } from './tile.ts';
import { transformPath } from './transform-path.ts';

/** A face that letters are drawn in: `letters/<face>.json`. */
type FaceName = 'sans' | 'geo' | 'round' | 'narrow' | 'slab' | 'serif' | 'tech' | 'slanted';

/** A shape that tells tiles of similar words apart. It is no mark of any brand. */
type Motif =
  | 'underline'
  | 'dot'
  | 'stripe'
  | 'side'
  | 'corner'
  | 'rise'
  | 'ring'
  | 'arc'
  | 'wave'
  | 'bars'
  | 'frame'
  | 'arrow'
  | 'chip';

/** A short word on a tile. */
export interface Word {
  title: string;
  /** One or two lines, `Jazz|Cash`. What stands in brackets has the accent's colour: `[e]Manat`. */
  word: string;
  face: FaceName;
  color: string;
  /** The letters' colour; by default white or near-black, whichever has enough contrast. */
  ink?: string | undefined;
  accent?: string | undefined;
  motif?: Motif | undefined;
  /** Whether each line is as wide as the tile allows: for lines of unequal length. */
  fitsLines?: boolean | undefined;
}

interface Face {
  /** The height of capitals in thousandths of an em. */
  capHeight: number;
  glyphs: Readonly<Record<string, { advance: number; path: string }>>;
}

const known = new Map<string, Face>();

function readFace(name: string): Face {
  const face =
    known.get(name) ??
    (JSON.parse(
      readFileSync(path.join(import.meta.dirname, 'letters', `${name}.json`), 'utf8'),
    ) as Face);
  known.set(name, face);
  return face;
}

/** The greatest height of capitals by the number of lines, and the space between lines. */
const line = { capitals: [18, 12.5], gap: 4.5 };
/** Letters stand closer than in running text, as the word is one sign. */
const tracking = -14;

/**
 * Draws a tile with a word as paths.
 * @throws if a letter has no outline
 */
export function drawWord(word: Word): string {
  const { color, ink = inkOn(color), accent = ink, motif } = word;
  const face = readFace(word.face);
  const lines = word.word.split('|').map((text) => setLine(text, face));
  const most = (line.capitals[lines.length - 1] ?? 0) * (isUnder(motif) ? 0.82 : 1);
  const fits = lines.map(({ box }) =>
    Math.min(widthBeside(motif) / (box.right - box.left), most / face.capHeight),
  );
  const common = Math.min(...fits);
  const scales = fits.map((fit) => (word.fitsLines ? fit : common));
  const heights = scales.map((scale) => scale * face.capHeight);
  const extent = heights.reduce((sum, height) => sum + height, 0) + line.gap * (lines.length - 1);
  // A word without ascenders (`mono`) is centred by its own height.
  const [only] = lines;
  const lift = lines.length === 1 && only !== undefined ? readLift(only.box, scales[0] ?? 1) : null;
  let top = (tileSize - extent) / 2 + shiftFor(motif);
  const inked = { plain: '', accented: '' };
  const written: Bounds = { left: tileSize, right: 0, top, bottom: top + extent };
  lines.forEach(({ letters, box }, index) => {
    const scale = scales[index] ?? 1;
    const middle = tileSize / 2 + (motif === 'side' ? 2 : 0);
    const left = middle - ((box.left + box.right) / 2) * scale;
    const base =
      lift === null ? top + (heights[index] ?? 0) : tileSize / 2 + lift + shiftFor(motif);
    for (const { path: outline, x, isAccented } of letters) {
      const placed = transformPath(outline, { scale, x: left + x * scale, y: base });
      inked[isAccented ? 'accented' : 'plain'] += placed;
    }
    written.left = Math.min(written.left, left + box.left * scale);
    written.right = Math.max(written.right, left + box.right * scale);
    if (lift !== null) {
      written.top = base + box.top * scale;
      written.bottom = base + Math.max(0, box.bottom * scale);
    }
    top += (heights[index] ?? 0) + line.gap;
  });
  return wrapTile(
    word,
    `${motif === undefined ? '' : drawMotif(motif, accent, written)}${fill(ink, inked.plain)}${fill(accent, inked.accented)}`,
  );
}

function readLift(box: Bounds, scale: number): number {
  return (-(box.top + Math.max(0, box.bottom)) / 2) * scale;
}

function fill(color: string, outline: string): string {
  return outline === '' ? '' : `<path fill="${color}" d="${outline}"/>`;
}

interface Line {
  letters: { path: string; x: number; isAccented: boolean }[];
  box: Bounds;
}

function setLine(text: string, { glyphs }: Face): Line {
  const letters: Line['letters'] = [];
  let x = 0;
  let isAccented = false;
  for (const letter of text) {
    if (letter === '[' || letter === ']') {
      isAccented = letter === '[';
      continue;
    }
    const glyph = glyphs[letter];
    if (glyph === undefined) throw new Error(`There is no outline of "${letter}"`);
    letters.push({ path: glyph.path, x, isAccented });
    x += glyph.advance + tracking;
  }
  const boxes = letters.map(({ path: outline, x: left }) => {
    const box = measureLetter(outline);
    return { ...box, left: box.left + left, right: box.right + left };
  });
  return { letters, box: boxes.reduce(joinBounds) };
}

/** Returns the width of a line, which a motif around the word makes smaller. */
function widthBeside(motif: Motif | undefined): number {
  if (motif === 'ring' || motif === 'frame') return 32;
  return motif === 'side' ? 36 : 40;
}

/** Whether a motif stands under the word. */
function isUnder(motif: Motif | undefined): boolean {
  return motif === 'underline' || motif === 'arc' || motif === 'arrow';
}

const measured = new Map<string, Bounds>();

function measureLetter(outline: string): Bounds {
  const box = measured.get(outline) ?? measurePaths([outline]);
  measured.set(outline, box);
  return box;
}

/** How far a word moves to make room for its motif. */
function shiftFor(motif: Motif | undefined): number {
  switch (motif) {
    case 'underline':
    case 'arc':
      return -3.5;
    case 'arrow':
      return -5;
    case 'stripe':
    case 'wave':
      return -4;
    case 'bars':
    case 'chip':
      return 4.5;
    default:
      return 0;
  }
}

/** Draws a motif behind or beside the word. */
function drawMotif(motif: Motif, color: string, word: Bounds): string {
  const low = round(Math.min(word.bottom + (motif === 'arrow' ? 6.5 : 3.5), 39));
  const [left, right] = [round(word.left), round(word.right)];
  const width = round(word.right - word.left);
  switch (motif) {
    case 'underline':
      return `<rect x="${left}" y="${low}" width="${width}" height="3" rx="1.5" fill="${color}"/>`;
    case 'dot':
      return `<circle cx="38.5" cy="9.5" r="3.5" fill="${color}"/>`;
    case 'stripe':
      return `<path fill="${color}" d="M.3 38.5H47.7A12 12 0 0 1 36 48H12A12 12 0 0 1 .3 38.5z"/>`;
    case 'side':
      return `<path fill="${color}" d="M4 3.06V44.94A12 12 0 0 1 0 36V12A12 12 0 0 1 4 3.06z"/>`;
    case 'corner':
      return `<path fill="${color}" d="M33 0H36A12 12 0 0 1 48 12V15A15 15 0 0 1 33 0z"/>`;
    case 'rise':
      return `<path fill="${color}" d="M48 26V36A12 12 0 0 1 36 48H14z"/>`;
    case 'ring':
      return `<circle cx="24" cy="24" r="20.5" fill="none" stroke="${color}" stroke-width="2.5"/>`;
    case 'arc':
      return `<path d="M${left} ${low}Q24 ${round(Number(low) + 7)} ${right} ${low}" fill="none" stroke="${color}" stroke-width="3" stroke-linecap="round"/>`;
    case 'wave':
      return `<path fill="${color}" d="M0 38Q12 32 24 38T48 38A12 12 0 0 1 36 48H12A12 12 0 0 1 0 38z"/>`;
    case 'bars':
      return `<path fill="${color}" d="M8 7h10v3.5H8zM20 7h10v3.5H20zM32 7h8v3.5H32z"/>`;
    case 'frame':
      return `<path fill="none" stroke="${color}" stroke-width="2.5" d="M5 14V10Q5 5 10 5H14M34 5H38Q43 5 43 10V14M43 34V38Q43 43 38 43H34M14 43H10Q5 43 5 38V34"/>`;
    case 'arrow':
      return `<path fill="none" stroke="${color}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" d="M11 ${low}H37M32 ${round(Number(low) - 4.5)}L37 ${low} 32 ${round(Number(low) + 4.5)}"/>`;
    case 'chip':
      return `<rect x="7" y="7" width="10" height="7.5" rx="1.8" fill="${color}"/>`;
  }
}
