import { CodePage } from '../../flows/deposit/created/code-page.tsx';

/** Eazype: a code to scan, or a link to the payment app. */
export function EazypeScreen() {
  return <CodePage page="eazype" words={words} steps={steps} />;
}

const words = {
  picture: 'eazype.picture',
  code: 'eazype.code',
  copy: 'eazype.copy',
  scan: 'eazype.scan',
  app: 'eazype.app',
} as const;

const steps = ['eazype.step1', 'eazype.step2', 'eazype.step3'] as const;
