import { mostProofBytes, type ProofType, proofHeadBytes, readProofType } from '@kassa/contract';

/** A file that is ready to be sent. */
export interface Proof {
  /** A document has no preview: a PDF, or a picture that this browser can't decode. */
  kind: 'picture' | 'document';
  /** The name of the player's file. It is shown to them, and never sent. */
  name: string;
  bytes: number;
  /** The content as a `data:` address, which the page's policy allows for pictures. */
  address: string;
}

export type ProofProblem = 'tooLarge' | 'unreadable';

export type PreparedProof =
  | { kind: 'ready'; proof: Proof }
  | { kind: 'refused'; problem: ProofProblem };

/** A larger picture can't be decoded on a cheap phone. */
const mostPictureBytes = 40 * 1024 * 1024;

/** The letters of a receipt stay readable at this length of the longest side, in px. */
const longestSidePx = 2000;

/** A picture up to this size is sent as it is, unless its longest side is too long. */
const smallBytes = 1024 * 1024;

/** The quality of a JPEG whose letters have no visible noise around them. */
const quality = 0.85;

/**
 * Prepares a player's file for the upload. Its type is read from its content. A large picture is
 * scaled down. HEIC, and a type that the server doesn't take, becomes a JPEG where the browser can
 * decode it; otherwise the server decodes HEIC.
 */
export async function prepareProof(file: File): Promise<PreparedProof> {
  if (file.size > mostPictureBytes) return refuse('tooLarge');
  try {
    const type = await readType(file);
    return type === 'application/pdf'
      ? await prepareDocument(file)
      : await preparePicture(file, type);
  } catch {
    // The file was moved or deleted after its choice, or the app that has it refuses to send it.
    return refuse('unreadable');
  }
}

async function prepareDocument(file: File): Promise<PreparedProof> {
  if (file.size > mostProofBytes) return refuse('tooLarge');
  return finish('document', file, file.name);
}

async function preparePicture(file: File, type: ProofType | null): Promise<PreparedProof> {
  const picture = await decodePicture(file.slice(0, file.size, type ?? file.type));
  if (picture === null) return isForServer(type) ? prepareDocument(file) : refuse('unreadable');
  const longestPx = Math.max(picture.naturalWidth, picture.naturalHeight);
  const isPlain = type !== null && type !== 'image/heic';
  if (isPlain && file.size <= smallBytes && longestPx <= longestSidePx) {
    return finish('picture', file.slice(0, file.size, type), file.name);
  }
  const scaled = await scalePicture(picture, Math.min(1, longestSidePx / longestPx));
  if (scaled === null) return refuse('unreadable');
  return scaled.size > mostProofBytes ? refuse('tooLarge') : finish('picture', scaled, file.name);
}

/** Whether the server decodes a type that many browsers can't. */
const isForServer = (type: ProofType | null) => type === 'image/heic' || type === 'image/avif';

async function finish(kind: Proof['kind'], content: Blob, name: string): Promise<PreparedProof> {
  const address = await readAddress(content);
  return { kind: 'ready', proof: { kind, name, bytes: content.size, address } };
}

const refuse = (problem: ProofProblem): PreparedProof => ({ kind: 'refused', problem });

/** Returns the base64 of a proof's content. */
export function encodeProof({ address }: Proof): string {
  return address.slice(address.indexOf(',') + 1);
}

/** Returns the type that a file's first bytes tell; null for another type than the server's. */
async function readType(file: Blob): Promise<ProofType | null> {
  const bytes = new Uint8Array(await file.slice(0, proofHeadBytes).arrayBuffer());
  return readProofType(bytes)?.type ?? null;
}

/** Returns the decoded picture, upright; null where the browser can't decode it. */
async function decodePicture(content: Blob): Promise<HTMLImageElement | null> {
  const picture = new Image();
  picture.src = await readAddress(content);
  try {
    await picture.decode();
  } catch {
    return null;
  }
  // A drawing may have no size of its own.
  return picture.naturalWidth > 0 && picture.naturalHeight > 0 ? picture : null;
}

/** Draws a picture as a JPEG; null where the browser gives no canvas of this size. */
async function scalePicture(picture: HTMLImageElement, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(picture.naturalHeight * scale));
  const context = canvas.getContext('2d');
  if (context === null) return null;
  // A JPEG has no transparency: black letters on nothing would be black on black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

/** Reads a file as a `data:` address, outside of the page's own thread. */
function readAddress(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(content);
  });
}
