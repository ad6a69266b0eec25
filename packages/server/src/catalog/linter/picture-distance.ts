import sharp from 'sharp';

/** The pixels of a logo's side in the list. */
const side = 40;
/** A picture is compared in squares of two pixels, as an eye does at an arm's length. */
const cells = side / 2;
const count = cells ** 2;

/** A logo as it is seen: OKLab by cell, and how much its mark stands out from its ground. */
export interface Picture {
  lab: Float32Array;
  ink: number;
}

/** Draws logos as they are seen in the list, by id. */
export async function drawPictures(
  files: ReadonlyMap<string, string>,
): Promise<Map<string, Picture>> {
  const drawn = [...files].map(
    async ([id, svg]): Promise<[string, Picture]> => [id, see(await draw(svg))],
  );
  return new Map(await Promise.all(drawn));
}

function draw(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg))
    .resize(side, side)
    .flatten({ background: '#fff' })
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** Turns pixels into cells of OKLab. */
function see(pixels: Buffer): Picture {
  const lab = new Float32Array(count * 3);
  for (let cell = 0; cell < count; cell += 1) {
    const first = Math.floor(cell / cells) * 2 * side + (cell % cells) * 2;
    const [red, green, blue] = [0, 1, 2].map(
      (channel) =>
        [first, first + 1, first + side, first + side + 1].reduce(
          (sum, pixel) => sum + (linear[pixels[pixel * 3 + channel] ?? 0] ?? 0),
          0,
        ) / 4,
    ) as [number, number, number];
    lab.set(toLab(red, green, blue), cell * 3);
  }
  const ground = [0, 1, 2].map((channel) => {
    const values = Float32Array.from({ length: count }, (_, cell) => lab[cell * 3 + channel] ?? 0);
    return values.sort()[count / 2] ?? 0;
  });
  const plain = Float32Array.from(lab, (_, index) => ground[index % 3] ?? 0);
  return { lab, ink: sumDifferences(lab, plain) };
}

/** The light of a channel's 256 values (sRGB, IEC 61966-2-1). */
const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

/** Converts light to OKLab. The axes of colour count twice: a tile's colour is seen first. */
function toLab(red: number, green: number, blue: number): [number, number, number] {
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    2 * (1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short),
    2 * (0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short),
  ];
}

/**
 * Returns how much two logos differ, as a share of the mark of the stronger one: 0 for the same
 * picture, about 1 for two marks on tiles of one colour, more for different tiles.
 */
export function measureDistance(one: Picture, other: Picture): number {
  return sumDifferences(one.lab, other.lab) / Math.max(one.ink, other.ink, 1);
}

function sumDifferences(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 3) {
    const light = (one[index] ?? 0) - (other[index] ?? 0);
    const green = (one[index + 1] ?? 0) - (other[index + 1] ?? 0);
    const blue = (one[index + 2] ?? 0) - (other[index + 2] ?? 0);
    sum += Math.sqrt(light * light + green * green + blue * blue);
  }
  return sum;
}
