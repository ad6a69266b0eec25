/** The bounding box of a drawing. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns the box around two boxes. */
export function joinBounds(one: Bounds, other: Bounds): Bounds {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

interface Point {
  x: number;
  y: number;
}

/** The number of arguments of each SVG path command. */
const argumentCounts: Readonly<Record<string, number>> = {
  M: 2,
  L: 2,
  H: 1,
  V: 1,
  C: 6,
  S: 4,
  Q: 4,
  T: 2,
  A: 7,
  Z: 0,
};

/** The number of steps along a curve: exact enough for the size of a logo. */
const steps = 24;

/**
 * Returns the common bounding box of SVG paths, in their own units.
 * @throws if path data is invalid
 */
export function measurePaths(paths: readonly string[]): Bounds {
  const points = paths.flatMap(listPoints);
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}

/** Returns points of a path's outline: the ends of its lines, and points along its curves. */
function listPoints(path: string): Point[] {
  const points: Point[] = [];
  let at: Point = { x: 0, y: 0 };
  let start = at;
  /** The last control point, which `S` and `T` mirror. */
  let control: Point | null = null as Point | null;
  for (const { command, values } of listCommands(path)) {
    const isRelative = command === command.toLowerCase();
    const base = isRelative ? at : { x: 0, y: 0 };
    const point = (index: number): Point => ({
      x: base.x + (values[index] ?? 0),
      y: base.y + (values[index + 1] ?? 0),
    });
    const mirrored: Point =
      control === null ? at : { x: 2 * at.x - control.x, y: 2 * at.y - control.y };
    const last: Point = at;
    control = null;
    switch (command.toUpperCase()) {
      case 'M':
        at = start = point(0);
        break;
      case 'L':
        at = point(0);
        break;
      case 'H':
        at = { x: base.x + (values[0] ?? 0), y: at.y };
        break;
      case 'V':
        at = { x: at.x, y: base.y + (values[0] ?? 0) };
        break;
      case 'C':
        control = point(2);
        points.push(...followCurve([last, point(0), control, point(4)]));
        at = point(4);
        break;
      case 'S':
        control = point(0);
        points.push(...followCurve([last, mirrored, control, point(2)]));
        at = point(2);
        break;
      case 'Q':
        control = point(0);
        points.push(...followCurve([last, control, point(2)]));
        at = point(2);
        break;
      case 'T':
        control = mirrored;
        points.push(...followCurve([last, mirrored, point(0)]));
        at = point(0);
        break;
      case 'A':
        points.push(...followArc(last, values, point(5)));
        at = point(5);
        break;
      default:
        at = start;
    }
    points.push(at);
  }
  return points;
}

function listCommands(path: string): { command: string; values: number[] }[] {
  return [...path.matchAll(/([a-df-zA-DF-Z])([^a-df-zA-DF-Z]*)/g)].flatMap(
    ([, letter = '', text = '']) => {
      const count = argumentCounts[letter.toUpperCase()];
      if (count === undefined) throw new Error(`"${letter}" is not a path command`);
      if (count === 0) return [{ command: letter, values: [] }];
      const values = readNumbers(text, letter.toUpperCase() === 'A');
      const commands = [];
      for (let index = 0; index + count <= values.length; index += count) {
        // After the first point, a move's further points are lines.
        const next = letter === 'm' ? 'l' : letter === 'M' ? 'L' : letter;
        const command = index === 0 ? letter : next;
        commands.push({ command, values: values.slice(index, index + count) });
      }
      return commands;
    },
  );
}

/**
 * Parses numbers, which may follow each other without a separator; an arc's flags are one digit
 * each.
 */
function readNumbers(text: string, isArc: boolean): number[] {
  const number = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y;
  const flag = /[\s,]*([01])/y;
  const values: number[] = [];
  let index = 0;
  for (;;) {
    const place = values.length % 7;
    const pattern = isArc && (place === 3 || place === 4) ? flag : number;
    pattern.lastIndex = index;
    const found = pattern.exec(text);
    if (found === null) return values;
    index = pattern.lastIndex;
    values.push(Number(found[1]));
  }
}

/** De Casteljau's algorithm for a Bézier curve of any degree. */
function followCurve(controls: readonly Point[]): Point[] {
  return Array.from({ length: steps }, (_, index) => {
    const part = (index + 1) / steps;
    let row = controls;
    while (row.length > 1) {
      row = row.slice(1).map((to, place) => {
        const from = row[place] ?? to;
        return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
      });
    }
    return row[0] ?? { x: 0, y: 0 };
  });
}

/** An elliptical arc by its centre, as in SVG 1.1, appendix F.6.5. */
function followArc(from: Point, values: readonly number[], to: Point): Point[] {
  const [radiusX = 0, radiusY = 0, degrees = 0, isLarge = 0, isSweep = 0] = values;
  let rx = Math.abs(radiusX);
  let ry = Math.abs(radiusY);
  if (rx === 0 || ry === 0 || (from.x === to.x && from.y === to.y)) return [to];
  const turn = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const half = { x: (from.x - to.x) / 2, y: (from.y - to.y) / 2 };
  const x = cos * half.x + sin * half.y;
  const y = cos * half.y - sin * half.x;
  const excess = (x / rx) ** 2 + (y / ry) ** 2;
  if (excess > 1) {
    rx *= Math.sqrt(excess);
    ry *= Math.sqrt(excess);
  }
  const sum = (rx * y) ** 2 + (ry * x) ** 2;
  const root = Math.sqrt(Math.max(0, ((rx * ry) ** 2 - sum) / sum));
  const factor = isLarge === isSweep ? -root : root;
  const center = { x: (factor * rx * y) / ry, y: (-factor * ry * x) / rx };
  const first = Math.atan2((y - center.y) / ry, (x - center.x) / rx);
  const last = Math.atan2((-y - center.y) / ry, (-x - center.x) / rx);
  let sweep = last - first;
  if (isSweep === 1 && sweep < 0) sweep += 2 * Math.PI;
  if (isSweep === 0 && sweep > 0) sweep -= 2 * Math.PI;
  return Array.from({ length: steps }, (_, index) => {
    const angle = first + (sweep * (index + 1)) / steps;
    const along = { x: center.x + rx * Math.cos(angle), y: center.y + ry * Math.sin(angle) };
    return {
      x: cos * along.x - sin * along.y + (from.x + to.x) / 2,
      y: sin * along.x + cos * along.y + (from.y + to.y) / 2,
    };
  });
}
