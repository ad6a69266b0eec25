import type { Compilable, CompiledQuery } from 'kysely';
import type { Db, Tx } from './connect.ts';

/** The place of a value in a compiled statement. */
class Placeholder {
  readonly path: readonly string[];

  constructor(path: readonly string[]) {
    this.path = path;
  }

  read(values: object): unknown {
    let value: unknown = values;
    for (const name of this.path) value = (value as Values)[name];
    return value;
  }
}

type Values = Record<string, unknown>;

/**
 * Builds a statement of the busiest paths once for each shape of its values, instead of each time: for these
 * the query builder takes as long as the driver.
 * @param build - builds the statement from the values that it is given, without looking at them: they are
 * placeholders, except for absent ones (undefined). It uses nothing else that changes.
 * @returns runs the statement with values, which may be nested in plain objects, and returns its rows; of
 * statements that differ otherwise, `kind` names one
 */
export function compileOnce<Given extends object, Row = unknown>(
  build: (query: Db | Tx, values: Given, kind: string) => Compilable<Row>,
): (db: Db | Tx, values: Given, kind?: string) => Promise<Row[]> {
  const compiled = new Map<string, CompiledQuery<Row>>();
  return async (db, values, kind = '') => {
    const shape = kind + shapeOf(values as Values);
    let statement = compiled.get(shape);
    if (statement === undefined) {
      statement = compile(build(db, hold(values, []) as Given, kind));
      compiled.set(shape, statement);
    }
    const parameters = statement.parameters.map((parameter) =>
      parameter instanceof Placeholder ? parameter.read(values) : parameter,
    );
    const { rows } = await db.executeQuery<Row>({ ...statement, parameters });
    return rows;
  };
}

function compile<Row>(query: Compilable<Row>): CompiledQuery<Row> {
  const statement = query.compile();
  const lost = statement.parameters.find(
    (it) => typeof it === 'object' && it !== null && !(it instanceof Placeholder),
  );
  if (lost !== undefined) throw new Error(`A value is lost in a statement: ${statement.sql}`);
  return statement;
}

const isPlain = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function shapeOf(values: Values): string {
  let shape = '{';
  for (const name in values) {
    const value = values[name];
    if (value !== undefined) shape += isPlain(value) ? name + shapeOf(value) : `${name} `;
  }
  return `${shape}}`;
}

function hold(values: object, path: readonly string[]): Values {
  const entries = Object.entries(values).map(([name, value]) => {
    const place = [...path, name];
    if (isPlain(value)) return [name, hold(value, place)];
    return [name, value === undefined ? undefined : new Placeholder(place)];
  });
  return Object.fromEntries(entries);
}
