import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import sharp from 'sharp';

/** A picture of one colour in one of the accepted types. */
export function makePicture(
  type: 'jpeg' | 'png' | 'webp' | 'avif' = 'jpeg',
  { width = 320, height = 640 } = {},
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#2f6f4f' } })
    .toFormat(type)
    .toBuffer();
}

/** A picture of 96 × 64 pixels of the colour `#2f6f4f`, as heif-enc with x265 writes it. */
export const heicPicture = Buffer.from(
  [
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAA',
    'AAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAAGgAAACNpaW5mAAAA',
    'AAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwmlwcnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34',
    '+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoDCBBZbqSSmu',
    'bgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAGAAAABAAAAAEHBpeGkAAAAAAwgICAAA',
    'ABZpcG1hAAAAAAAAAAEAAQOBAoMAAAAibWRhdAAAABYoAa8ZgPd8hTf/9w5n7hb+iBXitCs8',
  ].join(''),
  'base64',
);

/** A photograph with the place where it was taken, lying on its side. */
export function makePhotograph(): Promise<Buffer> {
  return sharp({ create: { width: 600, height: 300, channels: 3, background: '#884422' } })
    .withExif({
      IFD0: { Make: 'Phone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '50/1 5/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** A document of one page, as a bank's app makes it; `change` adds to it. */
export async function makeDocument(
  change: (document: PDFDocument) => Promise<void> | void = () => {},
  { hasObjectStreams = true } = {},
): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage([300, 400]).drawText('Paid 50.00 EUR');
  await change(document);
  return Buffer.from(await document.save({ useObjectStreams: hasObjectStreams }));
}

/** Adds an action that runs when the document is opened. */
export function addOpenAction(document: PDFDocument, type: string): void {
  const action = document.context.obj({
    S: type,
    JS: PDFString.of('app.alert(1)'),
    F: PDFString.of('calc.exe'),
  });
  document.catalog.set(PDFName.of('OpenAction'), document.context.register(action));
}

/** A document that can't be read to its end: its page tree names itself. */
export function makeEndlessDocument(): Promise<Buffer> {
  return makeDocument(({ catalog }) => {
    const pages = catalog.Pages();
    const ref = catalog.get(PDFName.of('Pages'));
    if (ref !== undefined) pages.Kids().push(ref);
  });
}
