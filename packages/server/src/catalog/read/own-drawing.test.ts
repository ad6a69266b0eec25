import { expect, test } from 'vitest';
import type { DrawingKind } from './check-media.ts';
import { decodeOwnDrawing } from './own-drawing.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><path d="M0 0h9"/></svg>';

function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

function webp(chunk: 'VP8 ' | 'VP8L' | 'VP8X', edge: number): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write(`RIFF\x20\0\0\0WEBP${chunk}`, 'latin1');
  if (chunk === 'VP8X') bytes.writeUIntLE(edge - 1, 24, 3) && bytes.writeUIntLE(edge - 1, 27, 3);
  if (chunk === 'VP8L') bytes.writeUInt32LE((edge - 1) | ((edge - 1) << 14), 21);
  if (chunk === 'VP8 ') bytes.writeUInt16LE(edge, 26) && bytes.writeUInt16LE(edge, 28);
  return bytes;
}

const decode = (name: string, content: Buffer | string, kind: DrawingKind = 'icon') => {
  const read = decodeOwnDrawing(kind, name, Buffer.from(content));
  return read.kind === 'sound' ? read.drawing.type : read.fault;
};

test.each<[string, Buffer | string, string]>([
  ['acme.svg', svg, 'image/svg+xml'],
  ['acme.png', png(96, 96), 'image/png'],
  ['acme-2.webp', webp('VP8X', 512), 'image/webp'],
  ['acme.webp', webp('VP8L', 128), 'image/webp'],
  ['acme.webp', webp('VP8 ', 128), 'image/webp'],
])('takes %s', (name, content, type) => {
  expect(decode(name, content)).toBe(type);
});

test.each<[string, Buffer | string, RegExp]>([
  ['Acme.svg', svg, /^must be named as "visa\.svg"/],
  ['acme.gif', 'GIF89a', /^must be named as/],
  ['acme.svg', svg.replace('<path', '<script/><path'), /^must not hold <script>/],
  ['acme.svg', svg.replace('<path', '<foreignObject/><path'), /^must not hold <foreignObject>/],
  ['acme.svg', svg.replace('d="', 'onload="'), /^must not have handlers/],
  ['acme.svg', svg.replace('d="', 'fill="url(https://x.example)" d="'), /anything outside/],
  ['acme.png', svg, /^is not the picture/],
  ['acme.webp', png(96, 96), /^is not the picture/],
  ['acme.png', png(96, 95), /not 96 × 95$/],
  ['acme.png', png(48, 48), /^must be a square of 96 to 512 pixels/],
  ['acme.webp', webp('VP8L', 513), /not 513 × 513$/],
  [
    'acme.png',
    Buffer.concat([png(96, 96), Buffer.alloc(65_536)]),
    /^must not have more than 64 KiB/,
  ],
])('refuses %s', (name, content, fault) => {
  expect(decode(name, content)).toMatch(fault);
});

test('a slide’s picture is an SVG', () => {
  expect(decode('scan.png', png(96, 96), 'picture')).toMatch(/^must be named as "scan\.svg"/);
});

test('the served name changes with the content', () => {
  const nameOf = (content: string) => {
    const read = decodeOwnDrawing('icon', 'acme.svg', Buffer.from(content));
    return read.kind === 'sound' ? read.drawing.file : '';
  };
  expect(nameOf(svg)).toMatch(/^acme\.[0-9a-f]{12}\.svg$/);
  expect(nameOf(svg)).toBe(nameOf(svg));
  expect(nameOf(svg.replace('h9', 'h8'))).not.toBe(nameOf(svg));
});
