// A stand-in for reCAPTCHA's script (v2 and v3). It defines `grecaptcha` like the original, for
// explicit rendering.
(() => {
  const { origin } = new URL(document.currentScript.src);
  const widgets = [];

  async function fetchJson(path, parameters, method) {
    const address = `${origin}/recaptcha/api2/${path}?${new URLSearchParams(parameters)}`;
    const response = await fetch(address, { method });
    if (!response.ok) throw new Error('no answer');
    return response.json();
  }

  function openFrame(widget, page) {
    const frame = document.createElement('iframe');
    const parameters = { k: widget.options.sitekey, id: widget.id, co: location.origin };
    frame.src = `${origin}/recaptcha/api2/${page}?${new URLSearchParams(parameters)}`;
    frame.title = page === 'anchor' ? 'reCAPTCHA' : 'recaptcha challenge';
    frame.width = '304';
    frame.height = page === 'anchor' ? '78' : '220';
    widget.frames.push(frame);
    return frame;
  }

  /** Opens the challenge over the page. It is hidden, not removed, when the player closes it. */
  function openChallenge(widget) {
    widget.challenge?.remove();
    const holder = document.createElement('div');
    holder.style.cssText = 'position:fixed;inset:16px auto auto 8px;z-index:2000000000';
    const inner = document.createElement('div');
    inner.append(openFrame(widget, 'bframe'));
    holder.append(inner);
    holder.style.visibility = 'hidden';
    document.body.append(holder);
    holder.style.visibility = 'visible';
    widget.challenge = holder;
  }

  function take(widget, { outcome, token }) {
    if (outcome === 'solved') {
      widget.response = token;
      if (widget.challenge !== null) widget.challenge.style.visibility = 'hidden';
      widget.options.callback?.(token);
    } else if (outcome === 'close') {
      if (widget.challenge !== null) widget.challenge.style.visibility = 'hidden';
    } else if (outcome === 'expire') {
      widget.response = '';
      widget.options['expired-callback']?.();
    } else {
      widget.options['error-callback']?.();
    }
  }

  addEventListener('message', (event) => {
    if (event.origin !== origin || event.data?.standIn !== 'recaptcha') return;
    const widget = widgets[event.data.id];
    if (widget !== undefined) take(widget, event.data);
  });

  async function executeV3(widget, action) {
    const { player } = await fetchJson('behaviour', { k: widget.options.sitekey }, 'GET');
    if (player === 'error') throw new Error('network');
    if (player === 'nothing') return '';
    const outcome = player === 'stale' ? 'stale' : 'solved';
    const parameters = { k: widget.options.sitekey, action, outcome };
    return (await fetchJson('userverify', parameters, 'POST')).token;
  }

  window.grecaptcha = {
    ready: (act) => setTimeout(act),
    render(container, options) {
      if (container.childElementCount > 0) throw new Error('reCAPTCHA has already been rendered');
      const widget = { id: widgets.length, options, response: '', frames: [], challenge: null };
      widgets.push(widget);
      if (options.size === 'invisible') {
        // The badge.
        const badge = document.createElement('div');
        badge.className = 'grecaptcha-badge';
        badge.dataset.size = 'invisible';
        container.append(badge);
      } else container.append(openFrame(widget, 'anchor'));
      return widget.id;
    },
    execute(id, parameters) {
      const widget = widgets[id];
      if (parameters?.action !== undefined) return executeV3(widget, parameters.action);
      openChallenge(widget);
      return Promise.resolve();
    },
    getResponse: (id) => widgets[id].response,
    reset(id) {
      widgets[id].response = '';
      widgets[id].challenge?.remove();
      widgets[id].challenge = null;
    },
  };
})();
