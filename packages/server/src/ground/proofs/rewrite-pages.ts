import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFInvalidObject,
  PDFName,
  type PDFObject,
  PDFPageTree,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import { boundInflation } from './bound-inflation.ts';
import type { ExitFault } from './exit-codes.ts';

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

/**
 * The most bytes that the streams of a document inflate to, all together, and that it is written
 * with before it is compressed.
 */
const mostInflatedBytes = 64 * 1024 * 1024;

/** The most pages, with the groups that they stand in. A page counts as often as it is named. */
const mostPages = 2000;

/** The pages as a document of their own, or why there is none. */
type RewrittenPages = { content: Uint8Array } | { fault: ExitFault };

/**
 * Writes the pages of a PDF document into a new one of at most so many bytes, without anything that
 * runs, sends or carries a file. One document at a time: the bound of what streams inflate to is the
 * process's.
 */
export async function rewritePages(bytes: Uint8Array, mostBytes: number): Promise<RewrittenPages> {
  const bound = boundInflation(mostInflatedBytes);
  try {
    return await rewrite(bytes, mostBytes, bound.isMet);
  } finally {
    bound.release();
  }
}

async function rewrite(
  bytes: Uint8Array,
  mostBytes: number,
  isTooLarge: () => boolean,
): Promise<RewrittenPages> {
  // The entry is never encrypted itself, and the objects of an encrypted document look damaged.
  const isEncrypted = Buffer.from(bytes).includes('/Encrypt');
  try {
    const source = await PDFDocument.load(bytes, {
      updateMetadata: false,
      // Opens a document that has a password for changes alone.
      password: '',
      // The library first parses such a document as it is, and never understands its table.
      throwOnInvalidObject: !isEncrypted,
    });
    if (isTooLarge()) return { fault: 'tooComplex' };
    if (isActive(source)) return { fault: 'active' };
    if (hasManyPages(source)) return { fault: 'tooComplex' };
    const target = await PDFDocument.create({ updateMetadata: false });
    const pages = await target.copyPages(source, source.getPageIndices());
    if (pages.length === 0) return { fault: 'damaged' };
    for (const page of pages) target.addPage(page);
    if (hasInvalid(target)) return { fault: 'encrypted' };
    if (isLarge(target)) return { fault: 'tooComplex' };
    const content = await target.save({ addDefaultPage: false });
    return content.length <= mostBytes ? { content } : { fault: 'tooComplex' };
  } catch {
    if (isTooLarge()) return { fault: 'tooComplex' };
    return { fault: isEncrypted ? 'encrypted' : 'damaged' };
  }
}

/** Whether a page needs an object that was not understood, which would be kept as it is. */
const hasInvalid = ({ context }: PDFDocument) =>
  context.enumerateIndirectObjects().some(([, object]) => object instanceof PDFInvalidObject);

/** Whether a page tree is large, or without an end. It may name one page many times. */
function hasManyPages({ catalog, context }: PDFDocument): boolean {
  const pending: (PDFObject | undefined)[] = [catalog.Pages()];
  for (let count = 0; pending.length > 0; count += 1) {
    if (count > mostPages) return true;
    const next = pending.pop();
    if (!(next instanceof PDFPageTree)) continue;
    for (const kid of next.Kids().asArray()) pending.push(context.lookup(kid));
  }
  return false;
}

/** Whether a document would be large before it is compressed: what pages share is written in each. */
function isLarge({ context }: PDFDocument): boolean {
  let bytes = 0;
  return context.enumerateIndirectObjects().some(([, object]) => {
    bytes += object.sizeInBytes();
    return bytes > mostInflatedBytes;
  });
}

/** Looks at every object of the document, those in object streams included. */
function isActive({ catalog, context }: PDFDocument): boolean {
  const opening = resolve(context, catalog.get(PDFName.of('OpenAction')));
  // A view to open with is harmless; what else opens with a document is an action.
  const isAction = opening instanceof PDFDict && nameOf(opening, 'S') !== 'GoTo';
  return isAction || context.enumerateIndirectObjects().some(([, object]) => hasActive(object));
}

function hasActive(object: PDFObject): boolean {
  const pending: PDFObject[] = [object];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    // An array may be longer than a call may have arguments.
    if (next instanceof PDFArray) for (const item of next.asArray()) pending.push(item);
    const dictionary = next instanceof PDFStream ? next.dict : next;
    if (!(dictionary instanceof PDFDict)) continue;
    for (const [key, value] of dictionary.entries()) {
      const name = key.decodeText();
      if (activeKeys.has(name)) return true;
      if (typeKeys.has(name) && isActiveName(resolve(dictionary.context, value))) return true;
      // What a reference names is looked at by itself.
      pending.push(value);
    }
  }
  return false;
}

/** `S` names an action, `Subtype` an annotation, `Type` an object. */
const typeKeys = new Set(['S', 'Subtype', 'Type']);

const isActiveName = (value: PDFObject | undefined) =>
  value instanceof PDFName && activeNames.has(value.decodeText());

function nameOf(dictionary: PDFDict, key: string): string | null {
  const value = resolve(dictionary.context, dictionary.get(PDFName.of(key)));
  return value instanceof PDFName ? value.decodeText() : null;
}

/** The longest chain of references that is followed; a longer one may have no end. */
const longestChain = 10;

/** Returns the object that a reference leads to: a name, too, may be an object of its own. */
function resolve(context: PDFContext, value: PDFObject | undefined): PDFObject | undefined {
  let found = value;
  for (let count = 0; found instanceof PDFRef; count += 1) {
    if (count === longestChain) throw new Error('The chain of references is too long');
    found = context.lookup(found);
  }
  return found;
}
