// A stand-in for Geetest v4's script. It defines `initGeetest4` like the original and calls its
// server the same way (by scripts that call back).
(() => {
  const { origin } = new URL(document.currentScript.src);
  let calls = 0;

  /** Sends a request through a script that calls back. */
  function ask(path, parameters) {
    return new Promise((resolve, reject) => {
      calls += 1;
      const callback = `geetest_${Date.now()}_${calls}`;
      const script = document.createElement('script');
      const finish = (settle, value) => {
        delete window[callback];
        script.remove();
        settle(value);
      };
      window[callback] = (answer) => finish(resolve, answer);
      script.onerror = () => finish(reject, new Error('no answer'));
      script.src = `${origin}${path}?${new URLSearchParams({ ...parameters, callback })}`;
      document.head.append(script);
    });
  }

  function describe(code, msg) {
    return { code, msg, desc: { detail: 'The captcha stand-in says so' } };
  }

  /** Opens a dialog with a button for each possible outcome. */
  function openDialog(act) {
    const dialog = document.createElement('div');
    dialog.className = 'captcha-stand-in';
    dialog.setAttribute('role', 'dialog');
    dialog.setAttribute('aria-modal', 'true');
    dialog.setAttribute('aria-label', 'Captcha stand-in');
    const title = document.createElement('p');
    title.textContent = 'Captcha stand-in (Geetest)';
    dialog.append(title);
    const outcomes = { Solve: 'solve', Stale: 'stale', Fail: 'error', Close: 'close' };
    for (const [label, outcome] of Object.entries(outcomes)) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = label;
      button.onclick = () => {
        dialog.remove();
        act(outcome);
      };
      dialog.append(button);
    }
    document.body.append(dialog);
    dialog.querySelector('button').focus();
    return dialog;
  }

  function loadStyles() {
    const address = `${origin}/captcha-stand-in/page.css`;
    if (document.querySelector(`link[href="${address}"]`) !== null) return;
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    document.head.append(link);
  }

  function build(config, player) {
    const listeners = { ready: [], success: [], fail: [], error: [], close: [] };
    const tell = (event, word) => {
      for (const listener of listeners[event]) listener(word);
    };
    let validate = false;
    let dialog = null;

    async function act(outcome) {
      dialog = null;
      if (outcome === 'close') return tell('close');
      if (outcome === 'error') return tell('error', describe('60101', '/verify request error'));
      if (outcome === 'nothing') return tell('success');
      try {
        const { data } = await ask('/verify', {
          captcha_id: config.captchaId,
          outcome: outcome === 'stale' ? 'stale' : 'solved',
        });
        validate = data.seccode;
        tell('success');
      } catch {
        tell('error', describe('60101', '/verify request error'));
      }
    }

    const captcha = {
      showCaptcha() {
        if (player === 'ask') dialog = openDialog(act);
        else act(player);
        return captcha;
      },
      showBox: () => captcha.showCaptcha(),
      getValidate: () => validate,
      reset() {
        validate = false;
        return captcha;
      },
      destroy() {
        dialog?.remove();
        for (const event of Object.keys(listeners)) listeners[event] = [];
      },
    };
    for (const event of Object.keys(listeners)) {
      captcha[`on${event[0].toUpperCase()}${event.slice(1)}`] = (listener) => {
        listeners[event].push(listener);
        return captcha;
      };
    }
    setTimeout(() => tell('ready'));
    return captcha;
  }

  window.initGeetest4 = (config, callback) => {
    loadStyles();
    ask('/load', { captcha_id: config.captchaId, client_type: 'web', lang: config.language ?? '' })
      .then((answer) => {
        if (answer.status === 'success') callback(build(config, answer.data.player));
        else config.onError?.(describe(answer.code, answer.msg));
      })
      .catch(() => config.onError?.(describe('60100', '/load request error')));
  };
})();
