import { parentPort, workerData } from 'node:worker_threads';
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFStream,
} from '@cantoo/pdf-lib';
import { boundInflation } from './bound-inflation.ts';

/*
 * The thread of `rewriteDocument`. It posts `{content}` or `{fault}` and nothing else.
 */

/** Keys of dictionaries that run something, send something or carry a file. */
const activeKeys = new Set([
  'JS',
  'JavaScript',
  'AA',
  'EmbeddedFile',
  'EmbeddedFiles',
  'EF',
  'AF',
  'XFA',
  'RichMediaContent',
  'RichMediaSettings',
]);

/** Types of actions and annotations that do the same. */
const activeNames = new Set([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'GoToR',
  'Rendition',
  'RichMedia',
  'RichMediaExecute',
  'Movie',
  'Sound',
  'Screen',
  '3D',
  'FileAttachment',
  'EmbeddedFile',
]);

/** The most bytes that the streams of a document inflate to, all together. */
const mostInflatedBytes = 64 * 1024 * 1024;

async function rewrite(bytes: Uint8Array) {
  const isTooLarge = boundInflation(mostInflatedBytes);
  try {
    const source = await PDFDocument.load(bytes, {
      updateMetadata: false,
      // An object that isn't understood would be kept as it is.
      throwOnInvalidObject: true,
    });
    if (isTooLarge()) return { fault: 'tooComplex' };
    if (isActive(source)) return { fault: 'active' };
    const target = await PDFDocument.create({ updateMetadata: false });
    const pages = await target.copyPages(source, source.getPageIndices());
    if (pages.length === 0) return { fault: 'damaged' };
    for (const page of pages) target.addPage(page);
    return { content: await target.save({ addDefaultPage: false }) };
  } catch {
    if (isTooLarge()) return { fault: 'tooComplex' };
    // The entry is never encrypted itself, and the objects of an encrypted document look damaged.
    return { fault: Buffer.from(bytes).includes('/Encrypt') ? 'encrypted' : 'damaged' };
  }
}

/** Looks at every object of the document, those in object streams included. */
function isActive(document: PDFDocument): boolean {
  const opening = document.catalog.lookup(PDFName.of('OpenAction'));
  // A view to open with is harmless; what else opens with a document is an action.
  const isAction = opening instanceof PDFDict && nameOf(opening, 'S') !== 'GoTo';
  const objects = document.context.enumerateIndirectObjects();
  return isAction || objects.some(([, object]) => hasActive(object));
}

function hasActive(object: PDFObject): boolean {
  const pending: PDFObject[] = [object];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    // An array may be longer than a call may have arguments.
    if (next instanceof PDFArray) for (const item of next.asArray()) pending.push(item);
    const dictionary = next instanceof PDFStream ? next.dict : next;
    if (!(dictionary instanceof PDFDict)) continue;
    for (const [key, value] of dictionary.entries()) {
      if (activeKeys.has(key.decodeText())) return true;
      if (value instanceof PDFName && isActiveType(key, value)) return true;
      pending.push(value);
    }
  }
  return false;
}

/** `S` names an action, `Subtype` an annotation, `Type` an object. */
const isActiveType = (key: PDFName, value: PDFName) =>
  ['S', 'Subtype', 'Type'].includes(key.decodeText()) && activeNames.has(value.decodeText());

function nameOf(dictionary: PDFDict, key: string): string | null {
  const value = dictionary.lookup(PDFName.of(key));
  return value instanceof PDFName ? value.decodeText() : null;
}

parentPort?.postMessage(await rewrite(workerData));
