import { connect, isIPv6 } from 'node:net';
import { isRefusedPort } from '../packages/contract/src/refused-ports.ts';

/** The ports of a start, by the variables that set them. */
export interface Ports {
  PORT: number;
  OPERATOR_PORT: number;
  DEMO_PORT: number;
  /** Of the demo's second site. */
  LAGOON_PORT?: number;
  SANDBOX_PORT: number;
  /** Of `npm run dev` only. */
  VITE_PORT?: number;
}

type PortName = keyof Ports;

/**
 * Reads the ports of a start from environment variables; empty ones count as unset.
 * @throws one error that names every variable with a port that can't be used, and why.
 */
export function readPorts(
  environment: NodeJS.ProcessEnv,
  { isDev, hasLagoon }: { isDev: boolean; hasLagoon: boolean },
): Ports {
  const ports: Ports = { PORT: 4100, OPERATOR_PORT: 4110, DEMO_PORT: 4000, SANDBOX_PORT: 4200 };
  if (isDev) ports.VITE_PORT = 4300;
  if (hasLagoon) ports.LAGOON_PORT = 4005;
  const names = Object.keys(ports) as PortName[];
  for (const name of names) {
    if (name === 'OPERATOR_PORT') ports[name] = ports.PORT + 10;
    if (name === 'LAGOON_PORT') ports[name] = ports.DEMO_PORT + 5;
    if (environment[name]) ports[name] = Number(environment[name]);
  }
  const problems = names.flatMap((name, index) => {
    const twin = names.slice(0, index).find((other) => ports[other] === ports[name]);
    const problem = describeProblem(ports[name], twin);
    if (problem === null) return [];
    if (environment[name]) return [`${name}=${environment[name]} ${problem}`];
    return [`${name} must be set, as its default, ${ports[name]}, ${problem}`];
  });
  if (problems.length > 0) throw new Error(`Kassa can't start:\n  ${problems.join('\n  ')}`);
  return ports;
}

/**
 * Returns the origin at which this machine reaches the operator's listener: `OPERATOR_URL`, or that
 * of `OPERATOR_HOST` and the port.
 */
export function chooseOperatorUrl(environment: NodeJS.ProcessEnv, port: number): string {
  const { OPERATOR_URL, OPERATOR_HOST } = environment;
  const host = OPERATOR_HOST || 'localhost';
  // The addresses that stand for every interface.
  const isAny = host === '0.0.0.0' || host === '::';
  const name = isIPv6(host) ? `[${host}]` : host;
  return OPERATOR_URL || `http://${isAny ? 'localhost' : name}:${port}`;
}

function describeProblem(port = Number.NaN, twin?: string): string | null {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return 'is no port from 1 to 65535';
  if (isRefusedPort(port)) {
    return 'is a port that browsers refuse (https://fetch.spec.whatwg.org/#port-blocking)';
  }
  return twin === undefined ? null : `is the port of ${twin}`;
}

/**
 * Returns a line for each port that accepts connections on this machine: another program has it.
 */
export async function findTakenPorts(ports: Ports): Promise<string[]> {
  const lines = await Promise.all(
    Object.entries(ports).map(async ([name, port]) =>
      (await isTaken(port))
        ? `Port ${port} is used by another program: stop it, or set ${name}.`
        : null,
    ),
  );
  return lines.filter((line) => line !== null);
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: 'localhost', port });
    const finish = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}
