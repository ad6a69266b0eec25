import sharp from 'sharp';
import { type Bounds, joinBounds } from './path-bounds.ts';
import { round, tileSize, wrapTile } from './tile.ts';

/** How a picture in several colours is laid on a tile. */
export interface Picture {
  title: string;
  /** The tile's colour. */
  color: string;
  /** The part of the picture that is the mark: left, top, width, height in its own units. */
  crop?: readonly number[] | undefined;
}

/** Pixels for each unit of a picture, to find where its parts are. */
const sharpness = 10;
/** The mark's greatest width and height, and the greatest side of a square of the same area. */
const room = { width: 42, height: 33, side: 29 };

/**
 * Draws a tile with a picture in several colours. The picture is one of shapes without groups in
 * groups, as an optimizer writes it. What fills the whole picture or draws its edge is dropped: the
 * tile takes its place.
 * @throws if nothing of the picture is left
 */
export async function drawPicture(svg: string, picture: Picture): Promise<string> {
  const [, attributes = '', inside = ''] = /<svg\b([^>]*)>([\s\S]*)<\/svg>/.exec(svg) ?? [];
  const [, viewBox = ''] = /viewBox="([^"]*)"/.exec(attributes) ?? [];
  const [x = 0, y = 0, width = 0, height = 0] = viewBox.split(/[\s,]+/).map(Number);
  const fill = /(?:^|\s)fill="([^"]*)"/.exec(attributes)?.[1];
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="${width * sharpness}" height="${height * sharpness}"${fill === undefined ? '' : ` fill="${fill}"`}>`;
  const gradients = listGradients(inside);
  const definitions = define(gradients);
  const measure = (part: string) => measurePixels(`${head}${definitions}${part}</svg>`, { x, y });
  const [left = x, top = y, cropWidth = width, cropHeight = height] = picture.crop ?? [];
  const kept: { part: string; box: Bounds }[] = [];
  for (const part of listParts(inside)) {
    const box = await measure(part);
    if (box === null) continue;
    const isGround = box.right - box.left > width * 0.92 && box.bottom - box.top > height * 0.88;
    const [middleX, middleY] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const isInside =
      middleX >= left &&
      middleX <= left + cropWidth &&
      middleY >= top &&
      middleY <= top + cropHeight;
    if (isInside && !isGround) kept.push({ part, box });
  }
  if (kept.length === 0) throw new Error(`Nothing of "${picture.title}" is left`);
  const box = kept.map((one) => one.box).reduce(joinBounds);
  const [markWidth, markHeight] = [box.right - box.left, box.bottom - box.top];
  const scale = Math.min(
    room.width / markWidth,
    room.height / markHeight,
    room.side / Math.sqrt(markWidth * markHeight),
  );
  const moveX = tileSize / 2 - ((box.left + box.right) / 2) * scale;
  const moveY = tileSize / 2 - ((box.top + box.bottom) / 2) * scale;
  const drawing = kept.map(({ part }) => part).join('');
  const used = define(
    gradients.filter((one) => drawing.includes(`url(#${/id="([^"]*)"/.exec(one)?.[1]})`)),
  );
  const paint = fill === undefined ? '' : ` fill="${fill}"`;
  return wrapTile(
    picture,
    `${used}<g transform="translate(${round(moveX)} ${round(moveY)}) scale(${round(scale, 3)})"${paint}>${drawing}</g>`,
  );
}

/** Lists the gradients of a picture. Its clips hold it within its own edge, which is dropped. */
function listGradients(inside: string): string[] {
  return inside.match(/<(linear|radial)Gradient\b[\s\S]*?<\/\1Gradient>/g) ?? [];
}

function define(gradients: readonly string[]): string {
  return gradients.length === 0 ? '' : `<defs>${gradients.join('')}</defs>`;
}

/** Lists the shapes of a picture, each within what it inherits from its groups. */
function listParts(inside: string): string[] {
  const drawn = inside
    .replace(/<defs>[\s\S]*?<\/defs>/g, '')
    .replace(/<(mask|clipPath)\b[\s\S]*?<\/\1>/g, '');
  const groups: string[] = [];
  const parts: string[] = [];
  for (const [tag, closes, name = '', attributes = ''] of drawn.matchAll(
    /<(\/?)([a-zA-Z]+)([^>]*)>/g,
  )) {
    if (name === 'g') {
      if (closes === '/') groups.pop();
      else groups.push(attributes.replace(/\s(?:clip-path|mask|id)="[^"]*"/g, ''));
      continue;
    }
    if (closes === '/' || /Gradient|stop/.test(name)) continue;
    const shape = tag.replace(/\s(?:clip-path|mask|id)="[^"]*"/g, '').replace(/([^/])>$/, '$1/>');
    const around = groups.filter((group) => group !== '');
    parts.push(
      `${around.map((group) => `<g${group}>`).join('')}${shape}${'</g>'.repeat(around.length)}`,
    );
  }
  return parts;
}

/** Returns where a drawing has pixels, in its own units, or null if it has none. */
async function measurePixels(
  svg: string,
  origin: { x: number; y: number },
): Promise<Bounds | null> {
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = { left: info.width, top: info.height, right: -1, bottom: -1 };
  for (let index = 3; index < data.length; index += 4) {
    if ((data[index] ?? 0) < 32) continue;
    const pixel = (index - 3) / 4;
    const [column, row] = [pixel % info.width, Math.floor(pixel / info.width)];
    pixels.left = Math.min(pixels.left, column);
    pixels.right = Math.max(pixels.right, column);
    pixels.top = Math.min(pixels.top, row);
    pixels.bottom = Math.max(pixels.bottom, row);
  }
  if (pixels.right < 0) return null;
  return {
    left: origin.x + pixels.left / sharpness,
    top: origin.y + pixels.top / sharpness,
    right: origin.x + (pixels.right + 1) / sharpness,
    bottom: origin.y + (pixels.bottom + 1) / sharpness,
  };
}
