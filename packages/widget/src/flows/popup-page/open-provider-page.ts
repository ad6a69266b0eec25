import type { ExternalRedirect } from '@kassa/contract';

/** Goes to the provider's page: by its address, or by posting a form. */
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
  // The posted form is removed; a retry builds it again.
  form.remove();
}
