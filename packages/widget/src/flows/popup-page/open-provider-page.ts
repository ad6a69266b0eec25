import type { ExternalRedirect } from '@kassa/contract';

/** Leaves for the provider's page: by address, or by posting its form. */
export function openProviderPage(redirect: ExternalRedirect, document: Document): void {
  if (redirect.method === 'GET') {
    document.defaultView?.location.replace(redirect.url);
    return;
  }
  const form = document.createElement('form');
  form.method = 'post';
  form.action = redirect.url;
  for (const [name, value] of Object.entries(redirect.fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  // What was posted stands in the page no longer; another try builds it anew.
  form.remove();
}
