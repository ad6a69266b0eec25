/// <reference types="vite/client" />

declare module '*.json?messages=start' {
  const messages: import('./i18n/load-messages.ts').CompiledMessages;
  export default messages;
}

declare module '*.json?messages=essential' {
  const messages: import('./i18n/load-messages.ts').CompiledMessages;
  export default messages;
}
