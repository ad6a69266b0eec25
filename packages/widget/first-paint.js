// Runs before the first paint, so that the skeleton already has the host's theme. A file of its own
// because the page's CSP allows no inline script, and no module because those run after it.
(() => {
  const theme = new URLSearchParams(location.search).get('theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
})();
