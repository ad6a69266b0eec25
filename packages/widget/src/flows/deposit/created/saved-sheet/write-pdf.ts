interface PictureSize {
  widthPx: number;
  heightPx: number;
}

/** A4 and its margins, in points (1/72 inch). */
const page = { width: 595, height: 842, margin: 56 };

/** A sheet is half as large on paper as the pixels of its picture would be on an old screen. */
const pointsPerPx = 0.36;

/**
 * Writes a document of one page with a picture at its top (PDF 1.4, ISO 32000-1).
 * @param jpeg - the picture as a baseline JPEG in RGB
 */
export function writePdf(
  jpeg: Uint8Array<ArrayBuffer>,
  { widthPx, heightPx }: PictureSize,
): Uint8Array<ArrayBuffer> {
  const room = { width: page.width - 2 * page.margin, height: page.height - 2 * page.margin };
  const scale = Math.min(pointsPerPx, room.width / widthPx, room.height / heightPx);
  const [width, height] = [widthPx * scale, heightPx * scale].map((size) => size.toFixed(2));
  const left = ((page.width - Number(width)) / 2).toFixed(2);
  const bottom = (page.height - page.margin - Number(height)).toFixed(2);
  const content = `q ${width} 0 0 ${height} ${left} ${bottom} cm /Sheet Do Q`;
  const objects: (string | Uint8Array<ArrayBuffer>)[][] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] `,
      '/Contents 4 0 R /Resources << /XObject << /Sheet 5 0 R >> >> >>',
    ],
    [`<< /Length ${content.length} >>\nstream\n${content}\nendstream`],
    [
      `<< /Type /XObject /Subtype /Image /Width ${widthPx} /Height ${heightPx} `,
      `/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\n`,
      'stream\n',
      jpeg,
      '\nendstream',
    ],
  ];
  return joinObjects(objects);
}

/** Numbers the objects, and writes the table of their places after them. */
function joinObjects(
  objects: readonly (readonly (string | Uint8Array<ArrayBuffer>)[])[],
): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const add = (part: string | Uint8Array<ArrayBuffer>) => {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  add('%PDF-1.4\n');
  const places = objects.map((object, index) => {
    const place = length;
    for (const part of [`${index + 1} 0 obj\n`, ...object, '\nendobj\n']) add(part);
    return place;
  });
  const tableAt = length;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`);
  const count = objects.length + 1;
  add(`xref\n0 ${count}\n0000000000 65535 f \n${rows.join('')}`);
  add(`trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${tableAt}\n%%EOF\n`);
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
