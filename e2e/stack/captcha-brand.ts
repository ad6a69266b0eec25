import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stack } from './stack.ts';

/**
 * Writes a folder of brands in which the demo's asks for Geetest, played by the stand-in beside the
 * sandbox provider. Not in the stack's own folder, which is emptied when that starts. Returns the folder.
 */
export function writeCaptchaBrand(): string {
  const folder = path.join(import.meta.dirname, '.kassa');
  const brand = JSON.parse(readFileSync(path.join(stack.root, 'config/brands/kassa.json'), 'utf8'));
  const captcha = {
    kind: 'geetest',
    captchaId: 'stand-in-geetest',
    captchaKey: 'stand-in-geetest-key',
    apiUrl: stack.sandboxUrl,
    scriptUrl: `${stack.sandboxUrl}/v4/gt4.js`,
  };
  mkdirSync(path.join(folder, 'brands'), { recursive: true });
  writeFileSync(path.join(folder, 'brands/kassa.json'), JSON.stringify({ ...brand, captcha }));
  return folder;
}

/** Has the stand-in behave otherwise until told again (docs/sandbox.md). */
export async function behaveCaptcha(change: Record<string, string | number>): Promise<void> {
  const response = await fetch(`${stack.sandboxUrl}/captcha-stand-in/behaviour`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });
  if (!response.ok) throw new Error(`The captcha stand-in says ${response.status}`);
}
