/** A body and its compressed forms, where there are any. */
export interface EncodedForms {
  content: Buffer;
  br: Buffer | null;
  gzip: Buffer | null;
}

/** Returns the smallest form that a client accepts by its `Accept-Encoding`, with its encoding. */
export function chooseForm(
  { content, br, gzip }: EncodedForms,
  accepted = '',
): { body: Buffer; encoding: 'br' | 'gzip' | null } {
  if (br !== null && accepts(accepted, 'br')) return { body: br, encoding: 'br' };
  if (gzip !== null && accepts(accepted, 'gzip')) return { body: gzip, encoding: 'gzip' };
  return { body: content, encoding: null };
}

/** A quality of 0 refuses an encoding (RFC 9110, section 12.4.2). */
function accepts(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((word) => {
    const [name = '', ...parameters] = word.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((it) => /^q=0(\.0*)?$/.test(it));
  });
}
