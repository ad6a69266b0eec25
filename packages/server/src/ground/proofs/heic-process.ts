import heicDecode from 'heic-decode';
import { exitWith } from './exit-codes.ts';
import { mostPixels } from './picture-limits.ts';

/*
 * The process of `decodeHeic`. Its answer is width and height (32 bits each) and the pixels (RGBA).
 */

process.stdout.write('.');
const [picture] = await heicDecode.all({ buffer: Buffer.concat(await process.stdin.toArray()) });
if (picture === undefined) throw new Error('The file has no picture');
const { width, height } = picture;
if (width * height > mostPixels) {
  exitWith('tooComplex');
} else {
  const { data } = await picture.decode();
  const head = Buffer.alloc(8);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  process.stdout.write(head);
  process.stdout.write(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
}
