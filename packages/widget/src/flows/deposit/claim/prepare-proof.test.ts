import { mostProofBytes } from '@kassa/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { encodeProof, prepareProof } from './prepare-proof.ts';
import { buildFile, fakePictures } from './testing/fake-pictures.ts';

afterEach(() => vi.restoreAllMocks());

const refused = (problem: string) => ({ kind: 'refused', problem });

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a small %s is sent as it is', async (kind) => {
  const drawn = fakePictures();
  const file = buildFile(kind);
  const prepared = await prepareProof(file);
  expect(prepared).toMatchObject({ kind: 'ready', proof: { kind: 'picture', bytes: 64 } });
  expect(drawn).toEqual([]);
  if (prepared.kind !== 'ready') throw new Error('It was refused.');
  // The type is the content's, whatever the file's name says.
  expect(prepared.proof.address).toMatch(new RegExp(`^data:image/${kind};base64,`));
  const bytes = Uint8Array.from(atob(encodeProof(prepared.proof)), (one) => one.charCodeAt(0));
  expect(bytes).toEqual(new Uint8Array(await file.arrayBuffer()));
});

test.each([
  ['a long one', { widthPx: 3000, heightPx: 4500 }, 64, { widthPx: 1333, heightPx: 2000 }],
  ['a heavy one', { widthPx: 1500, heightPx: 900 }, 1_200_000, { widthPx: 1500, heightPx: 900 }],
])('%s is scaled down to a JPEG of at most 2000 px', async (_, size, bytes, expected) => {
  const drawn = fakePictures(size);
  const prepared = await prepareProof(buildFile('png', { bytes }));
  expect(drawn).toEqual([{ ...expected, type: 'image/jpeg' }]);
  expect(prepared).toMatchObject({ proof: { kind: 'picture', bytes: 1000 } });
});

test('a photo above the limit is small enough once it is scaled down', async () => {
  fakePictures({ widthPx: 4000, heightPx: 3000 });
  const photo = buildFile('jpeg', { bytes: mostProofBytes + 1 });
  expect(await prepareProof(photo)).toMatchObject({ kind: 'ready' });
});

test('a HEIC picture becomes a JPEG where the browser can decode it', async () => {
  const drawn = fakePictures();
  expect(await prepareProof(buildFile('heic'))).toMatchObject({ kind: 'ready' });
  expect(drawn).toEqual([{ widthPx: 800, heightPx: 600, type: 'image/jpeg' }]);
});

test.each(['heic', 'avif'] as const)(
  'a %s that the browser can’t decode is sent as it is, without a preview, up to the limit',
  async (kind) => {
    fakePictures({ isBroken: true });
    const file = buildFile(kind);
    const prepared = await prepareProof(file);
    expect(prepared).toMatchObject({ kind: 'ready', proof: { kind: 'document', bytes: 64 } });
    if (prepared.kind !== 'ready') throw new Error('It was refused.');
    const bytes = Uint8Array.from(atob(encodeProof(prepared.proof)), (one) => one.charCodeAt(0));
    expect(bytes).toEqual(new Uint8Array(await file.arrayBuffer()));
    const large = buildFile(kind, { bytes: mostProofBytes + 1 });
    expect(await prepareProof(large)).toEqual(refused('tooLarge'));
  },
);

test('a JPEG that can’t be decoded is refused', async () => {
  fakePictures({ isBroken: true });
  expect(await prepareProof(buildFile('jpeg'))).toEqual(refused('unreadable'));
});

test('a drawing without a size is refused', async () => {
  fakePictures({ widthPx: 0, heightPx: 0 });
  expect(await prepareProof(new File(['<svg/>'], 'a.png'))).toEqual(refused('unreadable'));
});

test('a document is sent as it is, up to the limit', async () => {
  for (const kind of ['pdf', 'pdfBehindMark'] as const) {
    const document = buildFile(kind, { name: 'receipt.pdf', bytes: mostProofBytes });
    expect(await prepareProof(document)).toMatchObject({
      kind: 'ready',
      proof: { kind: 'document', name: 'receipt.pdf', bytes: mostProofBytes },
    });
  }
  const large = buildFile('pdf', { bytes: mostProofBytes + 1 });
  expect(await prepareProof(large)).toEqual(refused('tooLarge'));
});

test('a picture that stays too large is refused, and a huge one isn’t even read', async () => {
  const drawn = fakePictures({ drawnBytes: mostProofBytes + 1, widthPx: 4000 });
  expect(await prepareProof(buildFile('jpeg'))).toEqual(refused('tooLarge'));
  const huge = buildFile('jpeg');
  vi.spyOn(huge, 'size', 'get').mockReturnValue(41 * 1024 * 1024);
  expect(await prepareProof(huge)).toEqual(refused('tooLarge'));
  expect(drawn).toHaveLength(1);
});

test('a file that is gone is refused', async () => {
  const file = buildFile('jpeg');
  vi.spyOn(file, 'slice').mockImplementation(() => {
    throw new DOMException('gone', 'NotReadableError');
  });
  expect(await prepareProof(file)).toEqual(refused('unreadable'));
});
