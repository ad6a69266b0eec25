import heicDecode from 'heic-decode';
import { mostPixels } from './picture-limits.ts';

/*
 * The process of `decodeHeic`: the file comes by standard input. Standard output gets one byte when
 * the code is loaded, then width and height (32 bits each) and the pixels (RGBA). The exit code is 2
 * for a picture of too many pixels, and another one but 0 for a damaged file.
 */

process.stdout.write('.');
const [picture] = await heicDecode.all({ buffer: Buffer.concat(await process.stdin.toArray()) });
if (picture === undefined) throw new Error('The file has no picture');
const { width, height } = picture;
if (width * height > mostPixels) {
  process.exitCode = 2;
} else {
  const { data } = await picture.decode();
  const head = Buffer.alloc(8);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  process.stdout.write(head);
  process.stdout.write(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
}
