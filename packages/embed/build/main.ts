import path from 'node:path';
import { buildEmbed, scriptTag } from './build-embed.ts';

const { integrity } = await buildEmbed(path.resolve(import.meta.dirname, '../dist'));
console.log(`The script's hash is ${integrity}. Serve dist/embed.iife.js and paste:\n
${scriptTag('https://your-site.example/embed.iife.js', integrity)}\n`);
