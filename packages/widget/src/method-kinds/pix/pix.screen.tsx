import { CodePage } from '../../flows/deposit/created/code-page.tsx';

/** Pix: a BR Code to scan, or to copy into the bank's app ("copia e cola"). */
export function PixScreen() {
  return <CodePage page="pix" />;
}
