import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { mostProofBytes } from '@kassa/contract';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  addOpenAction,
  heicPicture,
  makeDocument,
  makeEndlessDocument,
  makePhotograph,
  makePicture,
} from '../../testing/proof-files.ts';
import { decodeHeic } from './decode-heic.ts';
import { type ReadProof, readProof } from './read-proof.ts';
import { rewriteDocument } from './rewrite-document.ts';
import { rewritePages } from './rewrite-pages.ts';

async function read(bytes: Buffer): Promise<ReadProof> {
  const outcome = await readProof(bytes);
  if (outcome.kind === 'refused') throw new Error(`refused: ${outcome.fault}`);
  return outcome;
}

/** Rewrites a document in this process: one of its own takes a second to start. */
async function readPages(bytes: Buffer) {
  const rewritten = await rewritePages(bytes, mostProofBytes);
  if ('fault' in rewritten) return refused(rewritten.fault);
  return { kind: 'read', content: Buffer.from(rewritten.content) } as const;
}

async function writePages(bytes: Buffer): Promise<Buffer> {
  const outcome = await readPages(bytes);
  if ('fault' in outcome) throw new Error(`refused: ${outcome.fault}`);
  return outcome.content;
}

/** Writes what a process or a thread runs, until the test ends. */
async function writeScript(code: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kassa-proofs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const script = path.join(folder, 'work.mjs');
  await writeFile(script, code);
  return script;
}

type MakeAction = (context: PDFContext) => Record<string, string | PDFObject>;

const refused = (fault: string) => ({ kind: 'refused', fault });

const zip = Buffer.from('PK\x03\x04 the files of an archive PK\x05\x06');
const page = Buffer.from('<html><script>alert(1)</script></html>');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('of type %s becomes a JPEG', async (type) => {
    const proof = await read(await makePicture(type));
    expect(proof.type).toBe('image/jpeg');
    expect(await sharp(proof.content).metadata()).toMatchObject({
      format: 'jpeg',
      width: 320,
      height: 640,
    });
  });

  test.each([
    ['an archive', zip],
    ['a page', page],
    ['a drawing', svg],
  ])('loses %s behind its end', async (_name, tail) => {
    const { content } = await read(Buffer.concat([await makePicture(), tail]));
    expect(content.includes(tail.subarray(0, 4))).toBe(false);
    expect(content.subarray(-2).toString('hex')).toBe('ffd9');
  });

  test('loses its place and its device, and stands upright', async () => {
    const photograph = await makePhotograph();
    expect((await sharp(photograph).metadata()).exif).toBeDefined();
    const { content } = await read(photograph);
    const metadata = await sharp(content).metadata();
    expect(metadata).toMatchObject({ width: 300, height: 600 });
    expect(metadata).not.toHaveProperty('exif');
    expect(metadata).not.toHaveProperty('orientation');
  });

  test('is made smaller, not larger', async () => {
    const { content } = await read(await makePicture('jpeg', { width: 5000, height: 1000 }));
    expect(await sharp(content).metadata()).toMatchObject({ width: 2500, height: 500 });
  });

  test('that is cut off is damaged', async () => {
    const whole = await sharp({
      create: {
        width: 800,
        height: 800,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 120, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer();
    expect(await readProof(whole.subarray(0, whole.length / 2))).toEqual(refused('damaged'));
    expect(await readProof(whole.subarray(0, 20))).toEqual(refused('damaged'));
  });

  test('of more than 40 MP is refused', async () => {
    expect(await readProof(makeBomb(6_400))).toEqual(refused('tooComplex'));
  });

  test('of 30,000 × 30,000 pixels is refused before it is decoded', async () => {
    expect(await readProof(makeBomb(30_000))).toEqual(refused('tooComplex'));
  });
});

test('an AVIF picture that is larger than its header says is refused before it is decoded', async () => {
  const bytes = await makePicture('avif', { width: 600, height: 600 });
  const size = bytes.indexOf('ispe') + 8;
  bytes.writeUInt32BE(100, size);
  bytes.writeUInt32BE(100, size + 4);
  expect(await readProof(bytes)).toEqual(refused('damaged'));
});

describe('a HEIC picture', () => {
  const endless = 'setInterval(() => {}, 1000);';

  test('becomes a JPEG', async () => {
    const { type, content } = await read(heicPicture);
    expect(type).toBe('image/jpeg');
    const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 96, height: 64 });
    expect([...data.subarray(0, 3)].map((one) => Math.round(one / 16))).toEqual([3, 7, 5]);
  });

  test('of a brand that does not tell its coding is read, too', async () => {
    const bytes = Buffer.from(heicPicture);
    bytes.write('mif1', 8);
    expect(await read(bytes)).toMatchObject({ type: 'image/jpeg' });
  });

  test('loses what stands behind its end', async () => {
    const { content } = await read(Buffer.concat([heicPicture, page]));
    expect(content.includes('<html>')).toBe(false);
  });

  test('that is cut off is damaged', async () => {
    for (const length of [16, 200, heicPicture.length - 8]) {
      expect(await readProof(heicPicture.subarray(0, length))).toEqual(refused('damaged'));
    }
  });

  test('of 30,000 × 30,000 pixels is refused before it is decoded', async () => {
    const bytes = Buffer.from(heicPicture);
    const size = bytes.indexOf('ispe') + 8;
    bytes.writeUInt32BE(30_000, size);
    bytes.writeUInt32BE(30_000, size + 4);
    expect(await readProof(bytes)).toEqual(refused('tooComplex'));
  });

  test.each([
    ['needs too long is killed', endless, 'tooComplex', true],
    [
      'answers more than a picture',
      'setInterval(() => say(Buffer.alloc(1e7)), 0);',
      'tooComplex',
      true,
    ],
    ['answers less than a picture', 'say(Buffer.from([0, 0, 0, 9, 0, 0, 0, 9]));', 'damaged'],
    ['needs too much memory', 'new WebAssembly.Memory({ initial: 8193 });', 'damaged'],
    ['looks for secrets', 'if (!("KASSA_DATA_KEYS" in process.env)) process.exit(1);', 'damaged'],
  ])('whose process %s is refused', async (...[, code, fault, isStopped]) => {
    vi.stubEnv('KASSA_DATA_KEYS', 'secret');
    onTestFinished(() => void vi.unstubAllEnvs());
    const script = await writeScript(
      `const say = (it) => process.stdout.write(it);\nsay('.');\n${code}`,
    );
    const longestMs = code === endless ? 1 : 60_000;
    expect(await decodeHeic(heicPicture, { script, longestMs })).toEqual({ fault, isStopped });
  });

  test.each([
    ['does not start in time', 'setInterval(() => {}, 1000);', 1],
    ['has no code', 'import "./nowhere.mjs";', 60_000],
  ])('whose process %s is not at fault', async (_name, code, longestStartMs) => {
    const script = await writeScript(code);
    await expect(decodeHeic(heicPicture, { script, longestStartMs })).rejects.toMatchObject({
      code: 'server.unavailable',
    });
  });
});

describe('a document', () => {
  test.each([
    ['needs too much memory', 'for (const all = []; ; ) all.push([all]);', 'tooComplex', true],
    ['needs too long', 'setInterval(() => {}, 1000);', 'tooComplex', true],
    [
      'answers more than a document',
      'setInterval(() => say(Buffer.alloc(1e6)), 0);',
      'tooComplex',
      true,
    ],
    ['looks for secrets', 'if (!("KASSA_DATA_KEYS" in process.env)) process.exit(1);', 'damaged'],
  ])('whose process %s is refused', async (...[name, code, fault, isStopped]) => {
    vi.stubEnv('KASSA_DATA_KEYS', 'secret');
    onTestFinished(() => void vi.unstubAllEnvs());
    const script = await writeScript(
      `const say = (it) => process.stdout.write(it);\nsay('.');\n${code}`,
    );
    const longestMs = name === 'needs too long' ? 1 : 60_000;
    const outcome = await rewriteDocument(await makeDocument(), { script, longestMs });
    expect(outcome).toEqual({ fault, isStopped });
  });

  test.each([
    ['does not start in time', 'setInterval(() => {}, 1000);', 1],
    ['has no code', 'import "./nowhere.mjs";', 60_000],
  ])('whose process %s is not at fault', async (_name, code, longestStartMs) => {
    const script = await writeScript(code);
    await expect(
      rewriteDocument(await makeDocument(), { script, longestStartMs }),
    ).rejects.toMatchObject({ code: 'server.unavailable' });
  });

  test.each(['damaged', 'tooComplex', 'encrypted', 'active'] as const)(
    'whose process finds the fault %s is refused',
    async (fault) => {
      const module = new URL('exit-codes.ts', import.meta.url);
      const script = await writeScript(
        `import { exitWith } from '${module}';\nprocess.stdout.write('.');\nexitWith('${fault}');`,
      );
      expect(await rewriteDocument(await makeDocument(), { script })).toEqual({ fault });
    },
  );

  test('is written without what stands before it', async () => {
    const before = Buffer.from('Content-Type: application/pdf\r\n\r\n');
    const { type, content } = await read(Buffer.concat([before, await makeDocument()]));
    expect(type).toBe('application/pdf');
    expect(content.toString('latin1', 0, 5)).toBe('%PDF-');
    expect(content.includes('Content-Type')).toBe(false);
    expect((await PDFDocument.load(content)).getPageCount()).toBe(1);
  });

  const sample = new URL('../../../../../../shared/cases/proof-bom.pdf', import.meta.url);
  test.skipIf(!existsSync(sample))('of a bank, behind a byte order mark, is read', async () => {
    expect(await read(await readFile(sample))).toMatchObject({ type: 'application/pdf' });
  });

  test.each([true, false])('is written anew (object streams: %s)', async (hasObjectStreams) => {
    const { type, content } = await read(await makeDocument(() => {}, { hasObjectStreams }));
    expect(type).toBe('application/pdf');
    const document = await PDFDocument.load(content);
    expect(document.getPageCount()).toBe(1);
    expect(document.getPage(0).getSize()).toEqual({ width: 300, height: 400 });
  });

  test.each([
    ['a page', page],
    ['an archive', zip],
  ])('loses %s behind its end', async (_name, tail) => {
    const content = await writePages(Buffer.concat([await makeDocument(), tail]));
    expect(content.includes(tail)).toBe(false);
  });

  test('loses objects that no page needs', async () => {
    const bytes = await makeDocument(
      ({ context }) => void context.register(context.obj({ Note: PDFString.of('secret place') })),
      { hasObjectStreams: false },
    );
    expect(bytes.includes('secret place')).toBe(true);
    expect((await writePages(bytes)).includes('secret place')).toBe(false);
  });

  test.each(['JavaScript', 'Launch', 'SubmitForm', 'GoToE'])(
    'with the action %s is refused',
    async (type) => {
      for (const hasObjectStreams of [true, false]) {
        const bytes = await makeDocument((document) => addOpenAction(document, type), {
          hasObjectStreams,
        });
        expect(await readPages(bytes)).toEqual(refused('active'));
      }
    },
  );

  test.each<[string, MakeAction]>([
    ['SubmitForm', () => ({ S: 'SubmitForm', F: PDFString.of('https://example.com') })],
    ['GoToE', () => ({ S: 'GoToE', F: PDFString.of('inner.pdf') })],
    [
      'Launch as an object of its own',
      (context) => ({ S: context.register(PDFName.of('Launch')), F: PDFString.of('calc.exe') }),
    ],
    [
      'Launch behind two references',
      (context) => ({ S: context.register(context.register(PDFName.of('Launch'))) }),
    ],
  ])('with a link that has the action %s is refused', async (_name, makeAction) => {
    for (const hasObjectStreams of [true, false]) {
      const bytes = await makeDocument((document) => addLink(document, makeAction), {
        hasObjectStreams,
      });
      expect(await readPages(bytes)).toEqual(refused('active'));
    }
  });

  test('with references that never end is damaged', async () => {
    const bytes = await makeDocument((document) =>
      addLink(document, (context) => {
        const ref = context.nextRef();
        context.assign(ref, ref);
        return { S: ref };
      }),
    );
    expect(await readPages(bytes)).toEqual(refused('damaged'));
  });

  test('with a link to a page of the web is accepted', async () => {
    const bytes = await makeDocument((document) =>
      addLink(document, () => ({ S: 'URI', URI: PDFString.of('https://example.com') })),
    );
    expect((await readPages(bytes)).kind).toBe('read');
  });

  test('with a file inside is refused', async () => {
    const bytes = await makeDocument((document) => document.attach(page, 'page.html'));
    expect(await readPages(bytes)).toEqual(refused('active'));
  });

  test('with an action on a page is refused', async () => {
    const bytes = await makeDocument((document) => {
      const { context } = document;
      const action = { S: 'JavaScript', JS: PDFString.of('app.alert(1)') };
      document.getPage(0).node.set(PDFName.of('AA'), context.obj({ O: action }));
    });
    expect(await readPages(bytes)).toEqual(refused('active'));
  });

  test('with a form of XFA is refused', async () => {
    const bytes = await makeDocument(({ catalog, context }) =>
      catalog.set(PDFName.of('AcroForm'), context.obj({ XFA: PDFString.of('<xdp/>') })),
    );
    expect(await readPages(bytes)).toEqual(refused('active'));
  });

  test('that opens at a page is accepted', async () => {
    const bytes = await makeDocument((document) => {
      const { context, catalog } = document;
      const { ref } = document.getPage(0);
      catalog.set(PDFName.of('OpenAction'), context.obj([ref, 'FitH', null]));
    });
    expect((await readPages(bytes)).kind).toBe('read');
  });

  test('with a password is refused with that reason', async () => {
    const bytes = await makeDocument((document) => document.encrypt({ userPassword: 'secret' }));
    expect(await readPages(bytes)).toEqual(refused('encrypted'));
  });

  test.each([true, false])(
    'with a password for changes alone is accepted, and has none afterwards (object streams: %s)',
    async (hasObjectStreams) => {
      const bytes = await makeDocument(
        (document) => document.encrypt({ ownerPassword: 'secret', userPassword: '' }),
        { hasObjectStreams },
      );
      expect(bytes.includes('/Encrypt')).toBe(true);
      const content = await writePages(bytes);
      expect(content.includes('/Encrypt')).toBe(false);
      const document = await PDFDocument.load(content);
      const contents = document.getPage(0).node.lookup(PDFName.of('Contents'), PDFArray).lookup(0);
      if (!(contents instanceof PDFRawStream)) throw new Error('The page is empty');
      const drawn = Buffer.from(decodePDFRawStream(contents).decode()).toString('latin1');
      expect(drawn).toContain(Buffer.from('Paid 50.00 EUR').toString('hex').toUpperCase());
    },
  );

  test('with a script is refused, although it has a password for changes', async () => {
    const bytes = await makeDocument((document) => {
      addOpenAction(document, 'JavaScript');
      document.encrypt({ ownerPassword: 'secret', userPassword: '' });
    });
    expect(await readPages(bytes)).toEqual(refused('active'));
  });

  test('that names one page very many times is refused', async () => {
    const bytes = await makeDocument((document) => repeatPage(document, 100_000));
    expect(await readPages(bytes)).toEqual(refused('tooComplex'));
  });

  test('whose page tree names itself is refused', async () => {
    expect(await readPages(await makeEndlessDocument())).toEqual(refused('tooComplex'));
  });

  test('that would be larger than a file may be is refused', async () => {
    const note = randomBytes(400_000).toString('hex');
    const bytes = await makeDocument((document) => repeatPage(document, 20, note));
    expect(bytes.length).toBeLessThan(1_000_000);
    expect(await readPages(bytes)).toEqual(refused('tooComplex'));
  });

  test('that would be written with a gigabyte is refused before', async () => {
    const bytes = await makeDocument((document) => repeatPage(document, 1000, ' '.repeat(1e6)));
    const { outcome, megabytes } = await watchMemory(() => readPages(bytes));
    expect(outcome).toEqual(refused('tooComplex'));
    expect(megabytes).toBeLessThan(400);
  });

  test('with a very long array is accepted', async () => {
    const bytes = await makeDocument(({ catalog, context }) =>
      catalog.set(PDFName.of('Note'), context.obj(Array.from({ length: 200_000 }, () => 1))),
    );
    expect((await readPages(bytes)).kind).toBe('read');
  });

  test('that is cut off or no document inside is damaged', async () => {
    expect(await readProof(Buffer.from('%PDF-1.7\nnothing'))).toEqual(refused('damaged'));
    const whole = await makeDocument();
    expect(await readProof(whole.subarray(0, 60))).toEqual(refused('damaged'));
  });

  test('whose objects inflate to gigabytes is refused', async () => {
    const bytes = makeInflating();
    const { outcome, megabytes } = await watchMemory(() => readProof(bytes));
    expect(outcome).toEqual(refused('tooComplex'));
    expect(megabytes).toBeLessThan(400);
  });
});

test.each([
  ['a drawing', svg],
  ['an archive', zip],
  ['a page', page],
  ['a page before a document', Buffer.concat([page, Buffer.from('%PDF-1.7\n')])],
  ['a film', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1')],
  ['a GIF', Buffer.from('GIF89a\x01\0\x01\0', 'latin1')],
  ['nothing', Buffer.alloc(0)],
])('%s is of no accepted type', async (_name, bytes) => {
  expect(await readProof(bytes)).toEqual(refused('type'));
});

/** Does work, and measures by how many megabytes this process grows meanwhile. */
async function watchMemory<Result>(work: () => Promise<Result>) {
  const before = process.memoryUsage.rss();
  let most = before;
  const looking = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 10);
  const outcome = await work().finally(() => clearInterval(looking));
  return { outcome, megabytes: (most - before) / 1_000_000 };
}

/** Adds a link with an action to the first page. */
function addLink(document: PDFDocument, makeAction: MakeAction): void {
  const { context } = document;
  const link = context.obj({
    Type: 'Annot',
    Subtype: 'Link',
    Rect: [0, 0, 100, 100],
    A: makeAction(context),
  });
  document.getPage(0).node.addAnnot(context.register(link));
}

/** Names the first page many times; `note` is a part of it. */
function repeatPage(document: PDFDocument, count: number, note = ''): void {
  const { ref, node } = document.getPage(0);
  node.set(PDFName.of('Note'), PDFString.of(note));
  const pages = document.catalog.Pages();
  for (let added = 1; added < count; added += 1) pages.Kids().push(ref);
  pages.set(PDFName.of('Count'), document.context.obj(count));
}

/** A PNG whose header promises a square of `side` pixels. */
function makeBomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(1_000_000));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    makeChunk('IHDR', header),
    makeChunk('IDAT', pixels),
    makeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function makeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A document of 1 MB with an object stream that inflates to 1 GB. It is never in memory whole. */
function makeInflating(): Buffer {
  const deflate = (bytes: Buffer) => deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });
  const spaces = deflate(Buffer.alloc(1_000_000, ' '));
  const body = Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    deflate(Buffer.from('9 0   1 ')),
    ...Array.from({ length: 1000 }, () => spaces),
    Buffer.from([3, 0, 0, 0, 0, 0]),
  ]);
  const dictionary = `<</Type/ObjStm/N 1/First 6/Filter/FlateDecode/Length ${body.length}>>`;
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n10 0 obj\n${dictionary}\nstream\n`),
    body,
    Buffer.from('\nendstream\nendobj\n%%EOF\n'),
  ]);
}
