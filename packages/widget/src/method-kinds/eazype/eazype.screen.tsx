import { CodePage } from '../../flows/deposit/created/code-page.tsx';

/** Eazype: a code to scan, or a link to the payment app. */
export function EazypeScreen() {
  return <CodePage page="eazype" />;
}
