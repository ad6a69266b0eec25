import { expect, test } from 'vitest';
import { isRefusedPort } from './refused-ports.ts';

const ports = Array.from({ length: 65_536 }, (_, port) => port);

test("every refused port is one that Node's fetch refuses, before it connects", async () => {
  const refused = ports.filter(isRefusedPort);
  expect(refused).toHaveLength(82);
  for (const port of refused) {
    const sent = fetch(`http://127.0.0.1:${port}/`);
    await expect(sent, String(port)).rejects.toMatchObject({ cause: { message: 'bad port' } });
  }
});

test.each([80, 443, 4000, 4100, 4110, 4200, 4300, 8080])('%i is accepted', (port) => {
  expect(isRefusedPort(port)).toBe(false);
});
