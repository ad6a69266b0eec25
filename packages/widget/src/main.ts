import { boot } from './app/boot.tsx';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no #root.');
void boot(container);
