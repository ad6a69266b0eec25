import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stack } from './stack.ts';

/** Returns a secret between the parts of the running stack, by its variable's name. */
export function readSecret(name: string): string {
  const file = path.join(stack.dataFolder, 'secrets.json');
  const secrets: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
  const secret = secrets[name];
  if (secret === undefined) throw new Error(`${file} has no ${name}`);
  return secret;
}
