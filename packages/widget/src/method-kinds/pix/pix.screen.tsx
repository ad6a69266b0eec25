import { CodePage } from '../../flows/deposit/created/code-page.tsx';

/** Pix: a BR Code to scan, or to copy into the bank's app ("copia e cola"). */
export function PixScreen() {
  return <CodePage page="pix" words={words} steps={steps} />;
}

const words = {
  picture: 'pix.picture',
  code: 'pix.code',
  copy: 'pix.copy',
  scan: 'pix.scan',
  app: 'pix.app',
} as const;

const steps = ['pix.step1', 'pix.step2', 'pix.step3'] as const;
