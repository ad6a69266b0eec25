// In the build they are one file with those of the first screen, which the page names.
import './ui/tokens.css';
import './ui/base.css';
import './ui/first-paint.css';
import { boot } from './app/boot.tsx';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no #root.');
// From here on the widget itself reports what goes wrong, once it is started.
const cannotStart = window.kassaCannotStart;
delete window.kassaCannotStart;
boot(container).catch((error: unknown) => {
  cannotStart?.(String(error));
  throw error;
});
