import type { Plugin } from 'vite';

const demoUrl = process.env.DEMO_URL ?? `http://localhost:${process.env.DEMO_PORT ?? '4000'}`;

/**
 * In development the page comes from Vite, not from the server, which knows the brand's origins.
 * This plugin lets the demo host embed the page, at whatever origin the demo runs.
 */
export function developmentHost(): Plugin {
  return {
    name: 'kassa:development-host',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html.replace('"allowedOrigins":[]', `"allowedOrigins":${JSON.stringify([demoUrl])}`),
  };
}
