import { type Bounds, joinBounds, measurePaths } from './path-bounds.ts';
import { inkOn, round, tileSize, wrapTile } from './tile.ts';

/** A path of a drawing, with its opacity. */
interface Shape {
  path: string;
  opacity?: string | undefined;
  isEvenOdd?: boolean;
}

/** A mark of one colour on a tile. */
export interface Mark {
  /** The brand's name in its own spelling. */
  title: string;
  /** The tile's colour: `#E2136E`. */
  color: string;
  /** The mark's colour; by default white or near-black, whichever has enough contrast. */
  ink?: string | undefined;
}

/**
 * The mark's maximum width and height, and the maximum side of a square of the same area, so that
 * all marks look equally large.
 */
const most = { width: 35, height: 29, side: 26 };

/**
 * Draws a tile with a mark from another SVG, in one colour. It takes only paths and drops
 * backgrounds (circles, rectangles), because the tile is the background.
 * @throws if the file contains no path
 */
export function drawMark(svg: string, mark: Mark): string {
  const shapes = listShapes(svg);
  if (shapes.length === 0) throw new Error('The file contains no path');
  const box: Bounds = shapes.map(({ path }) => measurePaths([path])).reduce(joinBounds);
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const scale = Math.min(
    most.width / width,
    most.height / height,
    most.side / Math.sqrt(width * height),
  );
  const left = tileSize / 2 - ((box.left + box.right) / 2) * scale;
  const top = tileSize / 2 - ((box.top + box.bottom) / 2) * scale;
  const paths = shapes.map(({ path, opacity, isEvenOdd }) => {
    const seen = opacity === undefined ? '' : ` fill-opacity="${opacity}"`;
    const rule = isEvenOdd ? ' fill-rule="evenodd"' : '';
    return `<path${seen}${rule} d="${path}"/>`;
  });
  const place = `translate(${round(left)} ${round(top)}) scale(${round(scale, 4)})`;
  const ink = mark.ink ?? inkOn(mark.color);
  return wrapTile(mark, `<g fill="${ink}" transform="${place}">${paths.join('')}</g>`);
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
