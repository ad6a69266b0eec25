import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { chooseOperatorUrl, findTakenPorts, readPorts } from './start-ports.ts';

const plain = { isDev: false, hasLagoon: false };

test('every port has a default', () => {
  const ports = { PORT: 4100, OPERATOR_PORT: 4110, DEMO_PORT: 4000, SANDBOX_PORT: 4200 };
  expect(readPorts({ DEMO_PORT: '' }, plain)).toEqual(ports);
  expect(readPorts({}, { ...plain, isDev: true })).toEqual({ ...ports, VITE_PORT: 4300 });
});

test("the operator's port follows the players' port", () => {
  expect(readPorts({ PORT: '5000' }, plain).OPERATOR_PORT).toBe(5010);
  expect(readPorts({ PORT: '5000', OPERATOR_PORT: '6' }, plain).OPERATOR_PORT).toBe(6);
});

test("the port of the demo's second site follows that of the first", () => {
  const both = { ...plain, hasLagoon: true };
  expect(readPorts({}, both).LAGOON_PORT).toBe(4005);
  expect(readPorts({ DEMO_PORT: '5000' }, both).LAGOON_PORT).toBe(5005);
  expect(readPorts({ LAGOON_PORT: '5007' }, both).LAGOON_PORT).toBe(5007);
});

test.each([
  [{}, 'http://localhost:4110'],
  [{ OPERATOR_URL: '', OPERATOR_HOST: '' }, 'http://localhost:4110'],
  [{ OPERATOR_HOST: '10.0.0.5' }, 'http://10.0.0.5:4110'],
  [{ OPERATOR_HOST: '0.0.0.0' }, 'http://localhost:4110'],
  [{ OPERATOR_HOST: '::' }, 'http://localhost:4110'],
  [{ OPERATOR_HOST: 'fd00::5' }, 'http://[fd00::5]:4110'],
  [{ OPERATOR_HOST: '::1', OPERATOR_URL: 'https://ops.example' }, 'https://ops.example'],
])("with %o the operator's listener is at %s", (environment, origin) => {
  expect(chooseOperatorUrl(environment, 4110)).toBe(origin);
});

test.each(['PORT', 'OPERATOR_PORT', 'DEMO_PORT', 'SANDBOX_PORT', 'VITE_PORT'])(
  'refuses %s=6000, with the reason',
  (name) => {
    expect(() => readPorts({ [name]: '6000' }, { ...plain, isDev: true })).toThrow(
      `  ${name}=6000 is a port that browsers refuse`,
    );
  },
);

test.each([
  [{ PORT: '4000' }, 'DEMO_PORT must be set, as its default, 4000, is the port of PORT'],
  [{ PORT: '5050' }, 'OPERATOR_PORT must be set, as its default, 5060, is a port that browsers'],
  [{ PORT: '65530' }, 'OPERATOR_PORT must be set, as its default, 65540, is no port from 1'],
  [{ SANDBOX_PORT: '0' }, 'SANDBOX_PORT=0 is no port from 1 to 65535'],
  [{ SANDBOX_PORT: 'x' }, 'SANDBOX_PORT=x is no port from 1 to 65535'],
])('refuses %o', (environment, problem) => {
  expect(() => readPorts(environment, plain)).toThrow(problem);
});

test('names all problems at once, and ignores the port that is not used', () => {
  const wrong = { SANDBOX_PORT: '1', DEMO_PORT: '70000', VITE_PORT: '6000' };
  expect(() => readPorts(wrong, plain)).toThrow(/ DEMO_PORT=70000 .*\n {2}SANDBOX_PORT=1 .*$/);
});

test('names a port that another program has', async () => {
  const other = createServer();
  onTestFinished(() => void other.close());
  await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const ports = { ...readPorts({}, plain), DEMO_PORT: port };
  expect(await findTakenPorts(ports)).toContain(
    `Port ${port} is used by another program: stop it, or set DEMO_PORT.`,
  );
});
