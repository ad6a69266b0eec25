import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { OwnDrawing } from '../catalog-schema.ts';
import { type DrawingKind, findDrawingFault } from './check-media.ts';

const types = { svg: 'image/svg+xml', png: 'image/png', webp: 'image/webp' } as const;

const mostBytes = 64 * 1024;
/** A logo is shown at up to 44 px, on screens of up to three pixels each. */
const edges = { least: 96, most: 512 };

/** A file of a brand's folder, or why it can't be used. */
export type ReadDrawing =
  | { kind: 'sound'; id: string; drawing: OwnDrawing }
  | { kind: 'faulty'; fault: string };

/** Reads a logo (SVG, PNG or WebP), or the picture of a slide (SVG), of a brand's own folder. */
export async function readOwnDrawing(folder: string, kind: DrawingKind, name: string) {
  const content = await readFile(path.join(folder, name)).catch(() => Buffer.alloc(0));
  return decodeOwnDrawing(kind, name, content);
}

/** Decodes a brand's own drawing by its file name; checks it as strictly as the catalogue's. */
export function decodeOwnDrawing(kind: DrawingKind, name: string, content: Buffer): ReadDrawing {
  const wrong = (fault: string): ReadDrawing => ({ kind: 'faulty', fault });
  const [, id, extension] = /^([a-z0-9]+(?:[-_][a-z0-9]+)*)\.(svg|png|webp)$/.exec(name) ?? [];
  if (id === undefined || (kind === 'picture' && extension !== 'svg')) {
    return wrong(
      `must be named as ${kind === 'icon' ? '"visa.svg", "visa.png" or "visa.webp"' : '"scan.svg"'} is`,
    );
  }
  if (content.length > mostBytes) return wrong(`must not have more than ${mostBytes / 1024} KiB`);
  const fault =
    extension === 'svg'
      ? findDrawingFault(kind, content.toString('utf8'))
      : findRasterFault(extension === 'png' ? readPngSize(content) : readWebpSize(content));
  if (fault !== null) return wrong(fault);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const type = types[extension as keyof typeof types];
  return { kind: 'sound', id, drawing: { content, type, file: `${id}.${hash}.${extension}` } };
}

interface Size {
  width: number;
  height: number;
}

function findRasterFault(size: Size | null): string | null {
  if (size === null) return 'is not the picture that its name says';
  const { width, height } = size;
  if (width === height && width >= edges.least && width <= edges.most) return null;
  return `must be a square of ${edges.least} to ${edges.most} pixels, not ${width} × ${height}`;
}

/** Reads the size of a PNG from its first chunk (W3C PNG, 11.2.1). Null if it is none. */
function readPngSize(png: Buffer): Size | null {
  const isPng = png.length > 24 && png.subarray(0, 8).equals(pngSignature);
  return isPng ? { width: png.readUInt32BE(16), height: png.readUInt32BE(20) } : null;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Reads the size of a WebP from its first chunk (RFC 9649, section 2). Null if it is none. */
function readWebpSize(webp: Buffer): Size | null {
  const text = (start: number, end: number) => webp.toString('latin1', start, end);
  if (webp.length < 30 || text(0, 4) !== 'RIFF' || text(8, 12) !== 'WEBP') return null;
  switch (text(12, 16)) {
    case 'VP8X':
      return { width: webp.readUIntLE(24, 3) + 1, height: webp.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = webp.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: webp.readUInt16LE(26) & 0x3fff, height: webp.readUInt16LE(28) & 0x3fff };
    default:
      return null;
  }
}
